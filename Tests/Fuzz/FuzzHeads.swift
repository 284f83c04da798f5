// What stands at the start of a connection: the bytes that tell its kind, and the heads of HTTP.

import Framing

/// Bytes as requests: what comes out is safe to look for a file with, and answering it in any way
/// does not trap.
@Sendable func requestHeads(_ bytes: [UInt8]) {
  let outcome = read(bytes) { HeadsOutcome<RequestHead>(of: $0) }
  for head in outcome.heads {
    check(head)
    let upgrade = try? WebSocketUpgrade(head, subprotocol: "chromatch.1")
    _ = upgrade?.response(sha1: { Array($0.prefix(20)) })
    _ = try? OriginPolicy.sameHost.check(head)
    for field in head.fields.all { _ = head.fields.list(field.name) }
  }
  _ = outcome.refusal?.response(fields: [], withBody: true)
}

/// Bytes as responses to somebody who wants to open a WebSocket.
@Sendable func responseHeads(_ bytes: [UInt8]) {
  let outcome = read(bytes) { HeadsOutcome<ResponseHead>(of: $0) }
  let invitation = WebSocketInvitation(
    host: "localhost", path: "/play", subprotocol: "chromatch.1",
    nonce: Array(repeating: 7, count: 16))
  for head in outcome.heads {
    precondition((100...999).contains(head.statusCode), "a status has three digits")
    _ = invitation.isAccepted(by: head, sha1: { Array($0.prefix(20)) })
  }
}

/// Bytes as the start of any stream: its kind never changes once it is said, and the next reader
/// gets every byte.
@Sendable func starts(_ bytes: [UInt8]) {
  read(bytes) { pieces in
    var sniffer = Sniffer(lineBytesMax: 64)
    var kind: StreamKind?
    for piece in pieces {
      let next = sniffer.receive(piece)
      precondition(kind == nil || kind == next, "a sniffer has changed its mind")
      kind = next
    }
    precondition(sniffer.bytes == bytes, "a sniffer has lost bytes")
    let isRecord = bytes.first == 0x16
    let bytesMax = isRecord ? 5 + (1 << 14) : 64
    precondition(kind != nil || bytes.count < bytesMax, "a sniffer waits for ever")
    precondition(sniffer.mayBeLines == (kind == .lines || kind == nil && !isRecord), "told wrongly")
    return kind
  }
}

private func check(_ head: RequestHead) {
  let path = Array(head.target.path.utf8)
  precondition(path.first == UInt8(ascii: "/"), "a path begins with a slash")
  precondition(path.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != 0x5c }, "an unsafe character")
  let segments = path.dropFirst().split(separator: 0x2f, omittingEmptySubsequences: false)
  precondition(segments.dropLast().allSatisfy { !$0.isEmpty }, "an empty segment")
  precondition(!segments.contains { [[0x2e], [0x2e, 0x2e]].contains(Array($0)) }, "dots")
  precondition(head.minorVersion == 0 || head.authority != nil, "no host")
}

/// What a stream of heads came to. A rest is a head that has not ended.
private struct HeadsOutcome<Head: HTTPHead & Equatable>: Equatable {
  var heads: [Head] = []
  var refusal: HTTPRefusal?
  var rest: [UInt8] = []

  init(of pieces: [ArraySlice<UInt8>]) {
    var parser = HeadParser<Head>(headBytesMax: 512)
    for piece in pieces {
      parser.receive(piece)
      do {
        while let head = try parser.next() { heads.append(head) }
      } catch {
        precondition(refusal == nil || refusal == error, "another refusal")
        refusal = error
      }
    }
    rest = parser.takeRest()
  }
}

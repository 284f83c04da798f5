// Fuzz entries for streams of lines, bare and over WebSockets, and for telling streams apart.

import Framing

/// Bytes as lines: no cut changes them, and each is what a line may be.
public func fuzzLines(_ bytes: [UInt8]) {
  let outcome = read(bytes) { LinesOutcome(of: $0, by: LineStream(lineBytesMax: 24)) }
  outcome.check(lineBytesMax: 24)
}

/// Bytes as lines over a WebSocket; the first bit says at which end.
public func fuzzLineStream(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let role: WebSocketRole = first & 1 == 0 ? .server : .client(nextMaskingKey: { 0x0102_0304 })
  let outcome = read(Array(bytes.dropFirst())) { pieces in
    let stream = LineStream(webSocket: role, lineBytesMax: 24, messageBytesMax: 300)
    return LinesOutcome(of: pieces, by: stream)
  }
  outcome.check(lineBytesMax: 24)
}

/// Bytes as the start of any stream: what it is never changes once it is said, and whoever reads on
/// gets every byte.
public func fuzzSniffer(_ bytes: [UInt8]) {
  read(bytes) { pieces in
    var sniffer = Sniffer(lineBytesMax: 64)
    var kind: StreamKind?
    for piece in pieces {
      let next = sniffer.receive(piece)
      precondition(kind == nil || kind == next, "a sniffer has changed its mind")
      kind = next
    }
    precondition(sniffer.bytes == bytes, "a sniffer has lost bytes")
    precondition(kind != nil || bytes.count < 64, "a sniffer waits for ever")
    return kind
  }
}

/// What a stream of lines came to.
private struct LinesOutcome: Equatable {
  var lines: [[UInt8]] = []
  var ending: StreamEnding?
  var replies: [UInt8] = []

  init(of pieces: [ArraySlice<UInt8>], by stream: LineStream) {
    var stream = stream
    for piece in pieces {
      stream.receive(piece)
      do {
        while let line = try stream.next() { lines.append(Array(line)) }
      } catch {
        precondition(ending == nil || ending == error, "a stream has ended twice")
        ending = error
      }
      replies += stream.takeReplies()
    }
  }

  func check(lineBytesMax: Int) {
    for line in lines {
      precondition(line.count <= lineBytesMax, "a line is too long")
      precondition(!line.contains(0) && !line.contains(0x0a), "a line holds what it cannot")
      precondition(String(validating: line, as: UTF8.self) != nil, "a line is not UTF-8")
    }
  }
}

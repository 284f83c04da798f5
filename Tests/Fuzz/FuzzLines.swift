// Lines as they come from a network: cut out of a stream, then read as messages. What is understood
// is written and read again as the same message; what is not is refused by a line that fits.

import Framing
import Game
import Wire

/// Bytes as what a client sends a server.
@Sendable func clientLines(_ bytes: [UInt8]) {
  check(
    bytes, Wire.clientLineBytesMax,
    { line throws(RefusalLine) in
      let message = try? ClientMessage.decode(line)
      if let guess = ClientMessage.guess(in: line) {
        precondition(message == .play(.set(guess)), "a SET is read in two ways")
      }
      return try ClientMessage.decode(line)
    }
  ) { $0.encode(into: &$1) }
}

/// Bytes as what a server sends a client.
@Sendable func serverLines(_ bytes: [UInt8]) {
  check(bytes, Wire.serverLineBytesMax, ServerMessage.decode) { $0.encode(into: &$1) }
}

private func check<Message: Equatable>(
  _ bytes: [UInt8], _ lineBytesMax: Int,
  _ decode: (ArraySlice<UInt8>) throws(RefusalLine) -> Message?,
  _ encode: (Message, inout [UInt8]) -> Void
) {
  for line in read(bytes, { LinesOutcome(of: $0, by: bare(lineBytesMax)) }).lines {
    do throws(RefusalLine) {
      guard let message = try decode(line[...]) else { continue }
      let line = written { encode(message, &$0) }
      precondition(line.count <= lineBytesMax, "a message does not fit its line")
      guard let again = try decode(line[...]) else { preconditionFailure("a message is skipped") }
      precondition(again == message, "a message is another when it is read again")
      precondition(written { encode(again, &$0) } == line, "a message has two forms")
    } catch { check(error) }
  }
}

/// Bytes as lines of at most 24 bytes: limits are met at once.
@Sendable func shortLines(_ bytes: [UInt8]) {
  let lines = read(bytes) { LinesOutcome(of: $0, by: bare(24)) }.lines
  precondition(lines.allSatisfy { $0.count <= 24 }, "a line is too long")
}

/// Bytes as lines over a WebSocket; the first one's lowest bit says at which end.
@Sendable func linesOverWebSocket(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let role: WebSocketRole = first & 1 == 0 ? .server : .client(nextMaskingKey: { 0x0102_0304 })
  let outcome = read(Array(bytes.dropFirst())) { pieces in
    let stream = LineStream(webSocket: role, lineBytesMax: 24, messageBytesMax: 300)
    return LinesOutcome(of: pieces, by: stream)
  }
  precondition(outcome.lines.allSatisfy { $0.count <= 24 }, "a line is too long")
}

private func bare(_ lineBytesMax: Int) -> LineStream { LineStream(lineBytesMax: lineBytesMax) }

/// A message's line without its LF.
private func written(_ encode: (inout [UInt8]) -> Void) -> [UInt8] {
  var bytes: [UInt8] = []
  encode(&bytes)
  precondition(bytes.popLast() == UInt8(ascii: "\n"), "a message ends in LF")
  return bytes
}

/// A line is refused for its form alone, in words that fit a line.
private func check(_ refusal: RefusalLine) {
  switch refusal.code {
  case .badField: precondition(refusal.verb != nil, "a field of nothing")
  case .unknownVerb: break
  default: preconditionFailure("reading knows nothing but the line")
  }
  let line = written(ServerMessage.no(refusal).encode)
  precondition(line.count <= Wire.serverLineBytesMax, "a refusal does not fit its line")
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
      do throws(StreamEnding) {
        while let line = try stream.next() { take(line) }
      } catch {
        precondition(ending == nil || ending == error, "a stream has ended twice")
        ending = error
      }
      replies += stream.takeReplies()
    }
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
    precondition(ending == nil, "something follows the ending")
    precondition(!line.contains(0) && !line.contains(0x0a), "a line holds what it cannot")
    precondition(String(validating: line, as: UTF8.self) != nil, "a line is not UTF-8")
    lines.append(Array(line))
  }
}

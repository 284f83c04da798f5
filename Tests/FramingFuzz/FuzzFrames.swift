// Fuzz entries for WebSocket frames and for UTF-8 that comes in pieces.

import Framing

/// Bytes as frames. The first byte says at which end, whether binary messages are taken, and how
/// long a message may be. What was understood survives being sent again.
public func fuzzFrames(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let setup = FrameSetup(
    isServer: first & 1 == 0, takesBinary: first & 2 != 0, messageBytesMax: Int(first >> 2) * 16)
  let outcome = read(Array(bytes.dropFirst())) { FramesOutcome(of: $0, setup) }
  for message in outcome.messages {
    precondition(message.bytes.count <= setup.messageBytesMax, "a message is too long")
    precondition(message.kind == .text || setup.takesBinary, "a kind that is not taken")
    if message.kind == .text {
      precondition(String(validating: message.bytes, as: UTF8.self) != nil, "not UTF-8")
    }
  }
  let again = FramesOutcome(of: [outcome.encoded(setup)[...]], setup)
  precondition(again.messages == outcome.messages, "a message is another after a round trip")
  precondition(again.controls == outcome.controls, "a control frame is another")
}

/// Bytes as text: the validator says yes where the standard library does, and no at one byte.
public func fuzzText(_ bytes: [UInt8]) {
  let validCount = read(bytes) { pieces -> Int in
    var validator = UTF8Validator()
    var count = 0
    for piece in pieces {
      let validCount = validator.validCount(of: piece)
      count += validCount
      if validCount < piece.count { return count }
    }
    return validator.isComplete ? bytes.count : -1
  }
  let isText = String(validating: bytes, as: UTF8.self) != nil
  precondition(isText == (validCount == bytes.count), "the standard library thinks otherwise")
}

private struct FrameSetup {
  let isServer: Bool
  let takesBinary: Bool
  let messageBytesMax: Int

  var role: WebSocketRole { isServer ? .server : Self.client }
  var otherRole: WebSocketRole { isServer ? Self.client : .server }

  private static let client = WebSocketRole.client(nextMaskingKey: { 0x8040_2010 })
}

/// What a stream of frames came to.
private struct FramesOutcome: Equatable {
  struct Message: Equatable {
    let kind: WebSocketMessageKind
    var bytes: [UInt8] = []
  }

  var messages: [Message] = []
  /// What came of a message that did not end.
  var unfinished: Message?
  /// Pings, Pongs and Close, with copies of what they hold.
  var controls: [WebSocketEvent] = []
  var violation: WebSocketViolation?

  init(of pieces: [ArraySlice<UInt8>], _ setup: FrameSetup) {
    var decoder = WebSocketDecoder(
      role: setup.role, takesBinary: setup.takesBinary, messageBytesMax: setup.messageBytesMax)
    for piece in pieces {
      decoder.receive(piece)
      do {
        while let event = try decoder.next() { take(event) }
      } catch {
        precondition(violation == nil || violation == error, "another violation")
        violation = error
      }
    }
  }

  private mutating func take(_ event: WebSocketEvent) {
    precondition(violation == nil, "something follows a violation")
    guard case .piece(let piece) = event else {
      controls.append(event)
      return
    }
    var message = unfinished ?? Message(kind: piece.kind)
    precondition(message.kind == piece.kind, "a message inside another")
    precondition(!piece.bytes.isEmpty || piece.isLast, "a piece that adds nothing")
    message.bytes += piece.bytes
    unfinished = piece.isLast ? nil : message
    if piece.isLast { messages.append(message) }
  }

  /// The same contents as the other end would send them.
  func encoded(_ setup: FrameSetup) -> [UInt8] {
    let encoder = WebSocketEncoder(role: setup.otherRole)
    var bytes: [UInt8] = []
    for message in messages {
      encoder.appendMessage(message.kind, message.bytes[...], to: &bytes)
    }
    for control in controls {
      switch control {
      case .piece: break
      case .ping(let content): encoder.appendPing(content, to: &bytes)
      case .pong(let content): encoder.appendPong(content, to: &bytes)
      case .close(let code, let reason):
        encoder.appendClose(code, reason: String(decoding: reason, as: UTF8.self), to: &bytes)
      }
    }
    return bytes
  }
}

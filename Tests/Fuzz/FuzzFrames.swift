// Fuzz entries for WebSocket frames and for UTF-8 that comes in pieces.

import Framing

/// Bytes as frames. The first byte says at which end, whether binary messages are taken, and how
/// long a message may be. What was understood survives being sent again.
@Sendable func frames(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let setup = FrameSetup(first)
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
@Sendable func text(_ bytes: [UInt8]) {
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

/// Bytes as whole messages of an open WebSocket, as an echo reads it. The first byte is as that of
/// `frames`. Nothing is said after a Close, and nothing heard after an ending.
@Sendable func messages(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let setup = FrameSetup(first)
  let outcome = read(Array(bytes.dropFirst())) { MessagesOutcome(of: $0, setup) }
  var decoder = WebSocketDecoder(
    role: setup.otherRole, takesBinary: true, messageBytesMax: outcome.replies.count)
  decoder.receive(outcome.replies[...])
  var hasClosed = false
  do throws(WebSocketViolation) {
    while let event = try decoder.next() {
      precondition(!hasClosed, "something was said after Close")
      if case .close = event { hasClosed = true }
    }
  } catch { preconditionFailure("what was said breaks the rules: \(error.reason)") }
  precondition(hasClosed == (outcome.ending != nil), "an ending without Close, or the reverse")
}

private struct FrameSetup {
  let isServer: Bool
  let takesBinary: Bool
  let messageBytesMax: Int

  init(_ byte: UInt8) {
    isServer = byte & 1 == 0
    takesBinary = byte & 2 != 0
    messageBytesMax = Int(byte >> 2) * 16
  }

  var role: WebSocketRole { isServer ? .server : Self.client }
  var otherRole: WebSocketRole { isServer ? Self.client : .server }

  private static let client = WebSocketRole.client(nextMaskingKey: { 0x8040_2010 })
}

/// What an echo heard, and all that it said.
private struct MessagesOutcome: Equatable {
  var messages: [WebSocketMessage] = []
  var ending: WebSocketEnding?
  var replies: [UInt8] = []

  init(of pieces: [ArraySlice<UInt8>], _ setup: FrameSetup) {
    var reader = WebSocketMessages(
      WebSocket(
        role: setup.role, takesBinary: setup.takesBinary, messageBytesMax: setup.messageBytesMax))
    for piece in pieces {
      reader.socket.receive(piece)
      do throws(WebSocketEnding) {
        while let message = try reader.next() {
          precondition(ending == nil, "something follows the ending")
          precondition(message.bytes.count <= setup.messageBytesMax, "a message is too long")
          replies += reader.socket.takeReplies()
          replies += reader.socket.frame(message.kind, message.bytes[...])
          messages.append(message)
        }
      } catch {
        precondition(ending == nil || ending == error, "a WebSocket has ended twice")
        ending = error
      }
      replies += reader.socket.takeReplies()
    }
  }
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
      case .ping(let content): encoder.append(.ping, content, isFinal: true, to: &bytes)
      case .pong(let content): encoder.appendPong(content, to: &bytes)
      case .close(let code, let reason):
        encoder.appendClose(code, reason: String(decoding: reason, as: UTF8.self), to: &bytes)
      }
    }
    return bytes
  }
}

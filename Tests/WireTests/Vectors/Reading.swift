// The codec under test, for either side alike: a line read and written again, as an outcome that
// can be compared with a vector's.

import Testing
import Wire

/// A message of either side.
enum AnyMessage: Hashable, Sendable {
  case client(ClientMessage)
  case server(ServerMessage)

  /// Reads one line; nil for what is to be skipped.
  init?(_ line: ArraySlice<UInt8>, from side: Side) throws(RefusalLine) {
    switch side {
    case .client:
      guard let message = try ClientMessage.decode(line) else { return nil }
      self = .client(message)
    case .server:
      guard let message = try ServerMessage.decode(line) else { return nil }
      self = .server(message)
    }
  }

  var verb: String {
    switch self {
    case .client(let message): message.verb.rawValue
    case .server(let message): message.verb.rawValue
    }
  }

  var meaning: [String: String] {
    switch self {
    case .client(let message): message.meaning
    case .server(let message): message.meaning
    }
  }

  /// Whether the message is part of a room's numbered history.
  var isNumbered: Bool {
    switch self {
    case .server(.room), .server(.play): true
    default: false
    }
  }

  func encode(into bytes: inout [UInt8]) {
    switch self {
    case .client(let message): message.encode(into: &bytes)
    case .server(let message): message.encode(into: &bytes)
    }
  }

  /// The line with its LF.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return bytes
  }

  /// The line without its LF, as text.
  var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }
}

extension Outcome {
  /// What the codec makes of a line.
  init(reading line: ArraySlice<UInt8>, from side: Side) {
    do throws(RefusalLine) {
      guard let message = try AnyMessage(line, from: side) else {
        self = .skipped
        return
      }
      self = .taken(verb: message.verb, meaning: message.meaning, canonical: message.text)
    } catch {
      self = .refused(code: error.code.rawValue, verb: error.verb)
    }
  }

  init(reading text: String, from side: Side) {
    self.init(reading: Array(text.utf8)[...], from: side)
  }

  /// The same without its meaning, for lines of which only the form is given.
  var form: Outcome {
    guard case .taken(let verb, _, let canonical) = self else { return self }
    return .taken(verb: verb, meaning: [:], canonical: canonical)
  }
}

/// The sentence of the refusal that a line gets; nil when it gets none.
func sentence(refusing line: ArraySlice<UInt8>, from side: Side) -> String? {
  do throws(RefusalLine) {
    _ = try AnyMessage(line, from: side)
    return nil
  } catch {
    return error.text
  }
}

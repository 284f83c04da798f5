// Why WebSockets close, as numbers: RFC 6455, section 7.4, and the registry that it founded. Which
// of them may be said on the wire is decided here and nowhere else.

/// The reason of a WebSocket's end, as a number.
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number as it stands in a Close frame.
  public let rawValue: UInt16

  /// Any number, also one that may not be said.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// What the connection was for is done.
  public static let normal = Self(rawValue: 1000)
  /// An end goes away: a server stops, a person leaves the page.
  public static let goingAway = Self(rawValue: 1001)
  /// The peer broke the protocol.
  public static let protocolError = Self(rawValue: 1002)
  /// The peer sent a kind of data that this end does not take.
  public static let unsupportedData = Self(rawValue: 1003)
  /// The data are not what their kind promises: a text that is not UTF-8.
  public static let invalidPayload = Self(rawValue: 1007)
  /// The message is larger than this end takes.
  public static let messageTooBig = Self(rawValue: 1009)

  /// Whether a Close frame may hold it: what RFC 6455 and its registry define for the wire, and the
  /// ranges for libraries and private use. 1004 to 1006 and 1015 are for programs' own use.
  var isSendable: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  /// The number in decimal.
  public var description: String { String(rawValue) }
}

/// A breach of the protocol, for which a WebSocket is closed at once.
public struct WebSocketViolation: Error, Equatable, Sendable {
  /// What the Close frame that answers it says.
  public let code: WebSocketCloseCode
  /// What is wrong, in words for the other end's developer; ASCII, at most 123 bytes.
  public let reason: String

  /// A violation of one's own finding.
  public init(code: WebSocketCloseCode, reason: String) {
    self.code = code
    self.reason = reason
  }

  static func protocolError(_ reason: String) -> Self { Self(code: .protocolError, reason: reason) }
}

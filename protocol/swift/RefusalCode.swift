// Every way in which a server says no, as one list. The word on the wire is the raw value; what it
// means to a person stands in protocol/README.md.

/// Why a line was not taken: the `code` of a `NO` line.
public enum RefusalCode: String, CaseIterable, Sendable {
  /// Longer than allowed, not UTF-8, or with a NUL. The connection closes.
  case badLine = "bad-line"
  /// A field is missing, repeated, malformed or out of its range.
  case badField = "bad-field"
  /// No such verb; the connection goes on.
  case unknownVerb = "unknown-verb"
  /// More lines than allowed; the third in a minute closes the connection.
  case tooFast = "too-fast"
  /// The verb is known but has no place at this moment.
  case notNow = "not-now"
  /// Only the host may do that.
  case notYours = "not-yours"
  /// There is no room of that code.
  case noRoom = "no-room"
  /// Every seat is taken.
  case roomFull = "room-full"
  /// The room has a password, and this was not it.
  case wrongPass = "wrong-pass"
  /// The host has put this player out for the room's life.
  case banned
  /// The room asks for a screen that shows every color: `depth=24` in HELLO.
  case inexact
  /// Nobody of that number sits in the room.
  case noPlayer = "no-player"
  /// The client speaks another version. The connection closes.
  case badVersion = "bad-version"
  /// No seat is kept for that token.
  case badToken = "bad-token"
  /// The nonce is not the one that was sealed.
  case badSeal = "bad-seal"
  /// A value is not on the mode's grid.
  case offGrid = "off-grid"
  /// A lock farther off than the level allows; it freezes the lock.
  case tooFar = "too-far"
  /// A lock while the last one that was too far still freezes.
  case frozen
  /// The server holds as many rooms as it may, or as many of one address.
  case tooManyRooms = "too-many-rooms"
  /// Nothing useful was said for too long. The connection closes.
  case idle
  /// A player read too slowly to be told what happens. The connection closes.
  case tooSlow = "too-slow"
  /// The same player came back on another connection. This one closes.
  case replaced
  /// The server is stopping. The connection closes.
  case shuttingDown = "shutting-down"
  /// The room is not at this server any more. The connection closes; a player who connects again
  /// finds their seat wherever the room goes on.
  case moved
  /// The server holds as many connections as it may, or as many of one address, or has no time for
  /// more. The connection
  /// closes.
  case serverFull = "server-full"
  /// The signature does not prove that: another key, nonce, server or connection.
  case badSignature = "bad-signature"
  /// The room is for players who have proved who they are.
  case unproved
  /// The log has no match of that number, or its record is kept no longer.
  case noMatch = "no-match"

  /// Whether the server closes the connection right after the line.
  public var closes: Bool {
    switch self {
    case .badLine, .badVersion, .idle, .tooSlow, .replaced, .shuttingDown, .moved, .serverFull:
      true
    default: false
    }
  }
}

/// A `NO` line: what was refused and why.
public struct RefusalLine: Error, Hashable, Sendable {
  /// Which way of saying no.
  public var code: RefusalCode
  /// The verb that was refused, when it was known.
  public var verb: String?
  /// A sentence for a person, such as which field was wrong.
  public var text: String?

  /// Describes a refusal.
  public init(code: RefusalCode, verb: String? = nil, text: String? = nil) {
    self.code = code
    self.verb = verb
    self.text = text
  }
}

// The words of the protocol's types, each with what it means. Written by protocol/generate.py from
// the tables beside it: change those.

/// The figure that stands for a player, beside the name.
public enum Icon: String, CaseIterable, Sendable {
  case diamond
  case circle
  case triangle
  case square
  case star
  case heart
  case club
  case spade
  case sun
  case moon
  case umbrella
  case knight
  case flower
  case flag
  case house
  case note
}

/// What a connection is to a room.
public enum Role: String, CaseIterable, Sendable {
  /// Sits and races.
  case player
  /// Looks on.
  case watcher
}

/// Why a player's seat is empty now, or why somebody is out of a room.
public enum Departure: String, CaseIterable, Sendable {
  /// Said LEAVE or BYE.
  case left
  /// Lost the connection and did not come back in time.
  case lost
  /// The room closed.
  case closed
  /// Put out by the host; may come back.
  case kicked
  /// Put out by the host for the room's life.
  case banned
  /// Gave up the seat to look on.
  case watching
}

/// What a player can show the others, from a fixed list so that nobody can say anything worse.
public enum Reaction: String, CaseIterable, Sendable {
  case wave
  case clap
  case laugh
  case wow
  case oops
  case thanks
  case thumb
  case heart
}

/// What people are called in a room.
public enum Naming: String, CaseIterable, Sendable {
  /// As they say.
  case own
  /// As the server draws: a color and an animal.
  case drawn
  /// Nothing: a number is all they have.
  case none
}

/// Where a room is, for those who choose one.
public enum ListedState: String, CaseIterable, Sendable {
  /// No match is running.
  case waiting
  /// A match is running.
  case playing
}

/// Why a line was not taken: the `code` of a `NO` line.
public enum RefusalCode: String, CaseIterable, Sendable {
  /// A line is too long, not UTF-8, or has a NUL.
  case badLine = "bad-line"
  /// A field is missing, repeated, malformed or out of its range, or settings do not go together.
  case badField = "bad-field"
  /// There is no such verb.
  case unknownVerb = "unknown-verb"
  /// More lines than allowed, of this client or of its address; this one was dropped. The third in
  /// a minute that is this client's own doing closes the connection.
  case tooFast = "too-fast"
  /// The verb has no place at this moment: see the table of states. Or too many guesses came from
  /// this address.
  case notNow = "not-now"
  /// Only the host may do that.
  case notYours = "not-yours"
  /// There is no room of that code.
  case noRoom = "no-room"
  /// Every seat is taken.
  case roomFull = "room-full"
  /// The room has a password, and this was not it.
  case wrongPass = "wrong-pass"
  /// The host has put this player out for the room's life; without `verb`, the operator of the
  /// server keeps the client out, and closes.
  case banned
  /// The room asks for a screen that shows every color: `depth=24` in HELLO.
  case inexact
  /// Nobody of that number sits in the room, or looks on.
  case noPlayer = "no-player"
  /// The server does not speak the version that HELLO named.
  case badVersion = "bad-version"
  /// No seat is kept for that `resume`.
  case badToken = "bad-token"
  /// The nonce is not the one that was sealed.
  case badSeal = "bad-seal"
  /// A value is not on the mode's grid, or there is no such tile.
  case offGrid = "off-grid"
  /// A lock was farther off than the round allows.
  case tooFar = "too-far"
  /// A lock less than 1.5 s after one that was too far off.
  case frozen
  /// The server holds as many rooms as it may, or as many from this address.
  case tooManyRooms = "too-many-rooms"
  /// Nothing was said for too long.
  case idle
  /// The client read too slowly.
  case tooSlow = "too-slow"
  /// The same player came back on another connection.
  case replaced
  /// The server is stopping.
  case shuttingDown = "shutting-down"
  /// The room is not at this server of a cluster any more; `text=` says why. Connect again: the
  /// seat is found wherever the room goes on.
  case moved
  /// The server holds as many connections as it may, or as many from this address, or is late with
  /// those it has, and no seat is kept here for that HELLO.
  case serverFull = "server-full"
  /// The proof does not hold: another key, nonce, server or connection was signed.
  case badSignature = "bad-signature"
  /// The room is for players who have proved who they are.
  case unproved
  /// The log has no match of that number, or its record is kept no longer.
  case noMatch = "no-match"
}

extension RefusalCode {
  /// Whether the server closes the connection right after the line.
  public var closes: Bool {
    switch self {
    case .badLine, .badVersion, .idle, .tooSlow, .replaced, .shuttingDown, .moved, .serverFull: true
    default: false
    }
  }
}

// What a driver needs of other servers that play the same game: a guest is a connection whose
// socket is there, and a connection here may be lent to one of them. A server by itself has none of
// it. Nothing here is told what a line means. Invariant: a guest has a name that no socket has.

public import Framing
public import Game
public import Wire

/// The connections of one lane that have one end at another server.
public protocol RemoteConnections: AnyObject {
  /// How many guests there are, those included whose leaving the driver has not been told.
  var guestCount: Int { get }

  /// Tells the guests of an audience whole lines.
  ///
  /// - Returns: the others.
  func tell(_ lines: [UInt8], to audience: [ConnectionID]) -> [ConnectionID]

  /// Sends a guest nothing until they read again, of which the driver is told (`drained`).
  func conflate(_ guest: ConnectionID)

  /// Closes the connection of a guest once they have been told everything.
  func close(_ guest: ConnectionID, isGoingAway: Bool)

  /// A guest has said HELLO, and it was taken.
  func greeted(_ guest: ConnectionID)

  /// What the connection of a guest is bound to, as their server says; nil for anybody else.
  func binding(of id: ConnectionID) -> Binding?

  /// Passes on what a connection does that is lent.
  ///
  /// - Returns: whether it is.
  func pass(_ news: SocketNews, of id: ConnectionID, at now: Instant) -> Bool

  /// Lends a connection to another server, or gives a guest back. The driver is told `arrived` if a
  /// connection that was lent comes back.
  func hand(_ id: ConnectionID, to goal: Goal, _ handoff: Handoff, at now: Instant)

  /// Tells those who are lent something of this server. A refusal is the last that they are told.
  func tellLent(_ message: ServerMessage)

  /// Whether what somebody says is kept for where they are about to go.
  func isLeaving(_ id: ConnectionID) -> Bool

  /// Has a line of somebody who is leaving answered where they go.
  ///
  /// - Returns: how many lines of theirs wait for that.
  func keep(of id: ConnectionID, _ line: (inout Handoff) -> Int) -> Int

  /// A connection is gone: nothing is to be told it any more.
  func forget(_ id: ConnectionID)

  /// Hands over what is to leave at the end of a turn.
  func post()
}

/// What a connection does.
public enum SocketNews {
  /// It says a line, without its ending, no later than the end of `arrived`.
  case line(ArraySlice<UInt8>, arrived: ClosedRange<Instant>)
  /// What it says cannot be read as lines, and nothing more will come of it.
  case unreadable(FramingError)
  /// More waits for it than may; whole lines have been dropped.
  case overflowed
  /// It was conflated, and can be written to again.
  case drained
}

// What a driver needs of the connections of a lane. A server has them in a reactor, tests have them
// in memory. Nothing here is told what a line means, and nothing of it calls the driver back.

public import Framing
public import Game
public import Wire

/// The connections of one lane.
public protocol Sockets: AnyObject {
  /// A connection between two lanes.
  associatedtype Carried

  /// How many connections there are, those that are being closed included.
  var connectionCount: Int { get }

  /// Queues a batch for each of them; it leaves at the end of the turn. A connection that is gone,
  /// is being closed or has been conflated is sent nothing.
  func send(_ batch: LineBatch, to audience: [ConnectionID])

  /// Drops what waits for a slow peer and sends it nothing until it has room again, of which the
  /// driver is told (`drained`).
  func conflate(_ id: ConnectionID)

  /// Closes a connection once what has been sent to it is on its way.
  func close(_ id: ConnectionID, saying code: WebSocketCloseCode)

  /// Closes a connection at once.
  func abort(_ id: ConnectionID)

  /// Gives a connection away; nil if there is none that could go. Its name means nothing then.
  func carry(_ id: ConnectionID) -> Carried?

  /// Takes a connection that another lane gave away; what it has said already is heard later. One
  /// that was lost on the way is told as closed at the end of the turn.
  ///
  /// - Returns: its new name.
  func adopt(_ carried: Carried?) -> ConnectionID

  /// What the door calls a connection; nil if it is gone.
  func ticket(of id: ConnectionID) -> UInt64?

  /// What this end sees of a connection that nobody between the ends has in common with it.
  func binding(of id: ConnectionID) -> Binding

  /// The tickets of those who have gone since this was asked last.
  func takeDeparted() -> [UInt64]

  /// Has the driver's `woke` called once, then or as soon as possible after it. Replaces the moment
  /// given before; nil means never.
  func wake(at moment: Instant?)

  /// Closes everything: the last connection is gone.
  func stop()

  // Where several servers play one game; nothing of it happens elsewhere.

  /// Whether some of the connections speak with another server.
  var areSomeAway: Bool { get }

  /// Passes on what a connection does that speaks with another server.
  ///
  /// - Returns: whether it does.
  func passOn(_ news: SocketNews, of id: ConnectionID, at now: Instant) -> Bool

  /// Hands a connection over to another server, or back to it. The driver is told `arrived` if it
  /// comes back.
  func hand(_ id: ConnectionID, to goal: Goal, _ handoff: Handoff, at now: Instant)

  /// Tells those who speak with another server something of this one. A refusal is the last that
  /// they are told.
  func tellAway(_ message: ServerMessage)

  /// Somebody has said HELLO, and it was taken.
  func greeted(_ id: ConnectionID)
}

/// What a connection does.
public enum SocketNews {
  /// It says a line, without its ending, no later than the end of `arrived`.
  case line(ArraySlice<UInt8>, arrived: ClosedRange<Instant>)
  /// What it says cannot be read as lines.
  case unreadable(FramingError)
  /// More waits for it than may; whole lines have been dropped.
  case overflowed
  /// It was conflated, and can be written to again.
  case drained
}

extension Sockets {
  /// None does, where there is no other server.
  public var areSomeAway: Bool { false }
  /// None does.
  public func passOn(_ news: SocketNews, of id: ConnectionID, at now: Instant) -> Bool { false }
  /// There is nobody to hand it to.
  public func hand(_ id: ConnectionID, to goal: Goal, _ handoff: Handoff, at now: Instant) {}
  /// There are none.
  public func tellAway(_ message: ServerMessage) {}
  /// Nobody else has to know.
  public func greeted(_ id: ConnectionID) {}
}

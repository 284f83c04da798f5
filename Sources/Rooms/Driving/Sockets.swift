// What a driver needs of the connections of a lane. A server has them in a reactor, tests have them
// in memory. Nothing here is told what a line means, and nothing of it calls the driver back.

public import Framing
public import Game

/// A connection between two lanes; only sockets look inside.
public typealias CarriedConnection = AnyObject & Sendable

/// The connections of one lane.
public protocol Sockets: AnyObject {
  /// How many connections there are, those that are being closed included.
  var connectionCount: Int { get }

  /// Queues whole lines for each of them; they leave at the end of the turn. A connection that is
  /// gone, is being closed or has been conflated is sent nothing.
  func send(_ lines: [UInt8], to audience: [ConnectionID])

  /// Drops what waits for a slow peer and sends it nothing until it has room again, of which the
  /// driver is told (`drained`).
  func conflate(_ id: ConnectionID)

  /// Closes a connection once what has been sent to it is on its way.
  func close(_ id: ConnectionID, saying code: WebSocketCloseCode)

  /// Closes a connection at once.
  func abort(_ id: ConnectionID)

  /// Gives a connection away; nil if there is none that could go. Its name means nothing then.
  func carry(_ id: ConnectionID) -> (any CarriedConnection)?

  /// Takes a connection that another lane gave away; what it has said already is heard later. One
  /// that was lost on the way is told as closed at the end of the turn.
  ///
  /// - Returns: its new name.
  func adopt(_ carried: (any CarriedConnection)?) -> ConnectionID

  /// What the door calls a connection; nil if it is gone.
  func ticket(of id: ConnectionID) -> UInt64?

  /// What this end sees of a connection that nobody between the ends has in common with it.
  func binding(of id: ConnectionID) -> Binding

  /// The tickets of those who have gone since this was asked last; nil when nobody has.
  func takeDeparted() -> [UInt64]?

  /// Has the driver's `woke` called once, then or as soon as possible after it. Replaces the moment
  /// given before; nil means never.
  func wake(at moment: Instant?)

  /// Closes everything: the last connection is gone.
  func stop()
}

// The sockets of a lane, and its guests: connections whose sockets are at other nodes. What a guest
// is sent goes by the bus, and so does what a connection says that is lent. Without a cluster it is
// the sockets and nothing else. It reads no line. Invariant: a guest has a name that no socket has.

public import Framing
public import Game
public import Rooms
public import Wire

/// Sockets of a lane and of other nodes.
public final class Switchboard<Base: Sockets>: Sockets {
  /// The sockets here.
  public let base: Base
  /// What the lane is in a cluster; nil on a server by itself.
  var lane: ClusterLane<Base>?

  /// Only those that are here, until there is a cluster.
  public init(_ base: Base) { self.base = base }

  /// How many connections there are, guests included.
  public var connectionCount: Int { base.connectionCount + (lane?.guests.count ?? 0) }

  /// Queues a batch for each connection.
  public func send(_ batch: LineBatch, to audience: [ConnectionID]) {
    guard let lane, !lane.guests.stays.isEmpty else { return base.send(batch, to: audience) }
    lane.guests.tell(batch.lines, to: audience.lazy.filter(\.isGuest))
    base.send(batch, to: audience.filter { !$0.isGuest })
  }

  /// Sends a connection nothing until it reads again.
  public func conflate(_ id: ConnectionID) {
    if id.isGuest { lane?.guests.say(to: id) { .conflated($0) } } else { base.conflate(id) }
  }

  /// Closes a connection once it has been sent everything.
  public func close(_ id: ConnectionID, saying code: WebSocketCloseCode) {
    if id.isGuest {
      lane?.guests.close(id, isGoingAway: code == .goingAway)
    } else {
      base.close(id, saying: code)
    }
  }

  /// Closes a connection at once.
  public func abort(_ id: ConnectionID) {
    if id.isGuest { lane?.guests.close(id) } else { base.abort(id) }
  }

  /// Gives a socket away to another lane.
  public func carry(_ id: ConnectionID) -> Base.Carried? { base.carry(id) }

  /// Takes a socket of another lane.
  public func adopt(_ carried: Base.Carried?) -> ConnectionID { base.adopt(carried) }

  /// What the door calls a connection; nil for guests, too.
  public func ticket(of id: ConnectionID) -> UInt64? { base.ticket(of: id) }

  /// What a connection is bound to; of a guest the node says it that has lent them.
  public func binding(of id: ConnectionID) -> Binding {
    lane?.guests.stays[id]?.binding ?? base.binding(of: id)
  }

  /// The tickets of those who have gone.
  public func takeDeparted() -> [UInt64] { base.takeDeparted() }

  /// Has the driver woken.
  public func wake(at moment: Instant?) { base.wake(at: moment) }

  /// Closes everything.
  public func stop() { base.stop() }

  /// Whether some of the connections are lent.
  public var areSomeAway: Bool { lane?.lendings.lent.isEmpty == false }

  /// Passes on what a connection does that is lent.
  public func passOn(_ news: SocketNews, of id: ConnectionID, at now: Instant) -> Bool {
    lane?.pass(news, of: id, at: now) ?? false
  }

  /// Lends a connection to another node, or gives a guest back.
  public func hand(_ id: ConnectionID, to goal: Goal, _ handoff: Handoff, at now: Instant) {
    switch goal {
    case .lane: break
    case .node(let node): lane?.lend(id, to: node, handoff, at: now)
    case .back: lane?.guests.recall(id, handoff)
    }
  }

  /// Tells those who are lent.
  public func tellAway(_ message: ServerMessage) { lane?.tellLent(message) }

  /// Tells the node of a guest.
  public func greeted(_ id: ConnectionID) {
    if id.isGuest { lane?.guests.say(to: id) { .greeted($0) } }
  }
}

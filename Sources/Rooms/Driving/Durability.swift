// When the effects of a turn may be told: not before what they follow from is kept. A server by
// itself keeps it at once, in the journal of the lane (`Local`); in a cluster effects wait for an
// answer. It tells nobody anything itself.
// Invariant: what a turn still wants when it was admitted may be told.

public import Game
import Wire

/// Says when the effects of a turn may be told.
public protocol Durability: AnyObject {
  /// Whether anything is kept, and so has to be jotted down.
  var isKeeping: Bool { get }
  /// Where the lane keeps its rooms by itself; nil where others do, or nobody.
  var laneJournal: (any Journal)? { get }
  /// Whether it has to know which effects come of which rooms.
  var marksRooms: Bool { get }

  /// Takes what a turn has jotted down, and leaves in it the effects that may be told now.
  func admit(_ turn: inout Turn, _ hall: inout Hall)

  /// The effects that were left have been carried out.
  func settle(at now: Instant)

  /// Keeps what still waits in a turn.
  func write(_ turn: inout Turn, _ hall: inout Hall)

  /// Whether what somebody says is kept for where they are about to go.
  func isLeaving(_ id: ConnectionID) -> Bool

  /// Has a line of somebody who is leaving answered where they go.
  ///
  /// - Returns: how many lines of theirs wait for that.
  func keep(of id: ConnectionID, _ line: (inout Handoff) -> Int) -> Int

  /// A connection is gone: nothing is to be told it any more.
  func forget(_ id: ConnectionID)

  /// When it has to be told that time has passed.
  var deadline: Instant? { get }

  /// Lets happen what is due.
  func advance(to now: Instant)

  /// Hands over what is to leave at the end of a turn.
  func post()
}

/// Deeds are in the lane's journal before anything of them is told, or are not kept.
public final class Local: Durability {
  /// What nobody is answered waits so long for the journal at the most, in milliseconds: no longer
  /// than what was written waits to be synced.
  static var unansweredMillisecondsMax: Int { 50 }
  /// More of them do not wait.
  static var unansweredMax: Int { 256 }

  /// Nil where nothing outlives the server.
  public let laneJournal: (any Journal)?

  /// Keeps deeds there.
  public init(_ journal: (any Journal)? = nil) { laneJournal = journal }

  /// Whether there is a journal.
  public var isKeeping: Bool { laneJournal != nil }

  /// A journal that is written at once need not know.
  public var marksRooms: Bool { false }

  /// Writes what anybody is told of. What nobody is answered may wait for what has to be written
  /// then, unless it is too much: many moves are one frame.
  public func admit(_ turn: inout Turn, _ hall: inout Hall) {
    let mayWait = turn.jottings.areUnanswered && turn.jottings.count <= Self.unansweredMax
    if turn.effects.needJournal || !mayWait { write(&turn, &hall) }
  }

  /// Nothing waits.
  public func settle(at now: Instant) {}

  /// Before anybody can hear of it: an outbox that is full is written at once. Old rooms write
  /// themselves down one a turn, so that no turn takes long by it.
  public func write(_ turn: inout Turn, _ hall: inout Hall) {
    if turn.jottings.count == 0 { return }
    if let journal = laneJournal {
      if let code = journal.takeOld() { hall.renew(code, &turn) }
      journal.keep(turn.jottings)
    }
    turn.clearJottings()
  }

  /// Those who go elsewhere go at once.
  public func isLeaving(_ id: ConnectionID) -> Bool { false }

  /// Nobody is leaving.
  public func keep(of id: ConnectionID, _ line: (inout Handoff) -> Int) -> Int { 0 }

  /// Nothing waits for anybody.
  public func forget(_ id: ConnectionID) {}

  /// When the journal is to be told that the server is still there.
  public var deadline: Instant? { laneJournal?.markDue }

  /// Tells it.
  public func advance(to now: Instant) {
    if let due = laneJournal?.markDue, due <= now { laneJournal?.mark(at: now) }
  }

  /// Nothing is left.
  public func post() {}
}

extension Jottings {
  /// When what waits is to be written, though nothing else is.
  var unansweredDue: Instant? { span.map { $0.first + Local.unansweredMillisecondsMax } }
}

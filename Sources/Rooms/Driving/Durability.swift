// When the effects of a turn may be told: not before what they follow from is kept. A server by
// itself keeps it at once, in the journal of the lane; in a cluster effects wait for an answer, and
// a `Durability` says when it is there. Nothing here tells anybody anything.
// Invariant: what a turn still wants when it was admitted may be told.

public import Game
import Wire

/// Says when the effects of a turn may be told, where that is not at once.
public protocol Durability: AnyObject {
  /// Takes what a turn has jotted down, and leaves in it the effects that may be told now.
  func admit(_ turn: inout Turn)

  /// The effects that were left have been carried out.
  func settle(at now: Instant)

  /// When it has to be told that time has passed.
  var deadline: Instant? { get }

  /// Lets happen what is due.
  func advance(to now: Instant)
}

extension HallDriver {
  /// What nobody is answered waits so long for the journal at the most, in milliseconds: no longer
  /// than what was written waits to be synced.
  static var unansweredMillisecondsMax: Int { 50 }
  /// More of them do not wait.
  static var unansweredMax: Int { 256 }

  /// Has deeds in a journal before anything of them is told.
  public func keep(in journal: any Journal) {
    self.journal = journal
    turn.isJotting = true
  }

  /// Has effects wait, each for what is said of its room.
  public func wait(for durability: any Durability) {
    self.durability = durability
    (turn.isJotting, turn.marksRooms) = (true, true)
  }

  /// Leaves in the turn what may be told. What nobody is answered may wait for what has to be
  /// written then, unless it is too much: many moves are one frame.
  @inline(__always) func admit() {
    if let durability { return durability.admit(&turn) }
    if turn.jottings.count == 0 { return }
    let mayWait = turn.jottings.areUnanswered && turn.jottings.count <= Self.unansweredMax
    if !mayWait || !turn.effects.isEmpty && turn.effects.needJournal { write() }
  }

  /// Writes before anybody can hear of it: an outbox that is full is written at once. Old rooms
  /// write themselves down one a turn, so that no turn takes long by it.
  func write() {
    guard turn.jottings.count > 0, let journal else { return }
    if let code = journal.takeOld() { hall.renew(code, &turn) }
    journal.keep(&turn.jottings)
    markDue = journal.markDue
  }

  /// Lets happen what is due for what is kept.
  @inline(__always) func advanceKept(to now: Instant) {
    if let due = unansweredDue, due <= now { write() }
    durability?.advance(to: now)
    guard let journal, let due = markDue, due <= now else { return }
    journal.mark(at: now)
    markDue = journal.markDue
  }

  /// When that is due next. A journal in which nothing is missing is marked much later.
  @inline(__always) var keptDue: Instant? { unansweredDue ?? durability?.deadline ?? markDue }

  /// When what waits is to be written, though nothing else is.
  private var unansweredDue: Instant? {
    turn.jottings.span.map { $0.first + Self.unansweredMillisecondsMax }
  }
}

// What a hall has to look at next, by moment: an ordered queue of rooms and connections. Entries
// that have become untrue stay inside and are recognized when their moment comes, which is cheaper
// than finding them; each item remembers its own entries, so that none is made twice.
// Invariant: for every room and connection with a deadline there is an entry at or before it.

import Game
import Wire

/// A queue of moments.
struct Agenda: Sendable {
  /// Whose moment it is.
  enum Item: Hashable, Sendable {
    case room(RoomCode)
    case connection(ConnectionID)
    /// Of a room on another lane, for those who look on from here.
    case relay(RoomCode)
  }

  /// One moment of one item; entries of the same moment come in the order they were made.
  private struct Appointment: Comparable, Sendable {
    let at: Instant
    let order: Int
    let item: Item

    static func < (one: Appointment, other: Appointment) -> Bool {
      (one.at, one.order) < (other.at, other.order)
    }
  }

  private var entries = ShrinkingHeap<Appointment>()
  private var made = 0

  /// The next moment; nil when there is none.
  var next: Instant? { entries.min?.at }
  /// For how many entries there is room.
  var capacity: Int { entries.capacity }

  /// Adds a moment.
  @inline(__always) mutating func add(_ item: Item, at moment: Instant) {
    made += 1
    entries.insert(Appointment(at: moment, order: made, item: item))
  }

  /// Takes out the first entry that is due; nil when none is.
  mutating func due(at now: Instant) -> (item: Item, at: Instant)? {
    guard let first = entries.min, first.at <= now else { return nil }
    entries.removeMin()
    return (first.item, first.at)
  }
}

/// The entries that one item has in the agenda. Most have no more than two, which lie here.
struct Reminders: Sendable {
  /// The earliest of their moments, and the next.
  private var first: Instant?
  private var second: Instant?
  /// The others, the earliest last.
  private var others: [Instant] = []

  /// Whether an entry has to be made for a deadline: none is there at or before it. If so, it
  /// counts as made.
  mutating func needsEntry(for deadline: Instant) -> Bool {
    if let first, first <= deadline { return false }
    if let second { others.append(second) }
    (first, second) = (deadline, first)
    return true
  }

  /// An entry's moment has come. It may be one of an item that is gone, whose name was given again.
  mutating func came(_ moment: Instant) {
    if first != moment { return }
    (first, second) = (second, nil)
    if others.isEmpty { return }
    second = others.removeLast()
    // What is empty is not looked at elsewhere again.
    if others.isEmpty { others = [] }
  }
}

extension Instant? {
  /// The sooner of two moments; nil is never.
  static func soonest(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

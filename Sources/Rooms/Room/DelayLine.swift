// What watchers hear later than players: messages that wait for their time, and the history as
// watchers know it by now. A room whose watchers hear everything at once has none of it. It knows
// no players. Invariants: messages leave in the order in which they came, none before its time
// unless more than `limit` wait; what has left is what `history` has.

import DequeModule
import Game
import Wire

/// Watchers who hear everything later.
struct DelayLine: Sendable {
  /// What they have been told so far.
  private(set) var history: RoomHistory
  /// The connections that hear it, in the order they came.
  var watchers: [ConnectionID]
  private var waiting: Deque<(due: Instant, message: ServerMessage)> = []
  private let limit: Int

  /// Begins with watchers who know what `history` has.
  init(history: RoomHistory, watchers: [ConnectionID], limit: Int) {
    self.history = history
    self.watchers = watchers
    self.limit = limit
  }

  /// When the next message is to be told; nil while none waits.
  var deadline: Instant? { waiting.first?.due }

  /// Keeps a message until `due`, or until those before it are told.
  mutating func hold(_ message: ServerMessage, until due: Instant) {
    waiting.append((max(due, waiting.last?.due ?? due), message))
  }

  /// Takes out the next message that is to be told by now; nil when there is none.
  mutating func next(at now: Instant) -> ServerMessage? {
    guard let first = waiting.first, first.due <= now || waiting.count > limit else { return nil }
    waiting.removeFirst()
    history.take(first.message, at: now)
    return first.message
  }
}

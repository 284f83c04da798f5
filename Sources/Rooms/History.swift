// The numbered events of one room: the last ones as they were sent, and the lasting ones of the
// present match, from which a newcomer sees the match as it is.
// Invariants: numbers grow by one; never more than `limit` messages are kept.

import Game
import Wire

/// What a room remembers.
struct History: Sendable {
  /// The number of the newest event, 0 before the first.
  private(set) var last = 0
  /// How the present or last match began; nil before the first.
  private(set) var countdown: RoomEvent?
  /// What has happened in it since, as far as a newcomer has to know.
  private(set) var lasting: [Event] = []
  private var recent: [ServerMessage] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Numbers a room's event and remembers it.
  mutating func record(_ event: RoomEvent) -> ServerMessage {
    if case .countdown = event {
      countdown = event
      lasting = []
    }
    last += 1
    return remember(.room(n: last, event))
  }

  /// Numbers a match's event and remembers it.
  mutating func record(_ event: Event) -> ServerMessage {
    switch event {
    case .missed: break
    case .shut:
      // A round that is shut is told by its answer and scores alone.
      lasting.removeAll { $0.isOfOpenRound }
      lasting.append(event)
    default: lasting.append(event)
    }
    last += 1
    return remember(.play(n: last, event))
  }

  /// The messages after number `since`; nil when not all of them are remembered.
  func messages(since: Int) -> ArraySlice<ServerMessage>? {
    let missing = last - since
    guard missing >= 0, missing <= recent.count else { return nil }
    return recent.suffix(missing)
  }

  private mutating func remember(_ message: ServerMessage) -> ServerMessage {
    // Dropping half at once keeps recording cheap.
    if recent.count >= limit { recent.removeFirst(limit / 2) }
    recent.append(message)
    return message
  }
}

extension Event {
  fileprivate var isOfOpenRound: Bool {
    switch self {
    case .round, .locked, .bell: true
    default: false
    }
  }
}

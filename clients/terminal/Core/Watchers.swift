// Sessions beside the user's own that look on, each in a room of its own: what a wall of rooms is
// made of. The protocol lets a connection be in one room, so each of them is a whole session with
// its own connection and its own back-off. It is told which rooms are wanted and knows neither why
// nor what they are shown on. Invariants: never more than `countMax`; one for each room; whatever
// asked for a connection asks for its end before it is forgotten, unless it was told of its end.

package import Game
package import Wire

/// Somebody who looks on in one room, for a person who sees several.
package struct Watcher: Sendable {
  /// Where.
  package let room: RoomCode
  /// The session that looks on, or that was turned away last.
  package var session: Session
  /// Why the server did not let it in: one English sentence. Nil when nothing is known to be wrong
  /// but what the session says itself.
  package var refusal: String?
  /// Rises with everything that happens: equal numbers show the same.
  package var news = 0

  /// The session before it began, to begin again.
  let fresh: Session
  /// How often in a row it was turned away, and when it tries again.
  var refusals = 0
  var retryAt: Instant?
}

/// What is to be done for one of the watchers.
package struct WatcherOutput: Hashable, Sendable {
  /// Whose.
  package let room: RoomCode
  /// What; on that watcher's own connection.
  package let output: SessionOutput
}

/// All of them.
///
/// Call `want` whenever other rooms may be wanted, `handle` for whatever happens on a connection,
/// and `tick` at `deadline`. Moments are local.
package struct Watchers: Sendable {
  /// How many rooms are looked on in at once, at the most.
  package static let countMax = 12

  /// In the order in which they were wanted first.
  package private(set) var all: [Watcher] = []
  /// The news of watchers that have stopped, so that no number is given out again.
  private var oldNews = 0

  /// Nobody.
  package init() {}

  /// When `tick` has to be called next; nil for never.
  package var deadline: Instant? {
    all.compactMap { $0.retryAt ?? $0.session.deadline }.min()
  }

  /// Looks on in these rooms and no others; of too many, in the first of them.
  ///
  /// - Parameter session: makes a session that is to look on in a room and has not begun.
  package mutating func want(
    _ rooms: [RoomCode], at now: Instant, _ session: (RoomCode) -> Session
  ) -> [WatcherOutput] {
    var outputs: [WatcherOutput] = []
    let rooms = rooms.prefix(Watchers.countMax)
    for index in all.indices where !rooms.contains(all[index].room) {
      outputs += all[index].perform { $0.act(.quit, at: now) }
      oldNews = max(oldNews, all[index].news)
    }
    all.removeAll { !rooms.contains($0.room) }
    for room in rooms where !all.contains(where: { $0.room == room }) {
      let fresh = session(room)
      var watcher = Watcher(room: room, session: fresh, news: oldNews, fresh: fresh)
      outputs += watcher.perform { $0.start(at: now) }
      all.append(watcher)
    }
    return outputs
  }

  /// Tells one of them what happened; nothing if there is none for that room any more.
  package mutating func handle(
    _ input: SessionInput, in room: RoomCode, at now: Instant
  ) -> [WatcherOutput] {
    guard let index = all.firstIndex(where: { $0.room == room }), all[index].retryAt == nil else {
      return []
    }
    return all[index].go(input, at: now)
  }

  /// Does what is due.
  package mutating func tick(at now: Instant) -> [WatcherOutput] {
    var outputs: [WatcherOutput] = []
    for index in all.indices {
      if let retryAt = all[index].retryAt {
        if retryAt <= now { outputs += all[index].beginAgain(at: now) }
      } else if let deadline = all[index].session.deadline, deadline <= now {
        outputs += all[index].go(.tick, at: now)
      }
    }
    return outputs
  }
}

extension Watcher {
  fileprivate mutating func perform(
    _ change: (inout Session) -> [SessionOutput]
  ) -> [WatcherOutput] {
    news += 1
    return change(&session).map { WatcherOutput(room: room, output: $0) }
  }

  /// Has the session go on. A watcher that was turned away hangs up and comes again later: a
  /// connection that is in no room is of no use.
  fileprivate mutating func go(_ input: SessionInput, at now: Instant) -> [WatcherOutput] {
    var outputs = perform { $0.handle(input, at: now) }
    if session.room != nil, session.state == .online { (refusal, refusals) = (nil, 0) }
    if case .ended(.failed(let sentence)) = session.state {
      refusal = sentence
    } else if session.intent == .browse {
      refusal = session.notices.last?.text ?? Words["The server lets nobody in."]
      // Nothing of what it would do without a room, such as ask for others.
      outputs = perform { $0.act(.quit, at: now) }
    } else {
      return outputs
    }
    let pauses = SessionLimits.backOffMilliseconds
    retryAt = now + pauses[min(refusals, pauses.count - 1)]
    refusals += 1
    return outputs
  }

  fileprivate mutating func beginAgain(at now: Instant) -> [WatcherOutput] {
    retryAt = nil
    session = fresh
    return perform { $0.start(at: now) }
  }
}

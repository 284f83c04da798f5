// How late a lane is, and what it leaves out because of it: positions of sliders are told more
// rarely, to watchers first; when those for players have to be, nobody new is let in. It knows for
// how long things waited, not what they were; moments are handed in. How long turns take would
// measure less: a lane that sends for 40 ms to a thousand watchers is not late if nobody waits for
// it.
// Invariants: in a window the level grows by one at the most, and only if what was handled had
// waited; a player with a seat and a watcher are refused nothing.

import Game
public import Wire

/// A lane's lateness, and what follows from it.
public struct Pressure: Sendable {
  /// What can have waited. Each is averaged by itself: a lane may read lines at once and be late
  /// with what is due, or the other way round.
  enum Wait: Sendable {
    /// A line, since it arrived.
    case line
    /// What was to be done at a moment, since then.
    case due
    /// What another lane told, since it did.
    case post
  }

  /// How much is left out: 0 for nothing. Up to `watcherLevels` watchers are told positions more
  /// rarely, from there to `levelMax` players too.
  public private(set) var level = 0
  /// What waited longest in the last window, lines or others, waited so long on average, in
  /// milliseconds.
  public private(set) var lateness = 0
  /// SETs that were not judged, because newer ones had come with them.
  public internal(set) var overtaken = 0
  /// Newcomers who were refused because the lane was late.
  public internal(set) var refused = 0

  /// Levels that nobody but watchers notices.
  static let watcherLevels = 4
  static let levelMax = 2 * watcherLevels

  private let limits: Limits
  private var lines = Average()
  private var dues = Average()
  private var posts = Average()
  private var windowEnds = Instant(milliseconds: 0)
  /// For how long the lane has been in time, in milliseconds; the level sinks by it.
  private var calm = 0
  /// Since when players are told more rarely; nil while they are not.
  private var playersSince: Instant?

  private struct Average: Sendable {
    var milliseconds = 0
    var count = 0

    var value: Int { count == 0 ? 0 : milliseconds / count }

    mutating func add(_ waited: Int) {
      milliseconds += waited
      count += 1
    }
  }

  init(limits: Limits) { self.limits = limits }

  /// Whether anything is left out.
  public var isLate: Bool { level > 0 }

  /// Begins another window: what was noted is of a clock that has been set since.
  mutating func forgetMoments() {
    (lines, dues, posts) = (Average(), Average(), Average())
    windowEnds = Instant(milliseconds: 0)
    playersSince = nil
  }

  /// Takes how long something had waited that is handled now.
  mutating func note(_ wait: Wait, of milliseconds: Int, at now: Instant) {
    let waited = max(0, milliseconds)
    if now >= windowEnds {
      endWindow(quietUntil: now - waited)
      windowEnds = now + limits.latenessMilliseconds
      playersSince = level > Self.watcherLevels ? playersSince ?? now : nil
    }
    switch wait {
    case .line: lines.add(waited)
    case .due: dues.add(waited)
    case .post: posts.add(waited)
    }
  }

  /// Whether somebody new is to be refused: players have been told more rarely for some time.
  func refusesNewcomers(at now: Instant) -> Bool {
    playersSince.map { now - $0 >= limits.newcomersMilliseconds } ?? false
  }

  /// - Parameter quiet: until when there was nothing to be handled after the window.
  private mutating func endWindow(quietUntil quiet: Instant) {
    lateness = max(lines.value, dues.value, posts.value)
    (lines, dues, posts) = (Average(), Average(), Average())
    if lateness > limits.lateMilliseconds {
      (level, calm) = (min(level + 1, Self.levelMax), 0)
    } else {
      let isInTime = lateness <= limits.inTimeMilliseconds
      calm = isInTime ? calm + limits.latenessMilliseconds : 0
    }
    calm += max(0, quiet - windowEnds)
    let steps = min(level, calm / limits.calmMilliseconds)
    level -= steps
    calm = level == 0 ? 0 : calm - steps * limits.calmMilliseconds
  }
}

extension Limits {
  /// From one batch of a room's MOVEs to the next, in milliseconds.
  ///
  /// - Parameter level: that of the lane's pressure.
  func moveMilliseconds(for audience: Audience, at level: Int) -> Int {
    let steps = Pressure.watcherLevels
    let step =
      switch audience {
      case .watcher: min(level, steps)
      case .player: max(0, level - steps)
      }
    return moveMilliseconds + (rareMoveMilliseconds - moveMilliseconds) * step / steps
  }
}

extension Hall {
  /// How far apart this lane tells positions now, in milliseconds.
  public var moveMilliseconds: [Role: Int] {
    [
      .player: limits.moveMilliseconds(for: .player, at: pressure.level),
      .watcher: limits.moveMilliseconds(for: .watcher, at: pressure.level),
    ]
  }

  /// Takes how long something had waited that this turn is about.
  mutating func note(_ wait: Pressure.Wait, of milliseconds: Int, _ turn: inout Turn) {
    pressure.note(wait, of: milliseconds, at: turn.clock)
    turn.level = pressure.level
  }

  /// Takes a SET that is not judged, because a newer one came with it; it counts as a line.
  mutating func overtake(_ id: ConnectionID, _ turn: inout Turn) {
    if take(id, cost: 1, &turn) { pressure.overtaken += 1 }
  }

  /// Refuses newcomers while this lane is late with those it has.
  mutating func requireTime(_ turn: inout Turn) throws(RefusalLine) {
    guard pressure.refusesNewcomers(at: turn.clock) else { return }
    pressure.refused += 1
    throw RefusalLine(code: .serverFull, text: "there is too much to do for more people")
  }
}

// A server's time, and what becomes of it when the machine's wall clock is set: by a time service
// soon after the machine has started, by somebody's hand, or because the machine slept, when the
// monotonic clock stands still. The clock beneath only runs on; what is added to it follows the
// wall clock. Forward that is done at once: rooms go on as after a crash. Backwards it waits until
// no room is open, since a room's moments cannot be taken back. What a step is, is decided by
// numbers alone.

import Logging
import Net
import Rooms
import Synchronization

/// What a server has to do about its time.
struct WallClock {
  /// What a look at the two clocks comes to.
  enum Verdict: Equatable {
    /// They agree.
    case fine
    /// The server's time is to go on so many milliseconds later; earlier if that is negative.
    case follow(by: Int64)
    /// The wall clock is behind, and rooms are open. It is news unless it was told before.
    case wait(by: Int64, isNews: Bool)
  }

  /// Two clocks that differ by less agree: the date is right, and nobody cares for the second. Time
  /// services set a clock that is further off, and slew it after that.
  static let toleranceMilliseconds: Int64 = 10_000
  /// How often a server looks.
  static let lookMilliseconds = 1_000

  private var isToldOf: Int64?

  /// - Parameters:
  ///   - difference: how far the wall clock is ahead of the server's time, in milliseconds.
  ///   - hasRooms: whether any room is open.
  mutating func look(difference: Int64, hasRooms: Bool) -> Verdict {
    let isStep = abs(difference) >= Self.toleranceMilliseconds
    if isStep, difference < 0, hasRooms {
      defer { isToldOf = difference }
      let told = isToldOf.map { abs($0 - difference) < Self.toleranceMilliseconds }
      return .wait(by: difference, isNews: told != true)
    }
    isToldOf = nil
    return isStep ? .follow(by: difference) : .fine
  }
}

/// What time it is for a server.
final class ServerTime: Sendable {
  /// Only runs on.
  let clock: Clock
  /// How far the server's time is ahead of it, in milliseconds.
  private let aheadMilliseconds = Atomic<Int64>(0)

  init(_ clock: Clock) { self.clock = clock }

  var ahead: Int64 {
    get { aheadMilliseconds.load(ordering: .relaxed) }
    set(ahead) { aheadMilliseconds.store(ahead, ordering: .relaxed) }
  }

  /// Milliseconds of Unix time.
  func milliseconds() -> Int64 { clock.milliseconds() + ahead }
}

/// Has the time of a server that runs follow the wall clock.
struct Timekeeper: Sendable {
  let time: ServerTime
  /// The machine's wall clock, in milliseconds of Unix time.
  let wall: @Sendable () -> Int64
  let lanes: [Lane]
  let admin: Admin
  let log: Logger

  /// Looks at the clocks, for as long as the task runs.
  func run() -> Task<Void, any Error> {
    Task {
      var clocks = WallClock()
      while true {
        try await Task.sleep(for: .milliseconds(WallClock.lookMilliseconds))
        await look(with: &clocks)
      }
    }
  }

  private func look(with clocks: inout WallClock) async {
    let difference = wall() - time.milliseconds()
    let hasRooms = difference <= -WallClock.toleranceMilliseconds ? await self.hasRooms : false
    switch clocks.look(difference: difference, hasRooms: hasRooms) {
    case .fine: await admin.set(.time, isThere: false)
    case .wait(let difference, let isNews):
      await admin.set(.time, isThere: true)
      if isNews { log.clockIsBehind(by: -difference) }
    case .follow(let difference):
      guard await set(ahead: time.ahead + difference) else { return }
      await admin.set(.time, isThere: false)
      log.clockWasSet(by: difference)
    }
  }

  private var hasRooms: Bool {
    get async {
      for lane in lanes where await lane.run({ $0.driver.hall.roomCount > 0 }) == true {
        return true
      }
      return false
    }
  }

  /// Has all lanes go on at another time, or none: a room may have been opened a moment ago.
  private func set(ahead: Int64) async -> Bool {
    for lane in lanes where await lane.run({ $0.set(ahead: ahead) }) == false {
      for lane in lanes { await lane.run { $0.set(ahead: time.ahead) } }
      return false
    }
    time.ahead = ahead
    return true
  }
}

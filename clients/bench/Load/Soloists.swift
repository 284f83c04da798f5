// People who play alone, each in a room of their own: whether a lock is judged, how soon, and by
// its arrival, and how long a PING takes to be answered. They lock too far off now and then, so
// that every lock is answered with its time.

import Game
import Histogram
import Net
import Wire

final class Soloists: Clients {
  /// What they saw in the measured time.
  struct Testimony: Sendable {
    var locksSaid = 0
    /// From a lock to the word that it was too far off.
    var judged = Tally.spans()
    /// How far apart the times are that the server gave to two locks of a player, and those at
    /// which they were said: the most, in nanoseconds.
    var lockErrorMax: Int64 = 0
    var pingsSaid = 0
    /// From a PING to its PONG.
    var pongs = Tally.spans()
    /// Whose connection ended.
    var lost = 0
  }

  /// One of them. Times are milliseconds of the clock.
  private struct Soloist {
    var isRacing = false
    var locksAt: Int64 = 0
    var pingsAt = Int64.max
    /// When those locks were said that are not judged yet, in nanoseconds.
    var locks: [Int64] = []
    /// The bench's time minus the time that the server gave the first lock of the round.
    var offset: Int64?
  }

  private var soloists: [SocketID: Soloist] = [:]
  private var testimony = Testimony()
  private var wanted = 0
  private var ends = Int64.max
  private var whenSeated: ((Result<Void, BenchError>) -> Void)?
  private var whenDone: ((Result<Testimony, BenchError>) -> Void)?

  /// Has so many come, and tells when their rounds are announced.
  func sitDown(
    _ count: Int, at house: House, whenSeated: @escaping (Result<Void, BenchError>) -> Void
  ) {
    (wanted, self.whenSeated) = (count, whenSeated)
    ends = clock.milliseconds + Soloists.patience
    for way in 0..<count { soloists[come(to: house, way: way)] = Soloist() }
    woke()
  }

  /// Has each lock now and then, for so long, and say PINGs if asked to, and tells what they saw.
  func lock(
    seconds: Int, saysPings: Bool,
    whenDone: @escaping (Result<Testimony, BenchError>) -> Void
  ) {
    self.whenDone = whenDone
    let (now, count) = (clock.milliseconds, Int64(soloists.count))
    ends = now + Int64(seconds) * 1_000
    for (index, id) in soloists.keys.enumerated() {
      guard var soloist = soloists[id] else { continue }
      soloist.locksAt = max(soloist.locksAt, now + Soloists.lockInterval * Int64(index) / count)
      if saysPings { soloist.pingsAt = now + Soloists.pingInterval * Int64(index) / count }
      soloists[id] = soloist
    }
  }

  override func woke() {
    let now = clock.milliseconds
    if whenDone != nil && now < ends {
      for id in soloists.keys { speak(id, at: now) }
    } else if whenDone != nil && now >= ends + Soloists.settling {
      whenDone?(.success(testimony))
      whenDone = nil
    } else if now >= ends {
      seated(.incomplete(inside: soloists.values.count(where: \.isRacing), of: wanted))
    }
    reactor.wake(atMilliseconds: now + Soloists.stepMilliseconds)
  }

  private func speak(_ id: SocketID, at now: Int64) {
    guard var soloist = soloists[id] else { return }
    if soloist.pingsAt <= now {
      soloist.pingsAt += Soloists.pingInterval
      testimony.pingsSaid += 1
      say(.ping(t: Int(clock.nanoseconds / 1_000)), to: id)
    }
    if soloist.isRacing, soloist.locksAt <= now {
      soloist.locksAt = now + Soloists.lockInterval
      soloist.locks.append(clock.nanoseconds)
      testimony.locksSaid += 1
      // The start color is always too far off.
      say(.play(.lock(Guess([188, 188, 188]), claim: nil)), to: id)
    }
    soloists[id] = soloist
  }

  override func heard(_ message: ServerMessage, from id: SocketID) {
    switch message {
    case .welcome:
      let (rounds, seconds) = (Rules.roundsRange.upperBound, Rules.secondsRange.upperBound)
      say(.create(RoomWishes(mode: .rgb, rounds: rounds, seconds: seconds, seats: 1)), to: id)
      say(.ready(true, Share()), to: id)
    case .no(let refusal) where whenSeated != nil: seated(.refused(refusal))
    case .play(_, .round):
      // It opens later than it is announced, and sooner than that.
      soloists[id]?.locksAt = clock.milliseconds + Soloists.lockInterval
      soloists[id]?.offset = nil
      soloists[id]?.isRacing = true
      if soloists.values.allSatisfy(\.isRacing) { seated(nil) }
    case .play(_, .shut): soloists[id]?.isRacing = false
    case .play(_, .missed(_, let elapsed, _)): judged(id, after: Int64(elapsed))
    case .pong(let t, _): testimony.pongs.record(nanoseconds: clock.nanoseconds - 1_000 * Int64(t))
    default: break
    }
  }

  /// The server has judged a player's oldest lock, and says when it came.
  private func judged(_ id: SocketID, after milliseconds: Int64) {
    guard var soloist = soloists[id], !soloist.locks.isEmpty else { return }
    let said = soloist.locks.removeFirst()
    testimony.judged.record(nanoseconds: clock.nanoseconds - said)
    let offset = said - milliseconds * nanosecondsPerMillisecond
    let error = abs(offset - (soloist.offset ?? offset))
    testimony.lockErrorMax = max(testimony.lockErrorMax, error)
    soloist.offset = soloist.offset ?? offset
    soloists[id] = soloist
  }

  override func lost(_ id: SocketID, _ error: BenchError) {
    soloists[id] = nil
    testimony.lost += 1
    seated(error)
  }

  private func seated(_ error: BenchError?) {
    whenSeated?(error.map { .failure($0) } ?? .success(()))
    whenSeated = nil
  }

  // In milliseconds.
  private static let stepMilliseconds: Int64 = 2
  private static let patience: Int64 = 60_000
  /// Longer than a lock that is too far off freezes them.
  private static let lockInterval: Int64 = 2_000
  private static let pingInterval: Int64 = 250
  /// How long what was said at the end may take to be answered.
  private static let settling: Int64 = 2_000
}

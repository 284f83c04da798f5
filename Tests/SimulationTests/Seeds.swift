// Which seeds a run has, how they are shared out, and what is printed about them: a line of
// progress now and then in long runs, and one summary in the end.

import Foundation

/// The seeds of a run.
struct Seeds: Sendable {
  /// How many seeds run at the same time.
  static let lanes = max(2, ProcessInfo.processInfo.activeProcessorCount)
  /// How many seeds a test run has at the most, and how many before them that nobody has seen.
  static let usual: UInt64 = 1_000
  static let fresh: UInt64 = 10
  /// How long a test run goes on with further seeds, in seconds; and how many a lane runs at least.
  static let usualSeconds = 20.0
  static let usualMin = 100
  /// In a run of many seeds, how often progress is told, in seconds.
  static let progressSeconds = 60.0

  /// The seeds that this run was asked for.
  static let asked = Seeds(ProcessInfo.processInfo.environment)

  private let ranges: [ClosedRange<UInt64>]
  /// Whether all that happens is to be told.
  private let tellsAll: Bool
  /// Whether all seeds run, however long it takes.
  private let takesItsTime: Bool
  private let board = Board()

  /// The seeds that an environment asks for.
  init(_ environment: [String: String]) {
    func number(_ name: String) -> UInt64? { environment["CHROMATCH_\(name)"].flatMap(UInt64.init) }
    if let seed = number("SEED") {
      ranges = [seed...seed]
      tellsAll = true
      takesItsTime = true
      return
    }
    tellsAll = false
    takesItsTime = number("FROM") != nil || number("SEEDS") != nil
    if takesItsTime {
      let first = number("FROM") ?? 1
      ranges = [first...(first + max(1, number("SEEDS") ?? Seeds.usual) - 1)]
      return
    }
    let unseen = UInt64(Date().timeIntervalSince1970)
    ranges = [unseen...(unseen + Seeds.fresh - 1), 1...Seeds.usual]
  }

  var count: Int { ranges.map(\.count).reduce(0, +) }

  /// Runs every seed of one lane, on a thread of its own.
  ///
  /// - Returns: what it came to; and, when it is the last lane, what all came to.
  func run(lane: Int) async -> (lane: Results, all: Results?) {
    let results = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: runHere(lane: lane)) }
    }
    return (results, await board.add(results, of: self))
  }

  private func runHere(lane: Int) -> Results {
    var results = Results()
    let begin = Seeds.seconds(CLOCK_MONOTONIC)
    let cpuBegin = Seeds.seconds(CLOCK_THREAD_CPUTIME_ID)
    var told = begin
    for seed in ranges.joined() where Int(seed % UInt64(Seeds.lanes)) == lane {
      results.add(Simulation(seed: seed, tell: tellsAll ? { print($0) } : nil))
      let now = Seeds.seconds(CLOCK_MONOTONIC)
      let hasTime = takesItsTime || now - begin < Seeds.usualSeconds
      if !hasTime, results.seeds >= Seeds.usualMin { break }
      guard now - told >= Seeds.progressSeconds else { continue }
      told = now
      print("lane \(lane): \(results.progress), now at seed \(seed), \(Int(now - begin)) s")
      fflush(nil)
    }
    results.seconds = Seeds.seconds(CLOCK_MONOTONIC) - begin
    results.cpuSeconds = Seeds.seconds(CLOCK_THREAD_CPUTIME_ID) - cpuBegin
    return results
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// What ran, in one line.
  fileprivate func summary(_ results: Results) -> String {
    let simulated = results.tally.milliseconds / 1_000
    let names = Tally.faults + Tally.answers
    let details = names.map { "\($0) \(results.tally.count(of: $0))" }.joined(separator: ", ")
    let asked = ranges.map { "\($0.lowerBound)…\($0.upperBound)" }.joined(separator: ", ")
    return """
      simulation: of seeds \(asked) \(results.progress); \(simulated) s simulated in \
      \(Int(results.seconds)) s, \(Int(Double(simulated) / max(results.cpuSeconds, 0.001))) × \
      real time on a core; \(results.tally.deeds) deeds, \(results.tally.steps) steps checked, \
      \(results.tally.lines) lines heard, \(results.tally.comparisons) comparisons; \
      \(results.tally.faultCount) faults (\(details))
      """
  }
}

/// What some seeds came to.
struct Results: Sendable {
  private(set) var seeds = 0
  private(set) var tally = Tally()
  /// The first failures; of the others only their number is kept.
  private(set) var failures: [Failure] = []
  private(set) var failed = 0
  fileprivate(set) var seconds = 0.0
  fileprivate(set) var cpuSeconds = 0.0

  var progress: String { "\(seeds) run, \(failed) failed" }

  fileprivate mutating func add(_ simulation: Simulation) {
    seeds += 1
    tally += simulation.tally
    guard let failure = simulation.failure else { return }
    failed += 1
    if failures.count < 3 { failures.append(failure) }
  }

  fileprivate mutating func add(_ other: Results) {
    seeds += other.seeds
    tally += other.tally
    failures += other.failures
    failed += other.failed
    seconds = max(seconds, other.seconds)
    cpuSeconds += other.cpuSeconds
  }
}

/// Where the lanes of a run come together.
private actor Board {
  private var results = Results()
  private var lanes = 0

  /// Takes what a lane came to; the last one prints the summary.
  ///
  /// - Returns: what all came to, if it was the last.
  func add(_ lane: Results, of seeds: Seeds) -> Results? {
    results.add(lane)
    lanes += 1
    guard lanes == Seeds.lanes else { return nil }
    print(seeds.summary(results))
    fflush(nil)
    return results
  }
}

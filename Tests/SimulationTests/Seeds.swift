// Which seeds a run has, how they are shared out, and what is printed about them. `make sim` asks
// for seeds by the environment:
//
//     CHROMATCH_SEED=n                      only that seed, and all that happens in it
//     CHROMATCH_SEEDS=n CHROMATCH_FROM=n    so many seeds, from that one on
//
// Without any of it the same seeds run every time. Each lane of seeds is a thread of its own.

import Foundation
import TestSupport

struct Seeds: Sendable {
  private static let lanes = max(2, ProcessInfo.processInfo.activeProcessorCount)
  private static let usual: UInt64 = 200
  private static let stride = 100

  static let asked = Seeds(ProcessInfo.processInfo.environment)

  private let range: ClosedRange<UInt64>
  private let tellsAll: Bool

  init(_ environment: [String: String]) {
    func number(_ name: String) -> UInt64? { environment["CHROMATCH_\(name)"].flatMap(UInt64.init) }
    let seed = number("SEED")
    let first = seed ?? number("FROM") ?? 1
    let count = seed == nil ? max(1, number("SEEDS") ?? Seeds.usual) : 1
    range = first...(first + count - 1)
    tellsAll = seed != nil
  }

  func run() async -> Results {
    let results = await withTaskGroup(of: Results.self) { group in
      for lane in 0..<Seeds.lanes { group.addTask { await onOwnThread { run(lane: lane) } } }
      return await group.reduce(into: Results()) { $0.add($1) }
    }
    print(summary(results))
    fflush(nil)
    return results
  }

  private func run(lane: Int) -> Results {
    var results = Results()
    for seed in range where Int(seed % UInt64(Seeds.lanes)) == lane {
      results.add(Simulation(seed: seed, tell: tellsAll ? { print($0) } : nil))
      guard results.seeds % Seeds.stride == 0 else { continue }
      print("lane \(lane): \(results.progress), now at seed \(seed)")
      fflush(nil)
    }
    return results
  }

  private func summary(_ results: Results) -> String {
    let tally = results.tally
    let details = (Tally.faults + Tally.answers).map { "\($0) \(tally.count(of: $0))" }
    return """
      simulation: of seeds \(range.lowerBound)…\(range.upperBound) \(results.progress); \
      \(tally.milliseconds / 1_000) s simulated; \(tally.deeds) deeds, \(tally.steps) steps \
      checked, \(tally.lines) lines heard, \(tally.comparisons) comparisons; \
      \(tally.faultCount) faults (\(details.joined(separator: ", ")))
      """
  }
}

struct Results: Sendable {
  private(set) var seeds = 0
  private(set) var tally = Tally()
  /// The first failures; of the others only their number is kept.
  private(set) var failures: [Failure] = []
  private(set) var failed = 0

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
  }
}

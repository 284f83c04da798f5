// Nodes of a cluster with real rooms, in many troubled worlds. What `make tenure` asks for comes by
// the environment:
//
//     CHROMATCH_TENURE_SEEDS=n CHROMATCH_TENURE_FROM=n    so many seeds, from that one on
//
// Without any of it the same seeds run every time, and a few that nobody has seen.

import Foundation
import TenureSupport
import Testing

@Suite("Tenure of rooms, simulated")
struct ClusterSimulationTests {
  static let usual: UInt64 = 56
  static let fresh: UInt64 = 4
  static let threads = 2

  /// The seeds that this run was asked for.
  static let seeds: [ClosedRange<UInt64>] = {
    let environment = ProcessInfo.processInfo.environment
    func number(_ name: String) -> UInt64? {
      environment["CHROMATCH_TENURE_\(name)"].flatMap(UInt64.init)
    }
    if let count = number("SEEDS") {
      let first = number("FROM") ?? 1
      return [first...(first + max(1, count) - 1)]
    }
    let unseen = UInt64(Date().timeIntervalSince1970)
    return [unseen...(unseen + fresh - 1), 1...usual]
  }()

  /// What has to have been seen, or it proves nothing.
  static let expected = [
    "asked for a seat", "came back", "cut by people", "doubled", "drains", "dropped", "elsewhere",
    "impatient",
    "kills", "lost", "moved on", "no seat here", "refused", "sleeps", "stood", "store away",
    "stored already", "told", "without both", "without bus", "without store",
  ]

  @Test("whatever happens, all that is told is stored, and everybody gets their seat back")
  func everySeed() async {
    let runs = await withTaskGroup(of: [(UInt64, ClusterRun)].self) { group in
      for thread in 0..<ClusterSimulationTests.threads {
        group.addTask {
          await OwnThread.run {
            ClusterSimulationTests.seeds.joined()
              .filter { Int($0 % UInt64(ClusterSimulationTests.threads)) == thread }
              .map { ($0, ClusterRun(seed: $0)) }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    var tally: [String: Int] = [:]
    for (seed, run) in runs {
      tally.merge(run.tally, uniquingKeysWith: +)
      if let violation = run.violation {
        Issue.record("seed \(seed): \(violation); again: make tenure FROM=\(seed) SEEDS=1")
      }
    }
    let counts = tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("cluster: \(runs.count) seeds of nodes; \(counts.joined(separator: ", "))")
    guard runs.count >= 50 else { return }
    for name in ClusterSimulationTests.expected {
      #expect(tally[name] ?? 0 > 0, "no \(name) at all")
    }
  }

  /// What goes wrong on purpose.
  static let mutants: [(ClusterSlip?, Set<ShardStore.Laxity>)] = [
    (.tellsFirst, []), (.keepsHeld, []), (nil, [.anyOwnerAppends, .anyPlaceIsFree]),
  ]

  @Test("what goes wrong is noticed", arguments: mutants.indices)
  func mutant(index: Int) async {
    let (slip, laxities) = ClusterSimulationTests.mutants[index]
    let isFound = await OwnThread.run {
      (1...60).contains { ClusterRun(seed: $0, slip: slip, laxities: laxities).violation != nil }
    }
    #expect(isFound, "\(slip.map { "\($0)" } ?? "\(laxities)"), and nobody notices")
  }
}

// Lanes that want one shard, in many troubled worlds. What `make tenure` asks for comes by the
// environment:
//
//     CHROMATCH_TENURE_SEEDS=n CHROMATCH_TENURE_FROM=n    so many seeds, from that one on
//
// Without any of it the same seeds run every time, and a few that nobody has seen.

import Foundation
import TenureSupport
import Testing

@Suite("Tenure, simulated")
struct TenureSimulationTests {
  static let usual: UInt64 = 190
  static let fresh: UInt64 = 10
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

  /// What every run has to have seen, or it proves nothing.
  static let expected = [
    "claimed", "contested", "dispossessed", "doubled", "drains", "kills", "lost", "opened",
    "paused",
    "refused", "resigned: handedOver", "resigned: superseded", "sleeps", "store away",
    "stored already", "two who believe it is theirs", "went on", "without both", "without bus",
    "without store", "written down",
  ]

  @Test(
    "whatever happens, one past is told, all of it is stored, and one lane holds it in the end",
    arguments: [false, true])
  func everySeed(hasLanes: Bool) async {
    let runs = await withTaskGroup(of: [(UInt64, TenureRun)].self) { group in
      for thread in 0..<TenureSimulationTests.threads {
        group.addTask {
          await OwnThread.run {
            TenureSimulationTests.seeds.joined()
              .filter { Int($0 % UInt64(TenureSimulationTests.threads)) == thread }
              .map { ($0, TenureWorld.run(seed: $0, hasLanes: hasLanes)) }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    var tally: [String: Int] = [:]
    for (seed, run) in runs {
      tally.merge(run.tally, uniquingKeysWith: +)
      if let violation = run.violation {
        let world = "seed \(seed)\(hasLanes ? " of whole lanes" : "")"
        let again = "make tenure FROM=\(seed) SEEDS=1"
        Issue.record("\(world): \(violation); again: \(again)")
      }
    }
    let takeovers = runs.flatMap(\.1.takeovers).sorted()
    let counts = tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let slowest =
      takeovers.last.map { "; \(takeovers.count) takeovers, the slowest \($0) ms" } ?? ""
    let kind = hasLanes ? " of whole lanes" : ""
    print("tenure: \(runs.count) seeds\(kind); \(counts.joined(separator: ", "))\(slowest)")
    guard runs.count >= 100 else { return }
    for name in TenureSimulationTests.expected {
      #expect(tally[name] ?? 0 > 0, "no \(name) at all")
    }
  }

  @Test("a seed repeats a world exactly")
  func repeats() {
    let (one, other) = (TenureWorld.run(seed: 4), TenureWorld.run(seed: 4))
    #expect(one.tally == other.tally)
    #expect(one.takeovers == other.takeovers)
  }

  /// What goes wrong on purpose.
  static let mutants: [(Slip?, Set<ShardStore.Laxity>)] = [
    (nil, [.anyOwnerAppends, .anyPlaceIsFree]), (nil, [.anyOwnerAppends]),
    (nil, [.anyClaimCounts]), (nil, [.floorsFall]), (.tellsFirst, []), (.trustsSilence, []),
    (.takesRefusalsForItsOwn, []), (.ignoresWhatLies, []), (.changesItsMind, []),
  ]

  @Test("what goes wrong is noticed", arguments: mutants.indices)
  func mutant(index: Int) async {
    let (slip, laxities) = TenureSimulationTests.mutants[index]
    let isFound = await OwnThread.run {
      (1...200)
        .contains { TenureWorld.run(seed: $0, slip: slip, laxities: laxities).violation != nil }
    }
    #expect(isFound, "\(slip.map { "\($0)" } ?? "\(laxities)"), and nobody notices")
  }
}

/// A thread that computes for long, so that the shared pool is left to everybody else's tests.
enum OwnThread {
  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}

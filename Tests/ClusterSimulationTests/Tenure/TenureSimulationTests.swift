// Lanes that want one shard, in many troubled worlds.

import TenureSupport
import TestSupport
import Testing

@Suite("Tenure, simulated")
struct TenureSimulationTests {
  static let seeds = TenureSeeds(usual: 190, fresh: 10)

  /// What every run has to have seen, or it proves nothing.
  static let expected = [
    "bus away", "claimed", "contested", "dispossessed", "doubled", "drains", "kills", "lost",
    "opened", "paused", "refused", "resigned: handedOver", "resigned: superseded", "sleeps",
    "store away",
    "stored already", "two who believe it is theirs", "went on", "without both", "without bus",
    "without store", "written down",
  ]

  @Test("one past is told, all of it is stored, and one lane holds the shard in the end")
  func everySeed() async {
    let runs = await TenureSimulationTests.seeds.runs { TenureWorld.run(seed: $0) }
    var tally: [String: Int] = [:]
    for (seed, run) in runs {
      tally.merge(run.tally, uniquingKeysWith: +)
      if let violation = run.violation {
        Issue.record("seed \(seed): \(violation); again: make tenure FROM=\(seed) SEEDS=1")
      }
    }
    let slowest = runs.flatMap(\.1.takeovers).max() ?? 0
    let counts = tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("tenure: \(runs.count) seeds; slowest takeover \(slowest) ms; \(counts)")
    guard runs.count >= 100 else { return }
    for name in TenureSimulationTests.expected {
      expect(tally[name] ?? 0, isAbove: 0, "no \(name) at all")
    }
  }

  @Test("a seed repeats a world exactly")
  func repeats() {
    let (one, other) = (TenureWorld.run(seed: 4), TenureWorld.run(seed: 4))
    expect(one.tally, equals: other.tally)
    expect(one.takeovers, equals: other.takeovers)
  }

  /// What goes wrong on purpose; the model has the rest.
  static let mutants: [(Slip?, Set<ShardStore.Laxity>)] = [
    (nil, [.anyOwnerAppends, .anyPlaceIsFree]), (nil, [.anyOwnerAppends]),
    (nil, [.anyClaimCounts]), (.tellsFirst, []), (.trustsSilence, []),
    (.takesRefusalsForItsOwn, []), (.ignoresWhatLies, []), (.changesItsMind, []),
    (.hearsItself, []),
  ]

  @Test("what goes wrong is noticed", arguments: mutants.indices)
  func mutant(index: Int) async {
    let (slip, laxities) = TenureSimulationTests.mutants[index]
    let isFound = await onOwnThread {
      (1...200)
        .contains { TenureWorld.run(seed: $0, slip: slip, laxities: laxities).violation != nil }
    }
    expect(isFound, "\(slip.map { "\($0)" } ?? "\(laxities)"), and nobody notices")
  }
}

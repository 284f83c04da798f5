// Lanes that want one shard, in many troubled worlds.

import TenureSupport
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

  @Test(
    "whatever happens, one past is told, all of it is stored, and one lane holds it in the end",
    arguments: [false, true])
  func everySeed(hasLanes: Bool) async {
    let runs = await TenureSimulationTests.seeds.runs {
      TenureWorld.run(seed: $0, hasLanes: hasLanes)
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

  @Test("a lane that hears nobody and claims what others have is noticed")
  func deafMutant() async {
    let isFound = await OwnThread.run {
      (1...200)
        .contains {
          TenureWorld.run(seed: $0, hasLanes: true, slip: .hearsItself).violation?
            .contains("hears nobody") == true
        }
    }
    #expect(isFound, "nobody notices")
  }

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

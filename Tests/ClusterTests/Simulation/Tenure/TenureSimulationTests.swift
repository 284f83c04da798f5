// Lanes that want one shard, and archives that take in one journal, in many troubled worlds.

import TestSupport
import Testing
import TranscriptSupport

@Suite("Tenure, simulated")
struct TenureSimulationTests {
  @Test("one past is told, all of it is stored, and one lane holds the shard in the end")
  func everySeed() async {
    let expected = [
      "bus away", "claimed", "contested", "dispossessed", "doubled", "drains", "kills", "lost",
      "opened", "paused", "refused", "resigned: handedOver", "resigned: superseded", "sleeps",
      "store away", "stored already", "two who believe it is theirs", "went on", "without both",
      "without bus", "without store", "written down",
    ]
    await TenureSeeds(usual: 190, fresh: 10)
      .expectWell("tenure", having: expected) { seed in
        let run = TenureWorld.run(seed: seed)
        return (run.tally, run.violation)
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

@Suite("The archives' journal, simulated")
struct ArchiveSimulationTests {
  @Test("whatever happens, all archives take in the same, in one order, each thing once")
  func everySeed() async {
    let expected = [
      "kills", "stands still", "lost", "doubled", "refused", "dropped", "missed", "taken",
    ]
    await TenureSeeds(usual: 90, fresh: 10)
      .expectWell("archives", having: expected) { seed in
        let run = ArchiveWorld.run(seed: seed)
        return (run.tally, run.fault)
      }
  }

  @Test(
    "a store that compares less is caught",
    arguments: [ArchiveStore.Laxity.anyPlaceIsFree, .droppedPlacesAreFree])
  func mutants(laxity: ArchiveStore.Laxity) async {
    let isFound = await onOwnThread {
      (1...100).contains { ArchiveWorld.run(seed: $0, [laxity]).fault != nil }
    }
    expect(isFound)
  }
}

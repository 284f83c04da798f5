// Archives that take in one journal, in many troubled worlds.

import TestSupport
import Testing
import TranscriptSupport

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

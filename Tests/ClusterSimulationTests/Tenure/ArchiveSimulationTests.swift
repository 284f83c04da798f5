// Archives that take in one journal, in many troubled worlds.

import TenureSupport
import TestSupport
import Testing

@Suite("The archives' journal, simulated")
struct ArchiveSimulationTests {
  static let seeds = TenureSeeds(usual: 90, fresh: 10)

  @Test("whatever happens, all archives take in the same, in one order, each thing once")
  func everySeed() async {
    let runs = await ArchiveSimulationTests.seeds.runs { ArchiveWorld.run(seed: $0) }
    var tally: [String: Int] = [:]
    for (seed, run) in runs {
      tally.merge(run.tally, uniquingKeysWith: +)
      if let fault = run.fault { Issue.record("seed \(seed): \(fault)") }
    }
    for name in [
      "kills", "stands still", "lost", "doubled", "refused", "dropped", "missed", "taken",
    ] where runs.count >= 50 {
      expect(tally[name] ?? 0, isAbove: 0, "no \(name) at all")
    }
  }

  @Test(
    "a store that compares less is caught",
    arguments: [ArchiveStore.Laxity.anyPlaceIsFree, .droppedPlacesAreFree])
  func mutants(laxity: ArchiveStore.Laxity) async {
    let runs = await ArchiveSimulationTests.seeds.runs { ArchiveWorld.run(seed: $0, [laxity]) }
    expect(runs.contains { $0.1.fault != nil })
  }
}

// Nodes of a cluster with real rooms, in many troubled worlds.

import TestSupport
import Testing
import TranscriptSupport

@Suite("Tenure of rooms, simulated")
struct ClusterSimulationTests {
  @Test("whatever happens, all that is told is stored, and everybody gets their seat back")
  func everySeed() async {
    let expected = [
      "another clock", "asked for a seat", "bus away", "came back", "cut by people", "doubled",
      "drains", "dropped", "elsewhere", "from afar", "given back", "impatient", "kills", "lent",
      "lent to resume", "links broken", "listed at last", "listed from afar", "lost",
      "messages doubled", "messages lost", "moved on", "no seat here", "quick from afar",
      "refused", "sleeps", "stood", "store away", "stored already", "told", "without both",
      "without bus", "without store",
    ]
    await TenureSeeds(usual: 56, fresh: 4)
      .expectWell("cluster", having: expected) { seed in
        let run = ClusterRun(seed: seed)
        return (run.tally, run.violation)
      }
  }

  /// What goes wrong on purpose.
  static let mutants: [(ClusterSlip?, Set<ShardStore.Laxity>)] = [
    (.tellsFirst, []), (.keepsHeld, []), (.hidesHoles, []), (.repeatsMessages, []),
    (.hidesRooms, []), (nil, [.anyOwnerAppends, .anyPlaceIsFree]),
  ]

  @Test("what goes wrong is noticed", arguments: mutants.indices)
  func mutant(index: Int) async {
    let (slip, laxities) = ClusterSimulationTests.mutants[index]
    let isFound = await onOwnThread {
      (1...60).contains { ClusterRun(seed: $0, slip: slip, laxities: laxities).violation != nil }
    }
    expect(isFound, "\(slip.map { "\($0)" } ?? "\(laxities)"), and nobody notices")
  }
}

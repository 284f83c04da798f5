// Who owns a shard of a cluster, as far as small worlds can tell. ClusterSimulationTests goes
// through many more, and shows what each care of a lane and each comparison of the store is for.

import TestSupport
import Testing
import TranscriptSupport

@Suite("Tenure in small worlds")
struct TenureTests {
  @Test("all archives take in the same, in one order")
  func troubledWorlds() {
    for seed in 1...8 as ClosedRange<UInt64> {
      expect(ArchiveWorld.run(seed: seed).fault, equals: nil, "seed \(seed)")
    }
  }

  @Test("two lanes tell no two pasts, and one that tells what is not stored is noticed")
  func everyState() {
    let bound = TenureBound(lanes: 2, claims: 2, values: 1, wholes: 1)
    let result = TenureModel(bound).run()
    expect(result.violation, equals: nil)
    // Without two who believe that it is theirs nothing would have been tried.
    expect(result.isComplete && result.openAtOnceMax > 1)
    expect(TenureModel(bound, slip: .tellsFirst).run().violation, differsFrom: nil)
  }
}

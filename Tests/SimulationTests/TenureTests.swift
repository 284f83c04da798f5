// Who owns a shard of a cluster, as far as small worlds can tell: one past is told, all of it is
// stored, and one lane holds the shard in the end. ClusterSimulationTests goes through many more.

import TenureSupport
import TestSupport
import Testing

@Suite("Tenure in small worlds")
struct TenureTests {
  @Test("three lanes that want one shard tell one past, and one holds it in the end")
  func troubledWorlds() {
    for seed in 1...8 as ClosedRange<UInt64> {
      let violation = TenureWorld.run(seed: seed).violation
      expect(violation, equals: nil, "seed \(seed)")
    }
  }

  private static let bound = TenureBound(lanes: 2, claims: 2, values: 1, wholes: 1)

  @Test("two lanes tell no two pasts, whatever is late, doubled or lost")
  func everyState() {
    let result = TenureModel(TenureTests.bound).run()
    expect(result.violation, equals: nil)
    expect(result.isComplete)
    // Without two who believe that it is theirs nothing would have been tried.
    expect(result.openAtOnceMax, isAbove: 1)
  }

  @Test(
    "a lane that takes less care is noticed",
    arguments: [Slip.tellsFirst, .trustsSilence, .takesRefusalsForItsOwn])
  func careless(slip: Slip) {
    let result = TenureModel(TenureTests.bound, slip: slip).run()
    expect(result.violation, differsFrom: nil)
  }

  @Test("a store that gives a shard to anybody who claims it is noticed")
  func laxStore() {
    let result = TenureModel(TenureTests.bound).run(laxities: [.anyClaimCounts])
    expect(result.violation, differsFrom: nil)
  }

  @Test("all archives take in the same, in one order, each thing once")
  func archives() {
    for seed in 1...8 as ClosedRange<UInt64> {
      let fault = ArchiveWorld.run(seed: seed).fault
      expect(fault, equals: nil, "seed \(seed)")
    }
  }

  @Test("a journal of archives that stores over what lies there is noticed")
  func laxArchive() {
    let isFound = (1...40).contains { ArchiveWorld.run(seed: $0, [.anyPlaceIsFree]).fault != nil }
    expect(isFound)
  }
}

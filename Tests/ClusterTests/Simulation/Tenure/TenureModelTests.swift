// Every state that a few lanes and their store can come to. What a comparison of the store is for,
// and each care that a lane takes, is shown by leaving it out: then something must be found.
// `Tests/one tenure` goes further than every run of the tests.

import Foundation
import TestSupport
import Testing
import TranscriptSupport

@Suite("Tenure, every state")
struct TenureModelTests {
  static let isDeep = ProcessInfo.processInfo.environment["CHROMATCH_TENURE_SEEDS"] != nil

  /// The last two have a quarter of a million states, and one and a third.
  static let bounds =
    [
      TenureBound(lanes: 3, claims: 2, values: 2, wholes: 1),
      TenureBound(lanes: 2, claims: 3, values: 1, wholes: 1),
      TenureBound(lanes: 2, claims: 2, values: 1, wholes: 2),
    ]
    + (isDeep
      ? [
        TenureBound(lanes: 2, claims: 3, values: 2, wholes: 1),
        TenureBound(lanes: 3, claims: 3, values: 2, wholes: 1),
      ] : [])

  @Test("nobody tells two pasts, whatever is late, doubled or lost", arguments: bounds)
  func everyState(bound: TenureBound) async {
    let result = await onOwnThread { TenureModel(bound).run() }
    expect(result.violation, equals: nil)
    expect(result.isComplete)
    // Without two who believe that it is theirs nothing would have been tried.
    expect(result.openAtOnceMax, isAbove: 1)
    expect(result.states, isAbove: 5_000)
    print("tenure: \(bound): \(result.states) states, \(result.openAtOnceMax) open at once")
  }

  /// What a store leaves out, and whether that can be noticed.
  static let laxities: [(Set<ShardStore.Laxity>, TenureBound, isFound: Bool)] = [
    (
      [.anyOwnerAppends, .anyPlaceIsFree], TenureBound(lanes: 3, claims: 2, values: 2, wholes: 0),
      true
    ),
    ([.anyOwnerAppends], TenureBound(lanes: 3, claims: 2, values: 2, wholes: 1), true),
    ([.anyClaimCounts], TenureBound(lanes: 3, claims: 2, values: 2, wholes: 0), true),
    ([.anybodyReads], TenureBound(lanes: 3, claims: 2, values: 2, wholes: 0), true),
    ([.floorsFall], TenureBound(lanes: 2, claims: 2, values: 1, wholes: 2), true),
    // While nothing is dropped, the place is enough; and the owner always is.
    ([.anyOwnerAppends], TenureBound(lanes: 3, claims: 2, values: 2, wholes: 0), false),
    ([.anyPlaceIsFree], TenureBound(lanes: 3, claims: 2, values: 2, wholes: 1), false),
  ]

  @Test("each comparison of the store is needed", arguments: laxities.indices)
  func laxity(index: Int) async {
    let (laxities, bound, isFound) = TenureModelTests.laxities[index]
    let result = await onOwnThread { TenureModel(bound).run(laxities: laxities) }
    expect(
      (result.violation != nil), equals: isFound, "\(laxities): \(result.violation ?? "nothing")")
  }

  static let slips: [Slip] = [
    .tellsFirst, .trustsSilence, .takesRefusalsForItsOwn, .ignoresWhatLies, .keepsItsName,
  ]

  @Test("each care of a lane is needed", arguments: slips)
  func slip(slip: Slip) async {
    let bound = TenureBound(lanes: 3, claims: 2, values: 2, wholes: 1)
    let result = await onOwnThread { TenureModel(bound, slip: slip).run() }
    expect(result.violation, differsFrom: nil, "\(slip), and nobody notices")
  }
}

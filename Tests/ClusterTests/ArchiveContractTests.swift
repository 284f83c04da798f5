// The archives' journal in etcd beside the simulated one: the same requests, the same answers; and
// whether what nodes write at once lies there once, in one order.

#if Cluster
import ClusterWire
import Driving
import Rooms
import StoreEtcd
import TenureSupport
import TestSupport
import Testing

@Suite("The archives' journal in the store", .serialized)
struct ArchiveContractTests {
  private static func request(_ draw: inout SplitMix64, next: inout UInt64) -> ArchiveRequest {
    let some = UInt64(draw.number(in: 1...Int(next + 2)))
    switch draw.number(in: 0...9) {
    case 0...1: return .read(from: some)
    case 2: return .mark(node: draw.number(in: 0...3), before: some)
    case 3: return .drop(before: UInt64(draw.number(in: 1...max(1, Int(next) - 5))))
    default:
      let place = draw.chance(70) ? next : some
      next = max(next, place + 1)
      return .append(
        ArchiveEntry(
          place: place, author: Claimant(node: draw.number(in: 0...3), start: draw.next()),
          number: draw.next(),
          frame: (0..<draw.number(in: 0...200)).map { _ in UInt8(draw.number(in: 0...255)) }))
    }
  }

  /// Asks until there is an answer.
  private static func ask(
    _ store: StoreEtcd, _ request: ArchiveRequest
  ) async throws -> (ArchiveAnswer, tries: Int) {
    var tries = 0
    var answer: ArchiveAnswer?
    try await eventually {
      tries += 1
      answer = await withCheckedContinuation { continuation in
        store.ask(ArchiveQuestion(request)) { continuation.resume(returning: $0) }
      }
      return answer != nil
    }
    return (try #require(answer), tries)
  }

  @Test("etcd answers as the simulated journal does", arguments: [1, 2])
  func sameAnswers(seed: UInt64) async throws {
    let engines = try Engines()
    let store = try StoreEtcd(engines.address)
    var simulated = ArchiveStore(pageMax: ArchiveQuestion.pageEntriesMax)
    var (draw, next) = (SplitMix64(seed: seed), UInt64(1))
    var seen: [String: Int] = [:]
    // Whoever reads first begins the journal.
    _ = try await Self.ask(store, .read(from: 1))
    for _ in 0..<400 {
      let request = Self.request(&draw, next: &next)
      let (answer, tries) = try await Self.ask(store, request)
      let expected = simulated.carryOut(request)
      // What was stored by the first try is refused to the second.
      if tries > 1, case .refused(_, let lying?) = answer, case .append(lying) = request {
        continue
      }
      #expect(answer == expected, "\(request)")
      seen["\(expected)".prefix { $0 != "(" }.description, default: 0] += 1
    }
    for kind in ["page", "stored", "refused", "marks", "dropped"] {
      #expect(seen[kind] ?? 0 > 0, "no \(kind) at all")
    }
    await store.stop()
  }

  @Test("of those who write at the same place in the same moment, one has it")
  func writers() async throws {
    let engines = try Engines()
    let stores = try (0..<3).map { _ in try StoreEtcd(engines.address) }
    _ = try await Self.ask(stores[0], .read(from: 1))
    for place in UInt64(1)...50 {
      let winners = try await withThrowingTaskGroup(of: Int?.self) { group in
        for (node, store) in stores.enumerated() {
          group.addTask {
            let entry = ArchiveEntry(
              place: place, author: Claimant(node: node, start: 1), number: place, frame: [])
            switch try await Self.ask(store, .append(entry)).0 {
            case .stored: return node
            // It was asked twice, and the first time it was stored.
            case .refused(_, lying: entry): return node
            default: return nil
            }
          }
        }
        return try await group.reduce(into: [Int]()) { $0 += [$1].compactMap(\.self) }
      }
      #expect(winners.count == 1)
    }
    for store in stores { await store.stop() }
  }
}
#endif

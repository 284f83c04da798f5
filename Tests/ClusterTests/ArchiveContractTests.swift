// The archives' journal in etcd beside the simulated one: the same requests, the same answers. And
// the rules of a store's rooms in etcd.

#if Cluster
import Cluster
import Rooms
import Engines
import TranscriptSupport
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

  @Test("etcd answers as the simulated journal does", arguments: [1, 2])
  func sameAnswers(seed: UInt64) async throws {
    let engines = try Engines()
    let store = try StoreEtcd(engines.address)
    var simulated = ArchiveStore(pageMax: ArchiveQuestion.pageEntriesMax)
    var (draw, next) = (SplitMix64(seed: seed), UInt64(1))
    var seen: [String: Int] = [:]
    // The first read begins the journal.
    _ = await store.answer(to: ArchiveQuestion(.read(from: 1)))
    for _ in 0..<400 {
      let request = Self.request(&draw, next: &next)
      let (answer, tries) = await store.answer(to: ArchiveQuestion(request))
      let expected = simulated.carryOut(request)
      // What was stored by the first try is refused to the second.
      if tries > 1, case .refused(_, let lying?) = answer, case .append(lying) = request {
        continue
      }
      expect(answer, equals: expected, "\(request)")
      seen["\(expected)".prefix { $0 != "(" }.description, default: 0] += 1
    }
    for kind in ["page", "stored", "refused", "marks", "dropped"] {
      expect(seen[kind] ?? 0, isAbove: 0, "no \(kind) at all")
    }
    await store.stop()
  }

  @Test("of two who change the bans of a store the second is told what the first has stored")
  func bans() async throws {
    let engines = try Engines()
    let store = try StoreEtcd(engines.address)
    let (one, other) = (Array("name a\n".utf8), Array("name b\n".utf8))
    let steps: [(question: BansQuestion, answer: [[UInt8]])] = [
      (BansQuestion(), []), (BansQuestion(other, inPlaceOf: one), []),
      (BansQuestion(one, inPlaceOf: nil), [one]), (BansQuestion(other, inPlaceOf: nil), [one]),
      (BansQuestion([], inPlaceOf: one), [[]]), (BansQuestion(), [[]]),
      (BansQuestion(other, inPlaceOf: []), [other]), (BansQuestion(), [other]),
    ]
    for (question, answer) in steps {
      await expect(store.answer(to: question).0, equals: answer, "\(question)")
    }
    await store.stop()
  }

  @Test("the rules of a store are what the first node said")
  func rules() async throws {
    let engines = try Engines()
    let store = try StoreEtcd(engines.address)
    for rules in ["JOURNAL v=3 rules=a", "JOURNAL v=4 rules=b", "JOURNAL v=3 rules=a"] {
      let (answer, _) = await store.answer(to: RulesQuestion(Array(rules.utf8)))
      expect(String(decoding: answer, as: UTF8.self), equals: "JOURNAL v=3 rules=a")
    }
    await store.stop()
  }
}
#endif

// One contract for both stores: to any request of shards etcd gives the answer that the store of
// the simulation and of the model gives. So what holds there holds here, as far as etcd is
// linearizable.

#if Cluster
import Cluster
import Rooms
import Engines
import Synchronization
import TranscriptSupport
import TestSupport
import Testing

@Suite("The store", .serialized)
struct StoreContractTests {
  /// Some shards in both stores.
  private struct Pair {
    let real: StoreEtcd
    var simulated: [ShardStore]
    /// Who owned each shard, in order.
    var owners: [[ShardOwner]]
    /// The next place of each.
    var places: [UInt64]
    var draw: SplitMix64
    let first: Int

    init(_ real: StoreEtcd, first: Int, seed: UInt64) {
      self.real = real
      self.first = first
      let shards = 5
      simulated = Array(repeating: ShardStore(), count: shards)
      owners = Array(repeating: [], count: shards)
      places = Array(repeating: 1, count: shards)
      draw = SplitMix64(seed: seed)
    }

    /// Somebody who owned a shard, mostly who does now.
    mutating func owner(of shard: Int) -> ShardOwner {
      let all = owners[shard]
      if let newest = all.last, draw.chance(80) { return newest }
      if !all.isEmpty, draw.chance(70) { return all[draw.number(in: 0...(all.count - 1))] }
      return ShardOwner(epoch: UInt64(all.count + 1), Claimant(node: 9, start: draw.next()))
    }

    mutating func request(of shard: Int) -> ShardRequest {
      switch draw.number(in: 0...19) {
      case 0: return .look
      case 1...3:
        let all = owners[shard]
        let claimant = Claimant(node: draw.number(in: 0...2), start: draw.next())
        let owner = ShardOwner(epoch: UInt64(all.count + 1), claimant)
        return .claim(owner, after: draw.chance(80) ? all.last : all.dropLast().last)
      case 4...6:
        return .read(
          from: UInt64(draw.number(in: 1...Int(places[shard]))), as: owner(of: shard))
      case 7...8:
        return .drop(
          before: UInt64(draw.number(in: 1...Int(places[shard]))), as: owner(of: shard))
      default:
        let back = draw.chance(80) ? 0 : UInt64(draw.number(in: 0...3))
        let name = EntryName(epoch: draw.next() >> 40, number: draw.next())
        let frame = (0..<draw.number(in: 0...200)).map { _ in UInt8(draw.number(in: 0...255)) }
        let place = max(1, Int(places[shard]) - Int(back))
        return .append(
          ShardEntry(place: UInt64(place), name: name, frame: frame), as: owner(of: shard))
      }
    }

    /// What the simulated store answers, and what follows from it.
    mutating func carryOut(_ request: ShardRequest, of shard: Int) -> Tenure.Input? {
      let answer = simulated[shard].carryOut(request)
      switch (request, answer) {
      case (.claim(let owner, _), .claimed): owners[shard].append(owner)
      case (.append(let entry, _), .stored): places[shard] = max(places[shard], entry.place + 1)
      default: break
      }
      return answer
    }
  }

  @Test("etcd answers as the simulated store does", arguments: [1, 2])
  func sameAnswers(seed: UInt64) async throws {
    let engines = try Engines()
    let store = try StoreEtcd(engines.address)
    var pair = Pair(store, first: 0, seed: seed)
    var seen: [String: Int] = [:]
    for _ in 0..<600 {
      let shards = pair.simulated.indices.filter { _ in pair.draw.chance(60) }
      if shards.isEmpty { continue }
      let questions = shards.map { ShardQuestion(shard: $0, pair.request(of: $0)) }
      let pageEntries = pair.draw.number(in: 1...30)
      let (answers, tries) = await store.answer(questions, pageEntries: pageEntries)
      // What was asked twice is answered otherwise the second time.
      try require(tries == 1 || pair.owners.allSatisfy(\.isEmpty), "a store that stutters")
      for question in questions {
        pair.simulated[question.shard].pageMax = pageEntries
        let expected = pair.carryOut(question.request, of: question.shard)
        expect(answers[question.shard], equals: expected, "\(question.request)")
        if let expected { seen["\(expected)".prefix { $0 != "(" }.description, default: 0] += 1 }
      }
    }
    for kind in ["owned", "claimed", "contested", "page", "dispossessed", "stored", "refused"] {
      expect(seen[kind] ?? 0, isAbove: 0, "no \(kind) at all")
    }
    await store.stop()
  }

  // Beside an answer that is longer than its buffer libcurl 7.88 drops the trailers of others.
  @Test("each of many answers that come together is one")
  func crowd() async throws {
    let engines = try Engines()
    let store = try StoreEtcd(engines.address)
    let owner = ShardOwner(epoch: 1, Claimant(node: 1, start: 7))
    let shards = 0..<32
    for shard in shards {
      _ = await store.answer(of: shard, to: .claim(owner, after: nil))
      let entry = ShardEntry(
        place: 1, name: EntryName(epoch: 1, number: 1),
        frame: Array(repeating: 7, count: shard % 4 == 0 ? ShardEntry.frameBytesMax : 20))
      _ = await store.answer(of: shard, to: .append(entry, as: owner))
    }
    for _ in 0..<10 {
      let open = Atomic(shards.count)
      try engines.run("freeze", "1", "etcd")
      for shard in shards {
        store.ask(StoreBatch([ShardQuestion(shard: shard, .read(from: 1, as: owner))])) { _ in
          open.subtract(1, ordering: .relaxed)
        }
      }
      try engines.run("thaw", "1", "etcd")
      try await eventually { open.load(ordering: .relaxed) == 0 }
    }
    await expect(store.counts.declined, equals: 0)
    await store.stop()
  }

  @Test("while members are killed, frozen and back, each entry is stored once, and in order")
  func killedMembers() async throws {
    let engines = try Engines()
    let store = try StoreEtcd(engines.address)
    let owner = ShardOwner(epoch: 1, Claimant(node: 1, start: 7))
    _ = await store.answer(of: 0, to: .claim(owner, after: nil))
    var asked = 0
    for place in UInt64(1)...300 {
      switch place {
      case 50: try engines.run("kill", "1", "etcd")
      case 100: try engines.run("start", String(engines.port), "1")
      case 150: try engines.run("freeze", "2", "etcd")
      case 200: try engines.run("thaw", "2", "etcd")
      case 220: try engines.run("kill", "3", "etcd")
      default: break
      }
      let name = EntryName(epoch: 1, number: place)
      let entry = ShardEntry(place: place, name: name, frame: Array("\(place)".utf8))
      let append = ShardQuestion(shard: 0, .append(entry, as: owner))
      let (inputs, tries) = await store.answer([append])
      asked += tries
      switch inputs[0] {
      case .stored(name), .refused(name, owner: owner, lying: name): break
      default: Issue.record("place \(place): \(String(describing: inputs[0]))")
      }
    }
    // Otherwise nothing was tried.
    expect(asked, isAbove: 300)
    let read = await store.answer(of: 0, to: .read(from: 1, as: owner))
    guard case .page(let page, _)? = read else {
      Issue.record("no page")
      return
    }
    let said = page.entries.map { String(decoding: $0.frame, as: UTF8.self) }
    expect(said, equals: (1...ReadingPace.entriesMin).map(String.init))
    await store.stop()
  }

  @Test("a client without a certificate of the cluster's is not let in")
  func stranger() async throws {
    let engines = try Engines()
    let other = try Engines()
    let address = EngineAddress(
      engines.address.servers, authority: engines.address.authority,
      certificate: other.address.certificate, key: other.address.key)
    let store = try StoreEtcd(address)
    let friend = try StoreEtcd(engines.address)
    _ = await friend.answer(of: 1, to: .look)
    for _ in 0..<5 {
      let answers = await withCheckedContinuation { continuation in
        store.ask(StoreBatch([ShardQuestion(shard: 1, .look)])) {
          continuation.resume(returning: $0?.count)
        }
      }
      expect(answers, equals: nil)
    }
    await expect(store.counts.unanswered, equals: 5)
    await store.stop()
    await friend.stop()
  }
}
#endif

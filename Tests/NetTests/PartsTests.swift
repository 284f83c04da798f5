// The small structures under a reactor: allowances, backlogs, ages, names, deadlines, and a race of
// addresses. Their clocks are numbers.

import Dispatch
import HeapModule
import Synchronization
import TestSupport
import Testing

@testable import Net

@Suite("Allowances")
struct AllowanceTests {
  @Test(
    "so much at once, and then so much a second, however often somebody asks",
    arguments: [1, 3, 10, 50, 62, 63, 200])
  func pace(milliseconds: Int) {
    var allowance = Allowance()
    var count = 0
    for moment in stride(from: 0, through: 10_000, by: milliseconds)
    where allowance.take(1, burst: 16, perSecond: 16, at: Int64(moment)) {
      count += 1
    }
    let asked = 10_000 / milliseconds + 1
    // A rare asker gets all; nobody gets more than the burst and what ten seconds bring.
    expect(count, isAtMost: min(asked, 16 + 160))
    expect(count, isAtLeast: min(asked, 16 + 160) - 1, "\(count) of \(asked)")
  }

  @Test("more than there is is refused and takes nothing, and all comes back")
  func refused() {
    var allowance = Allowance()
    let whole = allowance.take(10, burst: 10, perSecond: 5, at: 0)
    let early = allowance.take(6, burst: 10, perSecond: 5, at: 1_199)
    let due = allowance.take(6, burst: 10, perSecond: 5, at: 1_200)
    expect((whole, early, due) == (true, false, true))
    expect(!allowance.isWhole(perSecond: 5, at: 3_199))
    expect(allowance.isWhole(perSecond: 5, at: 3_200))
  }
}

@Suite("A backlog")
struct BacklogTests {
  @Test("it is bounded in messages and in bytes, and counts what it refused")
  func bounds() {
    let backlog = Backlog(countMax: 3, bytesMax: 100)
    expect(backlog.admit(40))
    expect(backlog.admit(60))
    expect(!backlog.admit(1), "its bytes are used up")
    backlog.finish(60)
    expect(backlog.admit(1))
    expect(backlog.admit(1))
    expect(!backlog.admit(1), "three wait")
    backlog.finish(40)
    expect(backlog.admit(98))
    expect(backlog.refused, equals: 2)
  }

  @Test("no more wait than may, from many threads, and all places are free in the end")
  func threads() {
    let backlog = Backlog(countMax: 4, bytesMax: 1_000)
    let inside = Atomic(0)
    let worst = Atomic(0)
    let handled = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<5_000 where backlog.admit(10) {
        let now = inside.add(1, ordering: .sequentiallyConsistent).newValue
        worst.max(now, ordering: .relaxed)
        handled.add(1, ordering: .relaxed)
        inside.subtract(1, ordering: .sequentiallyConsistent)
        backlog.finish(10)
      }
    }
    expect((1...4), contains: worst.load(ordering: .relaxed))
    expect(handled.load(ordering: .relaxed) + backlog.refused, equals: 40_000)
    expect((0..<4).allSatisfy { _ in backlog.admit(250) })
  }
}

@Suite("The age of what arrived")
struct StampAgeTests {
  private static let second: Int64 = 1_000_000_000
  private static let year = 31_536_000 * second

  private func at(_ seconds: Int64) -> ClosedRange<Int64> {
    (seconds * Self.second)...(seconds * Self.second)
  }

  @Test("it is what the wall clock has gone on by, and never less than nothing")
  func usual() {
    var ages = StampAges()
    for steady in [5, 6, 900] as [Int64] {
      let wall = Self.year + steady * Self.second
      let steady = at(steady)
      expect(ages.age(ofStamp: wall - 250, at: wall, steady), equals: 250)
      expect(ages.age(ofStamp: wall + 250, at: wall, steady), equals: 0)
    }
  }

  @Test("nothing that came before the clock was set is taken for old", arguments: [-1, 1])
  func set(direction: Int64) {
    var ages = StampAges()
    let wall = 10 * Self.year
    _ = ages.age(ofStamp: wall, at: wall, at(0))
    // It came a second ago, and has been set by years since; so has the next.
    let later = wall + direction * Self.year
    for _ in 1...2 {
      expect(ages.age(ofStamp: wall - Self.second, at: later, at(1)), equals: 0)
    }
    let now = later + 5 * Self.second
    expect(ages.age(ofStamp: now - Self.second, at: now, at(6)), equals: Self.second)
  }

  @Test("a machine that stops while the clocks are read has not set one", arguments: [0, 5])
  func stopped(after: Int64) {
    var ages = StampAges()
    let wall = Self.year
    _ = ages.age(ofStamp: wall, at: wall, at(0))
    // It stops for 5 s, before or after the wall clock was read.
    let paused = wall + after * Self.second
    let both = 0...(5 * Self.second)
    expect(ages.age(ofStamp: paused - 250, at: paused, both), equals: 250)
    let later = wall + 6 * Self.second
    expect(ages.age(ofStamp: later - Self.second, at: later, at(6)), equals: Self.second)
  }
}

@Suite("Names and deadlines")
struct TableTests {
  private func connection(_ id: SocketID) -> Connection {
    Connection(
      id: id, origin: .accepted, addressGroup: .none, descriptor: -1, phase: .open,
      limits: .tests)
  }

  @Test("a place is given again, a name is not")
  func names() {
    var table = ConnectionTable()
    var names: Set<SocketID> = []
    for round in 1...100 {
      let first = table.insert(connection).id
      let second = table.insert(connection).id
      expect(table.count, equals: 2)
      expect(table[first]?.id, equals: first)
      table.remove(first)
      expect(table[first], equals: nil)
      table.remove(first)
      expect(table.count, equals: 1)
      expect(table[second]?.id, equals: second)
      table.remove(second)
      names.formUnion([first, second])
      expect(names.count, equals: 2 * round)
      expect(first.slot < 2 && second.slot < 2)
    }
    expect(isEmpty: table.all)
  }

  @Test("a name is never mistaken for a descriptor of the reactor's own")
  func tags() {
    expect(SocketID(slot: 0, generation: 1).rawValue, isAtLeast: Tag.firstConnection)
    expect(SocketID(slot: .max, generation: .max).rawValue, isAtLeast: Tag.firstConnection)
  }

  @Test("deadlines come due in order, and none before its time", arguments: 1...20)
  func deadlines(seed: UInt64) {
    var heap = Heap<Deadline>()
    var state = seed
    var expected: [Int64] = []
    for _ in 0..<200 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let time = Int64(state >> 56)
      let id = SocketID(slot: UInt32(time), generation: 1)
      heap.insert(Deadline(milliseconds: time, purpose: .giveUp(id)))
      expected.append(time)
    }
    expected.sort()
    var due: [Int64] = []
    for now in -1...256 as ClosedRange<Int64> {
      while case .giveUp(let id)? = heap.popDue(at: now) {
        due.append(Int64(id.slot))
        expect(Int64(id.slot), equals: now)
      }
    }
    expect(due, equals: expected)
    expect(heap.isEmpty)
  }
}

@Suite("A race of addresses")
struct AddressRaceTests {
  private func addresses(_ hosts: String...) throws -> [SocketAddress] {
    try hosts.flatMap { try require(Endpoint(host: $0, port: 7_313).literalAddresses) }
  }

  private func hosts(of race: AddressRace) -> [String] {
    var (race, hosts) = (race, [String]())
    while let next = race.next(at: 0, besides: 0) { hosts.append(next.endpoint.host) }
    return hosts
  }

  @Test("families take turns, the system's first one first, and what worked goes before all")
  func order() throws {
    let all = try addresses("2001:db8::1", "2001:db8::2", "2001:db8::3", "192.0.2.1", "192.0.2.2")
    expect(
      hosts(of: AddressRace(all)),
      equals: ["2001:db8::1", "192.0.2.1", "2001:db8::2", "192.0.2.2", "2001:db8::3"])
    expect(
      hosts(of: AddressRace(all, proved: all[4])),
      equals: ["192.0.2.2", "2001:db8::1", "192.0.2.1", "2001:db8::2", "2001:db8::3"])
    let gone = try addresses("203.0.113.9")[0]
    expect(hosts(of: AddressRace(all, proved: gone)).count, equals: 5)
    expect(hosts(of: AddressRace([])), equals: [])
  }

  @Test("the next address joins in after 250 ms, and at once when one has failed")
  func steps() throws {
    var race = AddressRace(try addresses("2001:db8::1", "192.0.2.1", "2001:db8::2"))
    expect(race.next(at: 1_000, besides: 0)?.endpoint.host, equals: "2001:db8::1")
    expect(race.due, equals: 1_250)
    expect(race.next(at: 1_249, besides: 1) == nil)
    expect(race.next(at: 1_250, besides: 1)?.endpoint.host, equals: "192.0.2.1")
    expect(race.next(at: 1_300, besides: 2) == nil)
    race.lost(at: 1_300)
    expect(race.next(at: 1_300, besides: 1)?.endpoint.host, equals: "2001:db8::2")
    expect(race.due == nil && race.next(at: 9_000, besides: 0) == nil)
  }

  @Test("what worked is kept for 64 hosts at most")
  func proved() throws {
    var proved = ProvedAddresses()
    let address = try addresses("192.0.2.1")[0]
    for number in 0...ProvedAddresses.hostsMax {
      proved[Endpoint(host: "host-\(number)", port: 1)] = address
    }
    expect(proved[Endpoint(host: "host-0", port: 1)] == nil)
    expect(proved[Endpoint(host: "host-\(ProvedAddresses.hostsMax)", port: 1)] == address)
  }
}

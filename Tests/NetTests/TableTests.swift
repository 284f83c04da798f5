// The two small structures under a reactor: names that are never given twice, and deadlines in
// order.

import TestSupport
import Testing

@testable import Net

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
    var heap = DeadlineHeap()
    var state = seed
    var expected: [Int64] = []
    for _ in 0..<200 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let time = Int64(state >> 56)
      heap.insert(.giveUp(SocketID(slot: UInt32(time), generation: 1)), atMilliseconds: time)
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
    expect(heap.earliest, equals: nil)
  }
}

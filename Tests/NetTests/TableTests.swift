// The two small structures under a reactor: names that are never given twice, and deadlines in
// order.

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
      #expect(table.count == 2)
      #expect(table[first]?.id == first)
      table.remove(first)
      #expect(table[first] == nil)
      table.remove(first)
      #expect(table.count == 1)
      #expect(table[second]?.id == second)
      table.remove(second)
      names.formUnion([first, second])
      #expect(names.count == 2 * round)
      #expect(first.slot < 2 && second.slot < 2)
    }
    #expect(table.all.isEmpty)
  }

  @Test("a name of nowhere finds nothing")
  func nowhere() {
    var table = ConnectionTable()
    #expect(table[SocketID(rawValue: 0)] == nil)
    #expect(table[SocketID(slot: 7, generation: 1)] == nil)
    table.remove(SocketID(slot: 7, generation: 1))
    #expect(table.count == 0)
  }

  @Test("a name is never mistaken for a descriptor of the reactor's own")
  func tags() {
    #expect(SocketID(slot: 0, generation: 1).rawValue >= Tag.firstConnection)
    #expect(SocketID(slot: .max, generation: .max).rawValue >= Tag.firstConnection)
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
        #expect(Int64(id.slot) == now)
      }
    }
    #expect(due == expected)
    #expect(heap.earliest == nil)
  }
}

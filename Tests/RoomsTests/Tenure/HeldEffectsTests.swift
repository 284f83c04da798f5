// What waits until a cluster's store has something, and in which order it leaves.

import Game
import TestSupport
import Testing
import Wire

@testable import Driving
@testable import Rooms

@Suite("Effects that wait for the store")
struct HeldEffectsTests {
  private let codes = ["AAAA", "BBBB", "CCCC"].compactMap { RoomCode($0) }

  private func connection(_ number: UInt64) -> ConnectionID { ConnectionID(number: number) }

  /// A line that says a number, to these connections.
  private func line(_ number: Int, _ audience: UInt64...) -> Effect {
    .send(.watchers(number), to: audience.map(connection))
  }

  /// The numbers of lines, with those who hear them.
  private func told(_ effects: [Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .send(.watchers(let number), let audience):
        "\(number)>" + audience.map { "\($0.number)" }.joined(separator: ",")
      case .send(.no(let refusal), let audience):
        "\(refusal.code.rawValue)>" + audience.map { "\($0.number)" }.joined(separator: ",")
      case .close(let id): "close \(id.number)"
      case .publish(_, let lane): "lane \(lane)"
      default: "\(effect)"
      }
    }
  }

  /// A turn whose effects all come of one room.
  private func take(
    _ held: inout HeldEffects, of room: Int, _ effects: [Effect], batch: Int? = nil
  ) -> [String] {
    let mark = RoomMark(code: codes[room], effects: effects.startIndex..<effects.endIndex)
    let jotted = batch.map { [codes[room]: (shard: codes[room].shard, batch: $0)] } ?? [:]
    return told(held.take(effects, [mark], jotted: jotted))
  }

  @Test("a room's effects wait for what it has jotted down, and others' do not")
  func rooms() {
    var held = HeldEffects()
    expect(take(&held, of: 0, [line(1, 7)]), equals: ["1>7"])
    expect(take(&held, of: 0, [line(2, 7, 8)], batch: 5), equals: [])
    expect(take(&held, of: 0, [line(3, 9)]), equals: [])
    expect(take(&held, of: 1, [line(4, 10)]), equals: ["4>10"])
    held.note(stored: 4, of: codes[0].shard)
    held.note(stored: 9, of: codes[1].shard)
    expect(held.sweep().isEmpty && held.count == 2)
    held.note(stored: 5, of: codes[0].shard)
    expect(told(held.sweep()), equals: ["2>7,8", "3>9"])
    expect(take(&held, of: 0, [line(5, 7)]), equals: ["5>7"])
  }

  @Test("PING and PONG are never held back")
  func measuring() {
    var held = HeldEffects()
    _ = take(&held, of: 0, [line(1, 7)], batch: 1)
    let ping = Effect.send(.ping(nonce: "aa"), to: [connection(7)])
    expect(held.take([ping], [], jotted: [:]).count, equals: 1)
  }

  @Test("effects of a lost shard are dropped, but closings are carried out")
  func drop() {
    var held = HeldEffects()
    let struck = Effect.publish(.closed(nil), to: 1)
    let story = Effect.publish(.told(codes[0], .watchers(1)), to: 1)
    let effects = [line(1, 7), story, struck, line(2, 8)]
    expect(take(&held, of: 0, effects, batch: 1), equals: [])
    expect(take(&held, of: 1, [line(3, 8), line(4, 9)], batch: 2), equals: [])
    let replaced = Effect.send(.no(RefusalLine(code: .replaced)), to: [connection(7)])
    expect(told(held.take([replaced, .close(connection(7))], [], jotted: [:])), equals: [])
    let (ready, missing, _) = held.drop(codes[0].shard, .movedOn)
    // A closed client receives a reason, though the one held for it may never come true.
    expect(told(ready), equals: ["lane 1", "replaced>", "moved>7", "close 7"])
    // Who has missed something is told nothing behind it.
    expect(missing.map(\.number), equals: [7, 8])
    held.note(stored: 2, of: codes[1].shard)
    expect(told(held.sweep()), equals: ["3>", "4>9"])
    // Nothing waits for a shard that is gone.
    expect(take(&held, of: 2, [line(5, 7)]), equals: ["5>7"])
  }

  @Test("a departed client gets nothing, and a slow one gets a snapshot later")
  func gone() {
    var held = HeldEffects()
    _ = take(&held, of: 0, [line(1, 7, 8, 9)], batch: 1)
    held.forget(connection(8))
    let conflated = held.take([.conflate(connection(9))], [], jotted: [:])
    expect(told(conflated), equals: ["conflate(Rooms.ConnectionID(number: 9))"])
    held.note(stored: 1, of: codes[0].shard)
    expect(told(held.sweep()), equals: ["1>7"])
  }

  /// Rooms of three shards tell six connections at random, and batches are stored at random.
  @Test("effects keep their order and never precede their storage", arguments: 1...8)
  func laws(seed: UInt64) {
    var draw = SplitMix64(seed: seed)
    var held = HeldEffects()
    var stored = [0: 0, 1: 0, 2: 0]
    var (batch, number) = (0, 0)
    var wanted: [(number: Int, room: Int, audience: [UInt64], batch: Int)] = []
    var newest = [0, 0, 0]
    var left: [Int] = []
    func note(_ effects: [Effect]) {
      for case .send(.watchers(let number), _) in effects { left.append(number) }
    }
    for _ in 0..<100 {
      let room = draw.number(in: 0...2)
      number += 1
      let audience = (1...6).filter { _ in draw.chance(30) }.map { UInt64($0) }
      let effect = Effect.send(.watchers(number), to: audience.map(connection))
      let mark = RoomMark(code: codes[room], effects: 0..<1)
      var jotted: [RoomCode: (shard: Int, batch: Int)] = [:]
      if draw.chance(40) {
        batch += 1
        newest[room] = batch
        jotted[codes[room]] = (codes[room].shard, batch)
      }
      wanted.append((number, room, audience, newest[room]))
      note(held.take([effect], [mark], jotted: jotted))
      if draw.chance(30) {
        let shard = draw.number(in: 0...2)
        let most = draw.number(in: (stored[shard] ?? 0)...max(newest[shard], stored[shard] ?? 0))
        stored[shard] = most
        held.note(stored: most, of: codes[shard].shard)
        note(held.sweep())
      }
      let all = Set(left)
      let early = wanted.first { all.contains($0.number) && $0.batch > stored[$0.room] ?? 0 }
      expect(early, equals: nil, "told before it is stored")
    }
    for code in codes { held.note(stored: .max, of: code.shard) }
    note(held.sweep())
    expect(left.sorted() == wanted.map(\.number) && held.count == 0)
    for room in 0...2 {
      let order = left.filter { wanted[$0 - 1].room == room }
      expect(order, equals: order.sorted(), "a room out of turn")
    }
    for person in 1...6 {
      let order = left.filter { wanted[$0 - 1].audience.contains(UInt64(person)) }
      expect(order, equals: order.sorted(), "somebody is told out of turn")
    }
  }
}

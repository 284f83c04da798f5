// What holds for every session at any moment: same inputs, same outputs; nothing before WELCOME but
// HELLO; whatever a server says, no harm; and every refusal has its words.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct SessionLawTests {
  private func scenario() throws -> World {
    var world = World("law")
    let code = try world.addRace(matches: 2)
    world.add(.watch(code, password: nil), name: "jun")
    world.add(.browse, name: "kim")
    for step in 0..<12 {
      world.run(2_345)
      world.cut(step % 3)
    }
    _ = world.run { $0.room(0)?.match?.number == 2 && $0.room(0)?.verdict != nil }
    return world
  }

  @Test func sameInputsGiveSameOutputsAndNothingIsRefused() throws {
    let worlds = [try scenario(), try scenario()]
    for (one, other) in zip(worlds[0].clients, worlds[1].clients) {
      expect(one.sent.map(\.message), equals: other.sent.map(\.message))
      expect(one.sent.map(\.at), equals: other.sent.map(\.at))
      expect(one.heard, equals: other.heard)
      expect(one.session.room, equals: other.session.room)
      // Nothing is said that a hall refuses.
      let refusals = one.heard.compactMap { message -> RefusalCode? in
        if case .no(let refusal) = message { refusal.code } else { nil }
      }
      expect(refusals.allSatisfy { $0 == .tooFar }, "\(refusals)")
    }
    expect(worlds[0].room(0)?.match?.number, equals: 2)
    expect(worlds[0].room(0)?.verdict, equals: .verified)
  }

  @Test func helloComesFirstOnEveryConnectionAndNothingElseBeforeWelcome() throws {
    var session = Session(
      intent: .join(try require(RoomCode("KM4T")), password: nil), hello: Hello(name: "ada"),
      secret: secret("ada"), hashing: hashing, selfPlay: nil)
    let now = Instant(milliseconds: 0)
    _ = session.start(at: now)
    expect(session.handle(.connected, at: now), equals: [.send(.hello(Hello(name: "ada")))])
    let actions: [UserAction] = [
      .list, .ready(true), .start, .addBot(level: 1), .config(RoomWishes(), opens: true),
      .host(PlayerID(number: 1)), .kick(PlayerID(number: 1)), .ban(PlayerID(number: 1)),
      .react(.wave), .sit, .lookOn, .lock(Guess([1, 2, 3])), .set(Guess([1, 2, 3])), .quick(nil),
      .leave, .browseAll,
    ]
    for action in actions { expect(session.act(action, at: now), equals: []) }
    expect(session.handle(.tick, at: now + 1_000), equals: [])
  }

  @Test func theServersPingIsAnsweredAtOnce() {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(100)
    world.inject(.ping(nonce: "abc"), into: 0)
    expect(world.clients[0].sent.last?.message, equals: .pong(nonce: "abc"))
    expect(world.clients[0].sent.last?.at, equals: world.now)
  }

  @Test func noBytesDoHarm() throws {
    var world = World()
    _ = try world.addPlayer()
    let heard = world.clients[0].heard.map(line)
    var session = world.clients[0].session
    var draw = RandomStream(key: secret("bytes"), hashing: hashing)
    let now = world.clients[0].local(world.now)
    for round in 0..<500 {
      var bytes = heard[draw.next(below: heard.count)]
      for _ in 0...draw.next(below: 4) where !bytes.isEmpty {
        let index = draw.next(below: bytes.count)
        switch draw.next(below: 3) {
        case 0: bytes[index] = UInt8(draw.next(below: 256))
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8(0x20 + draw.next(below: 0x5f)), at: index)
        }
      }
      _ = session.handle(.received(bytes[...]), at: now + round)
      if let deadline = session.deadline { expect(deadline, isAbove: now + round) }
    }
  }

  @Test func tooFastIsHeeded() throws {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(3_000)
    world.inject(.no(RefusalLine(code: .tooFast)), into: 0)
    let told = world.now
    world.run(5_000)
    let lists = world.clients[0].sent.filter { $0.at > told && $0.message == .list(nil) }
    expect(lists.count, isAtLeast: 2)
    expect(lists[0].at - told, isAtLeast: SessionLimits.pauseMilliseconds)
  }
}

extension UserAction {
  fileprivate static let browseAll = UserAction.watch(nil, password: nil)
}

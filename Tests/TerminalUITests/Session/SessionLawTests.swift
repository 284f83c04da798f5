// What holds for every session at any moment: same inputs, same outputs; nothing before WELCOME but
// HELLO; whatever a server says, no harm; and every refusal has its words.

import Game
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

  @Test func sameInputsSameOutputs() throws {
    let worlds = [try scenario(), try scenario()]
    for (one, other) in zip(worlds[0].clients, worlds[1].clients) {
      #expect(one.sent.map(\.message) == other.sent.map(\.message))
      #expect(one.sent.map(\.at) == other.sent.map(\.at))
      #expect(one.heard == other.heard)
      #expect(one.session.room == other.session.room)
    }
    #expect(worlds[0].room(0)?.match?.number == 2)
    #expect(worlds[0].room(0)?.verdict == .verified)
  }

  @Test func nothingThatAHallRefusesIsEverSaid() throws {
    let world = try scenario()
    for client in world.clients {
      let refusals = client.heard.compactMap { message -> RefusalCode? in
        if case .no(let refusal) = message { refusal.code } else { nil }
      }
      #expect(refusals.allSatisfy { $0 == .tooFar }, "\(refusals)")
    }
  }

  @Test func helloComesFirstOnEveryConnectionAndNothingElseBeforeWelcome() throws {
    var session = Session(
      intent: .join(try #require(RoomCode("KM4T")), password: nil), hello: Hello(name: "ada"),
      secret: secret("ada"), hashing: hashing, selfPlay: nil)
    let now = Instant(milliseconds: 0)
    _ = session.start(at: now)
    #expect(session.handle(.connected, at: now) == [.send(.hello(Hello(name: "ada")))])
    let actions: [UserAction] = [
      .list, .ready(true), .start, .addBot(level: 1), .config(RoomWishes(), opens: true),
      .host(PlayerID(number: 1)), .kick(PlayerID(number: 1)), .ban(PlayerID(number: 1)),
      .react(.wave), .sit, .lookOn, .lock(Guess([1, 2, 3])), .set(Guess([1, 2, 3])), .quick(nil),
      .leave, .browseAll,
    ]
    for action in actions { #expect(session.act(action, at: now) == []) }
    #expect(session.handle(.tick, at: now + 1_000) == [])
  }

  @Test func theServersPingIsAnsweredAtOnce() {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(100)
    world.inject(.ping(nonce: "abc"), into: 0)
    #expect(world.clients[0].sent.last?.message == .pong(nonce: "abc"))
    #expect(world.clients[0].sent.last?.at == world.now)
  }

  @Test func noBytesDoHarm() throws {
    var world = World()
    _ = try world.addPlayer()
    let heard = world.clients[0].heard.map(line)
    var session = world.clients[0].session
    var draw = RandomStream(key: secret("bytes"), hashing: hashing)
    let now = world.clients[0].local(world.now)
    for round in 0..<3_000 {
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
      if let deadline = session.deadline { #expect(deadline > now + round) }
    }
  }

  @Test func everyMessageInEveryStateIsHarmless() throws {
    var world = World()
    let code = try world.addPlayer()
    let heard = world.clients[0].heard
    let now = Instant(milliseconds: 0)
    var sessions: [Session] = []
    for intent: Intent in [.browse, .create(RoomWishes(), bots: [1]), .join(code, password: nil)] {
      var session = Session(
        intent: intent, hello: Hello(), secret: secret("x"), hashing: hashing, selfPlay: nil)
      _ = session.start(at: now)
      sessions.append(session)
      _ = session.handle(.connected, at: now)
      sessions.append(session)
      _ = session.handle(.lost("gone"), at: now)
      sessions.append(session)
      _ = session.act(.quit, at: now)
      sessions.append(session)
    }
    for session in sessions {
      for message in heard {
        var session = session
        _ = session.handle(.received(line(message)[...]), at: now)
        _ = session.handle(.tick, at: now)
      }
    }
    #expect(sessions.count == 12)
  }

  @Test func tooFastIsHeeded() throws {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(3_000)
    world.inject(.no(RefusalLine(code: .tooFast)), into: 0)
    let told = world.now
    world.run(5_000)
    let lists = world.clients[0].sent.filter { $0.at > told && $0.message == .list(nil) }
    #expect(lists.count >= 2)
    #expect(lists[0].at - told >= SessionLimits.pauseMilliseconds)
  }

  @Test func onlyTheNewestNoticesAreKeptAndShownWhileFresh() {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(100)
    for _ in 0..<40 { world.inject(.no(RefusalLine(code: .notYours)), into: 0) }
    let session = world.clients[0].session
    #expect(session.notices.count == SessionLimits.noticesMax)
    #expect(session.notices.last?.number == 40)
    let local = world.clients[0].local(world.now)
    #expect(session.freshNotice(at: local + 4_999)?.text == "Only the host can do that.")
    #expect(session.freshNotice(at: local + 5_000) == nil)
  }
}

struct RefusalSentenceTests {
  @Test func everyRefusalIsOneSentenceOfItsOwn() {
    let sentences = RefusalCode.allCases.map(\.sentence)
    #expect(Set(sentences).count == sentences.count)
    for sentence in sentences {
      #expect(sentence.first?.isUppercase == true)
      #expect(sentence.filter { $0 == "." }.count == 1)
      #expect(sentence.hasSuffix("."))
      #expect((10...80).contains(sentence.count), "\(sentence)")
    }
  }

  @Test(arguments: [
    (
      RefusalLine(code: .notNow, text: "a match is running"),
      "You cannot do that now: a match is running."
    ),
    (RefusalLine(code: .notNow), "You cannot do that now."),
    (
      RefusalLine(code: .badField, text: "seats is 1"),
      "The server does not allow that value: seats is 1."
    ),
    (RefusalLine(code: .roomFull, text: "x"), "Every seat in that room is taken."),
  ])
  func whatTheServerSaysAboutItIsAdded(refusal: RefusalLine, sentence: String) {
    #expect(refusal.sentence == sentence)
  }
}

extension UserAction {
  fileprivate static let browseAll = UserAction.watch(nil, password: nil)
}

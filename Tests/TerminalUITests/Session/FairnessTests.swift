// The room model and its proofs: no order of messages does harm, and a server that cheats with
// nonces is found by the player's own program.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct MatchRecord {
  let code: RoomCode
  let messages: [ServerMessage]

  init() throws {
    var world = World("record")
    let code = try world.addHost()
    let watcher = world.add(.watch(code, password: nil), name: "jun", then: 100)
    let skill = try require(Skill(level: 2))
    world.add(
      .join(code, password: nil), name: "oskar", selfPlay: SelfPlay(skill: skill, matches: 1))
    world.reach { $0.room(watcher)?.verdict != nil }
    world.run(2_000)
    self.code = code
    messages = world.clients[watcher].heard
  }

  func room(_ messages: some Collection<ServerMessage>) -> RoomModel {
    var room = RoomModel(
      code: code, role: .watcher, me: PlayerID(number: 99), last: 0, before: nil)
    for message in messages { room.fold(message, hashing: hashing) }
    return room
  }
}

extension RoomModel {
  func seen(as client: Int, in world: World) -> RoomModel {
    var room = self
    room.me = world.room(client)?.me ?? me
    room.role = world.room(client)?.role ?? role
    return room
  }

  /// The room without what was found out about it by those who were there.
  var asANewcomerKnowsIt: RoomModel {
    var room = self
    room.heard = HeardRoom(settings: settings, last: last, before: nil)
    return room
  }
}

struct FairnessTests {
  @Test func aLateWatcherKnowsWhatAnEarlyOneKnows() throws {
    var world = World("late")
    let code = try world.addRace(
      RoomWishes(mode: .hsb, rounds: 3, seconds: 15, level: .normal, seats: 3), matches: 2)
    let early = world.add(.watch(code, password: nil), name: "early")
    var compared = 0
    for _ in 0..<40 {
      if world.room(early)?.match?.number == 2, world.room(early)?.isRunning == false { break }
      world.run(1_700)
      let late = world.add(.watch(code, password: nil), name: "late")
      // Until what is on its way has come: the moves of 50 ms, the count of watchers of a second.
      world.run(1_100)
      let newcomer = try require(world.room(late))
      let veteran = try require(world.room(early)?.seen(as: late, in: world))
      expect(newcomer.heard.state, equals: veteran.heard.state)
      expect(newcomer.asANewcomerKnowsIt, equals: veteran.asANewcomerKnowsIt)
      world.act(late, .quit)
      compared += 1
    }
    expect(compared, isAbove: 10)
  }

  @Test func hearingEverythingTwiceChangesNothing() throws {
    let record = try MatchRecord()
    let numbered = record.messages.filter(\.isNumbered)
    let once = record.room(record.messages)
    var twice = once
    for message in numbered { twice.fold(message, hashing: hashing) }
    expect(once, equals: twice)
    let stuttered = record.messages.flatMap { $0.isNumbered ? [$0, $0] : [$0] }
    expect(record.room(stuttered), equals: once)
  }

  @Test func noOrderOfMessagesDoesHarm() throws {
    let record = try MatchRecord()
    for seed in 0..<40 {
      var draw = RandomStream(key: secret("order \(seed)"), hashing: hashing)
      var messages = record.messages
      for index in messages.indices.dropLast() {
        messages.swapAt(index, index + draw.next(below: messages.count - index))
      }
      messages.removeLast(draw.next(below: messages.count))
      let room = record.room(messages)
      expect(room.seats.count, isAtMost: 2)
      expect(room.match?.standings.count ?? 0, isAtMost: 2)
    }
  }

  /// That any altered line is found is proved where transcripts are audited, by the same
  /// `HeardRoom`.
  @Test func aLieFoundBeforeTheConnectionWasLostIsNotForgotten() throws {
    let record = try MatchRecord()
    let lie = record.messages.prefix { $0.verb != .over }
      .map { message -> ServerMessage in
        guard
          case .room(let number, .countdown(let match, let opens, let players, _, _, _)) = message
        else { return message }
        let nonces = players.map { _ in Nonce.none }
        return .room(
          n: number, .countdown(match: match, opens: opens, players: players, nonces: nonces))
      }
    let lied = record.room(lie)
    expect(lied.verdict, equals: nil)
    var room = RoomModel(code: record.code, role: .watcher, me: lied.me, last: 0, before: lied)
    for message in record.messages { room.fold(message, hashing: hashing) }
    expect(room.verdict, equals: .mismatch(.nonces))
  }

  @Test func theOwnShareOfTheRandomnessCannotBeChanged() throws {
    let forged = try require(Nonce(hex: "ff00"))
    var world = World()
    _ = try world.addHost()
    world.run(100)
    let session = world.clients[0].session
    let me = try require(session.me)
    let last = try require(session.room?.last)
    let pledge = try require(session.room?.pledge)
    expect(session.room?.mySeat?.share, equals: Share(seal: pledge.secret.seal(hashing)))
    world.inject(.room(n: last + 1, .readied(me, true, Share(nonce: forged))), into: 0)
    world.inject(
      .room(n: last + 2, .countdown(match: 1, opens: world.now, players: [me], nonces: [forged])),
      into: 0)
    let seed = try require(MatchSeed(bytes: secret("any")))
    world.inject(.play(n: last + 3, .over), into: 0)
    world.inject(.play(n: last + 4, .seed(seed)), into: 0)
    expect(world.room(0)?.verdict, equals: .mismatch(.nonces))
  }

  @Test func theNonceIsSaidOnlyWhenItIsCalledForAndIsWhatTheMatchIsDrawnFrom() throws {
    var world = World("whole")
    world.add(.create(RoomWishes(mode: .rgb, seats: 1), bots: []), name: "ada", then: 100)
    world.act(0, .ready(true))
    func said() -> [Nonce] {
      world.said(0).compactMap { if case .reveal(let nonce) = $0 { nonce } else { nil } }
    }
    expect(isEmpty: said())
    world.run(300)
    expect(said().count, equals: 1)
    expect(world.room(0)?.match?.nonces, equals: said())
    expect(world.room(0)?.heard.flaw, equals: nil)
  }

  private func view(_ mode: Mode) -> RoomSettings {
    RoomSettings(name: "x", rules: .usual(of: mode), seats: 1, isListed: true, password: nil)
  }

  @Test func aNonceThatIsGivenAfterTheSealsWereOpenedIsFoundOut() throws {
    let (me, other) = (PlayerID(number: 1), PlayerID(number: 2))
    let own = try require(Nonce(hex: "00112233445566778899aabbccddeeff"))
    let chosen = try require(Nonce(hex: "c0ffee"))
    let seal = own.seal(hashing)
    let begin: [RoomEvent] = [
      .commit(match: 1, hash: secret("seed")), .readied(me, true, Share(seal: seal)),
      .readied(other, true, Share(nonce: Nonce(hex: "aa"))),
    ]
    let opened = RoomEvent.readied(me, true, Share(nonce: own, seal: seal))
    let call = RoomEvent.reveal(match: 1, players: [me, other])
    let given = RoomEvent.readied(other, true, Share(nonce: chosen))
    func flaw(_ events: [RoomEvent], _ nonces: [Nonce]) throws -> Flaw? {
      var room = RoomModel(
        code: try require(RoomCode("KM4T")), role: .player, me: me, last: 0, before: nil)
      let countdown = RoomEvent.countdown(
        match: 1, opens: Instant(milliseconds: 0), players: [me, other], nonces: nonces)
      for (index, event) in (begin + events + [countdown]).enumerated() {
        room.fold(.room(n: index + 1, event), hashing: hashing)
      }
      return room.heard.flaw
    }
    let first = try require(Nonce(hex: "aa"))
    try expect(flaw([call, opened], [own, first]), equals: nil)
    try expect(flaw([call], [.none, first]), equals: nil, "who keeps silent gives nothing")
    try expect(flaw([call, opened], [.none, first]), equals: .nonces, "but it was opened")
    try expect(flaw([call], [own, first]), equals: .nonces, "it was not opened")
    try expect(flaw([opened], [own, first]), equals: .nonces, "nobody was called")
    try expect(flaw([], [.none, first]), equals: .nonces, "nobody was called")
    try expect(flaw([call, opened, given], [own, chosen]), equals: .nonces, "given too late")
    try expect(flaw([call, opened, given, call], [own, chosen]), equals: .nonces, "called again")
    // Only other rules bring another seed for the same match; nothing given before may go with it.
    let anew: [RoomEvent] = [
      .settings(view(.daily)), .settings(view(.rgb)), .commit(match: 1, hash: secret("other")),
    ]
    try expect(flaw([call] + anew + [opened], [own, first]), equals: .commitment, "another seed")
    try expect(
      flaw([call, .away(other, until: Instant(milliseconds: 9)), opened], [own, first]),
      equals: .nonces, "the start was called off")
    let wrong = RoomEvent.readied(me, true, Share(nonce: chosen, seal: seal))
    try expect(flaw([call, wrong], [chosen, first]), equals: .nonces, "not the sealed one")
  }
}

extension ServerMessage {
  fileprivate var isNumbered: Bool {
    switch self {
    case .room(let number, _), .play(let number, _): number != nil
    default: false
    }
  }
}

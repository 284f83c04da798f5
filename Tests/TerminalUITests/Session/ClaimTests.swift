// What a lock claims: the moment of the key by the server's clock, as far as it is known here; and
// what the hall makes of it, which is what is shown.

import Chroma
import Game
import Testing
import Wire

@testable import TerminalUI

struct ClaimTests {
  private func claims(_ world: World) -> [Int?] {
    world.said(0)
      .compactMap { message in
        if case .play(.lock(_, let claim)) = message { claim } else { nil }
      }
  }

  @Test func theMomentOfTheKeyCountsAndLagIsTakenOff() throws {
    var world = World("claim")
    world.add(.create(shortWishes, bots: [1]), name: "ada", up: 60, down: 60)
    world.run(15_000)
    world.act(0, .ready(true))
    let isOpen = world.run { $0.clients[0].session.canMove(at: $0.clients[0].local($0.now)) }
    #expect(isOpen)
    world.run(700)
    let round = try #require(world.room(0)?.match?.round)
    let elapsed = world.now - round.start.opens
    world.act(0, .lock(round.challenge.answer))
    #expect(claims(world) == [elapsed])
    world.run(200)
    let me = try #require(world.clients[0].session.me)
    #expect(world.room(0)?.match?.round?.lock(of: me)?.elapsed == elapsed)
    #expect(world.room(0)?.match?.round?.lock(of: me)?.lag == 60)
    let isShut = world.run { $0.room(0)?.match?.results.first?.scores.count == 2 }
    #expect(isShut)
    let score = try #require(world.room(0)?.match?.results[0].score(of: me))
    #expect(score.elapsed == elapsed && score.lag == 60 && score.isFirst)
  }

  @Test func noClaimIsNegativeOrFartherOffThanTheClockIs() throws {
    for (up, down) in [(0, 0), (1, 99), (99, 1), (50, 50), (200, 10)] {
      for wait in [0, 1, 40] {
        var world = World("claims")
        world.add(.create(shortWishes, bots: [1]), name: "ada", up: up, down: down)
        world.run(2_000)
        world.act(0, .ready(true))
        let isAnnounced = world.run { $0.room(0)?.match?.round != nil }
        #expect(isAnnounced)
        let opens = try #require(world.room(0)?.match?.round?.start.opens)
        let client = world.clients[0]
        let local = client.session.clock.local(at: opens)
        world.run(max(0, client.server(local) - world.now) + wait)
        world.act(0, .lock(Guess([1, 2, 3])))
        let claim = try #require(claims(world).first ?? nil)
        #expect(claim >= 0)
        #expect(abs(claim - (world.now - opens)) <= (up + down) / 2)
      }
    }
  }

  @Test func aTileIsChosenInSilenceAndOnlyItsLockIsTold() throws {
    var world = World("tile")
    _ = try world.addPlayer(RoomWishes(mode: .tiles, rounds: 1, seats: 2), bots: [1])
    let round = try #require(world.room(0)?.match?.round)
    let right = round.challenge.answer.values[0]
    let wrong = right == 1 ? 2 : 1
    for tile in [0, wrong, right] { world.act(0, .set(Guess([tile]))) }
    #expect(world.clients[0].session.guess == Guess([right]))
    world.run(1_000)
    #expect(!world.said(0).contains { $0.verb == .set })
    for tile in [0, -1, round.challenge.tiles.count + 1, 13] {
      world.act(0, .lock(Guess([tile])))
    }
    #expect(claims(world).isEmpty, "tiles that are not there are not even tried")
    world.act(0, .lock(Guess([wrong])))
    world.run(50)
    #expect(world.clients[0].session.notices.last?.code == .tooFar)
    let me = try #require(world.clients[0].session.me)
    let misses = try #require(world.room(0)?.match?.round)
    let thaws = try #require(misses.frozenUntil(me))
    #expect(misses.miss(of: me) != nil && thaws > world.now)
    world.cut(0)
    world.run(2_000)
    #expect(!world.said(0).contains { $0.verb == .set }, "not after a lost connection either")
    world.act(0, .lock(Guess([right])))
    let isShut = world.run(within: 16_000) { $0.room(0)?.match?.results.isEmpty == false }
    #expect(isShut)
    world.run(100)
    #expect(world.room(0)?.match?.results[0].score(of: me)?.difference == .zero)
    #expect(world.room(0)?.match?.results[0].score(of: me)?.misses == 1)
  }

  @Test func aTargetThatHidesIsHiddenFromThenOn() throws {
    var world = World("hide")
    _ = try world.addPlayer(RoomWishes(mode: .memory, rounds: 1, seats: 2), bots: [1])
    let round = try #require(world.room(0)?.match?.round)
    let hides = try #require(round.start.hides)
    #expect(hides == round.start.opens + 3_000)
    #expect(!round.isHidden(at: hides - 1))
    #expect(round.isHidden(at: hides))
    #expect(round.moves.isEmpty)
    world.act(0, .set(Guess([1, 2, 3])))
    world.run(200)
    #expect(world.room(0)?.match?.round?.moves.isEmpty == true)
    #expect(world.said(0).last == .play(.set(Guess([1, 2, 3]))))
  }
}

// What a lock claims: the moment of the key by the server's clock, as far as it is known here. The
// hall's answer to it is what is shown.

import Chroma
import Game
import TestSupport
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
    expect(isOpen)
    world.run(700)
    let round = try require(world.room(0)?.match?.round)
    let elapsed = world.now - round.start.opens
    world.act(0, .lock(round.challenge.answer))
    expect(claims(world), equals: [elapsed])
    world.run(200)
    let me = try require(world.clients[0].session.me)
    expect(world.room(0)?.match?.round?.lock(of: me)?.elapsed, equals: elapsed)
    expect(world.room(0)?.match?.round?.lock(of: me)?.lag, equals: 60)
    let isShut = world.run { $0.room(0)?.match?.results.first?.scores.count == 2 }
    expect(isShut)
    let score = try require(world.room(0)?.match?.results[0].score(of: me))
    expect(score.elapsed == elapsed && score.lag == 60 && score.isFirst)
  }

  @Test func noClaimIsNegativeOrFartherOffThanTheClockIs() throws {
    for (up, down) in [(1, 99), (200, 10)] {
      for wait in [0, 40] {
        var world = World("claims")
        world.add(.create(shortWishes, bots: [1]), name: "ada", up: up, down: down)
        world.run(2_000)
        world.act(0, .ready(true))
        let isAnnounced = world.run { $0.room(0)?.match?.round != nil }
        expect(isAnnounced)
        let opens = try require(world.room(0)?.match?.round?.start.opens)
        let client = world.clients[0]
        let local = client.session.clock.local(at: opens)
        world.run(max(0, client.server(local) - world.now) + wait)
        world.act(0, .lock(Guess([1, 2, 3])))
        let claim = try require(claims(world).first ?? nil)
        expect(claim, isAtLeast: 0)
        expect(abs(claim - (world.now - opens)), isAtMost: (up + down) / 2)
      }
    }
  }
}

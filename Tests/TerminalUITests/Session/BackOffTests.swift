// When connections are tried again and when not: back-off, silence, and the refusals that mean it.

import Game
import Rooms
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct BackOffTests {
  /// How long the first client waits before each attempt of a minute, once its server is gone.
  private static func pauses(in world: inout World) -> [Int] {
    world.run(20_000)
    world.clients[0].isReachable = false
    let lost = world.now
    world.cut(0)
    world.run(60_000)
    let attempts = world.clients[0].attempts.filter { $0 >= lost }
    return zip([lost] + attempts, attempts).map { $1 - $0 }
  }

  @Test func attemptsComeEverMoreSlowlyUpToEightSeconds() throws {
    var world = World()
    world.add(.browse, name: "ada")
    let pauses = Self.pauses(in: &world)
    // Each refusal takes a round trip of 10 ms before the next wait begins.
    expect(pauses.prefix(7), equals: [250, 1_010, 2_010, 4_010, 8_010, 8_010, 8_010])
    guard case .lost(let retryAt, let reason) = world.clients[0].session.state else {
      Issue.record("the last attempt is not over")
      return
    }
    expect(reason, equals: "connection refused")
    expect(
      retryAt, equals: world.clients[0].local(try #require(world.clients[0].attempts.last) + 8_010))
  }

  @Test func aServerThatHangsUpAtOnceIsNotStormed() throws {
    var world = World()
    world.add(.browse, name: "ada")
    for _ in 0..<16 {
      _ = world.run(within: 20_000) { $0.clients[0].session.state == .online }
      world.cut(0)
    }
    let attempts = world.clients[0].attempts
    let pauses = zip(attempts, attempts.dropFirst()).map { $1 - $0 }
    expect(pauses.dropFirst(5).allSatisfy { $0 >= 8_000 })
  }

  @Test func aServerThatFallsSilentIsLeft() throws {
    var world = World()
    let code = try world.addHost()
    let guest = world.add(.join(code, password: nil), name: "jun")
    world.run(5_000)
    let silent = world.now
    world.silence(guest)
    let isWaiting = world.run(within: 20_000) { $0.clients[guest].session.isWaiting }
    expect(isWaiting)
    expect(world.now - silent, isBelow: 4_000, "it is said at once")
    expect(Sheet.trouble(world.clients[guest].session, at: world.now), differsFrom: nil)
    let isLost = world.run(within: 20_000) { world in
      if case .lost = world.clients[guest].session.state { true } else { false }
    }
    expect(isLost)
    expect(SessionLimits.silenceMilliseconds...15_000 ~= world.now - silent)
    world.run(2_000)
    expect(world.room(guest)?.mySeat, differsFrom: nil, "and found again")
  }

  @Test(arguments: [RefusalCode.badVersion, .badLine, .replaced])
  func someRefusalsEndTheSession(code: RefusalCode) {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(100)
    world.inject(.no(RefusalLine(code: code)), into: 0)
    expect(world.clients[0].session.state, equals: .ended(.failed(code.sentence)))
    world.run(60_000)
    expect(world.clients[0].attempts.count, equals: 1)
  }

  @Test(arguments: [RefusalCode.idle, .tooSlow, .shuttingDown, .moved, .serverFull])
  func othersAreTriedAgain(code: RefusalCode) {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(100)
    world.inject(.no(RefusalLine(code: code)), into: 0)
    guard case .lost(_, let reason) = world.clients[0].session.state else {
      Issue.record("not lost")
      return
    }
    expect(code.sentence.lowercased(), equals: "\(reason).".lowercased())
    world.run(1_000)
    expect(world.clients[0].session.state, equals: .online)
  }
}

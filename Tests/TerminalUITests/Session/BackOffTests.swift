// When connections are tried again, for how long, and when not: back-off, patience, silence, and
// the refusals that mean it.

import Game
import Rooms
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
    #expect(pauses.prefix(7) == [250, 1_010, 2_010, 4_010, 8_010, 8_010, 8_010])
    guard case .lost(let retryAt, let reason) = world.clients[0].session.state else {
      Issue.record("the last attempt is not over")
      return
    }
    #expect(reason == "connection refused")
    #expect(retryAt == world.clients[0].local(try #require(world.clients[0].attempts.last) + 8_010))
  }

  @Test func inARoomNobodyComesLaterThanItsMatchGoesOn() throws {
    var world = World()
    _ = try world.addHost()
    let pauses = Self.pauses(in: &world)
    #expect(pauses.prefix(6) == [250, 1_010, 2_010, 2_010, 2_010, 2_010])
    #expect(SessionLimits.backOffMilliseconds[2] < Limits().pauseMilliseconds)
  }

  @Test func afterAGoodConnectionItBeginsQuicklyAgain() throws {
    var world = World()
    world.add(.browse, name: "ada")
    for _ in 0..<3 {
      world.run(SessionLimits.stableMilliseconds + 1_000)
      let lost = world.now
      world.cut(0)
      world.run(1_000)
      #expect(world.clients[0].attempts.last == lost + 250)
    }
  }

  @Test func aServerThatWasNeverReachedIsGivenUpSoon() throws {
    var world = World()
    world.add(.browse, name: "ada", isReachable: false)
    let start = world.now
    let isOver = world.run { $0.clients[0].session.deadline == nil }
    #expect(isOver)
    #expect(19_000...30_000 ~= world.now - start)
    guard case .ended(.failed(let text)) = world.clients[0].session.state else {
      Issue.record("not given up")
      return
    }
    #expect(text.hasPrefix("The server could not be reached for 2"))
    #expect(text.hasSuffix(" seconds: connection refused."))
  }

  @Test func aServerThatWasReachedIsTriedForTenMinutes() throws {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(20_000)
    world.clients[0].isReachable = false
    let lost = world.now
    world.cut(0)
    let isOver = world.run(within: 700_000) { $0.clients[0].session.deadline == nil }
    #expect(isOver)
    #expect(600_000...610_000 ~= world.now - lost)
  }

  @Test func aServerThatHangsUpAtOnceIsNotStormed() throws {
    var world = World()
    world.add(.browse, name: "ada")
    for _ in 0..<200 {
      _ = world.run(within: 20_000) { $0.clients[0].session.state == .online }
      world.cut(0)
    }
    let attempts = world.clients[0].attempts
    let pauses = zip(attempts, attempts.dropFirst()).map { $1 - $0 }
    #expect(pauses.dropFirst(5).allSatisfy { $0 >= 8_000 })
  }

  @Test func aServerThatFallsSilentIsLeft() throws {
    var world = World()
    let code = try world.addHost()
    let guest = world.add(.join(code, password: nil), name: "jun")
    world.run(5_000)
    let silent = world.now
    world.silence(guest)
    let isWaiting = world.run(within: 20_000) { $0.clients[guest].session.isWaiting }
    #expect(isWaiting)
    #expect(world.now - silent < 4_000, "it is said at once")
    #expect(Sheet.trouble(world.clients[guest].session, at: world.now) != nil)
    let isLost = world.run(within: 20_000) { world in
      if case .lost = world.clients[guest].session.state { true } else { false }
    }
    #expect(isLost)
    #expect(SessionLimits.silenceMilliseconds...15_000 ~= world.now - silent)
    world.run(2_000)
    #expect(world.room(guest)?.mySeat != nil, "and found again")
  }

  @Test func aServerThatNeitherAnswersNorWelcomesIsLeft() {
    for isConnected in [false, true] {
      var session = Session(
        intent: .browse, hello: Hello(name: "ada"), secret: secret("ada"), hashing: hashing,
        selfPlay: nil)
      let start = Instant(milliseconds: 0)
      #expect(session.start(at: start) == [.connect])
      if isConnected { _ = session.handle(.connected, at: start) }
      let limit =
        isConnected ? SessionLimits.greetingMilliseconds : SessionLimits.connectMilliseconds
      #expect(session.deadline == start + limit)
      #expect(session.handle(.tick, at: start + limit - 1) == [])
      #expect(session.handle(.tick, at: start + limit) == [.disconnect])
      #expect(session.deadline == start + limit + SessionLimits.backOffMilliseconds[0])
    }
  }

  @Test func suspendingTheProgramDoesNotCountAsSilence() {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(3_000)
    var session = world.clients[0].session
    let later = world.clients[0].local(world.now + 3_600_000)
    let outputs = session.handle(.tick, at: later)
    #expect(session.state == .online)
    #expect(!outputs.contains(.disconnect))
  }

  @Test(arguments: [RefusalCode.badVersion, .badLine, .replaced])
  func someRefusalsEndTheSession(code: RefusalCode) {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(100)
    world.inject(.no(RefusalLine(code: code)), into: 0)
    #expect(world.clients[0].session.state == .ended(.failed(code.sentence)))
    world.run(60_000)
    #expect(world.clients[0].attempts.count == 1)
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
    #expect(code.sentence.lowercased() == "\(reason).".lowercased())
    world.run(1_000)
    #expect(world.clients[0].session.state == .online)
  }

  @Test func aSeatTakenOverFromElsewhereIsNotFoughtFor() throws {
    var world = World()
    let code = try world.addHost()
    let guest = world.add(.join(code, password: nil), name: "jun")
    world.run(100)
    world.silence(guest)
    world.inject(.no(RefusalLine(code: .replaced)), into: guest)
    world.run(60_000)
    #expect(world.clients[guest].attempts.count == 1)
  }
}

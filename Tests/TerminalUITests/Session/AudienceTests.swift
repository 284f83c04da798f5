// Asking who looks on, against a real hall: what is known then, and who is put out.

import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("Who looks on")
struct AudienceTests {
  /// A host, somebody on a seat, and two who look on.
  private func room(_ screen: PlainScreen? = nil) throws -> World {
    var world = World("audience")
    world.add(.create(RoomWishes(), bots: []), name: "Ada", screen: screen)
    world.run(100)
    let code = try #require(world.room(0)?.code)
    world.add(.join(code, password: nil), name: "Bob")
    for name in ["Cal", "Dan"] { world.add(.watch(code, password: nil), name: name) }
    world.run(2_000)
    #expect(world.room(0)?.watchers == 2)
    return world
  }

  private func names(_ client: Int, in world: World) -> [String]? {
    world.room(client)?.audience?.onlookers.map(\.profile.name)
  }

  private func me(_ client: Int, in world: World) throws -> PlayerID {
    try #require(world.clients[client].session.me)
  }

  @Test func everybodyInTheRoomIsToldTheNewestFirst() throws {
    var world = try room()
    for client in 0...3 {
      #expect(world.room(client)?.audience == nil)
      world.act(client, .who)
      world.run(100)
      #expect(names(client, in: world) == ["Dan", "Cal"])
      #expect(world.room(client)?.audience?.number == 1)
      #expect(world.room(client)?.watchersUntold == 0)
    }
  }

  @Test func oneQuestionIsAskedAtATime() throws {
    var world = try room()
    for _ in 1...3 { world.act(0, .who) }
    world.run(100)
    #expect(world.clients[0].sent.count { $0.message == .who } == 1)
    world.act(0, .who)
    world.run(100)
    #expect(world.room(0)?.audience?.number == 2)
  }

  @Test func theHostPutsAWatcherOutAndAsksWhoIsLeft() throws {
    var world = try room()
    let dan = try me(3, in: world)
    world.act(0, .kick(dan))
    world.act(0, .who)
    world.run(100)
    #expect(names(0, in: world) == ["Cal"])
    #expect(world.room(3) == nil)
    world.act(0, .kick(dan))
    world.run(100)
    #expect(world.clients[0].session.notices.map(\.code) == [.noPlayer])
  }

  @Test func aLostConnectionLosesTheQuestionAndItCanBeAskedAgain() throws {
    var world = try room()
    world.act(0, .who)
    world.cut(0)
    world.run(5_000)
    #expect(world.room(0)?.audience == nil)
    world.act(0, .who)
    world.run(100)
    #expect(names(0, in: world) == ["Dan", "Cal"])
  }

  @Test func noMoreIsKeptThanAServerMayTell() throws {
    var world = try room()
    world.act(0, .who)
    for number in 1...150 {
      world.inject(
        .watcher(
          PlayerID(number: 1_000 + number),
          Profile(name: "W", icon: .sun, color: Profile.palette[0], isBot: false)),
        into: 0)
    }
    world.inject(.watchers(400), into: 0)
    world.inject(.end(of: "WHO", count: 150), into: 0)
    #expect(world.room(0)?.audience?.onlookers.count == SessionLimits.onlookersMax)
    #expect(world.room(0)?.watchersUntold == 300)
  }

  @Test func whatNobodyAskedForIsNotTaken() throws {
    var world = try room()
    let before = world.room(0)
    world.inject(
      .watcher(
        PlayerID(number: 7), Profile(name: "W", icon: .sun, color: Profile.palette[0], isBot: false)
      ),
      into: 0)
    world.inject(.end(of: "WHO", count: 1), into: 0)
    #expect(world.room(0) == before)
  }

  // MARK: In lines

  @Test func linesSayWhoWatchesAndPutThemOutByName() throws {
    let screen = PlainScreen()
    var world = try room(screen)
    world.type(0, "kick dan")
    #expect(screen.lines.last?.hasSuffix(". watchers lists who is watching") == true)
    world.type(0, "watchers")
    world.run(100)
    #expect(screen.lines.last == "watchers: Dan, Cal")
    world.type(0, "host dan")
    #expect(screen.lines.last?.hasPrefix("nobody here is called dan. players: ") == true)
    world.type(0, "kick da")
    world.run(100)
    #expect(screen.lines.last == "watchers: Cal")
    world.type(0, "ban cal")
    world.run(100)
    #expect(screen.lines.last == "nobody watches")
    world.run(2_000)
    #expect(world.room(2) == nil && world.room(3) == nil)
    world.type(0, "kick bob")
    world.run(100)
    #expect(screen.lines.last == "the host removed Bob, who may come back")
  }

  @Test func ofManyWhoWatchLinesNameTheNewest() throws {
    let screen = PlainScreen()
    var world = try room(screen)
    let code = try #require(world.room(0)?.code)
    for number in 1...23 { world.add(.watch(code, password: nil), name: "W\(number)") }
    world.run(3_000)
    world.type(0, "watchers")
    world.run(100)
    #expect(screen.lines.last?.hasPrefix("watchers: W23, W22, ") == true)
    #expect(screen.lines.last?.hasSuffix(", W4, 5 more") == true)
  }

  @Test func whoWatchesIsCalledYouInLines() throws {
    let screen = PlainScreen()
    var world = try room()
    let code = try #require(world.room(0)?.code)
    world.add(.watch(code, password: nil), name: "Eve", screen: screen)
    world.run(100)
    world.type(4, "audience")
    world.run(100)
    #expect(screen.lines.last == "watchers: you, Dan, Cal")
    world.type(4, "leave")
    world.run(100)
    world.type(4, "watchers")
    #expect(screen.lines.last == "you are in no room. rooms lists them, join CODE joins one")
  }
}

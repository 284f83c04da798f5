// Asking who looks on, against a real hall: everybody is told, and no more is kept than a server
// may tell.

import Game
import TestSupport
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
    let code = try require(world.room(0)?.code)
    world.add(.join(code, password: nil), name: "Bob")
    for name in ["Cal", "Dan"] { world.add(.watch(code, password: nil), name: name) }
    world.run(2_000)
    expect(world.room(0)?.watchers, equals: 2)
    return world
  }

  private func names(_ client: Int, in world: World) -> [String]? {
    world.room(client)?.audience?.onlookers.map(\.profile.name)
  }

  @Test func everybodyInTheRoomIsToldTheNewestFirst() throws {
    var world = try room()
    for client in 0...3 {
      expect(world.room(client)?.audience, equals: nil)
      world.act(client, .who)
      world.run(100)
      expect(names(client, in: world), equals: ["Dan", "Cal"])
      expect(world.room(client)?.audience?.number, equals: 1)
      expect(world.room(client)?.watchersUntold, equals: 0)
    }
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
    expect(world.room(0)?.audience?.onlookers.count, equals: SessionLimits.onlookersMax)
    expect(world.room(0)?.watchersUntold, equals: 300)
  }
}

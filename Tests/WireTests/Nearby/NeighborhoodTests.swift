// The games of a network: what becomes of what it says, and that it cannot say more than fits.

import TestSupport
import Testing

@testable import Wire

@Suite("The neighborhood")
struct NeighborhoodTests {
  private let kestrel = NearbyPlace(name: "Kestrel's room", interface: 2)
  private let record = NeighborhoodTests.record(isPlaying: false)

  private static func record(isPlaying: Bool) -> [UInt8] {
    let room = Announcement.Room(
      mode: "rgb", taken: 1, seats: 8, isPlaying: isPlaying, code: RoomCode("WAVE"))
    return Announcement(.room(room), hasTLS: true, fingerprint: nil).record
  }

  private func known() -> Neighborhood {
    var neighborhood = Neighborhood()
    _ = neighborhood.found(kestrel)
    neighborhood.described(kestrel, port: 7_313, record: record)
    neighborhood.located(kestrel, at: "10.0.0.1", isThere: true)
    return neighborhood
  }

  @Test("a game is in the list once it is known where it is, and says whether it answers")
  func life() throws {
    var neighborhood = Neighborhood()
    let isNew = [neighborhood.found(kestrel), neighborhood.found(kestrel)]
    expect(isNew, equals: [true, false], "it is found once for each version of IP")
    neighborhood.described(kestrel, port: 7_313, record: record)
    expect(neighborhood.games.isEmpty && neighborhood.tries.isEmpty)
    neighborhood.located(kestrel, at: "10.0.0.1", isThere: true)
    neighborhood.located(kestrel, at: "fe80::1%eth1", isThere: true)
    expect(neighborhood.tries.map(\.addresses), equals: [["10.0.0.1", "fe80::1%eth1"]])
    expect(neighborhood.games.map(\.reach), equals: [.asking])
    neighborhood.tried(kestrel, answered: "fe80::1%eth1")
    let game = try require(neighborhood.games.first)
    expect(game.host == "fe80::1%eth1" && game.port == 7_313 && game.reach == .open)
    neighborhood.tried(kestrel, answered: nil)
    expect(neighborhood.games.map(\.reach), equals: [.closed])
    let isGone = [neighborhood.lost(kestrel), neighborhood.lost(kestrel)]
    expect(isGone == [false, true] && neighborhood.games.isEmpty)
  }

  @Test(
    "what it says anew holds, another port is tried anew, and what is no announcement is counted")
  func changes() {
    var neighborhood = known()
    neighborhood.tried(kestrel, answered: "10.0.0.1")
    let playing = NeighborhoodTests.record(isPlaying: true)
    neighborhood.described(kestrel, port: 7_313, record: playing)
    expect(neighborhood.games.map(\.announcement.record), equals: [playing])
    expect(neighborhood.games.map(\.reach), equals: [.open])
    neighborhood.described(kestrel, port: 7_314, record: record)
    expect(neighborhood.games.map(\.reach), equals: [.asking])
    neighborhood.described(kestrel, port: 7_314, record: [3, 1])
    expect(neighborhood.games.isEmpty && neighborhood.unreadableCount == 1)
    neighborhood.described(kestrel, port: 0, record: record)
    expect(neighborhood.games.isEmpty && neighborhood.unreadableCount == 1)
    neighborhood.described(kestrel, port: 7_314, record: record)
    expect(neighborhood.games.count == 1 && neighborhood.unreadableCount == 0)
    neighborhood.located(kestrel, at: "10.0.0.1", isThere: false)
    expect(isEmpty: neighborhood.games)
  }

  @Test("the newest come first, but for those that do not answer, and none comes twice")
  func order() {
    var neighborhood = known()
    let finch = NearbyPlace(name: "Finch\u{200b}", interface: 2)
    let again = NearbyPlace(name: kestrel.name, interface: 3)
    for place in [finch, again] {
      _ = neighborhood.found(place)
      neighborhood.described(place, port: 7_313, record: record)
      neighborhood.located(place, at: "10.0.0.2", isThere: true)
    }
    expect(neighborhood.games.map(\.name), equals: ["Kestrel's room", "Finch"])
    neighborhood.tried(again, answered: nil)
    neighborhood.tried(kestrel, answered: "10.0.0.1")
    expect(neighborhood.games.map(\.host), equals: ["10.0.0.1", "10.0.0.2"])
    neighborhood.tried(finch, answered: nil)
    expect(neighborhood.games.map(\.name), equals: ["Kestrel's room", "Finch"])
  }

  @Test("an endless network fits, and names that show nothing are not shown")
  func bounds() {
    var neighborhood = Neighborhood()
    for number in 0..<1_000 {
      let place = NearbyPlace(name: "game \(number)", interface: UInt32(number))
      let isTaken = neighborhood.found(place)
      expect(isTaken, equals: (number < Neighborhood.placesMax))
      neighborhood.described(place, port: 9, record: record)
      for last in 0..<100 { neighborhood.located(place, at: "10.0.0.\(last)", isThere: true) }
    }
    expect(neighborhood.games.count, equals: Neighborhood.placesMax)
    expect(neighborhood.tries.allSatisfy { $0.addresses.count == Neighborhood.addressesMax })
    neighborhood.forget()
    let unseen = NearbyPlace(name: "\u{200b}\u{202e}", interface: 1)
    _ = neighborhood.found(unseen)
    neighborhood.described(unseen, port: 9, record: record)
    neighborhood.located(unseen, at: "10.0.0.1", isThere: true)
    expect(isEmpty: neighborhood.games)
  }
}

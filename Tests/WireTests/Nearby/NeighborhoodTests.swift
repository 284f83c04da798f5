// The games of a network: what becomes of what it says, and that it cannot say more than fits.

import TestSupport
import Testing

@testable import Wire

@Suite("The neighborhood")
struct NeighborhoodTests {
  private let kestrel = NearbyPlace(name: "Kestrel's room", interface: 2)
  private let host = NearbyHost(name: "a", interface: 2)
  private let record = NeighborhoodTests.record(isPlaying: false)

  private static func record(isPlaying: Bool) -> [UInt8] {
    let room = Announcement.Room(
      mode: "rgb", taken: 1, seats: 8, isPlaying: isPlaying, code: RoomCode("WAVE"))
    return Announcement(.room(room), hasTLS: true, fingerprint: nil).record
  }

  private func known() -> Neighborhood {
    var neighborhood = Neighborhood()
    neighborhood.found(kestrel)
    neighborhood.described(kestrel, host: "a", port: 7_313, record: record)
    neighborhood.located(host, at: "10.0.0.1", isThere: true)
    return neighborhood
  }

  @Test("a game is in the list once it is known where it is, and says whether it answers")
  func life() throws {
    var neighborhood = Neighborhood()
    // It is found once for each version of IP.
    for _ in 0..<2 { neighborhood.found(kestrel) }
    expect(neighborhood.takeQuestions(), equals: [.describe(kestrel)])
    neighborhood.described(kestrel, host: "a", port: 7_313, record: record)
    neighborhood.ended(.describe(kestrel))
    expect(neighborhood.games.isEmpty && neighborhood.tries.isEmpty && !neighborhood.isSettled)
    let questions = [false, true].map { NearbyQuestion.locate(host, isIPv6: $0) }
    expect(neighborhood.takeQuestions(), equals: questions)
    neighborhood.located(host, at: "10.0.0.1", isThere: true)
    neighborhood.located(host, at: "fe80::1%eth1", isThere: true)
    questions.forEach { neighborhood.ended($0) }
    expect(neighborhood.tries.map(\.addresses), equals: [["10.0.0.1", "fe80::1%eth1"]])
    expect(neighborhood.games.map(\.reach) == [.asking] && !neighborhood.isSettled)
    neighborhood.tried(kestrel, answered: "fe80::1%eth1")
    let game = try require(neighborhood.games.first)
    expect(game.host == "fe80::1%eth1" && game.port == 7_313 && game.reach == .open)
    expect(neighborhood.isSettled)
    neighborhood.askAgain()
    expect(neighborhood.takeQuestions(), equals: [.describe(kestrel)])
    neighborhood.ended(.describe(kestrel))
    neighborhood.tried(kestrel, answered: nil)
    expect(neighborhood.games.map(\.reach), equals: [.closed])
    neighborhood.askAgain()
    expect(neighborhood.takeQuestions(), equals: [.describe(kestrel)] + questions)
    neighborhood.lost(kestrel)
    expect(neighborhood.games.count, equals: 1)
    neighborhood.lost(kestrel)
    expect(isEmpty: neighborhood.games)
  }

  @Test(
    "what it says anew holds, another port is tried anew, and what is no announcement is counted")
  func changes() {
    var neighborhood = known()
    neighborhood.tried(kestrel, answered: "10.0.0.1")
    let playing = NeighborhoodTests.record(isPlaying: true)
    neighborhood.described(kestrel, host: "a", port: 7_313, record: playing)
    expect(neighborhood.games.map(\.announcement.record), equals: [playing])
    expect(neighborhood.games.map(\.reach), equals: [.open])
    neighborhood.described(kestrel, host: "a", port: 7_314, record: record)
    expect(neighborhood.games.map(\.reach), equals: [.asking])
    neighborhood.described(kestrel, host: "a", port: 7_314, record: [3, 1])
    expect(neighborhood.games.isEmpty && neighborhood.unreadableCount == 1)
    neighborhood.described(kestrel, host: "a", port: 0, record: record)
    expect(neighborhood.games.isEmpty && neighborhood.unreadableCount == 1)
    neighborhood.described(kestrel, host: "a", port: 7_314, record: record)
    expect(neighborhood.games.count == 1 && neighborhood.unreadableCount == 0)
    neighborhood.located(host, at: "10.0.0.1", isThere: false)
    expect(isEmpty: neighborhood.games)
  }

  @Test("the newest come first, but for those that do not answer, and none comes twice")
  func order() {
    var neighborhood = known()
    let finch = NearbyPlace(name: "Finch\u{200b}", interface: 2)
    let again = NearbyPlace(name: kestrel.name, interface: 3)
    for place in [finch, again] {
      neighborhood.found(place)
      neighborhood.described(place, host: "b", port: 7_313, record: record)
      let host = NearbyHost(name: "b", interface: place.interface)
      neighborhood.located(host, at: "10.0.0.2", isThere: true)
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
      neighborhood.found(place)
      neighborhood.described(place, host: "a", port: 9, record: record)
      let host = NearbyHost(name: "a", interface: UInt32(number))
      for last in 0..<100 { neighborhood.located(host, at: "10.0.0.\(last)", isThere: true) }
    }
    expect(neighborhood.games.count, equals: Neighborhood.placesMax)
    expect(neighborhood.tries.allSatisfy { $0.addresses.count == Neighborhood.addressesMax })
    neighborhood.forget()
    let unseen = NearbyPlace(name: "\u{200b}\u{202e}", interface: 1)
    neighborhood.found(unseen)
    neighborhood.described(unseen, host: "a", port: 9, record: record)
    let host = NearbyHost(name: "a", interface: 1)
    neighborhood.located(host, at: "10.0.0.1", isThere: true)
    expect(neighborhood.tries.count == 1 && neighborhood.games.isEmpty)
  }

  @Test("eight questions are asked at a time, where a host is once, and all of a crowd is known")
  func questions() {
    var neighborhood = Neighborhood()
    var (described, located) = (0, 0)
    for number in 0..<40 { neighborhood.found(NearbyPlace(name: "\(number)", interface: 1)) }
    while true {
      let questions = neighborhood.takeQuestions()
      if questions.isEmpty { break }
      expect(questions.count, isAtMost: Neighborhood.questionsMax)
      expect(isEmpty: neighborhood.takeQuestions(), "none of them has ended")
      for question in questions {
        switch question {
        case .describe(let place):
          described += 1
          neighborhood.described(place, host: "one", port: 9, record: record)
        case .locate(let host, let isIPv6):
          located += 1
          if !isIPv6 { neighborhood.located(host, at: "10.0.0.1", isThere: true) }
        }
        neighborhood.ended(question)
      }
    }
    expect(described == Neighborhood.placesMax && located == 2)
    expect(neighborhood.games.count, equals: Neighborhood.placesMax)
    // Those that had no place move up.
    for number in 0..<40 - Neighborhood.placesMax {
      neighborhood.lost(NearbyPlace(name: "\(number)", interface: 1))
      let questions = neighborhood.takeQuestions()
      expect(questions.count, equals: 1)
      questions.forEach { neighborhood.ended($0) }
    }
    for game in neighborhood.tries { neighborhood.tried(game.place, answered: nil) }
    expect(neighborhood.isSettled, "those that say nothing keep nobody waiting")
  }
}

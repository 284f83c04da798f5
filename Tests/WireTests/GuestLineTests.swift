// Guests as lines: both ways, and whatever else may come.

import Chroma
import Game
import TestSupport
import Testing

@testable import Wire

@Suite("Guests as lines")
struct GuestLineTests {
  static var guests: [Guest] {
    guard let code = RoomCode("WAVE") else { return [] }
    var ada = Guest(
      .join(code, password: "se cret"),
      who: Sitter(
        player: PlayerID(number: 4_711),
        profile: Profile(
          name: "Ada L", icon: .diamond, color: Profile.palette[3], isBot: false,
          identity: KeyID(bytes: [UInt8](repeating: 7, count: 16))),
        token: "0123456789abcdef", depth: 24, roundTrip: 31),
      household: .max, site: 1)
    ada.lends = 2
    ada.spent = 77
    ada.strikes = [3, 400]
    ada.kept = [
      .message(.ping(t: 4), ages: 2...5), .nonsense(RefusalLine(code: .badField, verb: "SET")),
      .message(.leave, ages: 0...0),
    ]
    var stranger = Guest(
      .hello(Hello(name: "Bob", resume: "abc")), who: nil, household: 0, site: nil)
    stranger.fullness = .address
    stranger.search.lanes = 3
    stranger.search.node = 2
    stranger.search.isWhole = false
    (stranger.search.belief, stranger.search.stamp) = (7, .max)
    return [ada, stranger]
  }

  private func bytes(_ guest: Guest) -> [UInt8] {
    var lines: [UInt8] = []
    guest.encode(into: &lines)
    return lines
  }

  @Test("a guest is read as written, and random lines never trap")
  func bothWays() throws {
    for guest in GuestLineTests.guests {
      try expect(Guest.decode(bytes(guest)[...]), equals: guest)
      try expectStable(bytes(guest), seed: 3, times: 400, read: Guest.decode, write: bytes)
    }
  }

  @Test("the longest guest is shorter than a guest may be")
  func longest() throws {
    var guest = GuestLineTests.guests[0]
    // Longer than any other line that somebody can say.
    let prove = ClientMessage.prove(signature: [UInt8](repeating: 255, count: 64), .tls)
    guest.message = prove
    guest.kept = Array(repeating: .message(prove, ages: 0...9), count: Guest.keptMax)
    let lines = bytes(guest)
    expect(lines.count, isAtMost: Guest.bytesMax)
    try expect(Guest.decode(lines[...]), equals: guest)
    guest.kept.append(.nonsense(RefusalLine(code: .badField)))
    let longer = bytes(guest)
    #expect(throws: RefusalLine.self) { try Guest.decode(longer[...]) }
  }

  static let others = [
    "", "\n", "GUEST v=1\n", "GUEST v=1 household=0000000000000001\n",
    "GUEST v=2 household=0000000000000001\nLEAVE\n", "GUEST v=1 household=1\nLEAVE\n",
    "GUEST v=1 household=0000000000000001\nLEAVE", "GUEST v=1 household=0000000000000001\n\n",
    "GUEST v=1 household=0000000000000001\nNEVER\n",
    "GUEST v=1 household=0000000000000001\nLEAVE\nLEAVE\n",
    "GUEST v=1 household=0000000000000001 ages=1,2 doubts=0,0\nLEAVE\nLEAVE\n",
    "GUEST v=1 household=0000000000000001 ages=1 doubts=-1\nLEAVE\nLEAVE\n",
    "GUEST v=1 by=p1 household=0000000000000001\nLEAVE\n", "WELCOME v=1\nLEAVE\n",
    "GUEST v=1 household=0000000000000001 ages=1 doubts=0\nLEAVE\nNO code=\n",
  ]

  @Test("anything else is no guest", arguments: others)
  func other(lines: String) {
    #expect(throws: RefusalLine.self) { try Guest.decode(Array(lines.utf8)[...]) }
  }
}

// Halls that lend people to other nodes: who goes where, with what, and what becomes of those whom
// nobody takes.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Lending people to other nodes")
struct LendingTests {
  /// A hall that has some shards, and hears that node 5 has all others.
  private func stage(
    _ shards: Range<Int>, node: Int, home: Int = 5, isWhole: Bool = true
  ) -> HallStage {
    var stage = HallStage(
      secret: [UInt8](repeating: UInt8(node), count: 32),
      membership: Membership(node: node, playersBefore: 0))
    for shard in shards { stage.input(.gained(shard, Restoration.nothing)) }
    let homes = (0..<256).filter { !shards.contains($0) }.map { ($0, home) }
    stage.input(
      .placed(
        Places(
          homes: Dictionary(uniqueKeysWithValues: homes), nodes: [home, home + 2],
          isWhole: isWhole)))
    return stage
  }

  private static let guest = ConnectionID(number: 1 << 40)

  /// Takes the player who was lent or given back last, as bytes.
  private func pass(
    _ handoff: Handoff?, from old: HallStage, to new: inout HallStage, as id: ConnectionID,
    isGuest: Bool
  ) throws {
    let guest = try require(handoff).guest(leaving: old.hall, at: old.now)
    var lines: [UInt8] = []
    guest.encode(into: &lines)
    let read = try Guest.decode(lines[...])
    expect(read, equals: guest)
    let arrived = try require(Handoff(read, to: new.hall, isGuest: isGuest, at: new.now))
    new.input(.arrived(id, arrived))
  }

  @Test("a client that joins a room of another node is lent there and can resume by its token")
  func joining() throws {
    var (here, there) = (stage(0..<0, node: 1), stage(0..<256, node: 5))
    let host = try there.person("Host")
    let room = try there.room(by: host)
    let ada = try here.person("Ada", "depth=24")
    here.say(ada.id, "JOIN room=\(room)")
    expect(here.lent.map(\.node) == [5] && here.heard(ada.id).isEmpty)
    expect(here.hall.connections.isEmpty && here.hall.players.isEmpty && here.hall.tokens.isEmpty)
    there.sleep(123_456)
    try pass(
      here.lent.last?.handoff, from: here, to: &there, as: LendingTests.guest, isGuest: true)
    expect(there.verbs(LendingTests.guest).prefix(3), equals: ["IN", "ROOM", "SEAT"])
    expect(there.hall.players[ada.player]?.depth, equals: 24)
    there.input(.disconnected(LendingTests.guest))
    let back = there.connect()
    there.say(back, "HELLO v=1 resume=\(ada.token)")
    expect(there.verbs(back).filter { $0 != "PING" }.prefix(2), equals: ["WELCOME", "IN"])
  }

  @Test("a guest who wants what another lane or node has is given back, with what they asked")
  func givingBack() throws {
    var (here, there) = (stage(0..<0, node: 1), stage(1..<2, node: 5, home: 6))
    let ada = try here.person("Ada")
    let codes = ["WAVE", "HUES", "TINT"].compactMap { RoomCode($0) }
    let code = try require(codes.first { $0.shard != 1 })
    here.say(ada.id, "WATCH room=\(code.text)")
    try pass(
      here.lent.last?.handoff, from: here, to: &there, as: LendingTests.guest, isGuest: true)
    // It is not there, and who lent them knows better by now.
    expect(there.givenBack.count == 1 && there.lent.isEmpty)
    expect(there.hall.connections.isEmpty && there.hall.players.isEmpty)
    for lends in 2...(Hall.lendsMax + 1) {
      try pass(
        there.givenBack.last?.handoff, from: there, to: &here, as: ada.id, isGuest: false)
      if lends > Hall.lendsMax { break }
      expect(here.lent.count, equals: lends)
      try pass(
        here.lent.last?.handoff, from: here, to: &there, as: LendingTests.guest, isGuest: true)
    }
    expect(here.heard(ada.id).first, equals: .no(RefusalLine.elsewhere.of(.watch)))
    // The next line may be lent again.
    here.say(ada.id, "WATCH room=\(code.text)")
    expect(here.lent.count, equals: Hall.lendsMax + 1)
  }

  @Test("where no node is heard to have a room, nobody is lent")
  func nowhere() throws {
    var here = HallStage(membership: Membership(node: 1, playersBefore: 0))
    here.input(.placed(Places(homes: [:], nodes: [2], isWhole: false)))
    let ada = try here.person("Ada")
    expect(here.ask(ada.id, "JOIN room=WAVE") == ["not-now"] && here.lent.isEmpty)
  }

  /// What goes wrong while a token is looked for.
  enum Slip: CaseIterable {
    case nothing, shardOfNobody, otherThanBelieved, movedMeanwhile
  }

  @Test(
    "a token is looked for at each node in turn, and refused when nobody can have missed it",
    arguments: Slip.allCases)
  func searching(slip: Slip) throws {
    func mark(_ shards: Int...) -> Places.Mark {
      shards.reduce(into: Places.Mark()) { $0.add($1, 3) }
    }
    func places(isMoved: Bool = false) -> Places {
      Places(
        homes: [:], nodes: [5, 7], isWhole: slip != .shardOfNobody, own: mark(1),
        others: isMoved ? [5: mark(2, 3)] : [5: mark(2), 7: mark(3)])
    }
    var here = stage(0..<0, node: 1)
    var others = [5: stage(0..<0, node: 5), 7: stage(0..<0, node: 7)]
    for (node, shard) in [(5, 2), (7, slip == .otherThanBelieved ? 4 : 3)] {
      others[node]?.input(.placed(Places(homes: [:], nodes: [1], isWhole: true, own: mark(shard))))
    }
    here.input(.placed(places()))
    let ada = here.connect()
    here.say(ada, "HELLO v=1 resume=0123456789abcdef")
    func askBoth() throws {
      for node in [5, 7] {
        expect(here.lent.last?.node, equals: node)
        var other = try require(others[node])
        try pass(
          here.lent.last?.handoff, from: here, to: &other, as: LendingTests.guest, isGuest: true)
        if slip == .movedMeanwhile { here.input(.placed(places(isMoved: true))) }
        try pass(other.givenBack.last?.handoff, from: other, to: &here, as: ada, isGuest: false)
      }
    }
    // As long as a shard is nobody's, the node that opens it is busy; the next look asks it.
    if slip != .shardOfNobody { try askBoth() }
    expect(here.lent.count, equals: (slip == .shardOfNobody ? 0 : 2))
    if slip == .nothing { return expect(here.verbs(ada), equals: ["bad-token"]) }
    // Somebody may know it in a moment.
    expect(isEmpty: here.heard(ada))
    if slip != .shardOfNobody {
      here.pass(Hall.searchMilliseconds)
      return expect(here.lent.count, equals: 3)
    }
    for look in 1..<Hall.searchesMax {
      let before = here.lent.count
      here.pass(Hall.searchMilliseconds)
      let asksNodes = look % Hall.searchesPerNodeSearch == 1
      expect(here.lent.count, equals: before + (asksNodes ? 1 : 0))
      if look + 1 < Hall.searchesMax, asksNodes { try askBoth() }
    }
    expect(isEmpty: here.heard(ada))
    try askBoth()
    expect(here.verbs(ada), equals: ["moved"])
  }

  @Test("a client whose search waits for a shard gets its seat once a node owns it")
  func awaitedSeat() throws {
    var (here, there) = (stage(0..<0, node: 1, isWhole: false), stage(0..<256, node: 5))
    let room = try there.room(by: try there.person("Host"))
    let bob = try there.person("Bob")
    there.say(bob.id, "JOIN room=\(room)")
    here.input(.placed(Places(homes: [:], nodes: [], isWhole: false)))
    let again = here.connect()
    here.say(again, "HELLO v=1 resume=\(bob.token)")
    here.say(again, "PING t=7")
    expect(here.heard(again).isEmpty && here.lent.isEmpty)
    let homes = Dictionary(uniqueKeysWithValues: (0..<256).map { ($0, 5) })
    here.input(.placed(Places(homes: homes, nodes: [5], isWhole: true)))
    here.pass(Hall.searchMilliseconds)
    try pass(
      here.lent.last?.handoff, from: here, to: &there, as: LendingTests.guest, isGuest: true)
    let verbs = there.verbs(LendingTests.guest).filter { $0 != "PING" }
    expect(verbs.prefix(2) == ["WELCOME", "IN"] && verbs.contains("PONG"))
  }

  @Test("a hall takes nobody whom it knows")
  func twice() throws {
    var (here, there) = (stage(0..<0, node: 1), stage(0..<256, node: 5))
    let host = try there.person("Host")
    let room = try there.room(by: host)
    let ada = try here.person("Ada")
    here.say(ada.id, "JOIN room=\(room)")
    let handoff = here.lent.last?.handoff
    try pass(handoff, from: here, to: &there, as: LendingTests.guest, isGuest: true)
    there.input(.disconnected(LendingTests.guest))
    let guest = try require(handoff).guest(leaving: here.hall, at: here.now)
    // Their seat is kept, and a late message does not take it from them.
    expect(Handoff(guest, to: there.hall, isGuest: true, at: there.now), equals: nil)
  }
}

// A hall that has some shards of a cluster: where rooms open, what becomes of people when a shard
// comes, stands and goes, who is lent to which node, and what becomes of those whom nobody takes.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Cluster
@testable import Rooms

@Suite("A hall's shards")
struct MembershipTests {
  /// A hall that has some shards, and hears that node 5 has all others.
  private func stage(
    _ shards: Range<Int>, node: Int, home: Int = 5, isWhole: Bool = true
  ) -> HallStage {
    var stage = HallStage(
      secret: [UInt8](repeating: UInt8(node), count: 32),
      membership: Membership(node: node, playersBefore: 0))
    for shard in shards { stage.gain(shard, .nothing) }
    let homes = (0..<256).filter { !shards.contains($0) }.map { ($0, home) }
    let all = Dictionary(uniqueKeysWithValues: homes)
    stage.hear(Places(homes: all, nodes: [home, home + 2], isWhole: isWhole))
    return stage
  }

  private static let guest = ConnectionID(guest: 40)

  /// Takes the player who was lent or given back last, as bytes.
  private func pass(
    _ handoff: Handoff?, from old: HallStage, to new: inout HallStage, as id: ConnectionID
  ) throws {
    let guest = try require(handoff).guest(old.hall.limits, at: old.now)
    var lines: [UInt8] = []
    guest.encode(into: &lines)
    let read = try Guest.decode(lines[...])
    expect(read, equals: guest)
    let arrived = try require(Handoff(read, to: new.hall, at: new.now))
    new.input(.arrived(id, arrived))
  }

  /// Takes the player who was lent last as a guest.
  private func lend(_ here: HallStage, to there: inout HallStage) throws {
    try pass(here.lent.last?.handoff, from: here, to: &there, as: Self.guest)
  }

  @Test("a guest who wants what another lane or node has is given back, with what they asked")
  func givingBack() throws {
    var (here, there) = (stage(0..<0, node: 1), stage(1..<2, node: 5, home: 6))
    let ada = try here.person("Ada")
    let codes = ["WAVE", "HUES", "TINT"].compactMap { RoomCode($0) }
    let code = try require(codes.first { $0.shard != 1 })
    here.say(ada, "WATCH room=\(code.text)")
    try lend(here, to: &there)
    // It is not there, and who lent them knows better by now.
    expect(there.givenBack.count == 1 && there.lent.isEmpty)
    expect(there.hall.connections.isEmpty && there.hall.players.isEmpty)
    for lends in 2...(Hall.lendsMax + 1) {
      try pass(there.givenBack.last?.handoff, from: there, to: &here, as: ada.id)
      if lends > Hall.lendsMax { break }
      expect(here.lent.count, equals: lends)
      try lend(here, to: &there)
    }
    expect(here.heard(ada).first, equals: .no(RefusalLine.elsewhere.of(.watch)))
    // The next line may be lent again.
    here.say(ada, "WATCH room=\(code.text)")
    expect(here.lent.count, equals: Hall.lendsMax + 1)
  }

  @Test("where no node is heard to have a room, nobody is lent")
  func nowhere() throws {
    var here = HallStage(membership: Membership(node: 1, playersBefore: 0))
    here.hear(Places(homes: [:], nodes: [2], isWhole: false))
    let ada = try here.person("Ada")
    expect(here.ask(ada, "JOIN room=WAVE") == ["not-now"] && here.lent.isEmpty)
  }

  /// What goes wrong while a token is looked for.
  enum Slip: CaseIterable { case nothing, shardOfNobody, otherThanBelieved, movedMeanwhile }

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
      others[node]?.hear(Places(homes: [:], nodes: [1], isWhole: true, own: mark(shard)))
    }
    here.hear(places())
    let ada = here.connect()
    here.say(ada, "HELLO v=1 resume=0123456789abcdef")
    func askBoth() throws {
      for node in [5, 7] {
        expect(here.lent.last?.node, equals: node)
        var other = try require(others[node])
        try lend(here, to: &other)
        if slip == .movedMeanwhile { here.hear(places(isMoved: true)) }
        try pass(other.givenBack.last?.handoff, from: other, to: &here, as: ada)
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
      let asksNodes = look % Membership.searchesPerNodeSearch == 1
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
    there.say(bob, "JOIN room=\(room)")
    here.hear(Places(homes: [:], nodes: [], isWhole: false))
    let again = here.connect()
    here.say(again, "HELLO v=1 resume=\(bob.token)")
    here.say(again, "PING t=7")
    expect(here.heard(again).isEmpty && here.lent.isEmpty)
    let homes = Dictionary(uniqueKeysWithValues: (0..<256).map { ($0, 5) })
    here.hear(Places(homes: homes, nodes: [5], isWhole: true))
    here.pass(Hall.searchMilliseconds)
    try lend(here, to: &there)
    let verbs = there.verbs(MembershipTests.guest).filter { $0 != "PING" }
    expect(verbs.prefix(2) == ["WELCOME", "IN"] && verbs.contains("PONG"))
  }

  @Test("a hall takes nobody whom it knows")
  func twice() throws {
    var (here, there) = (stage(0..<0, node: 1), stage(0..<256, node: 5))
    let room = try there.room(by: try there.person("Host"))
    let ada = try here.person("Ada")
    here.say(ada, "JOIN room=\(room)")
    let handoff = here.lent.last?.handoff
    try pass(handoff, from: here, to: &there, as: MembershipTests.guest)
    there.lose(MembershipTests.guest)
    let guest = try require(handoff).guest(here.hall.limits, at: here.now)
    // Their seat is kept, and a late message does not take it from them.
    expect(Handoff(guest, to: there.hall, at: there.now), equals: nil)
  }

  /// A hall that has these shards.
  private func holding(_ shards: Range<Int>, node: Int = 2) -> HallStage {
    var stage = HallStage(membership: Membership(node: node, playersBefore: 1_000))
    for shard in shards { stage.gain(shard, .nothing) }
    return stage
  }

  @Test("a room opens in a shard that the hall has, and unowned else")
  func opening() throws {
    var stage = holding(17..<19)
    for _ in 0..<5 {
      let code = try require(RoomCode(try stage.room(by: try stage.person("Ada"))))
      expect((17..<19), contains: code.shard)
    }
  }

  @Test("players of nodes and of their starts have different numbers, and short names")
  func numbers() throws {
    var players: Set<PlayerID> = []
    for (node, before) in [(0, 0), (1, 0), (0, 500)] {
      var stage = HallStage(membership: Membership(node: node, playersBefore: before))
      for _ in 0..<3 { players.insert(try stage.person("Ada").player) }
    }
    expect(players.count, equals: 9)
  }

  @Test("without a shard no room opens, and none is counted")
  func unowned() throws {
    var limits = Limits()
    limits.roomsMax = 1
    var stage = HallStage(limits, membership: Membership(node: 0, playersBefore: 0))
    let ada = try stage.person("Ada")
    for _ in 0..<3 { expect(stage.ask(ada, "CREATE"), equals: ["not-now"]) }
    stage.gain(4, .nothing)
    expect(stage.ask(ada, "CREATE").first, equals: "IN")
  }

  @Test("a request for a room of another shard costs no guess")
  func elsewhere() throws {
    var limits = Limits()
    limits.missesMax = 1
    var stage = HallStage(limits, membership: Membership(node: 0, playersBefore: 0))
    let code = try require(RoomCode("WAVE"))
    let ada = try stage.person("Ada")
    for verb in ["JOIN", "WATCH", "JOIN"] {
      stage.say(ada, "\(verb) room=WAVE")
      let refusal = RefusalLine.elsewhere.of(verb == "JOIN" ? .join : .watch)
      expect(stage.heard(ada).last, equals: .no(refusal))
    }
    stage.gain(code.shard, .nothing)
    expect(stage.ask(ada, "JOIN room=WAVE"), equals: ["no-room"])
  }

  @Test("when a shard goes, its people are parted from, and its rooms are gone without a word")
  func forsaking() throws {
    var stage = holding(0..<256)
    let (ada, bob) = (try stage.person("Ada"), try stage.person("Bob"))
    let (eve, cal) = (try stage.person("Eve"), try stage.person("Cal"))
    let room = try stage.room(by: ada)
    stage.say(bob, "WATCH room=\(room)")
    let other = try stage.room(by: eve)
    let shard = try require(RoomCode(room)?.shard)
    try require(RoomCode(other)?.shard != shard)
    let lines = stage.jotted.count
    stage.clear()
    stage.forsake(shard)
    expect(stage.verbs(ada) == ["moved"] && stage.verbs(bob) == ["moved"])
    expect(Set(stage.closed), equals: [ada.id, bob.id])
    expect(stage.verbs(eve) == [] && stage.hall.roomCount == 1)
    expect(stage.jotted.count, equals: lines)
    for person in [ada, bob] { stage.lose(person) }
    expect(stage.hall.players.count == 2 && stage.hall.tokens.count == 2)
    expect(stage.ask(cal, "LIST").filter { $0 == "LISTED" }.count, equals: 1)
    expect(stage.ask(cal, "JOIN room=\(room)"), equals: ["not-now"])
  }

  @Test("a shard comes with its rooms, and its players keep their seats")
  func gaining() throws {
    var old = holding(0..<256, node: 0)
    let ada = try old.person("Ada")
    let room = try old.room(by: ada, "seats=1 rounds=1 time=30")
    let shard = try require(RoomCode(room)?.shard)
    old.say(ada, "READY")
    old.pass(5_000)
    // Its clock is behind that of the node that had the room.
    var new = HallStage(at: old.now - 40, membership: Membership(node: 1, playersBefore: 0))
    new.gain(shard, old.restored())
    let id = new.back(ada)
    let verbs = new.verbs(id).filter { $0 != "PING" }
    expect(verbs.prefix(3) == ["WELCOME", "IN", "ROOM"] && verbs.contains("ROUND"))
    new.pass(60_000)
    expect(new.verbs(id), contains: "OVER")
  }

  @Test("while a shard stands nothing happens in its rooms, and then everything is later")
  func standing() throws {
    var stage = holding(0..<256)
    let (ada, bob) = (try stage.person("Ada"), try stage.person("Bob"))
    let room = try stage.room(by: ada, "seats=2 rounds=1 time=10")
    stage.say(bob, "JOIN room=\(room)")
    stage.say(ada, "READY")
    stage.say(bob, "READY")
    stage.pass(5_000)
    expect(stage.verbs(ada), contains: "ROUND")
    stage.clear()
    let shard = try require(RoomCode(room)?.shard)
    stage.place(.stood) { $0.stand(shard, .storeIsSilent, at: $1) }
    expect(stage.verbs(ada), equals: ["not-now"])
    expect(stage.ask(ada, "SET v=1,2,3"), equals: [])
    expect(stage.ask(ada, "LOCK v=1,2,3"), equals: ["not-now"])
    expect(stage.ask(ada, "PING t=1"), equals: ["PONG"])
    stage.clear()
    stage.pass(30_000)
    expect(!stage.verbs(ada).contains("SHUT") && stage.hall.roomCount == 1)
    stage.place(.wentOn) { membership, _ in membership.goOn(shard) }
    expect(stage.verbs(ada), equals: ["HELD"])
    stage.pass(15_000)
    expect(stage.verbs(ada), contains: "SHUT")
    // The same from the journal.
    let restoration = stage.restored()
    expect(restoration.differing.isEmpty && restoration.roomCount == 1)
  }

  @Test("the lane that counts rooms hears of those that come and go with shards")
  func counting() throws {
    var stage = HallStage(lanes: 2, membership: Membership(node: 0, playersBefore: 0))
    for shard in 0..<256 { stage.gain(shard, .nothing, on: shard % 2) }
    let people = try (0..<4).map { try stage.person("P\($0)", $0 % 2) }
    let codes = try people.map { try stage.room(by: $0) }.compactMap { RoomCode($0) }
    expect(stage.halls[0].book.count, equals: 4)
    let (far, near) = (codes.filter { $0.shard % 2 == 1 }, codes.filter { $0.shard % 2 == 0 })
    try require(!far.isEmpty && !near.isEmpty)
    for code in codes {
      stage.forsake(code.shard, on: code.shard % 2)
    }
    stage.deliver()
    expect(stage.halls[0].book.count, equals: 0)
    expect(stage.halls.allSatisfy { $0.directory.rows.isEmpty })
  }
}

extension HallStage {
  /// What the membership of a lane notes, and its hall is told.
  mutating func place(
    _ change: PlacementChange, on lane: Int = 0, _ note: (inout Membership, Instant) -> Void
  ) {
    guard var membership = halls[lane].placement as? Membership else { return }
    note(&membership, now)
    input(.placed(membership, change), lane)
  }

  mutating func gain(_ shard: Int, _ restoration: Restoration, on lane: Int = 0) {
    place(.came(restoration), on: lane) { membership, _ in membership.gain(shard) }
  }

  mutating func forsake(_ shard: Int, on lane: Int = 0) {
    place(.went(why: .movedOn, missing: []), on: lane) { membership, _ in
      membership.forsake(shard)
    }
  }

  mutating func hear(_ places: Places, on lane: Int = 0) {
    place(.elsewhere, on: lane) { membership, _ in membership.note(places) }
  }

  mutating func hear(_ rooms: [ListedRoom], of node: Int, on lane: Int = 0) {
    place(.elsewhere, on: lane) { membership, _ in membership.note(rooms, of: node) }
  }
}

extension Restoration {
  /// A shard that never had a room.
  static var nothing: Restoration {
    Restoration(daily: HallStage.secret, hashing: .genuine, limits: Limits())
  }
}

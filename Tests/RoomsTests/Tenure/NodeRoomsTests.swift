// LIST and QUICK over the nodes of a cluster: whose rooms a hall lists, what it tells of its own,
// and who is led to which room.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Cluster
@testable import Rooms

@Suite("Rooms of other nodes")
struct NodeRoomsTests {
  /// A code of a shard.
  private func code(_ shard: Int) throws -> RoomCode {
    try require((0..<10_000).lazy.compactMap(RoomCode.init(numbered:)).first { $0.shard == shard })
  }

  private func room(
    _ code: RoomCode, people: Int = 1, taken: Int = 1, state: ListedState = .waiting
  ) -> ListedRoom {
    let listing = Listing(
      code: code, name: "Far away", mode: "rgb", seats: 4, taken: taken, watchers: 2, state: state,
      round: 0, of: 5, hasPassword: false, icons: Array(repeating: .star, count: taken))
    return ListedRoom(listing, people: people)
  }

  /// Shards from 128 on are at this node, if at any; all others here.
  private func places(_ home: Int?, nodes: [Int] = [5, 7]) -> Places {
    let homes = home.map { home in (128..<256).map { ($0, home) } } ?? []
    return Places(
      homes: Dictionary(uniqueKeysWithValues: homes), nodes: nodes, isWhole: home != nil)
  }

  /// A hall that has the shards below 128.
  private func stage() -> HallStage {
    var stage = HallStage(membership: Membership(node: 1, playersBefore: 0))
    for shard in 0..<128 { stage.gain(shard, .nothing) }
    return stage
  }

  @Test("a room is listed as that node tells of it where beats say it is, as long as it is heard")
  func homes() throws {
    var stage = stage()
    let ada = try stage.person("Ada")
    let (here, there) = (room(try code(200)), room(try code(200), people: 3, taken: 3))
    stage.hear([here], of: 5)
    expect(stage.list(ada), equals: [], "nobody has said where it is")
    stage.hear(places(5))
    expect(stage.list(ada), equals: [here.listing])
    stage.hear([there], of: 7)
    expect(stage.list(ada), equals: [here.listing], "two nodes tell of it")
    stage.hear(places(7))
    expect(stage.list(ada), equals: [there.listing], "it goes on at the other")
    stage.hear(places(nil))
    expect(stage.list(ada), equals: [])
    stage.hear(places(7))
    expect(stage.list(ada), equals: [there.listing])
    // A silent node that is heard again lists no rooms until it sends them anew.
    stage.hear(places(nil, nodes: [5]))
    stage.hear(places(7))
    expect(stage.list(ada), equals: [])
    stage.hear([there], of: 7)
    expect(stage.list(ada), equals: [there.listing])
    // A list is all there is.
    let other = room(try code(201))
    stage.hear([other], of: 7)
    expect(stage.list(ada), equals: [other.listing])
    // A node tells others of its own rooms alone, and of its own shards nobody else tells.
    expect(isEmpty: stage.hall.roomsToTell())
    stage.hear([room(try code(7))], of: 7)
    expect(stage.list(ada), equals: [])
    expect(isEmpty: stage.hall.directory.rows)
  }

  @Test("when a shard comes its rooms are listed once, and when it goes where it went to")
  func takeover() throws {
    var old = HallStage(membership: Membership(node: 5, playersBefore: 0))
    for shard in 128..<256 { old.gain(shard, .nothing) }
    let code = try require(RoomCode(try old.room(by: try old.person("Host"))))
    let told = old.hall.roomsToTell()
    expect(told.map(\.code), equals: [code])
    var stage = stage()
    let ada = try stage.person("Ada")
    stage.hear(places(5))
    stage.hear(told, of: 5)
    expect(stage.list(ada).map(\.code), equals: [code])
    stage.gain(code.shard, old.restored())
    expect(stage.hall.rooms[code] != nil && stage.hall.directory.rows.map(\.code) == [code])
    // The node that had it does not know yet.
    stage.hear(told, of: 5)
    stage.hear(places(5))
    expect(stage.list(ada).map(\.code), equals: [code])
    expect(stage.hall.directory.rows.count, equals: 1)
    stage.forsake(code.shard)
    expect(isEmpty: stage.hall.directory.rows)
    stage.hear(places(7))
    expect(stage.list(ada), equals: [])
    stage.hear(told, of: 7)
    expect(stage.list(ada), equals: told.map(\.listing))
  }

  @Test("of too many rooms the best are listed, by the order of LIST")
  func tooMany() throws {
    let nodes = 0...(NodeRooms.shownMax / ListedRoom.toldMax)
    var membership = Membership(node: 1, playersBefore: 0)
    var best: Set<RoomCode> = []
    for node in nodes {
      let codes = (0...ListedRoom.toldMax).compactMap { RoomCode(numbered: node * 1_000 + $0) }
      // There is nobody in the rooms of node 2.
      let rooms = codes.map { room($0, people: node == 2 ? 0 : 1) }
      membership.note(rooms, of: node)
      if node != 2 { best.formUnion(codes.prefix(ListedRoom.toldMax)) }
    }
    var nodeRooms = NodeRooms()
    // What is more than a node may tell is not remembered.
    func told(_ nodes: some Sequence<Int>) -> [ListedRoom] {
      nodes.flatMap { node in
        let all = (0..<256).map { ($0, node) }
        membership.note(
          Places(
            homes: Dictionary(uniqueKeysWithValues: all), nodes: Array(0...99), isWhole: true))
        return membership.listed(on: 0, of: 1)
      }
    }
    let shown = nodeRooms.show(told(nodes))
    expect(shown.count == NodeRooms.shownMax && Set(shown.map(\.code)) == best)
    expect(isEmpty: nodeRooms.show(told(nodes)), "nothing has changed")
    let changes = nodeRooms.show(told([2]))
    expect(changes.count, equals: NodeRooms.shownMax + ListedRoom.toldMax)
    expect(changes.count { $0.room == nil }, equals: NodeRooms.shownMax)
  }

  @Test("the first rooms of LIST are told of, and behind them those that QUICK leads to")
  func told() throws {
    var stage = HallStage(membership: Membership(node: 1, playersBefore: 0))
    for shard in 0..<256 { stage.gain(shard, .nothing) }
    var made: UInt64 = 0
    func fill(_ count: Int, _ wishes: String, taken: Int = 1) throws {
      for _ in 0..<count {
        made += 1
        let host = try stage.person("Host", from: Origin(household: made))
        let code = try stage.room(by: host, wishes)
        stage.say(host, "READY")
        for _ in 1..<taken {
          let guest = try stage.person("Guest", from: Origin(household: made))
          stage.say(guest, "JOIN room=\(code)")
        }
      }
    }
    try fill(3, "listed=0")
    try fill(ListedRoom.openMax + 5, "seats=2")
    try fill(5, "seats=2 pass=sesame")
    try fill(ListedRoom.bestMax, "seats=2", taken: 2)
    let told = stage.hall.roomsToTell()
    expect(told.count, equals: ListedRoom.toldMax)
    let (best, open) = (told.prefix(ListedRoom.bestMax), told.dropFirst(ListedRoom.bestMax))
    expect(best.allSatisfy { $0.people == 2 && $0.listing.taken == 2 })
    expect(open.allSatisfy { $0.people == 1 && $0.listing.isQuick })
    let rows = told.map { Directory.Row($0) }
    expect(rows, equals: rows.sorted())
  }

  @Test("the lane of a room's shard tells the other lanes of it, and only what has changed")
  func lanes() throws {
    var stage = HallStage(lanes: 2, membership: Membership(node: 1, playersBefore: 0))
    let reader = try stage.person("Eve", 0)
    for lane in 0..<2 { stage.hear(places(5), on: lane) }
    let (mine, other) = (room(try code(131)), room(try code(130)))
    stage.hear([mine, other], of: 5, on: 1)
    stage.deliver()
    expect(stage.bulletins.map(\.bulletin), equals: [.listed(mine)])
    expect(stage.ask(reader, "LIST"), equals: ["LISTED", "END"])
    stage.hear([mine], of: 5, on: 1)
    expect(stage.bulletins.count, equals: 1)
    stage.hear([], of: 5, on: 1)
    stage.deliver()
    expect(stage.bulletins.last?.bulletin, equals: .unlisted(mine.code))
    expect(stage.ask(reader, "LIST"), equals: ["END"])
  }

  private func listed(_ stage: NodeStage, by link: MemoryLink) throws -> [Listing] {
    _ = try stage.heard(link)
    stage.say("LIST", on: link)
    return try stage.heard(link).compactMap(\.listing)
  }

  /// Where QUICK leads somebody.
  private func quick(_ stage: NodeStage, _ link: MemoryLink) throws -> String {
    try stage.enter(link, "QUICK mode=rgb")
  }

  @Test("LIST at any node shows every room, and QUICK leads to it", arguments: [1, 2])
  func afar(laneCount: Int) throws {
    let stage = NodeStage(3, laneCount: laneCount)
    let hosts = try (0..<3).map { try stage.person("Host\($0)", at: $0).link }
    let rooms = try hosts.map { try stage.room(by: $0, "mode=hsb seats=2") }
    let ada = try stage.person("Ada", at: 0).link
    let best = try stage.room(by: ada)
    stage.say("READY", on: ada)
    stage.pass(NodeList.everyMilliseconds + 10)
    let readers = try (0..<3)
      .flatMap { node in try (0..<laneCount).map { _ in try stage.person("Eve", at: node).link } }
    for reader in readers {
      let list = try listed(stage, by: reader)
      expect(Set(list.map(\.code.text)) == Set(rooms + [best]) && list.count == 4)
    }
    let bob = try stage.person("Bob", at: 1).link
    try expect(quick(stage, bob), equals: best)
    expect(stage.guests == [1, 0, 0] && stage.lent == [0, 1, 0])
    stage.pass(NodeList.everyMilliseconds + 10)
    let cal = try stage.person("Cal", at: 2).link
    try expect(listed(stage, by: cal).first { $0.code.text == best }?.taken, equals: 2)
    try expect(quick(stage, cal), equals: best)
    // A guest who has left is led on, too, wherever the room is.
    stage.say("LEAVE", on: bob)
    for link in [ada, cal] { stage.say("CONFIG listed=0", "LEAVE", on: link) }
    stage.pass(NodeList.everyMilliseconds + 10)
    let dan = try stage.person("Dan", at: 2).link
    let next = try stage.room(by: dan)
    stage.say("READY", on: dan)
    stage.pass(NodeList.everyMilliseconds + 10)
    try expect(quick(stage, bob), equals: next)
    expect(stage.guests == [1, 0, 1] && stage.lent == [0, 1, 1])
  }

  @Test("a client that finds the room full looks again, and then gets a new room")
  func taken() throws {
    let stage = NodeStage(2, laneCount: 2)
    let ada = try stage.person("Ada", at: 0).link
    let room = try stage.room(by: ada, "mode=rgb seats=2")
    stage.say("READY", on: ada)
    stage.pass(NodeList.everyMilliseconds + 10)
    stage.carriesLists = false
    let cal = try stage.person("Cal", at: 0).link
    stage.say("JOIN room=\(room)", on: cal)
    let bob = try stage.person("Bob", at: 1).link
    let made = try quick(stage, bob)
    expect(made, differsFrom: room)
    let came = stage.messages.flatMap(\.parcels)
      .count { if case .came = $0 { true } else { false } }
    expect(came, equals: Hall.lendsMax)
    expect(stage.nodes[1].lanes.contains { $0.driver.hall.roomCount == 1 })
    expect(stage.nodes.flatMap(\.lanes).reduce(0) { $0 + $1.driver.hall.roomCount }, equals: 2)
    // The next one looks again.
    stage.carriesLists = true
    stage.pass(NodeList.everyMilliseconds + 10)
    let dan = try stage.person("Dan", at: 0).link
    try expect(quick(stage, dan), equals: made)
  }

  @Test("a list of somebody who is not heard, of another start or for another lane is passed over")
  func strangers() throws {
    let stage = NodeStage(2)
    let ada = try stage.person("Ada", at: 0).link
    let room = try stage.room(by: ada)
    let told = stage.nodes[0].lanes[0].driver.hall.roomsToTell()
    stage.carriesLists = false
    let bob = try stage.person("Bob", at: 1).link
    let lane = stage.nodes[1].lanes[0]
    for (node, start, number) in [(0, 99, 0), (0, 101, 0), (1, 101, 0), (9, 109, 0), (0, 100, 1)] {
      lane.hear(NodeList(from: Claimant(node: node, start: UInt64(start)), lane: number, told))
      try expect(isEmpty: listed(stage, by: bob), "of \(node), start \(start)")
    }
    lane.hear(NodeList(from: Claimant(node: 0, start: 100), lane: 0, told))
    try expect(listed(stage, by: bob).map(\.code.text), equals: [room])
  }

  @Test("a lane tells once a second, also that there is nothing")
  func pace() {
    let stage = NodeStage(2)
    var count = 0
    for _ in 0..<3_000 {
      stage.nodes[0].now += 1
      stage.nodes[0].advance()
      count += stage.nodes[0].lanes[0].port.takeLists().count
    }
    expect(count, equals: 3)
  }
}

extension HallStage {
  /// The rooms that somebody is shown a second later.
  fileprivate mutating func list(_ person: Person) -> [Listing] {
    pass(1_000)
    _ = heard(person)
    say(person, "LIST")
    return heard(person).compactMap(\.listing)
  }
}

extension RoomCode {
  /// The code of a number.
  fileprivate init?(numbered number: Int) {
    let letters = RoomCode.alphabet
    var (text, rest) = ("", number)
    for _ in 0..<RoomCode.length {
      text.append(Character(UnicodeScalar(letters[rest % letters.count])))
      rest /= letters.count
    }
    self.init(text)
  }
}

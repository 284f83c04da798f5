// Nodes of a cluster in memory, all of which are well, over a store that takes everything at once.
// What they say to each other arrives at once and in order, unless a test takes it away. A server
// of its own is a node that is no member.

import Game
import Measures
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Cluster
@testable import Rooms

/// Nodes under test.
final class NodeStage {
  private static let shards = Array(0..<24)

  let nodes: [MemoryServer]
  /// What becomes of a message from one node to another.
  var carry: (NodeMessage) -> [NodeMessage] = { [$0] }
  private(set) var messages: [NodeMessage] = []
  /// Nodes that do nothing and hear nothing any more.
  var dead: Set<Int> = []
  /// Nodes that the store answers nothing, and what they have asked it meanwhile.
  var unanswered: Set<Int> = []
  private var questions: [(node: Int, lane: MemoryLane, shard: Int, request: ShardRequest)] = []
  /// Whether nodes hear which rooms others list.
  var carriesLists = true
  private var links: [MemoryLink] = []

  init(_ count: Int, laneCount: Int = 1, _ alter: (inout MemoryServer.Setup) -> Void = { _ in }) {
    nodes = (0..<count)
      .map { node in
        var setup = MemoryServer.Setup(laneCount: laneCount)
        setup.number = node
        setup.secret = [UInt8](repeating: UInt8(node + 1), count: 32)
        setup.member = MemoryMember(
          Claimant(node: node, start: UInt64(100 + node)), shards: NodeStage.shards,
          playersBefore: 0)
        alter(&setup)
        return MemoryServer(setup)
      }
    pass(2_000)
    expect(nodes.allSatisfy { $0.lanes.allSatisfy { $0.driver.hall.placement.opensRooms } })
  }

  private var living: [MemoryServer] { nodes.filter { !dead.contains($0.setup.number) } }

  /// Time passes, from one deadline to the next where nothing is on its way.
  func pass(_ milliseconds: Int) {
    var left = milliseconds
    var isQuiet = false
    while left > 0 {
      let idle = living.map { $0.deadline - $0.now }.min() ?? left
      let step = isQuiet ? min(left, max(1, idle)) : 1
      left -= step
      for (number, server) in nodes.enumerated() {
        server.now += step
        if dead.contains(number) { continue }
        for link in links where link.server == number { settle(link) }
        server.advance()
      }
      isQuiet = !deliver()
    }
  }

  /// Everything is carried, and what comes of it.
  ///
  /// - Returns: whether there was anything.
  @discardableResult func deliver() -> Bool {
    var (isMore, hasCarried) = (true, false)
    while isMore {
      isMore = false
      for (node, server) in nodes.enumerated() where !dead.contains(node) {
        while server.takePost() { isMore = true }
        for (number, lane) in server.lanes.enumerated() {
          for beat in lane.port.takeBeats() {
            for other in living { other.lanes[number].hear(beat) }
            hasCarried = true
          }
          for (shard, request) in lane.port.takeQuestions() {
            hasCarried = true
            questions.append((node, lane, shard, request))
          }
          answerAll()
          for list in lane.port.takeLists() where carriesLists {
            for other in living { other.lanes[number].hear(list) }
            isMore = true
          }
          for message in lane.port.takeMessages() {
            messages.append(message)
            for message in carry(message) where !dead.contains(message.recipient) {
              nodes[message.recipient].lanes[number].hear(message)
            }
            isMore = true
          }
        }
      }
      hasCarried = hasCarried || isMore
    }
    return hasCarried
  }

  private func answerAll() {
    let ready = questions.filter { !unanswered.contains($0.node) }
    questions.removeAll { !unanswered.contains($0.node) }
    for (_, lane, shard, request) in ready { answer(lane, shard, request) }
  }

  /// The store answers; a shard may be claimed by the node alone that comes first for it.
  private func answer(_ lane: MemoryLane, _ shard: Int, _ request: ShardRequest) {
    switch request {
    case .claim(let owner, _) where owner.claimant.node == home(of: shard):
      lane.answer([(shard, .claimed(owner))])
    case .read(let from, let owner):
      lane.answer([(shard, .page(ShardPage(from: from, floor: 1, [], isLast: true), for: owner))])
    case .append(let entry, _): lane.answer([(shard, .stored(entry.name))])
    case .claim, .look, .drop: break
    }
  }

  /// The node of a shard.
  private func home(of shard: Int) -> Int {
    let weights = nodes.indices.map { LaneTenures.weight(of: $0, for: shard) }
    return weights.firstIndex(of: weights.max() ?? 0) ?? 0
  }

  func settle(_ link: MemoryLink) {
    if link.phase != .carried, link.phase != .gone { nodes[link.server].settle(link) }
  }
}

// Clients.
extension NodeStage {
  /// Somebody connects to a node.
  func connect(to node: Int, from origin: Origin = Origin(household: 1)) -> MemoryLink {
    let link = nodes[node].connect(person: links.count, from: origin)
    links.append(link)
    deliver()
    return link
  }

  /// Somebody says lines in one piece; the node gets to them so much later.
  func say(_ lines: String..., on link: MemoryLink, after milliseconds: Int = 0) {
    let text = lines.map { "\($0)\n" }.joined()
    link.ship(.bytes(Array(text.utf8)), at: nodes[link.server].now)
    nodes[link.server].now += milliseconds
    settle(link)
    deliver()
  }

  /// What somebody has been told since this was asked last, but for PINGs, if they read on.
  func heard(_ link: MemoryLink) throws -> [ServerMessage] {
    try everything(link).filter { $0.verb != .ping }
  }

  func everything(_ link: MemoryLink) throws -> [ServerMessage] {
    let server = nodes[link.server]
    var messages: [ServerMessage] = []
    var count = -1
    while messages.count > count {
      count = messages.count
      link.arrive(at: server.now)
      var all = Int.max
      while let line = try link.hear(atMost: &all, at: server.now) {
        messages.append(try require(try ServerMessage.decode(line)))
      }
      server.makeRoom(link)
      deliver()
    }
    return messages
  }

  /// The verbs of that; refusals by their code.
  func verbs(_ link: MemoryLink) throws -> [String] { try heard(link).map(\.word) }

  /// Somebody at a node who has said HELLO, and their token.
  func person(_ name: String, at node: Int) throws -> (link: MemoryLink, token: String) {
    let link = connect(to: node)
    say("HELLO v=1 name=\(name)", on: link)
    guard case .welcome(let welcome)? = try heard(link).first else { throw Violation("no WELCOME") }
    return (link, welcome.token)
  }

  /// The room in which somebody sits who says a line.
  func enter(_ link: MemoryLink, _ line: String) throws -> String {
    _ = try heard(link)
    say(line, on: link)
    guard case .entered(let code, .player, _)? = try heard(link).first else {
      throw Violation("no IN")
    }
    return code.text
  }

  /// A room that somebody opens at their node and sits in.
  func room(by link: MemoryLink, _ wishes: String = "mode=rgb seats=4") throws -> String {
    try enter(link, "CREATE \(wishes)")
  }

  /// Nodes at whose first Ada has a room; Bob of the second sits in it, with a token.
  static func pair(
    _ count: Int
  ) throws -> (NodeStage, ada: MemoryLink, bob: MemoryLink, token: String, room: String) {
    let stage = NodeStage(count)
    let ada = try stage.person("Ada", at: 0).link
    let room = try stage.room(by: ada)
    let (bob, token) = try stage.person("Bob", at: 1)
    stage.say("JOIN room=\(room)", on: bob)
    _ = try stage.heard(bob)
    return (stage, ada, bob, token, room)
  }

  /// Somebody comes back by a token, at a node, to their seat.
  func comeBack(_ token: String, to node: Int) throws {
    let again = connect(to: node)
    say("HELLO v=1 resume=\(token)", on: again)
    try expect(verbs(again).prefix(2), equals: ["WELCOME", "IN"])
  }

  /// How many guests each node has, and how many people it has lent.
  var guests: [Int] { counts { $0.guests.count } }
  var lent: [Int] { counts { $0.lendings.lent.count } }

  /// How often links broke, as each node counts them.
  var breaks: [[LinkBreak: Int]] {
    nodes.map { node in
      node.lanes.compactMap { $0.cluster?.snapshot(at: MemoryServer.start + node.now) }
        .reduce(into: [:]) { sum, one in
          for (why, count) in one.linksBroken.all where count > 0 { sum[why, default: 0] += count }
        }
    }
  }

  private func counts(_ count: (ClusterLane) -> Int) -> [Int] {
    nodes.map { $0.lanes.compactMap(\.cluster).reduce(0) { $0 + count($1) } }
  }
}

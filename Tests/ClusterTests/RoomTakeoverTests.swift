// A node with a match on it is killed, frozen, or leaves, over real engines: both players find
// their seats at another node, every line with a number that anybody was told is still so, and the
// match goes on to its end. How long they were away is printed, and is what a busy machine makes of
// it.

#if Cluster
import Glibc
import Testing

@Suite("Rooms of a node that is gone", .serialized)
struct RoomTakeoverTests {
  enum Blow: String, CaseIterable {
    case killed, frozen, leaving

    var signal: Int32 {
      switch self {
      case .killed: SIGKILL
      case .frozen: SIGSTOP
      case .leaving: SIGTERM
      }
    }
  }

  /// Two players in a match, after its first round.
  private struct Party {
    let players: [Visitor]
    let tokens: [String]
    let code: String

    init(_ nodes: GameNodes, at node: Int) async throws {
      players = try ["Ada", "Bo"].map { _ in try Visitor(port: nodes.port(of: node)) }
      var tokens: [String] = []
      for (player, name) in zip(players, ["Ada", "Bo"]) {
        player.say("HELLO v=1 name=\(name)")
        tokens.append(try #require(field("resume", of: try await player.hear("WELCOME"))))
      }
      self.tokens = tokens
      players[0].say("CREATE rounds=2 time=120")
      code = try #require(field("room", of: try await players[0].hear("IN")))
      players[1].say("JOIN room=\(code)")
      _ = try await players[1].hear("IN")
      for player in players { player.say("READY") }
      for player in players { _ = try await player.hear("ROUND") }
      for player in players { try await player.hitTarget() }
      for player in players {
        for _ in players { _ = try await player.hear("SCORE") }
        _ = try await player.hear("ROUND")
      }
    }

    /// Everything that was told under a number; nobody was told two things.
    var told: [Int: String] {
      for (number, line) in players[0].told {
        #expect(players[1].told[number].map { $0 == line } ?? true)
      }
      return players[0].told.merging(players[1].told) { first, _ in first }
    }

    /// What everybody has in all by the newest scores of somebody.
    static func totals(of player: Visitor) -> [String: Int] {
      var totals: [String: Int] = [:]
      for line in player.heard where line.hasPrefix("SCORE ") {
        guard let who = field("who", of: line), let total = field("total", of: line) else {
          continue
        }
        totals[who] = Int(total)
      }
      return totals
    }
  }

  @Test("players go on elsewhere, and nothing that was told is otherwise", arguments: Blow.allCases)
  func takeover(blow: Blow) async throws {
    let nodes = try GameNodes()
    try await nodes.waitUntilSettled()
    let party = try await Party(nodes, at: 1)
    let moment = ContinuousClock.now
    try await nodes.signal(blow.signal, 1)
    var back: [Visitor] = []
    for token in party.tokens { back.append(try await nodes.resume(token, at: [2, 3])) }
    let pause = (ContinuousClock.now - moment) / .milliseconds(1)
    print("takeover: a node with a match is \(blow.rawValue): back after \(Int(pause)) ms")
    for player in party.players { player.listen() }
    let (told, totals) = (party.told, Party.totals(of: party.players[0]))
    #expect(told.count > 5 && totals.count == 2)
    let node = try await check(told, of: party, nodes)
    for player in back { try await player.hitTarget() }
    for player in back { _ = try await player.hear("SEED") }
    for player in back {
      #expect(Set(Party.totals(of: player).keys) == Set(totals.keys), "everybody has their seat")
      for (who, total) in Party.totals(of: player) {
        let points = player.heard
          .last { $0.hasPrefix("SCORE ") && field("who", of: $0) == who }
          .flatMap { field("points", of: $0) }.flatMap { Int($0) }
        #expect(points.map { totals[who, default: 0] + $0 } == total, "\(who)'s points at \(node)")
      }
    }
    if blow == .frozen { try await thaw(nodes, party, told) }
  }

  /// Whoever looks on from the first event on sees all that was told.
  ///
  /// - Returns: the node that shows it.
  private func check(
    _ told: [Int: String], of party: Party, _ nodes: GameNodes
  ) async throws -> Int {
    for node in GameNodes.numbers.dropFirst() {
      let watcher = try Visitor(port: nodes.port(of: node))
      watcher.say("HELLO v=1 name=Eve")
      _ = try await watcher.hear("WELCOME")
      watcher.say("WATCH room=\(party.code) since=1")
      guard try await watcher.hear("IN", "NO").hasPrefix("IN ") else { continue }
      watcher.say("PING t=7")
      _ = try await watcher.hear("PONG")
      for (number, line) in told where number > 1 {
        #expect(watcher.told[number] == line, "number \(number)")
      }
      return node
    }
    throw EnginesFailed(what: ["find the room"])
  }

  /// The node that slept is refused, and says nothing more of the room.
  private func thaw(
    _ nodes: GameNodes, _ party: Party, _ told: [Int: String]
  ) async throws {
    let before = party.players.map(\.heard.count)
    try await nodes.signal(SIGCONT, 1)
    for player in party.players {
      try await eventually {
        player.listen()
        return player.isClosed
      }
    }
    for (player, count) in zip(party.players, before) {
      let late = player.heard[count...]
      #expect(late.allSatisfy { field("n", of: $0) == nil }, "\(late)")
      #expect(late.contains { $0.contains("code=moved") }, "\(late)")
    }
    #expect(party.told == told)
  }
}
#endif

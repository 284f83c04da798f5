// Any room from any node, over real engines: two players at two nodes and a watcher at the third
// are in one room and hear one match. In the next one the node that has the room is killed; all
// three come back where they like, and the match goes on to its end. How long they were away is
// printed, and is what a busy machine makes of it.

#if Cluster
import Glibc
import Testing

@Suite("Any room from any node", .serialized)
struct AnyNodeTests {
  /// Ada has made the room, at node 1; Bo is at node 2, in a browser; Eve watches at node 3.
  private struct Company {
    var ada: Visitor
    var bo: Visitor
    var eve: Visitor

    var players: [Visitor] { [ada, bo] }
    var all: [Visitor] { [ada, bo, eve] }
  }

  /// The newest number that somebody was told.
  private static func newest(_ visitor: Visitor) -> Int { visitor.told.keys.max() ?? 0 }

  /// Makes a room at node 1, and has the others come in at theirs.
  private func gather(
    _ nodes: GameNodes
  ) async throws -> (Company, tokens: [String], code: String) {
    let company = Company(
      ada: try Visitor(port: nodes.port(of: 1)),
      bo: try Visitor(port: nodes.port(of: 2), asBrowser: true),
      eve: try Visitor(port: nodes.port(of: 3)))
    var tokens: [String] = []
    for (visitor, name) in zip(company.all, ["Ada", "Bo", "Eve"]) {
      visitor.say("HELLO v=1 name=\(name)")
      tokens.append(try #require(field("resume", of: try await visitor.hear("WELCOME"))))
    }
    company.ada.say("CREATE rounds=2 time=120")
    let code = try #require(field("room", of: try await company.ada.hear("IN")))
    company.bo.say("JOIN room=\(code)")
    company.eve.say("WATCH room=\(code)")
    for visitor in [company.bo, company.eve] {
      #expect(field("room", of: try await visitor.hear("IN", "NO")) == code)
    }
    return (company, tokens, code)
  }

  /// Begins a match, and plays its first round.
  private func playFirstRound(_ players: [Visitor]) async throws {
    for player in players { player.say("READY") }
    for player in players { _ = try await player.hear("ROUND") }
    for player in players { try await player.hitTarget() }
    for player in players { _ = try await player.hear("ROUND") }
  }

  /// Since the last of them came in, everybody was told everything, and the same.
  private func compare(_ all: [Visitor]) throws {
    let entries = all.compactMap { visitor in
      visitor.heard.last { $0.hasPrefix("IN ") }.flatMap { field("n", of: $0) }
        .flatMap { Int($0) }
    }
    #expect(entries.count == all.count)
    let first = try #require(entries.max()) + 1
    let last = try #require(all.map(AnyNodeTests.newest).min())
    try #require(last > first + 2)
    for number in first...last {
      let told = all.map { $0.told[number] }
      #expect(told[0] != nil && Set(told).count == 1, "number \(number): \(told)")
    }
  }

  @Test("a match at three nodes is one match, and outlives the node that has its room")
  func match() async throws {
    let nodes = try GameNodes()
    try await nodes.waitUntilSettled()
    let (gathered, tokens, code) = try await gather(nodes)
    var company = gathered
    try await playFirstRound(company.players)
    for player in company.players { try await player.hitTarget() }
    for visitor in company.all { _ = try await visitor.hear("SEED") }
    try compare(company.all)

    let again = AnyNodeTests.newest(company.ada)
    try await playFirstRound(company.players)
    let moment = ContinuousClock.now
    try await nodes.signal(SIGKILL, 1)
    for visitor in company.all {
      try await eventually {
        visitor.listen()
        return visitor.isClosed
      }
    }
    // Their own nodes are there, and say why; Ada's cannot.
    for visitor in [company.bo, company.eve] {
      #expect(visitor.heard.contains { $0.contains("code=moved") })
    }
    let before = company.all
    company.bo = try await nodes.resume(tokens[1], at: [2], asBrowser: true)
    report("Bo, at the same node", since: moment)
    company.ada = try await nodes.resume(tokens[0], at: [3])
    report("Ada, at another one", since: moment)
    company.eve = try await watch(code, from: again, nodes)
    for player in company.players { try await player.hitTarget() }
    report("the next lock", since: moment)
    for visitor in company.all { _ = try await visitor.hear("SEED") }
    // Eve looks on from the first event on, so she was told all that anybody was told before.
    for visitor in before {
      for (number, line) in visitor.told where number > again {
        #expect(company.eve.told[number] == line, "number \(number)")
      }
    }
    try compare(company.all)
  }

  /// Looks on at node 3 again as soon as it finds the room, from what came after a number.
  private func watch(
    _ code: String, from number: Int, _ nodes: GameNodes
  ) async throws -> Visitor {
    let eve = try Visitor(port: nodes.port(of: 3))
    eve.say("HELLO v=1 name=Eve")
    _ = try await eve.hear("WELCOME")
    try await eventually {
      eve.say("WATCH room=\(code) since=\(number)")
      return try await eve.hear("IN", "NO").hasPrefix("IN ")
    }
    return eve
  }

  private func report(_ what: String, since moment: ContinuousClock.Instant) {
    let milliseconds = Int((ContinuousClock.now - moment) / .milliseconds(1))
    print("takeover: the node with the room is killed: \(what): back after \(milliseconds) ms")
  }
}
#endif

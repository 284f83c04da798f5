// Any room from any node, over real engines: two players at two nodes, one of them in a browser,
// and a watcher at the third are in one room and hear one match. In the next match the node that
// has the room is killed; all three come back where they like, and the match goes on to its end.
// How long they were away is printed, and is what a busy machine makes of it.

#if Cluster
import Glibc
import TestSupport
import Testing

@Suite("Any room from any node", .serialized)
struct AnyNodeTests {
  /// The newest number that somebody was told.
  private static func newest(_ visitor: Visitor) -> Int { visitor.told.keys.max() ?? 0 }

  /// Since the last of them came in, everybody was told everything, and the same.
  private func compare(_ all: [Visitor]) throws {
    let entries = all.compactMap { visitor in
      visitor.heard.last { $0.hasPrefix("IN ") }.flatMap { field("n", of: $0) }
        .flatMap { Int($0) }
    }
    expect(entries.count, equals: all.count)
    let first = try require(entries.max()) + 1
    let last = try require(all.map(AnyNodeTests.newest).min())
    try require(last > first + 2)
    for number in first...last {
      let told = all.map { $0.told[number] }
      expect(told[0] != nil && Set(told).count == 1, "number \(number): \(told)")
    }
  }

  @Test("a match at three nodes is one match, and outlives the node that has its room")
  func match() async throws {
    let nodes = try GameNodes()
    try await nodes.waitUntilSettled()
    let match = try await Match(nodes, ada: 1, bo: 2, isWeb: true)
    var eve = try await watch(match.code, from: 1, nodes)
    try await match.playFirstRound()
    try await match.finish()
    _ = try await eve.hear("SEED")
    try compare(match.players + [eve])

    let again = AnyNodeTests.newest(match.ada)
    try await match.begin()
    try await match.playFirstRound()
    let moment = ContinuousClock.now
    try await nodes.signal(SIGKILL, 1)
    let before = match.players + [eve]
    for visitor in before { try await visitor.waitUntilClosed() }
    // The nodes of Bo and Eve are there, and say why; Ada's cannot.
    for visitor in [match.bo, eve] {
      expect(visitor.heard.contains { $0.contains("code=moved") })
    }
    let bo = try await nodes.resume(match.tokens[1], at: [2], asBrowser: true)
    report("Bo, at the same node", since: moment)
    let ada = try await nodes.resume(match.tokens[0], at: [3])
    report("Ada, at another one", since: moment)
    eve = try await watch(match.code, from: again, nodes)
    for player in [ada, bo] { try await player.hitTarget() }
    report("the next lock", since: moment)
    for visitor in [ada, bo, eve] { _ = try await visitor.hear("SEED") }
    // Eve looks on from the first event on, so she was told all that anybody was told before.
    for visitor in before {
      for (number, line) in visitor.told where number > again {
        expect(eve.told[number], equals: line, "number \(number)")
      }
    }
    try compare([ada, bo, eve])
  }

  /// Looks on at node 3 as soon as it finds the room, from what came after a number.
  private func watch(
    _ code: String, from number: Int, _ nodes: GameNodes
  ) async throws -> Visitor {
    let eve = try Visitor(port: nodes.port(of: 3))
    _ = try await eve.enter(as: "Eve")
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

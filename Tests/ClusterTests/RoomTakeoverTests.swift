// A node with a match on it is killed, frozen, or leaves, over real engines: both players find
// their seats at another node, every line with a number that anybody was told is still so, and the
// match goes on to its end. How long they were away is printed, and is what a busy machine makes of
// it.

#if Cluster
import Glibc
import TestSupport
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

  /// Everything that players were told under a number; no two were told two things.
  private func told(_ match: Match) -> [Int: String] {
    for (number, line) in match.ada.told {
      expect(match.bo.told[number].map { $0 == line } ?? true, "number \(number)")
    }
    return match.ada.told.merging(match.bo.told) { first, _ in first }
  }

  /// What everybody has in all by the newest scores that a player was told.
  private func totals(of player: Visitor) -> [String: Int] {
    let scores = player.heard.filter { $0.hasPrefix("SCORE ") }
      .compactMap { line -> (String, Int)? in
        guard let who = field("who", of: line), let total = field("total", of: line) else {
          return nil
        }
        return Int(total).map { (who, $0) }
      }
    return Dictionary(scores) { _, last in last }
  }

  @Test(
    "players of a node that is gone go on elsewhere, and nothing that was told is otherwise",
    arguments: Blow.allCases)
  func takeover(blow: Blow) async throws {
    let nodes = try GameNodes()
    try await nodes.waitUntilSettled()
    let match = try await Match(nodes, ada: 1, bo: 1)
    try await match.playFirstRound()
    let moment = ContinuousClock.now
    try await nodes.signal(blow.signal, 1)
    var back: [Visitor] = []
    for token in match.tokens { back.append(try await nodes.resume(token, at: [2, 3])) }
    let pause = (ContinuousClock.now - moment) / .milliseconds(1)
    print("takeover: a node with a match is \(blow.rawValue): back after \(Int(pause)) ms")
    for player in match.players { player.listen() }
    let (told, before) = (told(match), totals(of: match.ada))
    expect(told.count > 5 && before.count == 2)
    try await check(told, in: match.code, nodes)
    for player in back { try await player.hitTarget() }
    for player in back { _ = try await player.hear("SEED") }
    for player in back {
      let after = totals(of: player)
      expect(Set(after.keys), equals: Set(before.keys), "everybody has their seat")
      for (who, total) in after {
        let points = player.heard
          .last { $0.hasPrefix("SCORE ") && field("who", of: $0) == who }
          .flatMap { field("points", of: $0) }.flatMap { Int($0) }
        expect(points.map { before[who, default: 0] + $0 }, equals: total, "\(who)'s points")
      }
    }
    if blow == .frozen { try await thaw(nodes, match, told) }
  }

  /// A watcher who looks on from the first event on sees all that was told.
  private func check(_ told: [Int: String], in code: String, _ nodes: GameNodes) async throws {
    for node in GameNodes.numbers.dropFirst() {
      let watcher = try Visitor(port: nodes.port(of: node))
      _ = try await watcher.enter(as: "Eve")
      watcher.say("WATCH room=\(code) since=1")
      guard try await watcher.hear("IN", "NO").hasPrefix("IN ") else { continue }
      watcher.say("PING t=7")
      _ = try await watcher.hear("PONG")
      for (number, line) in told where number > 1 {
        expect(watcher.told[number], equals: line, "number \(number)")
      }
      return
    }
    throw EnginesFailed(what: ["find the room"])
  }

  /// The node that slept is refused, and says nothing more of the room.
  private func thaw(_ nodes: GameNodes, _ match: Match, _ told: [Int: String]) async throws {
    let before = match.players.map(\.heard.count)
    try await nodes.signal(SIGCONT, 1)
    for player in match.players { try await player.waitUntilClosed() }
    for (player, count) in zip(match.players, before) {
      let late = player.heard[count...]
      expect(late.allSatisfy { field("n", of: $0) == nil }, "\(late)")
      expect(late.contains { $0.contains("code=moved") }, "\(late)")
    }
    expect(self.told(match), equals: told)
  }
}
#endif

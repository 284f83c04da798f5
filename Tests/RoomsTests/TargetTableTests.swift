// What the tables of verbs leave open because it depends on whom or what a line names: somebody to
// be put out or made host, the room that one is in already, a tile.

import Game
import Rooms
import TestSupport
import Testing
import Wire

@Suite("Whom and what a line names")
struct TargetTableTests {
  /// Everybody whom a line can name; the host says it, or a guest.
  enum Target: String, CaseIterable {
    /// The speaker.
    case oneself
    /// The host, named by the host or by the guest.
    case host
    case person
    /// A person whose connection is lost.
    case away
    case bot
    case watcher
    /// Somebody who sits in another room.
    case stranger
    /// A number that nobody has.
    case nobody
  }

  /// What the sender hears first, by who says what; `-` for nothing.
  static let people = """
    target   host:HOST host:KICK host:BAN  guest:HOST guest:KICK guest:BAN
    oneself  -         not-now   not-now   not-yours  not-now    not-now
    host     -         not-now   not-now   not-yours  not-yours  not-yours
    person   HOSTED    GONE      GONE      not-yours  not-yours  not-yours
    away     HOSTED    GONE      GONE      not-yours  not-yours  not-yours
    bot      not-now   GONE      GONE      not-yours  not-yours  not-yours
    watcher  no-player -         -         not-yours  not-yours  not-yours
    stranger no-player no-player no-player not-yours  not-yours  not-yours
    nobody   no-player no-player no-player not-yours  not-yours  not-yours
    """

  @Test("a host and a guest are answered by whom they name")
  func naming() throws {
    let rows = TargetTableTests.people.split(separator: "\n").map { $0.split(separator: " ") }
    expect(rows.dropFirst().map { String($0[0]) }, equals: Target.allCases.map(\.rawValue))
    for row in rows.dropFirst() {
      let target = try require(Target(rawValue: String(row[0])))
      for (column, outcome) in zip(rows[0], row).dropFirst() {
        let words = column.split(separator: ":")
        var (stage, speaker, who) = try scene(target, saidByHost: words[0] == "host")
        let verbs = stage.ask(speaker.id, "\(words[1]) who=\(who)")
        expect(verbs.first ?? "-" == outcome, "\(column) \(target)")
      }
    }
  }

  /// A room with everybody in it, who is going to speak, and the target as it stands in a line.
  private func scene(
    _ target: Target, saidByHost: Bool
  ) throws -> (HallStage, speaker: Person, who: String) {
    var stage = HallStage()
    let host = try stage.person("Ada")
    let room = try stage.room(by: host)
    let guest = try stage.guest("Bob", in: room)
    let person = try stage.guest("Cal", in: room)
    let away = try stage.guest("Dan", in: room)
    stage.input(.disconnected(away.id))
    stage.say(host.id, "BOT")
    let bots = stage.heard(host.id)
      .compactMap { message -> PlayerID? in
        if case .room(_, .seat(let player, _)) = message { player } else { nil }
      }
    let watcher = try stage.watcher("Eve", in: room)
    let stranger = try stage.person("Fay")
    _ = try stage.room(by: stranger)
    stage.clear()
    let speaker = saidByHost ? host : guest
    let player =
      switch target {
      case .oneself: speaker.player
      case .host: host.player
      case .person: person.player
      case .away: away.player
      case .bot: try require(bots.last)
      case .watcher: watcher.player
      case .stranger: stranger.player
      case .nobody: PlayerID(number: 9_999)
      }
    return (stage, speaker, player.wire)
  }

  /// A player may become a watcher, and a watcher a player, while no round is announced or open and
  /// they play no match.
  @Test("seats of a room are changed between rounds only", arguments: Standing.allCases)
  func changing(standing: Standing) throws {
    if [.apart(.nameless), .apart(.outside), .apart(.muted), .apart(.closing)].contains(standing) {
      return
    }
    let scene = try Scene(standing)
    for verb in ["JOIN", "WATCH"] {
      var isTaken = false
      if case .part(let part, let phase) = standing, phase != .announced, phase != .racing {
        isTaken = (verb == "JOIN") == (part == .watcher)
      }
      var stage = scene.stage
      let verbs = stage.ask(scene.id, "\(verb) room=\(scene.room)")
      expect(verbs.first, equals: (isTaken ? "IN" : "not-now"), "\(verb)")
    }
  }

  /// Four tiles: what comes of naming each number, the right tile being R and a wrong one W.
  static let tiles: [(line: String, outcome: String)] = [
    ("SET v=R", "not-now"), ("SET v=W", "not-now"), ("SET v=0", "not-now"),
    ("LOCK v=R", "LOCKED"), ("LOCK v=W", "MISSED"),
    ("LOCK v=0", "MISSED"), ("LOCK v=5", "off-grid"), ("LOCK v=13", "off-grid"),
    ("LOCK v=-1", "off-grid"), ("LOCK v=1,2", "off-grid"), ("LOCK v=", "bad-field"),
  ]

  @Test("tiles are locked by their number, never moved", arguments: tiles)
  func tile(_ line: String, _ outcome: String) throws {
    var (stage, _, ada, bob) = try HallStage.pair("mode=tiles")
    let lock = try stage.openRound(by: ada, mode: .tiles)
    let right = try require(lock.split(separator: "=").last.flatMap { Int($0) })
    let line = line.replacing("=R", with: "=\(right)").replacing("=W", with: "=\(right % 4 + 1)")
    stage.clear()
    expect(stage.ask(bob.id, line).first, equals: outcome)
  }
}

// Whole matches in every mode, with people who move and lock at random, bots, watchers, latecomers
// and lost connections; and then every line that anybody heard is read. In a mode with secrets no
// line of an open round may hold what somebody chose.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Secrets")
struct SecretTests {
  /// What a line may say while a round is open. MOVE and SCORE, which tell choices, are not here.
  static let keysOfOpenRound: [String: [String]] = [
    "LOCKED": ["n", "who", "t", "lag"],
    "MISSED": ["n", "who", "t"],
    "BELL": ["n", "closes"],
    "HELD": ["n", "by", "until"],
    "SEAT": ["n", "who", "name", "icon", "color", "bot"],
    "AWAY": ["n", "who", "until"],
    "BACK": ["n", "who"],
    "GONE": ["n", "who", "why"],
    "HOSTED": ["n", "who"],
    "WATCHERS": ["count"],
    "REACTED": ["who", "id"],
    "NO": ["code", "verb", "text"],
    "PING": ["nonce"],
    "OUT": ["room", "why"],
  ]

  @Test("nobody hears a choice before the round is shut", arguments: ["memory", "tiles"], 1...2)
  func kept(_ mode: String, seed: UInt64) throws {
    var party = try Party(mode: mode, seed: seed)
    try party.play()
    var (rounds, locks) = (0, 0)
    for heard in party.heard {
      var isOpen = false
      for line in heard {
        let verb = String(line.prefix { $0 != " " })
        switch verb {
        case "ROUND": (isOpen, rounds) = (true, rounds + 1)
        // A new picture begins, or the round is shut.
        case "SHUT", "WELCOME", "IN": isOpen = false
        default:
          #expect(verb != "MOVE", "\(line)")
          if !isOpen { continue }
          if verb == "LOCKED" { locks += 1 }
          let allowed = SecretTests.keysOfOpenRound[verb] ?? []
          let keys = line.split(separator: " ").dropFirst().map { String($0.prefix { $0 != "=" }) }
          #expect(!keys.isEmpty && keys.allSatisfy(allowed.contains), "\(line)")
        }
      }
    }
    #expect(rounds > 10 && locks > 20, "\(rounds) rounds, \(locks) locks")
  }

  @Test("in the other modes they do, so the search above finds what there is")
  func told() throws {
    var party = try Party(mode: "rgb", seed: 1)
    try party.play()
    let moves = party.heard.joined().filter { $0.hasPrefix("MOVE") }
    #expect(moves.count > 100)
  }
}

/// A room in which everything happens at random, and what every connection heard.
private struct Party {
  private var stage = HallStage()
  private var draw: SplitMix64
  private let mode: Mode
  private let room: String
  private let host: Person
  private var players: [Person] = []
  private var watchers: [Person] = []
  private var lock = "LOCK v=0"
  private var lines: [ConnectionID: [String]] = [:]

  /// All lines, connection by connection.
  var heard: [[String]] {
    lines.keys.sorted { $0.number < $1.number }.map { lines[$0] ?? [] }
  }

  init(mode name: String, seed: UInt64) throws {
    draw = SplitMix64(seed: seed)
    mode = try #require(Mode.named(name))
    host = try stage.person("Ada")
    room = try stage.room(by: host, "mode=\(name) rounds=2 time=8 level=easy delay=\(seed % 2 * 2)")
    for name in ["Bob", "Cal", "Dan"] { players.append(try stage.guest(name, in: room)) }
    for level in [4, 1] { stage.say(host.id, "BOT level=\(level)") }
    for name in ["Eve", "Fay"] { watchers.append(try stage.watcher(name, in: room)) }
    stage.clear()
  }

  mutating func play() throws {
    stage.say(host.id, "START")
    for _ in 1...260 {
      stage.pass(draw.number(in: 0...200))
      lookForTarget()
      try act()
    }
    for person in [host] + players + watchers { read(person) }
  }

  /// Keeps what somebody has heard.
  @discardableResult
  private mutating func read(_ person: Person) -> [ServerMessage] {
    let messages = stage.heard(person.id)
    lines[person.id, default: []] += messages.map(\.line)
    return messages
  }

  /// The host looks at what was announced, to know what locks.
  private mutating func lookForTarget() {
    for case .play(_, .round(let start)) in read(host) {
      lock = "LOCK v=\(mode.challenge(of: start).answer.wire)"
    }
  }

  private mutating func act() throws {
    let index = draw.number(in: 0...(players.count - 1))
    let player = players[index]
    switch draw.number(in: 1...100) {
    case 1...50: stage.say(player.id, "SET v=\(guess())")
    case 51...62: stage.say(player.id, "LOCK v=\(guess())")
    case 63...80: stage.say(player.id, lock)
    case 81...85: stage.say(player.id, "REACT id=wow")
    case 86...89:
      read(player)
      stage.input(.disconnected(player.id))
      players[index] = stage.back(player)
    case 90...92:
      let guest = try stage.person("Guest")
      stage.say(guest.id, "JOIN room=\(room)")
      read(guest)
      stage.say(guest.id, "BYE")
      stage.input(.disconnected(guest.id))
    case 93...95: watchers.append(try stage.person("New"))
    case 96...98: stage.say(watchers[watchers.count - 1].id, "WATCH room=\(room)")
    default: stage.input(.overflowed(watchers[0].id))
    }
    if draw.chance(10) { stage.input(.drained(watchers[0].id)) }
  }

  private mutating func guess() -> String {
    mode.channels.map { "\(draw.number(in: $0.grid.lowerBound...$0.grid.upperBound))" }
      .joined(separator: ",")
  }
}

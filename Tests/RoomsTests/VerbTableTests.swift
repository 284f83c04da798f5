// Every verb in every standing that a client can have: what is heard first, as one table of what is
// not refused with `not-now`; and what depends on whom a line names.

import Foundation
import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Every verb in every standing")
struct VerbTableTests {
  /// For each verb where it is heard and what is heard first: a verb of the server or the code of a
  /// refusal, `-` for nothing, `!` where the connection is closed then. The first place that fits
  /// counts; elsewhere the verb is refused with `not-now`, and a client that is muted or being
  /// closed hears nothing. JOIN and WATCH are of another room, HOST, KICK and BAN of somebody else
  /// who sits where the client is.
  static let table = """
    HELLO    nameless=WELCOME
    PING     in=PONG outside=PONG
    PONG     in=- outside=-
    LIST     in=LISTED outside=LISTED
    CREATE   outside=IN
    JOIN     outside=IN
    WATCH    outside=IN
    QUICK    outside=IN
    LEAVE    in=OUT
    CONFIG   host-waiting=ROOM host-revealing=ROOM guest-waiting=not-yours guest-revealing=not-yours
    HOST     host=HOSTED seated=not-yours
    KICK     host=GONE seated=not-yours
    BAN      host=GONE seated=not-yours
    BOT      host-waiting=SEAT guest-waiting=not-yours guest-revealing=not-yours
    READY    host-waiting=READIED guest-waiting=READIED
    REVEAL   guest-revealing=READIED
    NEXT
    END
    START    host-waiting=COUNTDOWN guest-waiting=not-yours guest-revealing=not-yours
    SET      host-racing=MOVE guest-racing=MOVE resumed=MOVE watcher-racing=CELL
    LOCK     host-racing=LOCKED guest-racing=LOCKED resumed=LOCKED watcher-racing=CELL
    REACT    seated=REACTED
    BYE      in=OUT! outside=-!
    WHO      in=WATCHER
    IDENTIFY outside=CHALLENGE
    PROVE
    TREE
    REPLAY
    TOP
    PAST     outside=unproved
    FORGET   outside=unproved
    """

  @Test("each verb is answered as the table says", arguments: Standing.allCases)
  func outcome(_ standing: Standing) throws {
    let rows = Self.table.split(separator: "\n").map { $0.split(separator: " ") }
    for verb in ClientVerb.allCases {
      let scene = try Scene(standing)
      guard let row = rows.first(where: { $0[0] == verb.rawValue }) else {
        try expectSpecified(verb, in: scene, standing)
        continue
      }
      let cells = row.dropFirst().map { $0.split(separator: "=").map(String.init) }
      let cell = cells.first { standing.places.contains($0[0]) }
      let isDeaf = standing == .apart(.muted) || standing == .apart(.closing)
      let expected = isDeaf ? "-" : cell?[1] ?? "not-now"
      var stage = scene.stage
      let closedBefore = stage.closed.count
      let verbs = stage.ask(scene, try verb.example(in: scene))
      let mark = stage.closed.count > closedBefore ? "!" : ""
      let heard = (verbs.first ?? "-") + mark
      expect(heard, equals: expected, "\(verb.rawValue) when \(standing.testDescription): \(verbs)")
    }
  }

  /// Holds a verb without a row of its own against "What may be said when" of the specification.
  private func expectSpecified(_ verb: ClientVerb, in scene: Scene, _ standing: Standing) throws {
    guard let column = standing.column else { return }
    let row = try protocolFile("README.md").split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .first { $0.count == 6 && $0[0] == "`\(verb.rawValue)`" }
    var stage = scene.stage
    let isHeard = stage.ask(scene, try verb.example(in: scene)).first != "not-now"
    expect(isHeard, equals: row?[column] != "not-now", "\(verb) when \(standing)")
  }

  /// Everybody whom a line can name: the speaker; the host; a person; one whose connection is lost;
  /// a bot; a watcher; one who sits in another room; a number that nobody has.
  enum Target: String, CaseIterable {
    case oneself, host, person, away, bot, watcher, stranger, nobody
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
    let rows = Self.people.split(separator: "\n").map { $0.split(separator: " ") }
    expect(rows.dropFirst().map { String($0[0]) }, equals: Target.allCases.map(\.rawValue))
    for row in rows.dropFirst() {
      let target = try require(Target(rawValue: String(row[0])))
      for (column, outcome) in zip(rows[0], row).dropFirst() {
        let words = column.split(separator: ":")
        var (stage, speaker, who) = try scene(target, saidByHost: words[0] == "host")
        let verbs = stage.ask(speaker, "\(words[1]) who=\(who)")
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
    stage.lose(away)
    stage.say(host, "BOT")
    let bot = try require(stage.heard(host).compactMap(\.bot).last)
    let watcher = try stage.watcher("Eve", in: room)
    let stranger = try stage.person("Fay")
    _ = try stage.room(by: stranger)
    stage.clear()
    let speaker = saidByHost ? host : guest
    let players: [Target: PlayerID] = [
      .oneself: speaker.player, .host: host.player, .person: person.player, .away: away.player,
      .bot: bot, .watcher: watcher.player, .stranger: stranger.player,
    ]
    let player = players[target] ?? PlayerID(number: 9_999)
    return (stage, speaker, player.wire)
  }
}

extension Standing {
  /// The places of the table that it is in.
  fileprivate var places: Set<String> {
    switch self {
    case .part(.watcher, let phase): ["in", "watcher", "watcher-\(phase)"]
    case .part(let part, let phase): ["in", "seated", "\(part)", "\(part)-\(phase)"]
    case .apart(.locked), .apart(.late), .apart(.idle), .apart(.resumed), .apart(.out):
      ["in", "seated", testDescription]
    case .apart: [testDescription]
    }
  }

  /// The column of "What may be said when"; nil where more than that decides.
  fileprivate var column: Int? {
    switch self {
    case .apart(.nameless): 1
    case .apart(.outside): 2
    case .part(.watcher, _): 5
    case .part(_, .waiting), .part(_, .revealing): 3
    case .part: 4
    case .apart: nil
    }
  }
}

extension ClientVerb {
  /// The first line of its vectors, which has every field.
  var sample: String {
    get throws {
      let table = try ContractTable("vectors/client/\(rawValue.lowercased()).tsv")
      return try require(table.rows.first)["LINE"]
    }
  }

  /// A line of this verb that is well made.
  fileprivate func example(in scene: Scene) throws -> String {
    switch self {
    case .hello: "HELLO v=1"
    case .join, .watch: "\(rawValue) room=\(scene.other)"
    case .host, .kick, .ban: "\(rawValue) who=\(scene.third.player.wire)"
    case .config: "CONFIG name=Another"
    case .set: "SET v=10,20,30"
    case .lock: scene.lock
    case .reveal: "REVEAL nonce=c0ffee"
    case .list, .create, .quick, .leave, .bot, .ready, .start, .bye, .who, .tree, .past: rawValue
    default: try sample
    }
  }
}

/// Where a client can stand when it says something.
enum Standing: Hashable, CaseIterable, CustomTestStringConvertible {
  /// One of those whom every room has, in one of the phases that it goes through.
  case part(Part, Phase)
  /// Any other.
  case apart(Apart)

  /// Who is in a room.
  enum Part: String, CaseIterable { case host, guest, watcher }

  /// How far a room is: no match runs; one begins once the guest's seal is open; one has begun; a
  /// round is announced; it is open; it is shut, and another follows.
  enum Phase: String, CaseIterable {
    case waiting, revealing, countdown, announced, racing, interval
  }

  /// Those who stand apart: has not said HELLO; is in no room; looks on, cannot keep up and is told
  /// nothing; is being closed. And players in an open round: has locked; sat down during the match;
  /// was away when it began and came back; was lost and came back; has no life left.
  enum Apart: String, CaseIterable {
    case nameless, outside, muted, closing
    case locked, late, idle, resumed, out
  }

  static let allCases =
    Part.allCases.flatMap { part in Phase.allCases.map { Standing.part(part, $0) } }
    + Apart.allCases.map(Standing.apart)

  var testDescription: String {
    switch self {
    case .part(let part, let phase): "\(part) while \(phase)"
    case .apart(let apart): apart.rawValue
    }
  }
}

/// A room with everybody whom the tables need, and one client in a standing.
struct Scene: Client {
  var stage: HallStage
  /// The client; somebody else who sits where it is; another room.
  let id: ConnectionID
  let third: Person
  let other: String
  /// The line that locks exactly, where that is known.
  private(set) var lock = "LOCK v=1,2,3"

  init(_ standing: Standing) throws {
    var stage = HallStage()
    other = try stage.room(by: try stage.person("Eve"))
    let host = try stage.person("Ada")
    let isArcade = standing == .apart(.out)
    let room = try stage.room(by: host, "rounds=2 time=5 mode=\(isArcade ? "arcade" : "rgb")")
    let guest = try stage.guest("Bob", in: room)
    third = try stage.guest("Dan", in: room)
    let watcher = try stage.watcher("Cal", in: room)
    var person: Person?
    switch standing {
    case .part(let part, let phase):
      lock = try stage.bring(host, and: guest, to: phase) ?? lock
      person =
        switch part {
        case .host: host
        case .guest: guest
        case .watcher: watcher
        }
    case .apart(.nameless): break
    case .apart(.outside): person = try stage.person("Fay")
    case .apart(.muted):
      stage.input(.overflowed(watcher.id))
      person = watcher
    case .apart(.closing):
      stage.input(.stop)
      person = host
    case .apart(.locked):
      lock = try stage.openRound(by: host)
      stage.say(guest, lock)
      person = guest
    case .apart(.late):
      lock = try stage.openRound(by: host)
      person = try stage.guest("Gil", in: room)
    case .apart(.idle):
      stage.lose(guest)
      lock = try stage.openRound(by: host)
      person = stage.back(guest)
    case .apart(.resumed):
      lock = try stage.openRound(by: host)
      stage.lose(guest)
      person = stage.back(guest)
    case .apart(.out):
      lock = try stage.loseLives(guest, against: [host, third])
      person = guest
    }
    id = person?.id ?? stage.connect()
    stage.clear()
    self.stage = stage
  }
}

extension HallStage {
  /// Lets a room's first match come to a phase.
  ///
  /// - Returns: the line that locks exactly, where there is a round.
  fileprivate mutating func bring(
    _ host: Person, and guest: Person, to phase: Standing.Phase
  ) throws -> String? {
    switch phase {
    case .waiting: return nil
    case .revealing:
      say(guest, "READY seal=\(try seal("c0ffee"))")
      say(host, "START")
      return nil
    case .countdown:
      say(host, "START")
      return nil
    case .announced:
      say(host, "START")
      pass(Rules.countdownMilliseconds - 1)
      return try exactLock(heardBy: host)
    case .racing: return try openRound(by: host)
    case .interval:
      let lock = try openRound(by: host)
      pass(5_000)
      return lock
    }
  }

  /// Rounds in which one player does nothing and the others lock, until that one is out.
  ///
  /// - Returns: the line that locks exactly in the round that is open then.
  fileprivate mutating func loseLives(_ player: Person, against others: [Person]) throws -> String {
    var lock = try openRound(by: others[0], mode: .arcade)
    for _ in 0..<(try require(Mode.arcade.lives)) {
      for other in others { say(other, lock) }
      pass(5_000 + Rules.intervalMilliseconds)
      lock = try exactLock(heardBy: others[0], mode: .arcade)
    }
    return lock
  }
}

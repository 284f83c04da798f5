// Every verb in every standing that a client can have: what is heard first, as tables. They are
// complete because their rows and columns are compared with the lists of verbs and standings.

import Game
import Rooms
import Testing
import Wire

@Suite("Every verb in every standing")
struct VerbTableTests {
  /// Verbs of the server, or codes of refusals, that are heard first; `-` for nothing; `!` where
  /// the connection is closed then. JOIN and WATCH are of another room, HOST, KICK and BAN of
  /// somebody else who sits where the client is.
  static let host = """
    verb     waiting   revealing countdown announced racing  interval
    HELLO    not-now   not-now   not-now   not-now   not-now not-now
    PING     PONG      PONG      PONG      PONG      PONG    PONG
    PONG     -         -         -         -         -       -
    LIST     LISTED    LISTED    LISTED    LISTED    LISTED  LISTED
    CREATE   not-now   not-now   not-now   not-now   not-now not-now
    JOIN     not-now   not-now   not-now   not-now   not-now not-now
    WATCH    not-now   not-now   not-now   not-now   not-now not-now
    QUICK    not-now   not-now   not-now   not-now   not-now not-now
    LEAVE    OUT       OUT       OUT       OUT       OUT     OUT
    CONFIG   ROOM      ROOM      not-now   not-now   not-now not-now
    HOST     HOSTED    HOSTED    HOSTED    HOSTED    HOSTED  HOSTED
    KICK     GONE      GONE      GONE      GONE      GONE    GONE
    BAN      GONE      GONE      GONE      GONE      GONE    GONE
    BOT      SEAT      not-now   not-now   not-now   not-now not-now
    READY    READIED   not-now   not-now   not-now   not-now not-now
    REVEAL   not-now   not-now   not-now   not-now   not-now not-now
    START    COUNTDOWN not-now   not-now   not-now   not-now not-now
    SET      not-now   not-now   not-now   not-now   MOVE    not-now
    LOCK     not-now   not-now   not-now   not-now   LOCKED  not-now
    REACT    REACTED   REACTED   REACTED   REACTED   REACTED REACTED
    BYE      OUT!      OUT!      OUT!      OUT!      OUT!    OUT!
    WHO      WATCHER   WATCHER   WATCHER   WATCHER   WATCHER WATCHER
    IDENTIFY not-now   not-now   not-now   not-now   not-now not-now
    PROVE    not-now   not-now   not-now   not-now   not-now not-now
    TREE     not-now   not-now   not-now   not-now   not-now not-now
    REPLAY   not-now   not-now   not-now   not-now   not-now not-now
    TOP      not-now   not-now   not-now   not-now   not-now not-now
    PAST     not-now   not-now   not-now   not-now   not-now not-now
    FORGET   not-now   not-now   not-now   not-now   not-now not-now
    """

  static let guest = """
    verb     waiting   revealing countdown announced racing    interval
    HELLO    not-now   not-now   not-now   not-now   not-now   not-now
    PING     PONG      PONG      PONG      PONG      PONG      PONG
    PONG     -         -         -         -         -         -
    LIST     LISTED    LISTED    LISTED    LISTED    LISTED    LISTED
    CREATE   not-now   not-now   not-now   not-now   not-now   not-now
    JOIN     not-now   not-now   not-now   not-now   not-now   not-now
    WATCH    not-now   not-now   not-now   not-now   not-now   not-now
    QUICK    not-now   not-now   not-now   not-now   not-now   not-now
    LEAVE    OUT       OUT       OUT       OUT       OUT       OUT
    CONFIG   not-yours not-yours not-now   not-now   not-now   not-now
    HOST     not-yours not-yours not-yours not-yours not-yours not-yours
    KICK     not-yours not-yours not-yours not-yours not-yours not-yours
    BAN      not-yours not-yours not-yours not-yours not-yours not-yours
    BOT      not-yours not-yours not-now   not-now   not-now   not-now
    READY    READIED   not-now   not-now   not-now   not-now   not-now
    REVEAL   not-now   READIED   not-now   not-now   not-now   not-now
    START    not-yours not-yours not-now   not-now   not-now   not-now
    SET      not-now   not-now   not-now   not-now   MOVE      not-now
    LOCK     not-now   not-now   not-now   not-now   LOCKED    not-now
    REACT    REACTED   REACTED   REACTED   REACTED   REACTED   REACTED
    BYE      OUT!      OUT!      OUT!      OUT!      OUT!      OUT!
    WHO      WATCHER   WATCHER   WATCHER   WATCHER   WATCHER   WATCHER
    IDENTIFY not-now   not-now   not-now   not-now   not-now   not-now
    PROVE    not-now   not-now   not-now   not-now   not-now   not-now
    TREE     not-now   not-now   not-now   not-now   not-now   not-now
    REPLAY   not-now   not-now   not-now   not-now   not-now   not-now
    TOP      not-now   not-now   not-now   not-now   not-now   not-now
    PAST     not-now   not-now   not-now   not-now   not-now   not-now
    FORGET   not-now   not-now   not-now   not-now   not-now   not-now
    """

  static let watcher = """
    verb     waiting revealing countdown announced racing  interval
    HELLO    not-now not-now   not-now   not-now   not-now not-now
    PING     PONG    PONG      PONG      PONG      PONG    PONG
    PONG     -       -         -         -         -       -
    LIST     LISTED  LISTED    LISTED    LISTED    LISTED  LISTED
    CREATE   not-now not-now   not-now   not-now   not-now not-now
    JOIN     not-now not-now   not-now   not-now   not-now not-now
    WATCH    not-now not-now   not-now   not-now   not-now not-now
    QUICK    not-now not-now   not-now   not-now   not-now not-now
    LEAVE    OUT     OUT       OUT       OUT       OUT     OUT
    CONFIG   not-now not-now   not-now   not-now   not-now not-now
    HOST     not-now not-now   not-now   not-now   not-now not-now
    KICK     not-now not-now   not-now   not-now   not-now not-now
    BAN      not-now not-now   not-now   not-now   not-now not-now
    BOT      not-now not-now   not-now   not-now   not-now not-now
    READY    not-now not-now   not-now   not-now   not-now not-now
    REVEAL   not-now not-now   not-now   not-now   not-now not-now
    START    not-now not-now   not-now   not-now   not-now not-now
    SET      not-now not-now   not-now   not-now   not-now not-now
    LOCK     not-now not-now   not-now   not-now   not-now not-now
    REACT    not-now not-now   not-now   not-now   not-now not-now
    BYE      OUT!    OUT!      OUT!      OUT!      OUT!    OUT!
    WHO      WATCHER WATCHER   WATCHER   WATCHER   WATCHER WATCHER
    IDENTIFY not-now not-now   not-now   not-now   not-now not-now
    PROVE    not-now not-now   not-now   not-now   not-now not-now
    TREE     not-now not-now   not-now   not-now   not-now not-now
    REPLAY   not-now not-now   not-now   not-now   not-now not-now
    TOP      not-now not-now   not-now   not-now   not-now not-now
    PAST     not-now not-now   not-now   not-now   not-now not-now
    FORGET   not-now not-now   not-now   not-now   not-now not-now
    """

  static let apart = """
    verb     nameless outside   muted closing locked    late      idle      resumed   out
    HELLO    WELCOME  not-now   -     -       not-now   not-now   not-now   not-now   not-now
    PING     not-now  PONG      -     -       PONG      PONG      PONG      PONG      PONG
    PONG     not-now  -         -     -       -         -         -         -         -
    LIST     not-now  LISTED    -     -       LISTED    LISTED    LISTED    LISTED    LISTED
    CREATE   not-now  IN        -     -       not-now   not-now   not-now   not-now   not-now
    JOIN     not-now  IN        -     -       not-now   not-now   not-now   not-now   not-now
    WATCH    not-now  IN        -     -       not-now   not-now   not-now   not-now   not-now
    QUICK    not-now  IN        -     -       not-now   not-now   not-now   not-now   not-now
    LEAVE    not-now  not-now   -     -       OUT       OUT       OUT       OUT       OUT
    CONFIG   not-now  not-now   -     -       not-now   not-now   not-now   not-now   not-now
    HOST     not-now  not-now   -     -       not-yours not-yours not-yours not-yours not-yours
    KICK     not-now  not-now   -     -       not-yours not-yours not-yours not-yours not-yours
    BAN      not-now  not-now   -     -       not-yours not-yours not-yours not-yours not-yours
    BOT      not-now  not-now   -     -       not-now   not-now   not-now   not-now   not-now
    READY    not-now  not-now   -     -       not-now   not-now   not-now   not-now   not-now
    REVEAL   not-now  not-now   -     -       not-now   not-now   not-now   not-now   not-now
    START    not-now  not-now   -     -       not-now   not-now   not-now   not-now   not-now
    SET      not-now  not-now   -     -       not-now   not-now   not-now   MOVE      not-now
    LOCK     not-now  not-now   -     -       not-now   not-now   not-now   LOCKED    not-now
    REACT    not-now  not-now   -     -       REACTED   REACTED   REACTED   REACTED   REACTED
    BYE      not-now  -!        -     -       OUT!      OUT!      OUT!      OUT!      OUT!
    WHO      not-now  not-now   -     -       WATCHER   WATCHER   WATCHER   WATCHER   WATCHER
    IDENTIFY not-now  CHALLENGE -     -       not-now   not-now   not-now   not-now   not-now
    PROVE    not-now  not-now   -     -       not-now   not-now   not-now   not-now   not-now
    TREE     not-now  not-now   -     -       not-now   not-now   not-now   not-now   not-now
    REPLAY   not-now  not-now   -     -       not-now   not-now   not-now   not-now   not-now
    TOP      not-now  not-now   -     -       not-now   not-now   not-now   not-now   not-now
    PAST     not-now  unproved  -     -       not-now   not-now   not-now   not-now   not-now
    FORGET   not-now  unproved  -     -       not-now   not-now   not-now   not-now   not-now
    """

  struct Cell: Sendable, CustomTestStringConvertible {
    let verb: ClientVerb
    let standing: Standing
    let outcome: String

    var testDescription: String { "\(verb.rawValue) when \(standing.testDescription): \(outcome)" }
  }

  static let cells: [Cell] =
    cells(host) { Standing.Phase(rawValue: $0).map { .part(.host, $0) } }
    + cells(guest) { Standing.Phase(rawValue: $0).map { .part(.guest, $0) } }
    + cells(watcher) { Standing.Phase(rawValue: $0).map { .part(.watcher, $0) } }
    + cells(apart) { Standing.Apart(rawValue: $0).map(Standing.apart) }

  /// Reads a table; what is no verb or no standing is left out, and so missed by `isComplete`.
  private static func cells(_ table: String, column: (String) -> Standing?) -> [Cell] {
    let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return rows.dropFirst()
      .flatMap { row in
        zip(rows[0], row).dropFirst()
          .compactMap { name, outcome in
            guard let verb = ClientVerb(rawValue: row[0]), let standing = column(name) else {
              return nil
            }
            return Cell(verb: verb, standing: standing, outcome: outcome)
          }
      }
  }

  @Test("the tables have one cell for each", arguments: Standing.allCases)
  func isComplete(_ standing: Standing) {
    let verbs = VerbTableTests.cells.filter { $0.standing == standing }.map(\.verb)
    #expect(verbs == ClientVerb.allCases)
  }

  @Test("what is heard", arguments: Standing.allCases)
  func outcome(_ standing: Standing) throws {
    let scene = try Scene(standing)
    for cell in VerbTableTests.cells where cell.standing == standing {
      var stage = scene.stage
      let closedBefore = stage.closed.count
      let verbs = stage.ask(scene.id, cell.verb.example(in: scene))
      let mark = stage.closed.count > closedBefore ? "!" : ""
      #expect((verbs.first ?? "-") + mark == cell.outcome, "\(cell.testDescription), \(verbs)")
    }
  }
}

extension ClientVerb {
  /// A line of this verb that is well made.
  fileprivate func example(in scene: Scene) -> String {
    switch self {
    case .hello: "HELLO v=1"
    case .ping: "PING t=1"
    case .pong: "PONG nonce=00"
    case .join, .watch: "\(rawValue) room=\(scene.other)"
    case .host, .kick, .ban: "\(rawValue) who=\(scene.third.player.wire)"
    case .config: "CONFIG name=Another"
    case .set: "SET v=10,20,30"
    case .lock: scene.lock
    case .react: "REACT id=wave"
    case .reveal: "REVEAL nonce=c0ffee"
    case .identify: "IDENTIFY key=\(String(repeating: "ab", count: 32))"
    case .prove: "PROVE sig=\(String(repeating: "cd", count: 64)) bind=open"
    case .list, .create, .quick, .leave, .bot, .ready, .start, .bye, .who, .tree, .past: rawValue
    case .top: "TOP board=daily"
    case .forget: "FORGET sure=1"
    case .replay: "REPLAY index=0"
    }
  }
}

// Every verb in every standing that a client can have: what is heard first, as one table of what is
// not refused with `not-now`.

import Game
import Rooms
import TestSupport
import Testing
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
    START    host-waiting=COUNTDOWN guest-waiting=not-yours guest-revealing=not-yours
    SET      host-racing=MOVE guest-racing=MOVE resumed=MOVE
    LOCK     host-racing=LOCKED guest-racing=LOCKED resumed=LOCKED
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
    let scene = try Scene(standing)
    let rows = Self.table.split(separator: "\n").map { $0.split(separator: " ") }
    expect(rows.map { String($0[0]) }, equals: ClientVerb.allCases.map(\.rawValue))
    for (verb, row) in zip(ClientVerb.allCases, rows) {
      let cells = row.dropFirst().map { $0.split(separator: "=").map(String.init) }
      let cell = cells.first { standing.places.contains($0[0]) }
      let isDeaf = standing == .apart(.muted) || standing == .apart(.closing)
      let expected = isDeaf ? "-" : cell?[1] ?? "not-now"
      var stage = scene.stage
      let closedBefore = stage.closed.count
      let verbs = stage.ask(scene.id, verb.example(in: scene))
      let mark = stage.closed.count > closedBefore ? "!" : ""
      let heard = (verbs.first ?? "-") + mark
      expect(heard, equals: expected, "\(verb.rawValue) when \(standing.testDescription): \(verbs)")
    }
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
    case .prove: "PROVE sig=\(String(repeating: "cd", count: 64)) bind=addr"
    case .list, .create, .quick, .leave, .bot, .ready, .start, .bye, .who, .tree, .past: rawValue
    case .top: "TOP board=daily"
    case .forget: "FORGET sure=1"
    case .replay: "REPLAY index=0"
    }
  }
}

// Every verb in every standing that a client can have: what is heard first, as one table. It is
// complete because rows and columns are compared with the lists of verbs and standings.

import Game
import Rooms
import Testing
import Wire

/// Where a client can stand when it says something.
enum Standing: String, CaseIterable {
  /// Has not said HELLO.
  case nameless
  /// In no room.
  case outside
  /// Hosts a room in which no match is running.
  case host
  /// Sits there, too.
  case guest
  case watcher
  /// Hosts a match that has not opened its first round.
  case countdown
  /// Sits in an open round.
  case racing
  /// Has locked in it.
  case locked
  /// Sat down during the match.
  case late
  /// Cannot keep up and is told nothing for a while.
  case muted
  /// Is being closed.
  case closing
}

@Suite("Every verb in every standing")
struct VerbTableTests {
  /// Verbs of the server, or codes of refusals, that are heard first; `-` for nothing; `!` where
  /// the connection is closed then.
  static let table = """
    verb   nameless outside host      guest     watcher countdown racing  locked  late muted closing
    HELLO  WELCOME  not-now not-now   not-now   not-now not-now   not-now not-now not-now -     -
    PING   not-now  PONG    PONG      PONG      PONG    PONG      PONG    PONG    PONG    -     -
    PONG   not-now  -       -         -         -       -         -       -       -       -     -
    LIST   not-now  LISTED  LISTED    LISTED    LISTED  LISTED    LISTED  LISTED  LISTED  -     -
    CREATE not-now  IN      not-now   not-now   not-now not-now   not-now not-now not-now -     -
    JOIN   not-now  IN      not-now   not-now   not-now not-now   not-now not-now not-now -     -
    WATCH  not-now  IN      not-now   not-now   not-now not-now   not-now not-now not-now -     -
    LEAVE  not-now  not-now OUT       OUT       OUT     OUT       OUT     OUT     OUT     -     -
    BOT    not-now  not-now SEAT      not-yours not-now not-now   not-now not-now not-now -     -
    READY  not-now  not-now READIED   READIED   not-now not-now   not-now not-now not-now -     -
    START  not-now  not-now COUNTDOWN not-yours not-now not-now   not-now not-now not-now -     -
    SET    not-now  not-now not-now   not-now   not-now not-now   MOVE    not-now not-now -     -
    LOCK   not-now  not-now not-now   not-now   not-now not-now   LOCKED  not-now not-now -     -
    BYE    not-now  -!      OUT!      OUT!      OUT!    OUT!      OUT!    OUT!    OUT!    -     -
    """

  struct Cell: Sendable, CustomTestStringConvertible {
    let verb: String
    let standing: String
    let outcome: String

    var testDescription: String { "\(verb) when \(standing): \(outcome)" }
  }

  static let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

  static let cells = rows.dropFirst()
    .flatMap { row in
      zip(rows[0], row).dropFirst().map { Cell(verb: row[0], standing: $0, outcome: $1) }
    }

  @Test("the table has a cell for each")
  func isComplete() {
    #expect(VerbTableTests.rows[0].dropFirst() == Standing.allCases.map(\.rawValue)[...])
    #expect(VerbTableTests.rows.dropFirst().map { $0[0] } == ClientVerb.allCases.map(\.rawValue))
    #expect(VerbTableTests.cells.count == ClientVerb.allCases.count * Standing.allCases.count)
  }

  @Test("what is heard", arguments: cells)
  func outcome(_ cell: Cell) throws {
    let verb = try #require(ClientVerb(rawValue: cell.verb))
    let standing = try #require(Standing(rawValue: cell.standing))
    var stage = HallStage()
    let elsewhere = try stage.person("Eve")
    let other = try stage.room(by: elsewhere)
    let (id, lock) = try stage.client(standing)
    stage.clear()
    let closedBefore = stage.closed.count
    let verbs = stage.ask(id, verb.example(room: other, lock: lock))
    let mark = stage.closed.count > closedBefore ? "!" : ""
    #expect((verbs.first ?? "-") + mark == cell.outcome, "heard \(verbs)")
  }
}

extension HallStage {
  /// Brings a client into a standing.
  ///
  /// - Returns: its connection, and the line that locks, where that is known.
  fileprivate mutating func client(_ standing: Standing) throws -> (ConnectionID, String) {
    let lock = "LOCK v=1,2,3"
    if standing == .nameless { return (connect(), lock) }
    let host = try person("Ada")
    if standing == .outside { return (host.id, lock) }
    let room = try room(by: host, "seats=4")
    let guest = try guest("Bob", in: room)
    switch standing {
    case .nameless, .outside, .host: return (host.id, lock)
    case .guest: return (guest.id, lock)
    case .watcher, .muted:
      let watcher = try person("Cal")
      say(watcher.id, "WATCH room=\(room)")
      if standing == .muted { input(.overflowed(watcher.id)) }
      return (watcher.id, lock)
    case .countdown:
      say(host.id, "START")
      return (host.id, lock)
    case .racing: return (guest.id, try openRound(by: host))
    case .locked:
      let lock = try openRound(by: host)
      say(guest.id, lock)
      return (guest.id, lock)
    case .late:
      let lock = try openRound(by: host)
      return (try self.guest("Cal", in: room).id, lock)
    case .closing:
      input(.stop)
      return (host.id, lock)
    }
  }
}

extension ClientVerb {
  /// A line of this verb that is well made.
  fileprivate func example(room: String, lock: String) -> String {
    switch self {
    case .hello: "HELLO v=1"
    case .ping: "PING t=1"
    case .pong: "PONG nonce=00"
    case .join, .watch: "\(rawValue) room=\(room)"
    case .set: "SET v=10,20,30"
    case .lock: lock
    case .list, .create, .leave, .bot, .ready, .start, .bye: rawValue
    }
  }
}

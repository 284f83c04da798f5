// A hall driven by hand, one input at a time, and what each connection heard of it. It decides
// nothing: no outboxes, no pipes, and time passes only when a test says so.

import Chroma
import Game
import Identity
import Records
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

/// A hall under test.
struct HallStage {
  private(set) var hall: Hall
  private(set) var now: Instant
  /// Connections that the hall wants closed, and those it wants to send nothing for a while.
  private(set) var closed: [ConnectionID] = []
  private(set) var conflated: [ConnectionID] = []
  private(set) var lent: [(id: ConnectionID, node: Int, handoff: Handoff)] = []
  private(set) var givenBack: [(id: ConnectionID, handoff: Handoff)] = []
  private(set) var notes: [Note] = []
  /// The matches that it wants kept.
  private(set) var kept: [FinishedMatch] = []
  /// The tries of a day that it wants written down.
  private(set) var claims: [Claim] = []
  private(set) var journal: [UInt8] = []
  /// What it wants to outlive it.
  var jotted: [JournalLine] {
    journal.split(separator: UInt8(ascii: "\n")).compactMap { try? JournalLine.decode($0) }
  }
  /// What it wants to know of the archive.
  private(set) var asked: [(id: ConnectionID, question: Question)] = []
  private var unread: [ConnectionID: [(at: Instant, message: ServerMessage)]] = [:]
  private var made: UInt64 = 0

  static let start = Instant(milliseconds: 1_000_000)
  static let secret = [UInt8](repeating: 42, count: 32)
  static let name = ServerName(log: "test/chromatch", key: secret)

  init(
    _ limits: Limits = Limits(), at start: Instant = HallStage.start,
    secret: [UInt8] = HallStage.secret, verifying: Verifying = .genuine, log: String? = nil,
    membership: Membership? = nil
  ) {
    now = start
    hall = Hall(
      secret: secret, daily: HallStage.secret, hashing: .genuine, verifying: verifying,
      name: HallStage.name, limits: limits, app: "test", log: log, lane: 0, of: 1,
      membership: membership)
  }

  mutating func input(_ input: Input) {
    var turn = Turn(at: now)
    hall.handle(input, &turn)
    carryOut(turn)
  }

  /// A room is to write itself down.
  mutating func renew(_ room: String) {
    guard let code = RoomCode(room) else { return }
    var turn = Turn(at: now)
    hall.renew(code, &turn)
    carryOut(turn)
  }

  /// Lets time pass from one deadline to the next, as it does on an idle server.
  mutating func pass(_ milliseconds: Int) {
    let end = now + milliseconds
    while let deadline = hall.deadline, deadline <= end {
      now = max(now, deadline)
      var turn = Turn(at: now)
      hall.advance(&turn)
      carryOut(turn)
    }
    now = end
  }

  /// Somebody sets the clock to another moment; all connections are cut off.
  mutating func set(to moment: Instant) {
    let stopped = now
    var turn = Turn(at: now)
    hall.advance(dueBy: now, &turn)
    closed += hall.partFromEverybody(&turn)
    carryOut(turn)
    now = moment
    turn = Turn(at: now)
    hall.goOn(since: stopped, &turn)
    carryOut(turn)
  }

  /// Lets time pass in which nobody looks after the hall.
  mutating func sleep(_ milliseconds: Int) { now = now + milliseconds }

  /// Lets time pass until so long after the next deadline, as on a lane that is late; not at all
  /// when that is too far away.
  mutating func oversleep(_ milliseconds: Int, within: Int) {
    guard let deadline = hall.deadline, deadline < HallStage.start + within else { return }
    now = max(now, deadline + milliseconds)
    var turn = Turn(at: now)
    hall.advance(&turn)
    carryOut(turn)
  }

  private mutating func carryOut(_ turn: Turn) {
    journal += turn.jottings.lines
    for effect in turn.effects {
      switch effect {
      case .send(let message, let connections):
        for id in connections { unread[id, default: []].append((now, message)) }
      case .conflate(let id): conflated.append(id)
      case .close(let id): closed.append(id)
      case .note(let note): notes.append(note)
      case .keep(let match): kept.append(match)
      case .claim(let claim): claims.append(claim)
      case .ask(let id, let question, _): asked.append((id, question))
      // There is no other lane.
      case .carry, .publish: break
      case .lend(let id, let node, let handoff): lent.append((id, node, handoff))
      case .giveBack(let id, let handoff): givenBack.append((id, handoff))
      }
    }
  }

  /// What a connection heard since this was asked last.
  mutating func heard(_ id: ConnectionID) -> [ServerMessage] {
    heardAt(id).map(\.message)
  }

  /// The same, with the moment of each.
  mutating func heardAt(_ id: ConnectionID) -> [(at: Instant, message: ServerMessage)] {
    defer { unread[id] = nil }
    return unread[id] ?? []
  }

  /// The verbs of what it heard; refusals by their code.
  mutating func verbs(_ id: ConnectionID) -> [String] {
    heard(id)
      .map { message in
        if case .no(let refusal) = message { refusal.code.rawValue } else { message.verb.rawValue }
      }
  }

  /// Everybody forgets what was heard so far.
  mutating func clear() {
    unread = [:]
    notes = []
  }
}

// What clients do.
extension HallStage {
  /// Somebody connects; all are of one address unless a test says otherwise.
  mutating func connect(
    from origin: Origin = Origin(household: 1), fullness: Fullness? = nil
  ) -> ConnectionID {
    made += 1
    let id = ConnectionID(number: made)
    input(.connected(id, from: origin, fullness: fullness))
    return id
  }

  /// - Parameter arrived: when the line came, if that was before now.
  mutating func say(_ id: ConnectionID, _ line: String, arrived: Instant? = nil) {
    let arrived = arrived.map { $0...$0 }
    do throws(RefusalLine) {
      if let message = try ClientMessage.decode(Array(line.utf8)[...]) {
        input(.said(id, message, arrived: arrived))
      }
    } catch {
      input(.garbled(id, error))
    }
  }

  /// Says a line and gives the verbs of what is heard then.
  mutating func ask(_ id: ConnectionID, _ line: String) -> [String] {
    _ = heard(id)
    say(id, line)
    return verbs(id)
  }

  /// Somebody who has said HELLO and read the answer; `more` is what HELLO says besides.
  mutating func person(
    _ name: String, _ more: String = "", from origin: Origin = Origin(household: 1)
  ) throws -> Person {
    let id = connect(from: origin)
    say(id, "HELLO v=1 name=\(name)\(more.isEmpty ? "" : " ")\(more)")
    guard case .welcome(let welcome) = try require(heard(id).first) else {
      throw Violation("no WELCOME")
    }
    return Person(id: id, player: welcome.me, token: welcome.token)
  }

  /// A room that a person opens and sits in.
  mutating func room(by person: Person, _ wishes: String = "") throws -> String {
    _ = heard(person.id)
    say(person.id, wishes.isEmpty ? "CREATE" : "CREATE \(wishes)")
    guard case .entered(let code, .player, _) = try require(heard(person.id).first) else {
      throw Violation("no IN")
    }
    return code.text
  }

  /// A hall with a room that Ada has opened.
  static func hosted(
    _ wishes: String = "", _ limits: Limits = Limits()
  ) throws -> (HallStage, room: String, ada: Person) {
    var stage = HallStage(limits)
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, wishes)
    return (stage, room, ada)
  }

  /// The same, and Bob sits there, too.
  static func pair(
    _ wishes: String = "", _ limits: Limits = Limits()
  ) throws -> (HallStage, room: String, ada: Person, bob: Person) {
    let (hosted, room, ada) = try hosted(wishes, limits)
    var stage = hosted
    let bob = try stage.guest("Bob", in: room)
    return (stage, room, ada, bob)
  }

  /// Somebody who sits in a room.
  mutating func guest(_ name: String, in room: String) throws -> Person {
    let person = try person(name)
    say(person.id, "JOIN room=\(room)")
    clear()
    return person
  }

  /// Somebody who looks on in a room.
  mutating func watcher(_ name: String, in room: String) throws -> Person {
    let person = try person(name)
    say(person.id, "WATCH room=\(room)")
    clear()
    return person
  }

  /// Somebody looks on in a room for a moment, so that it outlives whoever opened it.
  mutating func visit(_ room: String) throws {
    let visitor = try watcher("Viv", in: room)
    say(visitor.id, "LEAVE")
    input(.disconnected(visitor.id))
  }

  /// A player whose connection was lost comes back on another one.
  mutating func back(_ person: Person) -> Person {
    let id = connect()
    say(id, "HELLO v=1 resume=\(person.token)")
    return Person(id: id, player: person.player, token: person.token)
  }

  /// The host begins a match, and its first round opens.
  ///
  /// - Returns: the line that locks exactly on the target.
  mutating func openRound(by host: Person, mode: Mode = .rgb) throws -> String {
    say(host.id, "START")
    pass(Rules.countdownMilliseconds)
    return try exactLock(heardBy: host, mode: mode)
  }

  /// The line that locks exactly on the target of the newest round that somebody heard of.
  mutating func exactLock(heardBy person: Person, mode: Mode = .rgb) throws -> String {
    for case .play(_, .round(let start)) in heard(person.id).reversed() {
      return "LOCK v=\(mode.challenge(of: start).answer.wire)"
    }
    throw Violation("no ROUND")
  }
}

extension Guess {
  /// The values as they stand on the wire.
  var wire: String { values.map(String.init).joined(separator: ",") }
}

/// Somebody who has said HELLO.
struct Person {
  let id: ConnectionID
  let player: PlayerID
  let token: String
}

extension ServerMessage {
  /// The message as it stands on the wire, without its ending.
  var line: String {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}

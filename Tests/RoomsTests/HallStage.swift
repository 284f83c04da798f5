// Halls driven by hand, one for each lane, and what each connection heard of them. It decides
// nothing: no outboxes, no pipes, and time passes only when a test says so. Whatever one lane sends
// another arrives at once and in order, unless a test holds it back; a connection keeps its number
// wherever it is carried.

import Archive
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Cluster
@testable import Rooms

/// Somebody at the other end of a connection.
protocol Client { var id: ConnectionID { get } }

extension ConnectionID: Client { var id: ConnectionID { self } }

/// Somebody who has said HELLO.
struct Person: Client {
  let id: ConnectionID
  let player: PlayerID
  let token: String
}

/// Halls under test.
struct HallStage {
  private(set) var halls: [Hall]
  private(set) var now: Instant
  /// Whether what is sent between lanes waits for `deliver`.
  var holds = false
  /// Connections that a hall wants closed, and those it wants to send nothing for a while.
  private(set) var closed: [ConnectionID] = []
  private(set) var conflated: [ConnectionID] = []
  private(set) var lent: [(id: ConnectionID, node: Int, handoff: Handoff)] = []
  private(set) var givenBack: [(id: ConnectionID, handoff: Handoff)] = []
  private(set) var notes: [Note] = []
  private(set) var kept: [FinishedMatch] = []
  /// The tries of a day that are to be written down.
  private(set) var claims: [Claim] = []
  private(set) var journal: [UInt8] = []
  /// What the archive is asked.
  private(set) var asked: [(id: ConnectionID, question: Question)] = []
  /// Everything that one lane told another, but for what addresses have used.
  private(set) var bulletins: [(bulletin: Bulletin, to: Int)] = []
  /// How many connections were carried so far.
  private(set) var carries = 0
  private var unread: [ConnectionID: [(at: Instant, message: ServerMessage)]] = [:]
  private var lanes: [ConnectionID: Int] = [:]
  private var traveling: Set<ConnectionID> = []
  private var traffic: [(to: Int, input: Input)] = []
  private var made: UInt64 = 0

  static let start = Instant(milliseconds: 1_000_000)
  static let secret = [UInt8](repeating: 42, count: 32)
  static let name = ServerName(log: "test/chromatch", key: secret)

  init(
    _ limits: Limits = Limits(), lanes: Int = 1, at start: Instant = HallStage.start,
    secret: [UInt8] = HallStage.secret, verifying: Verifying = .genuine, log: String? = nil,
    membership: Membership? = nil
  ) {
    now = start
    halls = (0..<lanes)
      .map {
        Hall(
          secret: secret, daily: HallStage.secret, hashing: .genuine, verifying: verifying,
          name: HallStage.name, limits: limits, app: "test", log: log, lane: $0, of: lanes,
          placement: membership ?? Alone())
      }
  }

  /// Lanes of which each sends all watchers of its rooms to others.
  static func spread(_ laneCount: Int) -> HallStage {
    var limits = Limits()
    limits.watchersAtHomeMax = 0
    return HallStage(limits, lanes: laneCount)
  }

  /// The only hall, or the first.
  var hall: Hall { halls[0] }

  /// What the halls want to outlive them.
  var jotted: [JournalLine] {
    journal.split(separator: UInt8(ascii: "\n")).compactMap { try? JournalLine.decode($0) }
  }

  /// What comes back from that; `finished` is handed each match that ends in it.
  func restored(
    log: String? = nil, finished: (FinishedMatch) -> Void = { _ in }
  ) -> Restoration {
    var restoration = Restoration(
      daily: HallStage.secret, hashing: .genuine, limits: Limits(), log: log)
    restoration.take(journal[...], finished: finished)
    return restoration
  }

  /// A hall is told something; what it sends to other lanes is on its way then.
  mutating func input(_ input: Input, _ lane: Int = 0) { change(lane) { $0.handle(input, &$1) } }

  private mutating func change(_ lane: Int, _ change: (inout Hall, inout Turn) -> Void) {
    var turn = Turn(at: now)
    change(&halls[lane], &turn)
    carryOut(turn, lane)
  }

  /// A room is to write itself down.
  mutating func renew(_ room: String) {
    guard let code = RoomCode(room) else { return }
    change(0) { $0.renew(code, &$1) }
  }

  /// An operator keeps these out.
  mutating func keepOut(_ bans: ServerBans) { change(0) { $0.keepOut(bans, &$1) } }

  /// An operator does something to a room.
  mutating func rule(_ room: String, _ ruling: Ruling) throws -> RulingOutcome {
    let code = try require(RoomCode(room))
    var outcome = RulingOutcome.noRoom
    change(0) { outcome = $0.rule(code, ruling, &$1) }
    return outcome
  }

  /// Lets time pass from one deadline to the next, as it does on an idle server.
  mutating func pass(_ milliseconds: Int) {
    let end = now + milliseconds
    while let deadline = halls.compactMap(\.deadline).min(), deadline <= end {
      now = max(now, deadline)
      for lane in halls.indices { change(lane) { $0.advance(&$1) } }
      if !holds { deliver() }
    }
    now = end
  }

  /// Somebody sets the clock to another moment; all connections are cut off.
  mutating func set(to moment: Instant) {
    let stopped = now
    var cut: [ConnectionID] = []
    change(0) { hall, turn in
      hall.advance(dueBy: stopped, &turn)
      cut = hall.partFromEverybody(&turn)
    }
    closed += cut
    now = moment
    change(0) { $0.goOn(since: stopped, &$1) }
  }

  /// Lets time pass in which nobody looks after the halls.
  mutating func sleep(_ milliseconds: Int) { now = now + milliseconds }

  /// Lets everything arrive that is on its way between lanes, and what comes of it.
  mutating func deliver() {
    while !traffic.isEmpty {
      let (lane, input) = traffic.removeFirst()
      if case .arrived(let id, _) = input {
        lanes[id] = lane
        traveling.remove(id)
      }
      self.input(input, lane)
    }
  }

  private mutating func carryOut(_ turn: Turn, _ lane: Int) {
    journal += turn.jottings.lines
    for effect in turn.effects {
      switch effect {
      case .send(let message, let connections):
        expect(traveling.isDisjoint(with: connections), "told by a hall that has let go")
        for id in connections { unread[id, default: []].append((now, message)) }
      case .conflate(let id): conflated.append(id)
      case .close(let id): closed.append(id)
      case .note(let note): notes.append(note)
      case .keep(let match): kept.append(match)
      case .claim(let claim): claims.append(claim)
      case .ask(let id, let question, _): asked.append((id, question))
      case .carry(let id, .lane(let other), let handoff):
        expect(other, differsFrom: lane)
        carries += 1
        traveling.insert(id)
        traffic.append((other, .arrived(id, handoff)))
      case .publish(let bulletin, let other):
        expect(other, differsFrom: lane)
        switch bulletin {
        case .drew, .answered, .charged: break
        default: bulletins.append((bulletin, other))
        }
        traffic.append((other, .heard(bulletin, from: lane)))
      case .carry(let id, .node(let node), let handoff): lent.append((id, node, handoff))
      case .carry(let id, .back, let handoff): givenBack.append((id, handoff))
      }
    }
  }

  /// What a connection heard since this was asked last.
  mutating func heard(_ client: some Client) -> [ServerMessage] { heardAt(client).map(\.message) }

  /// The same, with the moment of each.
  mutating func heardAt(_ client: some Client) -> [(at: Instant, message: ServerMessage)] {
    unread.removeValue(forKey: client.id) ?? []
  }

  /// The verbs of what it heard; refusals by their code.
  mutating func verbs(_ client: some Client) -> [String] { heard(client).map(\.word) }

  /// Everybody forgets what was heard so far.
  mutating func clear() {
    unread = [:]
    notes = []
    bulletins = []
  }
}

// What clients do.
extension HallStage {
  /// Somebody connects; all are of one address unless a test says otherwise.
  mutating func connect(
    _ lane: Int = 0, from origin: Origin = Origin(household: 1), fullness: Fullness? = nil
  ) -> ConnectionID {
    made += 1
    let id = ConnectionID(number: made)
    lanes[id] = lane
    tell(id) { .connected($0, from: origin, fullness: fullness) }
    return id
  }

  /// The hall that has a connection is told something of it.
  mutating func tell(_ client: some Client, _ make: (ConnectionID) -> Input) {
    input(make(client.id), lane(client))
    if !holds { deliver() }
  }

  /// Somebody's connection is lost.
  mutating func lose(_ client: some Client) { tell(client) { .disconnected($0) } }

  /// - Parameter arrived: when the line came, if that was before now.
  mutating func say(_ client: some Client, _ line: String, arrived: Instant? = nil) {
    do throws(RefusalLine) {
      guard let message = try ClientMessage.decode(Array(line.utf8)[...]) else { return }
      tell(client) { .said($0, message, arrived: arrived.map { $0...$0 }) }
    } catch { tell(client) { .garbled($0, error) } }
  }

  /// Says a line and gives the verbs of what is heard then.
  mutating func ask(_ client: some Client, _ line: String) -> [String] {
    _ = heard(client)
    say(client, line)
    return verbs(client)
  }

  /// Somebody who has said HELLO and read the answer; `more` is what HELLO says besides.
  mutating func person(
    _ name: String, _ more: String = "", from origin: Origin = Origin(household: 1)
  ) throws -> Person { try person(name, 0, more, from: origin) }

  /// The same on a lane.
  mutating func person(
    _ name: String, _ lane: Int, _ more: String = "", from origin: Origin = Origin(household: 1)
  ) throws -> Person {
    let id = connect(lane, from: origin)
    say(id, "HELLO v=1 name=\(name)\(more.isEmpty ? "" : " ")\(more)")
    guard case .welcome(let welcome) = try require(heard(id).first) else {
      throw Violation("no WELCOME")
    }
    return Person(id: id, player: welcome.me, token: welcome.token)
  }

  /// The room in which somebody sits who says a line.
  mutating func enter(_ client: some Client, _ line: String) throws -> String {
    _ = heard(client)
    say(client, line)
    guard case .entered(let code, .player, _) = try require(heard(client).first) else {
      throw Violation("no IN")
    }
    return code.text
  }

  /// A room that somebody opens and sits in.
  mutating func room(by client: some Client, _ wishes: String = "") throws -> String {
    try enter(client, wishes.isEmpty ? "CREATE" : "CREATE \(wishes)")
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
    var (stage, room, ada) = try hosted(wishes, limits)
    let bob = try stage.guest("Bob", in: room)
    return (stage, room, ada, bob)
  }

  /// Somebody who sits in a room.
  mutating func guest(_ name: String, in room: String) throws -> Person {
    let person = try person(name)
    say(person, "JOIN room=\(room)")
    clear()
    return person
  }

  /// Somebody who looks on in a room.
  mutating func watcher(_ name: String, _ lane: Int = 0, in room: String) throws -> Person {
    let person = try person(name, lane)
    say(person, "WATCH room=\(room)")
    clear()
    return person
  }

  /// Somebody looks on in a room for a moment, so that it outlives its opener.
  mutating func visit(_ room: String) throws {
    let visitor = try watcher("Viv", in: room)
    say(visitor, "LEAVE")
    lose(visitor)
  }

  /// What somebody hears first who looks on in a room.
  mutating func picture(of room: String) throws -> [ServerMessage] {
    let watcher = try person("New")
    say(watcher, "WATCH room=\(room)")
    return heard(watcher)
  }

  /// A player whose connection was lost comes back on another one.
  mutating func back(
    _ person: Person, from origin: Origin = Origin(household: 1)
  ) -> Person {
    let id = connect(from: origin)
    say(id, "HELLO v=1 resume=\(person.token)")
    return Person(id: id, player: person.player, token: person.token)
  }

  /// The host begins a match, and its first round opens.
  ///
  /// - Returns: the line that locks exactly on the target.
  mutating func openRound(by host: Person, mode: Mode = .rgb) throws -> String {
    say(host, "START")
    pass(Rules.countdownMilliseconds)
    return try exactLock(heardBy: host, mode: mode)
  }

  /// The line that locks exactly on the target of the newest round that somebody heard of.
  mutating func exactLock(heardBy person: Person, mode: Mode = .rgb) throws -> String {
    for case .play(_, .round(let start)) in heard(person).reversed() {
      return "LOCK v=\(mode.challenge(of: start).answer.wire)"
    }
    throw Violation("no ROUND")
  }
}

// Where everything is.
extension HallStage {
  /// The lane that a client's connection is on.
  func lane(_ client: some Client) -> Int { lanes[client.id] ?? 0 }

  /// A room, where it lives.
  func room(_ text: String) throws -> Room { try entry(text).room }

  /// A room and what its hall knows of it.
  func entry(_ text: String) throws -> RoomEntry {
    let code = try require(RoomCode(text))
    return try require(halls[hall.home(of: code)].rooms[code])
  }
}

extension Guess {
  /// The values as they stand on the wire.
  var wire: String { values.map(String.init).joined(separator: ",") }
}

// What a message says, where it says that.
extension ServerMessage {
  /// The message as it stands on the wire, without its ending.
  var line: String {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// Its verb; of a refusal the code.
  var word: String { refusal?.code.rawValue ?? verb.rawValue }

  /// Its number in the room.
  var number: Int? {
    switch self {
    case .room(let number, _), .play(let number, _): number
    default: nil
    }
  }

  var refusal: RefusalLine? { if case .no(let refusal) = self { refusal } else { nil } }
  var entered: RoomCode? { if case .entered(let code, _, _) = self { code } else { nil } }
  var listing: Listing? { if case .listed(let listing) = self { listing } else { nil } }
  /// What a PING says.
  var nonce: String? { if case .ping(let nonce) = self { nonce } else { nil } }
  var move: Move? { if case .move(let move) = self { move } else { nil } }
  var watcher: PlayerID? { if case .watcher(let player, _) = self { player } else { nil } }
  var watcherCount: Int? { if case .watchers(let count) = self { count } else { nil } }

  var seat: (player: PlayerID, profile: Profile)? {
    if case .room(_, .seat(let player, let profile)) = self { (player, profile) } else { nil }
  }

  /// Whom a bot's SEAT names.
  var bot: PlayerID? { seat.flatMap { $0.profile.isBot ? $0.player : nil } }

  /// Who plays the match that begins.
  var racers: [PlayerID]? {
    if case .room(_, .countdown(_, _, let players, _, _, _)) = self { players } else { nil }
  }
}

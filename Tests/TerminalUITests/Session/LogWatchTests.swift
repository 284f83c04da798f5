// A session that watches over a server's log, a real one with a real key: what it asks, what it
// believes, and what it says when a promise is broken. Watchers of several rooms beside a session.

import Archive
import Game
import Net
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

private struct Log {
  static let seed = secret("a log's key")
  var name = "chromatch/test"
  var seed = Log.seed
  private(set) var tree = MerkleTree(hashing: hashing)

  /// A log of so many matches; the hash of each follows from its number and a word.
  init(_ size: Int, _ word: String = "match") {
    for number in 0..<size { tree.append(secret("\(word) \(number)")) }
  }

  var key: [UInt8] { ed25519PublicKey(ofSeed: seed) ?? [] }

  func head(_ size: Int? = nil) -> LogHead {
    let size = size ?? tree.size
    let text = Checkpoint(log: name, size: size, root: tree.root(of: size)).text
    return LogHead(
      size: size, root: tree.root(of: size),
      signature: ed25519Signature(of: text, seed: seed) ?? [])
  }

  func state(since: Int) -> LogState {
    let isProved = (1..<max(tree.size, 1)).contains(since)
    return LogState(
      log: name, key: key, head: head(), since: since,
      path: isProved ? tree.consistency(from: since, to: tree.size) : [])
  }

  /// The receipt of a match, of when the log had so many, or of now.
  func kept(_ index: Int, of size: Int? = nil) -> LoggedMatch {
    let size = size ?? tree.size
    return LoggedMatch(
      match: 1, index: index, leaf: secret("match \(index)"), head: head(size),
      path: tree.path(of: index, in: size))
  }
}

struct LogWatchTests {
  private struct Visit {
    private var session: Session
    private(set) var memory: LogMemory?
    private(set) var asked: [Int?] = []
    private var answered = 0
    private var now = Instant(milliseconds: 1_000)

    init(_ memory: LogMemory? = nil) {
      self.memory = memory
      session = Session(
        intent: .browse, hello: Hello(name: "Ada"), secret: secret("Ada"), hashing: hashing,
        selfPlay: nil)
      session.logWatch = LogWatch(
        memory, hashing: hashing, isSigned: { isEd25519Signature($0, of: $1, key: $2.bytes) })
      take(session.start(at: now))
      take(session.handle(.connected, at: now))
      hear(
        .welcome(
          Welcome(
            version: Wire.version, me: PlayerID(number: 1), now: now, token: "t", app: "test",
            modes: [])))
    }

    private mutating func take(_ outputs: [SessionOutput]) {
      for case .send(.tree(let since)) in outputs { asked.append(since) }
      for case .remember(let memory) in outputs { self.memory = memory }
    }

    mutating func hear(_ message: ServerMessage, after milliseconds: Int = 1) {
      now = now + milliseconds
      take(session.handle(.received(line(message)[...]), at: now))
    }

    /// Hears nothing but the server's clock for as long as an answer is waited for.
    mutating func wait() {
      for _ in 1...(SessionLimits.logMilliseconds / 1_000) {
        hear(.pong(t: 0, now: now + 1_000), after: 1_000)
      }
    }

    mutating func ask(_ log: Log) {
      while answered < asked.count {
        answered += 1
        hear(.tree(log.state(since: asked[answered - 1] ?? 0)))
      }
    }

    /// Hears how it came into a room in which a match is over.
    mutating func play() throws {
      let seed = String(repeating: "5a", count: 32)
      for line in [
        "IN room=WAVE role=player n=3",
        "ROOM name=Here mode=rgb rounds=2 time=30 level=normal seats=4 listed=1",
        "SEAT who=p1 name=Ada icon=star color=#ff8800", "COMMIT match=1 hash=\(seed)",
        "HOSTED who=p1", "WATCHERS count=0",
        "COUNTDOWN n=4 match=1 opens=5000 players=p1 nonces=-", "OVER n=5", "SEED n=6 seed=\(seed)",
      ] {
        if let message = try ServerMessage.decode(Array(line.utf8)[...]) { hear(message) }
      }
    }

    /// Where the match is in the server's log, and what plain lines say last.
    var place: (index: Int?, line: String?) {
      var narrator = PlainNarrator(server: "here")
      narrator.told = session.room
      narrator.toldMatch = ToldMatch(number: 1)
      return (session.room?.placeInLog, narrator.news(of: session, at: now).last)
    }

    var notices: [String] { session.notices.map(\.text) }
  }

  @Test func theFirstTimeItLearnsWhichLogThereIsAndAsksNoMore() {
    var visit = Visit()
    visit.ask(Log(5))
    expect(visit.asked == [nil] && visit.notices.isEmpty)
    expect(visit.memory?.log == "chromatch/test" && visit.memory?.heads.map(\.size) == [5])
  }

  @Test("a log that has grown proves it, for every head that was told", arguments: [9, 5])
  func grows(size: Int) {
    var visit = Visit()
    visit.ask(Log(3))
    for index in 3..<5 { visit.hear(.kept(Log(index + 1).kept(index))) }
    expect(visit.memory?.heads.map(\.size), equals: [3, 4, 5])
    expect(visit.memory?.matches.map(\.index), equals: [3, 4])
    var next = Visit(visit.memory)
    next.ask(Log(size))
    expect(next.asked == [3, 4, 5] && next.notices.isEmpty)
    expect(next.memory?.heads.map(\.size), equals: [size])
    expect(next.memory?.matches.count, equals: 2)
  }

  @Test func aServerThatDoesNotAnswerIsAskedAgainAndTheHeadsStayForTheNextConnection() {
    var visit = Visit()
    visit.ask(Log(1))
    for index in 1...7 { visit.hear(.kept(Log(8).kept(index, of: index + 1))) }
    expect(visit.asked, equals: [nil, 1])
    visit.hear(.no(RefusalLine(code: .notNow, verb: "TREE")))
    visit.hear(.kept(Log(9).kept(8)))
    expect(visit.asked == [nil, 1, 1] && visit.notices == [Self.silent])
    var next = Visit(visit.memory)
    next.ask(Log(9))
    expect(next.asked == Array(1...9) && next.memory?.heads.map(\.size) == [9])
  }

  private static let forgotten = "This server has forgotten matches that it had kept."
  private static let rewritten = "This server has rewritten matches that it had kept."
  private static let other = "This server's log of matches is another one than before."
  private static let silent =
    "This server does not prove that it still has the matches it has kept."
  private static let unproved = "The server has no proof that it keeps its matches."

  private static func state(
    _ alter: (inout Log) -> Void, then change: (inout LogState) -> Void = { _ in }
  ) -> LogState {
    var log = Log(9)
    alter(&log)
    var state = log.state(since: 5)
    change(&state)
    return state
  }

  /// What a server comes back with that had five matches, and what is said of it.
  static let lies: [(name: String, log: @Sendable () -> LogState, sentence: String)] = [
    ("fewer", { Log(4).state(since: 5) }, forgotten),
    ("none", { Log(0).state(since: 5) }, forgotten),
    ("others", { Log(5, "another").state(since: 5) }, rewritten),
    ("others behind which it has grown", { Log(9, "another").state(since: 5) }, rewritten),
    ("no proof", { state({ _ in }, then: { $0.path = [] }) }, rewritten),
    ("another key", { state { $0.seed = secret("another key") } }, other),
    ("another name", { state { $0.name = "chromatch/other" } }, other),
    ("no signature", { state({ _ in }, then: { $0.head.signature[0] ^= 1 }) }, unproved),
  ]

  @Test(
    "a client says each time that a server's log has shrunk or changed", arguments: lies.indices)
  func lie(_ index: Int) {
    var visit = Visit()
    visit.ask(Log(5))
    let before = visit.memory
    for _ in 1...2 {
      var next = Visit(visit.memory)
      expect(next.asked, equals: [5])
      next.hear(.tree(Self.lies[index].log()))
      expect(next.notices, equals: [Self.lies[index].sentence], "\(Self.lies[index].name)")
      expect(next.memory, equals: before)
    }
  }

  @Test func aLogWhoseKeySignsAnythingWithOneSignaturePromisesNothing() {
    var state = Log(3).state(since: 0)
    state.key = [1] + [UInt8](repeating: 0, count: 31)
    state.head.signature = [1] + [UInt8](repeating: 0, count: 63)
    var visit = Visit()
    visit.hear(.tree(state))
    expect(visit.notices, equals: [Self.unproved])
    expect(visit.memory, equals: nil)
  }

  @Test(
    "a server that does not answer is told to those who hold a promise of it, once a connection",
    arguments: [RefusalCode.notNow, .unknownVerb, .tooFast, nil])
  func silence(_ code: RefusalCode?) {
    var first = Visit()
    first.ask(Log(5))
    for _ in 1...2 {
      var next = Visit(first.memory)
      if let code { next.hear(.no(RefusalLine(code: code, verb: "TREE"))) }
      next.wait()
      expect(next.notices.filter { $0 == Self.silent }, equals: [Self.silent])
      expect(next.memory, equals: first.memory)
      // An answer that comes late is an answer.
      next.hear(.tree(Log(9).state(since: 5)))
      expect(next.memory?.heads.map(\.size), equals: [9])
    }
  }

  @Test func aMatchThatIsKeptHasAPlaceInTheLogWhichOneCanNameLater() throws {
    var visit = Visit()
    visit.ask(Log(3))
    try visit.play()
    expect(visit.place.index, equals: nil)
    visit.hear(.kept(Log(5).kept(4)))
    expect(visit.place.index, equals: 4)
    expect(visit.place.line, equals: "the server keeps it as match 4: chromatch replay 4")
    var forged = Log(6).kept(5)
    forged.leaf[0] ^= 1
    visit.hear(.kept(forged))
    expect(visit.place.index, equals: 4)
  }

  static let forgeries: [@Sendable (inout LoggedMatch) -> Void] = [
    { $0.leaf[0] ^= 1 }, { $0.index = 2 }, { $0.path.removeLast() }, { $0.head.root[0] ^= 1 },
    { $0.head.size = 6 }, { $0.head.signature[0] ^= 1 },
  ]

  @Test("a forged receipt is refused, and said", arguments: forgeries.indices)
  func forged(_ index: Int) {
    var visit = Visit()
    visit.ask(Log(3))
    let before = visit.memory
    var match = Log(5).kept(4)
    Self.forgeries[index](&match)
    visit.hear(.kept(match))
    expect(visit.notices, equals: [Self.unproved])
    expect(visit.memory, equals: before)
    visit.hear(.kept(match))
    expect(visit.notices.count, equals: 1)
  }

  @Test func aServerWithoutALogOrOneThatDoesNotKnowTheQuestionIsNobodysBusiness() {
    for code in [RefusalCode.notNow, .unknownVerb] {
      var visit = Visit()
      visit.hear(.no(RefusalLine(code: code, verb: "TREE")))
      visit.hear(.kept(Log(1).kept(0)))
      expect(visit.notices.isEmpty && visit.memory == nil)
    }
  }

  /// The connections as the program has them: by room, in the order in which they were opened.
  private struct Net {
    var open: [RoomCode] = []
    var openedMost = 0
    /// What was done that makes no sense, such as to speak where there is no connection.
    var mistakes: [String] = []

    mutating func carryOut(_ outputs: [WatcherOutput]) {
      for output in outputs {
        let isOpen = open.contains(output.room)
        switch output.output {
        case .connect:
          if isOpen { mistakes.append("\(output.room) is open") }
          open.append(output.room)
        case .send: if !isOpen { mistakes.append("\(output.room) is shut") }
        case .disconnect: open.removeAll { $0 == output.room }
        case .keepConsent: mistakes.append("\(output.room) may know the user")
        case .remember: mistakes.append("\(output.room) has a log")
        }
        openedMost = max(openedMost, open.count)
      }
    }
  }

  private static func session(_ room: RoomCode) -> Session {
    Session(
      intent: .watch(room, password: nil), hello: Hello(name: "ada", icon: .star),
      secret: secret("ada"), hashing: hashing, selfPlay: nil)
  }

  private static func codes(_ count: Int) throws -> [RoomCode] {
    let letters = Array("ABCDEFGHJKMNPQRSTUVWXYZ".unicodeScalars)
    return try (0..<count).map { try require(RoomCode("AAA\(letters[$0])")) }
  }

  private static let welcome = ServerMessage.welcome(
    Welcome(
      version: Wire.version, me: PlayerID(number: 3), now: Instant(milliseconds: 0),
      token: "abcdefgh", app: "hall/1", modes: ["rgb"]))

  @Test(arguments: 0..<4)
  func thereAreNeverTooManyAndWhateverWasOpenedIsClosed(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    var watchers = Watchers()
    var net = Net()
    var now = Instant(milliseconds: 0)
    let codes = try Self.codes(20)
    for _ in 0..<400 {
      now = now + dice.roll(0..<900)
      let room = dice.pick(codes)
      let isOpen = net.open.contains(room)
      switch dice.roll(0..<8) {
      case 0:
        let wanted = codes.filter { _ in dice.roll(0..<2) == 0 }
        net.carryOut(watchers.want(wanted, at: now, Self.session))
        expect(watchers.all.map(\.room).allSatisfy(wanted.contains))
        expect(watchers.all.count, equals: min(wanted.count, Watchers.countMax))
      case 1 where isOpen:
        net.open.removeAll { $0 == room }
        net.carryOut(watchers.handle(.lost("connection reset"), in: room, at: now))
      case 2 where isOpen: net.carryOut(watchers.handle(.connected, in: room, at: now))
      case 3...6 where isOpen:
        let message = dice.pick([
          Self.welcome, .entered(room, .watcher, n: 0), .watchers(2), .out(room, .closed),
          .no(RefusalLine(code: .banned, verb: "WATCH")), .no(RefusalLine(code: .serverFull)),
        ])
        net.carryOut(watchers.handle(.received(line(message)[...]), in: room, at: now))
      default: net.carryOut(watchers.tick(at: now))
      }
      expect(isEmpty: net.mistakes)
      expect(Set(watchers.all.map(\.room)).count, equals: watchers.all.count)
      expect(net.open.allSatisfy { open in watchers.all.contains { $0.room == open } })
      if let deadline = watchers.deadline, deadline <= now {
        net.carryOut(watchers.tick(at: now))
        expect(watchers.deadline.map { $0 > now } ?? true)
      }
    }
    expect(net.openedMost > 6 && net.openedMost <= Watchers.countMax)
    net.carryOut(watchers.want([], at: now, Self.session))
    expect(net.open.isEmpty && watchers.all.isEmpty && watchers.deadline == nil)
  }

  @Test func aWatcherWhoIsTurnedAwayHangsUpAndComesAgainEverLaterUntilLetIn() throws {
    var watchers = Watchers()
    var now = Instant(milliseconds: 0)
    let room = try Self.codes(1)[0]
    var outputs = watchers.want([room], at: now, Self.session)
    var pauses: [Int] = []
    for _ in 0..<7 {
      expect(outputs.map(\.output), equals: [.connect])
      _ = watchers.handle(.connected, in: room, at: now)
      _ = watchers.handle(.received(line(Self.welcome)[...]), in: room, at: now)
      let refusal = ServerMessage.no(RefusalLine(code: .banned, verb: "WATCH"))
      outputs = watchers.handle(.received(line(refusal)[...]), in: room, at: now)
      expect(outputs.map(\.output), equals: [.send(.bye), .disconnect])
      expect(watchers.all[0].refusal, equals: RefusalCode.banned.sentence)
      let deadline = try require(watchers.deadline)
      pauses.append(deadline - now)
      expect(isEmpty: watchers.tick(at: deadline - 1))
      now = deadline
      outputs = watchers.tick(at: now)
    }
    expect(pauses, equals: [250, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
    _ = watchers.handle(.connected, in: room, at: now)
    for message in [Self.welcome, .entered(room, .watcher, n: 0), .watchers(1)] {
      _ = watchers.handle(.received(line(message)[...]), in: room, at: now)
    }
    expect(watchers.all[0].refusal == nil && watchers.all[0].session.room?.code == room)
  }
}

// A session that watches over a server's log: what it asks, what it believes, and what it says when
// a promise is broken. The log is a real one, with a real key.

import Game
import Identity
import Net
import Records
import TestSupport
import Testing
import Wire

@testable import TerminalUI

/// A log that may lie.
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

@Suite("Promises of a server")
struct LogWatchTests {
  /// A connection to a server, as far as its log goes.
  private struct Visit {
    private var session: Session
    private(set) var memory: LogMemory?
    private(set) var asked: [Int?] = []
    /// How many of the questions a log has answered.
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
      for output in outputs {
        switch output {
        case .send(.tree(let since)): asked.append(since)
        case .remember(let memory): self.memory = memory
        default: break
        }
      }
    }

    mutating func hear(_ message: ServerMessage) {
      now = now + 1
      var line: [UInt8] = []
      message.encode(into: &line)
      take(session.handle(.received(line.dropLast()), at: now))
    }

    /// Hears nothing but the server's clock for as long as an answer is waited for.
    mutating func wait() {
      for _ in 1...(SessionLimits.logMilliseconds / 1_000) {
        now = now + 1_000
        var line: [UInt8] = []
        ServerMessage.pong(t: 0, now: now).encode(into: &line)
        take(session.handle(.received(line.dropLast()), at: now))
      }
    }

    /// Has a log answer everything that is asked.
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

    /// Where the match is in the server's log, as the last screen says it.
    var place: Int? { session.room?.placeInLog }

    /// What plain lines say last.
    var lastLine: String? {
      var narrator = PlainNarrator(server: "here")
      narrator.told = session.room
      narrator.toldMatch = ToldMatch(number: 1)
      return narrator.news(of: session, at: now).last
    }

    /// What the player has been told.
    var notices: [String] { session.notices.map(\.text) }
  }

  @Test("the first time it learns which log there is, and asks no more")
  func first() {
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

  /// Hears that so many matches are kept behind the first, one after another.
  private func hearMany(_ count: Int, _ visit: inout Visit) {
    let log = Log(count + 1)
    for index in 1...count { visit.hear(.kept(log.kept(index, of: index + 1))) }
  }

  @Test("a server that does not answer is asked again, and the heads stay for the next connection")
  func refused() {
    var visit = Visit()
    visit.ask(Log(1))
    hearMany(7, &visit)
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

  /// The state of a log of nine matches, altered.
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

  @Test("a log whose key signs anything with one signature promises nothing")
  func weakKey() {
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

  @Test("a match that is kept has a place in the log, which one can name later")
  func place() throws {
    var visit = Visit()
    visit.ask(Log(3))
    try visit.play()
    expect(visit.place, equals: nil)
    visit.hear(.kept(Log(5).kept(4)))
    expect(visit.place, equals: 4)
    expect(visit.lastLine, equals: "the server keeps it as match 4: chromatch replay 4")
    var forged = Log(6).kept(5)
    forged.leaf[0] ^= 1
    visit.hear(.kept(forged))
    expect(visit.place, equals: 4)
  }

  /// How a receipt is forged.
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
    expect(visit.notices, equals: ["The server has no proof that it keeps its matches."])
    expect(visit.memory, equals: before)
    visit.hear(.kept(match))
    expect(visit.notices.count, equals: 1)
  }

  @Test("a server without a log, or one that does not know the question, is nobody's business")
  func none() {
    for code in [RefusalCode.notNow, .unknownVerb] {
      var visit = Visit()
      visit.hear(.no(RefusalLine(code: code, verb: "TREE")))
      visit.hear(.kept(Log(1).kept(0)))
      expect(visit.notices.isEmpty && visit.memory == nil)
    }
  }
}

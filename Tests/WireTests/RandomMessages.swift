// Messages and bytes at random, from a seed that repeats them exactly. Every message made here is
// one that a correct program could send; values crowd at the ends of their ranges.

import Chroma
import Game
import Identity
import TestSupport
import Wire

// Values of the types.
extension SplitMix64 {
  mutating func int(_ range: ClosedRange<Int>) -> Int {
    switch next() % 8 {
    case 0: range.lowerBound
    case 1: range.upperBound
    default: Int.random(in: range, using: &self)
    }
  }

  mutating func flag() -> Bool { next() % 2 == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(0...(elements.count - 1))]
  }

  mutating func maybe<Value>(_ make: (inout SplitMix64) -> Value) -> Value? {
    flag() ? make(&self) : nil
  }

  mutating func count() -> Int { int(0...(1 << int(0...53))) }
  mutating func instant() -> Instant { Instant(milliseconds: count()) }
  mutating func player() -> PlayerID { PlayerID(number: count()) }

  mutating func color() -> Color {
    Color(red: UInt8(int(0...255)), green: UInt8(int(0...255)), blue: UInt8(int(0...255)))
  }

  mutating func difference() -> Difference { Difference(thousandths: int(0...999_999_999)) }

  mutating func guess() -> Guess { Guess((0...int(0...7)).map { _ in int(-9_999...9_999) }) }

  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(int(0...255)) } }

  mutating func word() -> String {
    let letters = (0x21...0x7e).filter { $0 != 0x25 }.map { Character(Unicode.Scalar(UInt8($0))) }
    return String((1...int(1...64)).map { _ in pick(letters) })
  }

  /// A text within its limits, of letters from everywhere, marks that join them, and escapes.
  mutating func text(_ charactersMax: Int) -> String {
    let pieces = [
      "a", "Z", "7", " ", "%", "=", ",", "\\", "é", "ß", "中", "\u{301}", "\u{200d}", "🎨",
    ]
    let more = ["👩‍🚀", "🇨🇭", "\u{fe0f}", "\u{10ffff}", "\u{a0}", "\u{feff}"]
    var text = pick(["a", "%", " ", "🎨"])
    for _ in 0..<int(0...charactersMax) {
      let longer = text + pick(pieces + more)
      guard longer.count <= charactersMax,
        longer.utf8.count <= charactersMax * Wire.textBytesPerCharacter
      else { break }
      text = longer
    }
    return text
  }

  mutating func code() -> RoomCode? {
    let length = pick(RoomCode.lengths)
    return RoomCode(
      String(decoding: (0..<length).map { _ in pick(RoomCode.alphabet) }, as: UTF8.self))
  }

  mutating func nonce() -> Nonce? {
    Nonce(hex: String((0..<int(2...64)).map { _ in pick(Array("0123456789abcdef")) }))
  }
}

// Messages of clients.
extension SplitMix64 {
  private mutating func share() -> Share {
    Share(nonce: flag() ? nonce() : nil, seal: maybe { $0.bytes(32) })
  }

  mutating func clientMessage(_ verb: ClientVerb) -> ClientMessage? {
    switch verb {
    case .hello:
      .hello(
        Hello(
          version: int(0...999), name: maybe { $0.text(16) },
          icon: maybe { $0.pick(Icon.allCases) },
          color: maybe { $0.color() }, isBot: flag(), resume: maybe { $0.word() },
          app: maybe { $0.text(64) }, depth: maybe { $0.int(0...24) }))
    case .ping: .ping(t: count())
    case .pong: .pong(nonce: word())
    case .list: .list(maybe { $0.pick(Mode.all) })
    case .create: .create(wishes())
    case .join: code().map { .join($0, password: maybe { $0.text(32) }) }
    case .watch:
      code().map { .watch($0, password: maybe { $0.text(32) }, since: maybe { $0.count() }) }
    case .quick: .quick(maybe { $0.pick(Mode.all) })
    case .leave: .leave
    case .config: .config(wishes(), opens: flag())
    case .host: .host(player())
    case .kick: .kick(player())
    case .ban: .ban(player())
    case .bot: .bot(level: int(1...4))
    case .ready: .ready(flag(), share())
    case .reveal: nonce().map { .reveal($0) }
    case .start: .start
    case .set: .play(.set(guess()))
    case .lock: .play(.lock(guess(), claim: maybe { $0.count() }))
    case .react: .react(pick(Reaction.allCases))
    case .bye: .bye
    case .who: .who
    case .identify:
      PublicKey(bytes: flag() ? bytes(32) : [pick([2, 3])] + bytes(32)).map { .identify($0) }
    case .prove: .prove(signature: bytes(64), pick(Binding.Kind.allCases))
    case .tree: .tree(since: maybe { $0.count() })
    case .top:
      .top(
        pick(Board.all), maybe { $0.pick(BoardTime.allCases) },
        maybe { Day(number: $0.int(-700_000...2_900_000)) }, from: maybe { $0.count() })
    case .past: .past(maybe { $0.id() }, from: maybe { $0.count() })
    case .forget: .forget(isSure: flag())
    case .replay: .replay(index: count(), from: count())
    }
  }

  private mutating func wishes() -> RoomWishes {
    RoomWishes(
      mode: maybe { $0.pick(Mode.all) }, rounds: maybe { $0.int(1...20) },
      seconds: maybe { $0.int(5...120) }, level: maybe { $0.pick(Level.allCases) },
      seats: maybe { $0.int(1...8) }, isListed: maybe { $0.flag() },
      password: maybe { $0.text(32) }, name: maybe { $0.text(32) }, isRated: maybe { $0.flag() },
      isAssisted: maybe { $0.flag() }, delay: maybe { $0.int(0...30) },
      isExact: maybe { $0.flag() }, isKnownOnly: maybe { $0.flag() })
  }
}

// Messages of servers.
extension SplitMix64 {
  private mutating func profile() -> Profile {
    Profile(
      name: text(16), icon: pick(Icon.allCases), color: color(), isBot: flag(),
      identity: flag() ? KeyID(bytes: bytes(16)) : nil)
  }

  mutating func serverMessage(_ verb: ServerVerb) -> ServerMessage? {
    switch verb {
    case .welcome:
      .welcome(
        Welcome(
          version: int(0...999), me: player(), now: instant(), token: word(), app: text(64),
          modes: Mode.all.map(\.name)))
    case .no:
      .no(
        RefusalLine(
          code: pick(RefusalCode.allCases), verb: maybe { $0.word() }, text: maybe { $0.text(99) }))
    case .pong: .pong(t: count(), now: instant())
    case .ping: .ping(nonce: word())
    case .listed: listing().map { .listed($0) }
    case .end: .end(of: word(), count: count())
    case .entered: code().map { .entered($0, pick(Role.allCases), n: count()) }
    case .out: code().map { .out($0, pick(Departure.allCases)) }
    case .move:
      .move(Move(who: player(), near: int(0...100), color: color(), to: maybe { $0.color() }))
    case .watchers: .watchers(count())
    case .reacted: .reacted(player(), pick(Reaction.allCases))
    case .watcher: .watcher(player(), profile())
    case .challenge: .challenge(nonce: bytes(32), ServerName(log: word(), key: bytes(32)))
    case .proved: KeyID(bytes: bytes(16)).map { .proved($0, tag: word()) }
    case .kept:
      .kept(
        LoggedMatch(
          match: count(), index: count(), leaf: bytes(32), head: head(), path: hashes()))
    case .topped:
      .topped(
        BoardLine(
          place: count(), id: id(), tag: word(), name: text(16), icon: pick(Icon.allCases),
          color: color(), value: int(-99_999...99_999), match: maybe { $0.count() },
          margin: maybe { $0.count() }, colors: (0..<int(0...5)).map { _ in color() }))
    case .played:
      .played(
        PlayedMatch(
          index: count(), mode: word(), place: maybe { $0.count() }, of: count(), total: count(),
          began: instant()))
    case .forgotten: .forgotten
    case .rated:
      .rated(
        RatingChange(
          match: count(), who: player(), rating: int(-99_999...99_999),
          delta: int(-99_999...99_999), margin: count(), missing: count()))
    case .replayed: .replayed(RecordPiece(index: count(), lines: count(), from: count()))
    case .tree:
      .tree(LogState(log: word(), key: bytes(32), head: head(), since: count(), path: hashes()))
    case .stopping: .stopping(until: instant())
    default:
      if let event = roomEvent(verb) {
        .room(n: maybe { $0.count() }, event)
      } else {
        event(verb).map { .play(n: maybe { $0.count() }, $0) }
      }
    }
  }

  private mutating func id() -> KeyID {
    guard let id = KeyID(bytes: bytes(KeyID.byteCount)) else { preconditionFailure("16 bytes") }
    return id
  }

  private mutating func head() -> LogHead {
    LogHead(size: count(), root: bytes(32), signature: bytes(64))
  }

  private mutating func hashes() -> [[UInt8]] { (0..<int(0...40)).map { _ in bytes(32) } }

  private mutating func listing() -> Listing? {
    guard let code = code() else { return nil }
    return Listing(
      code: code, name: text(32), mode: word(), seats: int(1...8), taken: count(),
      watchers: count(), state: pick(ListedState.allCases), round: count(), of: count(),
      hasPassword: flag(), icons: (0..<int(0...8)).map { _ in pick(Icon.allCases) },
      isRated: flag(), isExact: flag(), bots: int(0...8), isKnownOnly: flag())
  }

  private mutating func roomEvent(_ verb: ServerVerb) -> RoomEvent? {
    switch verb {
    case .settings:
      return .settings(
        RoomView(
          name: text(32), rules: rules(), seats: int(1...8), isListed: flag(),
          hasPassword: flag(), isRated: flag(), delay: int(0...30), isExact: flag(),
          isKnownOnly: flag()))
    case .seat:
      return .seat(player(), profile())
    case .away: return .away(player(), until: instant())
    case .back: return .back(player())
    case .gone: return .gone(player(), pick(Departure.allCases))
    case .hosted: return .hosted(player())
    case .readied: return .readied(player(), flag(), share())
    case .reveal: return .reveal(match: count(), players: (0..<int(0...8)).map { _ in player() })
    case .commit: return .commit(match: count(), hash: bytes(32))
    case .countdown:
      let players = (0..<int(0...8)).map { _ in player() }
      let nonces = players.map { _ in flag() ? nonce() ?? .none : .none }
      return .countdown(
        match: count(), opens: instant(), players: players, nonces: nonces, isRanked: flag())
    default: return nil
    }
  }

  /// Rules of any mode; a mode with fixed rules has those.
  private mutating func rules() -> Rules {
    let mode = pick(Mode.all)
    let rules = Rules(
      checkedMode: mode, rounds: int(1...20), seconds: int(5...120), level: pick(Level.allCases),
      isAssisted: flag())
    return rules ?? .usual(of: mode)
  }

  private mutating func event(_ verb: ServerVerb) -> Event? {
    switch verb {
    case .round:
      .round(
        RoundStart(
          round: count(), of: count(), opens: instant(), closes: instant(), target: color(),
          to: maybe { $0.color() }, start: color(),
          tiles: (0..<int(0...12)).map { _ in color() }, hides: maybe { $0.instant() },
          tolerance: maybe { $0.difference() }))
    case .locked: .locked(player(), elapsed: count(), lag: count())
    case .missed: .missed(player(), elapsed: count(), lag: count())
    case .bell: .bell(closes: instant())
    case .held: .held(by: count(), until: instant())
    case .shut: .shut(round: count(), answer: guess(), next: maybe { $0.instant() })
    case .score:
      .score(
        Score(
          who: player(), guess: guess(), difference: difference(), elapsed: count(),
          points: count(), total: count(), lag: count(), misses: count(), isFirst: flag(),
          isAssisted: flag(), lives: maybe { $0.count() }))
    case .over: .over
    case .place: .place(count(), player(), total: count())
    case .seed: MatchSeed(bytes: bytes(32)).map { .seed($0) }
    default: nil
    }
  }
}

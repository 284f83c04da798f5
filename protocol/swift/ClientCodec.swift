// Client messages as lines and back. Each verb's fields are written in the catalogue's order
// (protocol/messages.tsv); reading takes any order and skips keys it does not know.
// Invariant: decode(encode(message)) == message, for every message.

import Chroma
import Game

extension ClientMessage {
  /// The verb that the message is written with.
  public var verb: ClientVerb {
    switch self {
    case .hello: .hello
    case .ping: .ping
    case .pong: .pong
    case .list: .list
    case .create: .create
    case .join: .join
    case .watch: .watch
    case .quick: .quick
    case .leave: .leave
    case .config: .config
    case .host: .host
    case .kick: .kick
    case .ban: .ban
    case .bot: .bot
    case .ready: .ready
    case .reveal: .reveal
    case .start: .start
    case .play(.set): .set
    case .play(.lock): .lock
    case .react: .react
    case .bye: .bye
    case .who: .who
    }
  }

  /// Appends the message as one line with LF.
  public func encode(into bytes: inout [UInt8]) {
    var line = LineWriter(appendingTo: bytes, verb: verb.rawValue)
    bytes = []
    writeFields(&line)
    bytes = line.end()
  }

  private func writeFields(_ line: inout LineWriter) {
    switch self {
    case .hello(let hello): hello.write(&line)
    case .ping(let t): line.int("t", t)
    case .pong(let nonce): line.word("nonce", nonce)
    case .list(let mode): line.word("mode", mode?.name)
    case .create(let wishes): wishes.write(&line)
    case .join(let code, let password):
      line.word("room", code.text)
      line.text("pass", password)
    case .watch(let code, let password, let since):
      line.word("room", code.text)
      line.text("pass", password)
      line.int("since", since)
    case .bot(let level): line.int("level", level)
    case .ready(let isReady, let share):
      line.flag("on", isReady)
      share.write(&line)
    case .reveal(let nonce): line.word("nonce", nonce.text)
    case .quick(let mode): line.word("mode", mode?.name)
    case .config(let wishes, let opens):
      wishes.write(&line)
      line.mark("open", opens)
    case .host(let who), .kick(let who), .ban(let who): line.player("who", who)
    case .play(.set(let guess)): line.guess("v", guess)
    case .play(.lock(let guess, let claim)):
      line.guess("v", guess)
      line.int("t", claim)
    case .react(let reaction): line.word("id", reaction.rawValue)
    case .leave, .start, .bye, .who: break
    }
  }

  /// Reads one line, given without its ending; nil for an empty one, which says nothing.
  ///
  /// - Throws: what to answer: `unknown-verb` or `bad-field`.
  public static func decode(_ bytes: ArraySlice<UInt8>) throws(RefusalLine) -> ClientMessage? {
    if bytes.isEmpty { return nil }
    let line = try LineReader(bytes)
    guard let verb = ClientVerb(rawValue: line.verb) else {
      throw RefusalLine(code: .unknownVerb, verb: line.verb)
    }
    switch verb {
    case .hello: return .hello(try Hello(line))
    case .ping: return .ping(t: try line.required("t", .count))
    case .pong: return .pong(nonce: try line.required("nonce", .word))
    case .list: return .list(try line.optional("mode", .mode))
    case .create: return .create(try RoomWishes(line))
    case .join:
      return .join(try line.required("room", .code), password: try line.optional("pass", .password))
    case .watch:
      return .watch(
        try line.required("room", .code), password: try line.optional("pass", .password),
        since: try line.optional("since", .count))
    case .quick: return .quick(try line.optional("mode", .mode))
    case .leave: return .leave
    case .config:
      return .config(
        try RoomWishes(line), opens: try line.optional("open", .flag) ?? false)
    case .host: return .host(try line.required("who", .player))
    case .kick: return .kick(try line.required("who", .player))
    case .ban: return .ban(try line.required("who", .player))
    case .bot:
      return .bot(level: try line.optional("level", .int(in: Skill.levels)) ?? defaultBotLevel)
    case .ready:
      return .ready(try line.optional("on", .flag) ?? true, try Share(line))
    case .reveal: return .reveal(try line.required("nonce", .nonce))
    case .start: return .start
    case .set: return .play(.set(try line.required("v", .guess)))
    case .lock:
      return .play(
        .lock(try line.required("v", .guess), claim: try line.optional("t", .count)))
    case .react: return .react(try line.required("id", .reaction))
    case .bye: return .bye
    case .who: return .who
    }
  }

  /// The level of a bot that nobody chose a level for.
  public static let defaultBotLevel = 2
}

extension Hello {
  fileprivate func write(_ line: inout LineWriter) {
    line.int("v", version)
    line.text("name", name)
    line.word("icon", icon?.rawValue)
    line.color("color", color)
    line.mark("bot", isBot)
    line.word("resume", resume)
    line.text("app", app)
    line.int("depth", depth)
  }

  fileprivate init(_ line: LineReader) throws(RefusalLine) {
    self.init(
      version: try line.required("v", .int(in: 0...999)),
      name: try line.optional("name", .playerName),
      icon: try line.optional("icon", .icon),
      color: try line.optional("color", .color),
      isBot: try line.optional("bot", .flag) ?? false,
      resume: try line.optional("resume", .word),
      app: try line.optional("app", .text(charactersMax: Wire.wordBytesMax)),
      depth: try line.optional("depth", .int(in: 0...24)))
  }
}

extension Share {
  func write(_ line: inout LineWriter) {
    line.word("nonce", nonce?.text)
    line.hexBytes("seal", seal)
  }

  init(_ line: LineReader) throws(RefusalLine) {
    self.init(
      nonce: try line.optional("nonce", .nonce),
      seal: try line.optional("seal", .hex(bytes: Nonce.sealByteCount)))
  }
}

extension RoomWishes {
  fileprivate func write(_ line: inout LineWriter) {
    line.word("mode", mode?.name)
    line.int("rounds", rounds)
    line.int("time", seconds)
    line.word("level", level?.rawValue)
    line.int("seats", seats)
    line.flag("listed", isListed)
    line.text("pass", password)
    line.text("name", name)
    line.flag("rated", isRated)
    line.flag("assist", isAssisted)
    line.int("delay", delay)
    line.flag("exact", isExact)
  }

  fileprivate init(_ line: LineReader) throws(RefusalLine) {
    self.init(
      mode: try line.optional("mode", .mode),
      rounds: try line.optional("rounds", .int(in: Rules.roundsRange)),
      seconds: try line.optional("time", .int(in: Rules.secondsRange)),
      level: try line.optional("level", .level),
      seats: try line.optional("seats", .int(in: Rules.seatsRange)),
      isListed: try line.optional("listed", .flag),
      password: try line.optional("pass", .password),
      name: try line.optional("name", .roomName),
      isRated: try line.optional("rated", .flag),
      isAssisted: try line.optional("assist", .flag),
      delay: try line.optional("delay", .int(in: RoomSettings.delayRange)),
      isExact: try line.optional("exact", .flag))
  }
}

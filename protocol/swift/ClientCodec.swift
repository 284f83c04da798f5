// Client messages as lines and back, each described once; the order of fields is the catalogue's
// (protocol/messages.tsv). Invariant: decode(encode(message)) == message, for every message.

import Chroma
import Game
import Identity

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
    case .identify: .identify
    case .prove: .prove
    case .tree: .tree
    case .top: .top
    case .past: .past
    case .forget: .forget
    case .replay: .replay
    }
  }

  /// The fields of each verb that has some.
  private enum Form {
    static let ping = required("t", .count)
    static let pong = required("nonce", .word)
    static let mode = optional("mode", .mode)
    static let join = fields(required("room", .code), optional("pass", .password))
    static let watch = fields(
      required("room", .code), optional("pass", .password), optional("since", .count))
    static let create = fields(RoomWishes.fields, known)
    // A key comes after all that were there before it.
    static let config = fields(RoomWishes.fields, mark("open"), known)
    private static let known = optional("known", .flag)
    static let who = required("who", .player)
    static let bot = optional("level", .int(in: Skill.levels))
    static let ready = fields(optional("on", .flag), Share.fields)
    static let reveal = required("nonce", .nonce)
    static let set = required("v", .guess)
    static let lock = fields(required("v", .guess), optional("t", .count))
    static let react = required("id", .reaction)
    static let identify = required("key", .key)
    static let prove = fields(
      required("sig", .hex(bytes: ProofRequest.signatureByteCount)), required("bind", .binding))
    static let tree = optional("since", .count)
    static let top = fields(
      required("board", .board), optional("span", .span),
      fields(optional("day", .day), optional("from", .count)))
    static let past = fields(optional("id", .keyID), optional("from", .count))
    static let forget = required("sure", .flag)
    static let replay = fields(required("index", .count), some("from"))
  }

  /// Appends the message as one line with LF.
  public func encode(into line: inout [UInt8]) {
    line.appendLine { line in
      line.append(word: verb.rawValue)
      write(to: &line)
    }
  }

  private func write(to line: inout LineWriter) {
    switch self {
    case .hello(let hello): Hello.fields.write(hello, to: &line)
    case .ping(let t): Form.ping.write(t, to: &line)
    case .pong(let nonce): Form.pong.write(nonce, to: &line)
    case .create(let wishes): Form.create.write((wishes, wishes.isKnownOnly), to: &line)
    case .join(let code, let password): Form.join.write((code, password), to: &line)
    case .watch(let code, let password, let since):
      Form.watch.write((code, password, since), to: &line)
    case .list(let mode), .quick(let mode): Form.mode.write(mode, to: &line)
    case .config(let wishes, let opens):
      Form.config.write((wishes, opens, wishes.isKnownOnly), to: &line)
    case .host(let who), .kick(let who), .ban(let who): Form.who.write(who, to: &line)
    case .bot(let level): Form.bot.write(level, to: &line)
    case .ready(let isReady, let share): Form.ready.write((isReady, share), to: &line)
    case .reveal(let nonce): Form.reveal.write(nonce, to: &line)
    case .play(.set(let guess)): Form.set.write(guess, to: &line)
    case .play(.lock(let guess, let claim)): Form.lock.write((guess, claim), to: &line)
    case .react(let reaction): Form.react.write(reaction, to: &line)
    case .identify(let key): Form.identify.write(key, to: &line)
    case .prove(let signature, let kind): Form.prove.write((signature, kind), to: &line)
    case .tree(let since): Form.tree.write(since, to: &line)
    case .top(let board, let span, let day, let from):
      Form.top.write((board, span, (day, from)), to: &line)
    case .past(let id, let from): Form.past.write((id, from), to: &line)
    case .forget(let isSure): Form.forget.write(isSure, to: &line)
    case .replay(let index, let from): Form.replay.write((index, from), to: &line)
    case .leave, .start, .bye, .who: break
    }
  }

  /// Reads one line, given without its ending; nil for an empty one, which says nothing.
  ///
  /// - Throws: what to answer: `unknown-verb` or `bad-field`.
  public static func decode(_ bytes: ArraySlice<UInt8>) throws(RefusalLine) -> ClientMessage? {
    if bytes.isEmpty { return nil }
    let line = try LineReader(bytes)
    guard let verb = line.verb(of: ClientVerb.table) else {
      throw RefusalLine(code: .unknownVerb, verb: line.verb)
    }
    switch verb {
    case .hello: return .hello(try Hello.fields.read(line))
    case .ping: return .ping(t: try Form.ping.read(line))
    case .pong: return .pong(nonce: try Form.pong.read(line))
    case .list: return .list(try Form.mode.read(line))
    case .create: return try Form.create.read(line) { .create($0.with(isKnownOnly: $1)) }
    case .join: return try Form.join.read(line, join)
    case .watch: return try Form.watch.read(line, watch)
    case .quick: return .quick(try Form.mode.read(line))
    case .leave: return .leave
    case .config: return try Form.config.read(line) { .config($0.with(isKnownOnly: $2), opens: $1) }
    case .host: return .host(try Form.who.read(line))
    case .kick: return .kick(try Form.who.read(line))
    case .ban: return .ban(try Form.who.read(line))
    case .bot: return .bot(level: try Form.bot.read(line) ?? defaultBotLevel)
    case .ready: return try Form.ready.read(line) { .ready($0 ?? true, $1) }
    case .reveal: return .reveal(try Form.reveal.read(line))
    case .start: return .start
    case .set: return .play(.set(try Form.set.read(line)))
    case .lock: return .play(try Form.lock.read(line, Command.lock))
    case .react: return .react(try Form.react.read(line))
    case .bye: return .bye
    case .who: return .who
    case .identify: return .identify(try Form.identify.read(line))
    case .prove: return try Form.prove.read(line, prove)
    case .tree: return .tree(since: try Form.tree.read(line))
    case .top: return try Form.top.read(line) { .top($0, $1, $2.0, from: $2.1) }
    case .past: return try Form.past.read(line, past)
    case .forget: return .forget(isSure: try Form.forget.read(line))
    case .replay: return try Form.replay.read(line, replay)
    }
  }

  /// The level of a bot that nobody chose a level for.
  public static let defaultBotLevel = 2
}

extension ClientVerb { fileprivate static let table = VerbTable<ClientVerb>() }

extension Hello: Described {
  init(_ line: inout some FieldCoder<Hello>) throws(RefusalLine) {
    self.init(
      version: try line(required("v", .int(in: 0...999))) { $0.version },
      name: try line(optional("name", .playerName)) { $0.name },
      icon: try line(optional("icon", .icon)) { $0.icon },
      color: try line(optional("color", .color)) { $0.color },
      isBot: try line(mark("bot")) { $0.isBot },
      resume: try line(optional("resume", .word)) { $0.resume },
      app: try line(optional("app", .programName)) { $0.app },
      depth: try line(optional("depth", .int(in: 0...24))) { $0.depth })
  }
}

extension Share: Described {
  init(_ line: inout some FieldCoder<Share>) throws(RefusalLine) {
    self.init(
      nonce: try line(optional("nonce", .nonce)) { $0.nonce },
      seal: try line(optional("seal", .hex(bytes: Nonce.sealByteCount))) { $0.seal })
  }
}

// All but `known`, which came later than `open` of CONFIG.
extension RoomWishes: Described {
  init(_ line: inout some FieldCoder<RoomWishes>) throws(RefusalLine) {
    self.init(
      mode: try line(optional("mode", .mode)) { $0.mode },
      rounds: try line(optional("rounds", .int(in: Rules.roundsRange))) { $0.rounds },
      seconds: try line(optional("time", .int(in: Rules.secondsRange))) { $0.seconds },
      level: try line(optional("level", .level)) { $0.level },
      seats: try line(optional("seats", .int(in: Rules.seatsRange))) { $0.seats },
      isListed: try line(optional("listed", .flag)) { $0.isListed },
      password: try line(optional("pass", .password)) { $0.password },
      name: try line(optional("name", .roomName)) { $0.name },
      isRated: try line(optional("rated", .flag)) { $0.isRated },
      isAssisted: try line(optional("assist", .flag)) { $0.isAssisted },
      delay: try line(optional("delay", .int(in: RoomSettings.delayRange))) { $0.delay },
      isExact: try line(optional("exact", .flag)) { $0.isExact })
  }
}

extension RoomWishes {
  /// The same wishes and one more, which is written apart from them.
  fileprivate func with(isKnownOnly: Bool?) -> RoomWishes {
    var wishes = self
    wishes.isKnownOnly = isKnownOnly
    return wishes
  }
}

// Server messages as lines: the session's verbs here, a room's and a match's beside it in
// `RoomCodec.swift` and `PlayCodec.swift`. Fields are in the catalogue's order.
// Invariant: decode(encode(message)) == message, for every message.

import Chroma
import Game

extension ServerMessage {
  /// The verb that the message is written with.
  public var verb: ServerVerb {
    switch self {
    case .welcome: .welcome
    case .no: .no
    case .pong: .pong
    case .ping: .ping
    case .listed: .listed
    case .end: .end
    case .entered: .entered
    case .out: .out
    case .room(_, let event): event.verb
    case .play(_, let event): event.verb
    case .move: .move
    case .watchers: .watchers
    case .reacted: .reacted
    case .watcher: .watcher
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
    case .welcome(let welcome): welcome.write(&line)
    case .no(let refusal):
      line.word("code", refusal.code.rawValue)
      line.word("verb", refusal.verb)
      line.text("text", refusal.text)
    case .pong(let t, let now):
      line.int("t", t)
      line.instant("now", now)
    case .ping(let nonce): line.word("nonce", nonce)
    case .listed(let listing): listing.write(&line)
    case .end(let of, let count):
      line.word("of", of)
      line.int("count", count)
    case .entered(let code, let role, let number):
      line.word("room", code.text)
      line.word("role", role.rawValue)
      line.int("n", number)
    case .out(let code, let why):
      line.word("room", code.text)
      line.word("why", why.rawValue)
    case .room(let number, let event):
      line.int("n", number)
      event.write(&line)
    case .play(let number, let event):
      line.int("n", number)
      event.write(&line)
    case .move(let move):
      line.player("who", move.who)
      line.int("near", move.near)
      line.color("color", move.color)
      line.color("to", move.to)
    case .watchers(let count): line.int("count", count)
    case .reacted(let who, let reaction):
      line.player("who", who)
      line.word("id", reaction.rawValue)
    case .watcher(let who, let profile):
      line.player("who", who)
      profile.write(&line)
    }
  }

  /// Reads one line, given without its ending; nil for an empty one and for a verb or a code of
  /// refusal that this version does not know, which are to be skipped.
  ///
  /// - Throws: `unknown-verb` for what is no verb at all, `bad-field` for a malformed line.
  public static func decode(_ bytes: ArraySlice<UInt8>) throws(RefusalLine) -> ServerMessage? {
    if bytes.isEmpty { return nil }
    let line = try LineReader(bytes)
    guard let verb = ServerVerb(rawValue: line.verb) else { return nil }
    switch verb {
    case .welcome: return .welcome(try Welcome(line))
    case .no:
      guard let code = RefusalCode(rawValue: try line.required("code", .word)) else { return nil }
      return .no(
        RefusalLine(
          code: code, verb: try line.optional("verb", .word),
          text: try line.optional("text", .text(charactersMax: Wire.serverLineBytesMax))))
    case .pong:
      return .pong(
        t: try line.required("t", .count),
        now: try line.required("now", .instant))
    case .ping: return .ping(nonce: try line.required("nonce", .word))
    case .listed: return .listed(try Listing(line))
    case .end:
      return .end(
        of: try line.required("of", .word),
        count: try line.required("count", .count))
    case .entered:
      return .entered(
        try line.required("room", .code), try line.required("role", .role),
        n: try line.required("n", .count))
    case .out:
      return .out(try line.required("room", .code), try line.required("why", .departure))
    case .move:
      return .move(
        Move(
          who: try line.required("who", .player),
          near: try line.required("near", .int(in: 0...100)),
          color: try line.required("color", .color), to: try line.optional("to", .color)))
    case .watchers:
      return .watchers(try line.required("count", .count))
    case .reacted:
      // A reaction that this version does not know is skipped, as a verb would be.
      let word = try line.required("id", .word)
      let who = try line.required("who", .player)
      return Reaction(rawValue: word).map { .reacted(who, $0) }
    case .watcher: return .watcher(try line.required("who", .player), try Profile(line))
    default:
      let number = try line.optional("n", .count)
      if let event = try RoomEvent(verb, line) { return .room(n: number, event) }
      return try Event(verb, line).map { .play(n: number, $0) }
    }
  }
}

extension ServerMessage {
  /// The number in a line of any verb, known or not; nil when it has none.
  static func number(in bytes: ArraySlice<UInt8>) -> Int? {
    guard let line = try? LineReader(bytes) else { return nil }
    return try? line.optional("n", .count)
  }
}

extension Welcome {
  fileprivate func write(_ line: inout LineWriter) {
    line.int("v", version)
    line.player("me", me)
    line.instant("now", now)
    line.word("resume", token)
    line.text("app", app)
    line.list("modes", modes)
  }

  fileprivate init(_ line: LineReader) throws(RefusalLine) {
    self.init(
      version: try line.required("v", .int(in: 0...999)),
      me: try line.required("me", .player),
      now: try line.required("now", .instant),
      token: try line.required("resume", .word),
      app: try line.required("app", .text(charactersMax: Wire.wordBytesMax)),
      modes: try line.required("modes", .list(.word)))
  }
}

extension Listing {
  fileprivate func write(_ line: inout LineWriter) {
    line.word("room", code.text)
    line.text("name", name)
    line.word("mode", mode)
    line.int("seats", seats)
    line.int("taken", taken)
    line.int("watchers", watchers)
    line.word("state", state.rawValue)
    line.int("round", round)
    line.int("of", of)
    line.mark("pass", hasPassword)
    line.list("icons", icons.map(\.rawValue))
    line.mark("rated", isRated)
    line.mark("exact", isExact)
    line.int("bots", bots == 0 ? nil : bots)
  }

  fileprivate init(_ line: LineReader) throws(RefusalLine) {
    self.init(
      code: try line.required("room", .code),
      name: try line.required("name", .roomName),
      mode: try line.required("mode", .word),
      seats: try line.required("seats", .int(in: Rules.seatsRange)),
      taken: try line.required("taken", .count),
      watchers: try line.required("watchers", .count),
      state: try line.required("state", .state),
      round: try line.required("round", .count),
      of: try line.required("of", .count),
      hasPassword: try line.optional("pass", .flag) ?? false,
      icons: try line.required("icons", .list(.shownIcon)),
      isRated: try line.optional("rated", .flag) ?? false,
      isExact: try line.optional("exact", .flag) ?? false,
      bots: try line.optional("bots", .count) ?? 0)
  }
}

// Server messages as lines and back, each described once: the session's verbs here, a room's and a
// match's beside it in `RoomCodec.swift` and `PlayCodec.swift`. The order of fields is the
// catalogue's. Invariant: decode(encode(message)) == message, for every message, but for the lines
// of a record, which are lines of their own.

import Chroma
import Game
import Identity

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
    case .room(_, .settings): .settings
    case .room(_, .seat): .seat
    case .room(_, .away): .away
    case .room(_, .back): .back
    case .room(_, .gone): .gone
    case .room(_, .hosted): .hosted
    case .room(_, .readied): .readied
    case .room(_, .commit): .commit
    case .room(_, .reveal): .reveal
    case .room(_, .countdown): .countdown
    case .play(_, .round): .round
    case .play(_, .locked): .locked
    case .play(_, .missed): .missed
    case .play(_, .bell): .bell
    case .play(_, .held): .held
    case .play(_, .shut): .shut
    case .play(_, .score): .score
    case .play(_, .over): .over
    case .play(_, .place): .place
    case .play(_, .seed): .seed
    case .move: .move
    case .watchers: .watchers
    case .reacted: .reacted
    case .watcher: .watcher
    case .challenge: .challenge
    case .proved: .proved
    case .kept: .kept
    case .tree: .tree
    case .stopping: .stopping
    case .rated: .rated
    case .topped: .topped
    case .played: .played
    case .forgotten: .forgotten
    case .replayed: .replayed
    }
  }

  /// The fields of each verb of the session, and the number of what happens in a room.
  private enum Form {
    static let no = fields(
      required("code", .word), optional("verb", .word),
      optional("text", .text(charactersMax: Wire.serverLineBytesMax)))
    static let pong = fields(required("t", .count), required("now", .instant))
    static let ping = required("nonce", .word)
    static let end = fields(required("of", .word), required("count", .count), mark("home"))
    static let entered = fields(
      required("room", .code), required("role", .role), required("n", .count))
    static let out = fields(required("room", .code), required("why", .departure))
    static let number = optional("n", .count)
    static let watchers = required("count", .count)
    static let reacted = fields(required("who", .player), required("id", .word))
    static let watcher = fields(required("who", .player), Profile.fields)
    static let challenge = fields(
      required("nonce", .hex(bytes: ProofRequest.nonceByteCount)),
      required("server", .hex(bytes: ServerName.keyByteCount)), required("log", .word))
    static let proved = fields(required("id", .keyID), required("tag", .word))
    static let stopping = required("until", .instant)
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
    case .welcome(let welcome): Welcome.fields.write(welcome, to: &line)
    case .no(let no): Form.no.write((no.code.rawValue, no.verb, no.text), to: &line)
    case .pong(let t, let now): Form.pong.write((t, now), to: &line)
    case .ping(let nonce): Form.ping.write(nonce, to: &line)
    case .listed(let listing): Listing.fields.write(listing, to: &line)
    case .end(let of, let count, let rates): Form.end.write((of, count, rates), to: &line)
    case .entered(let code, let role, let n): Form.entered.write((code, role, n), to: &line)
    case .out(let code, let why): Form.out.write((code, why), to: &line)
    case .room(let number, let event):
      Form.number.write(number, to: &line)
      event.write(to: &line)
    case .play(let number, let event):
      Form.number.write(number, to: &line)
      event.write(to: &line)
    case .move(let move): Move.fields.write(move, to: &line)
    case .watchers(let count): Form.watchers.write(count, to: &line)
    case .reacted(let who, let reaction): Form.reacted.write((who, reaction.rawValue), to: &line)
    case .watcher(let who, let profile): Form.watcher.write((who, profile), to: &line)
    case .challenge(let nonce, let server):
      Form.challenge.write((nonce, server.key, server.log), to: &line)
    case .proved(let id, let tag): Form.proved.write((id, tag), to: &line)
    case .kept(let match): LoggedMatch.fields.write(match, to: &line)
    case .tree(let state): LogState.fields.write(state, to: &line)
    case .stopping(let end): Form.stopping.write(end, to: &line)
    case .rated(let change): RatingChange.fields.write(change, to: &line)
    case .topped(let row): BoardLine.fields.write(row, to: &line)
    case .played(let match): PlayedMatch.fields.write(match, to: &line)
    case .forgotten: break
    case .replayed(let piece):
      RecordPiece.fields.write(piece, to: &line)
      if !piece.text.isEmpty {
        line.append(UInt8(ascii: "\n"))
        line.append(contentsOf: piece.text.dropLast())
      }
    }
  }

  /// Reads one line, given without its ending; nil for an empty one and for a verb, a code of
  /// refusal or a reaction that this version does not know, which are to be skipped.
  ///
  /// - Throws: `unknown-verb` for what is no verb at all, `bad-field` for a malformed line.
  public static func decode(_ bytes: ArraySlice<UInt8>) throws(RefusalLine) -> ServerMessage? {
    if bytes.isEmpty { return nil }
    let line = try LineReader(bytes)
    guard let verb = line.verb(of: ServerVerb.table) else { return nil }
    switch verb {
    case .welcome: return .welcome(try Welcome.fields.read(line))
    case .no:
      let (word, verb, text) = try Form.no.read(line)
      return RefusalCode(rawValue: word).map { .no(RefusalLine(code: $0, verb: verb, text: text)) }
    case .pong: return try Form.pong.read(line, pong)
    case .ping: return .ping(nonce: try Form.ping.read(line))
    case .listed: return .listed(try Listing.fields.read(line))
    case .end: return try Form.end.read(line, end)
    case .entered: return try Form.entered.read(line, entered)
    case .out: return try Form.out.read(line, out)
    case .move: return .move(try Move.fields.read(line))
    case .watchers: return .watchers(try Form.watchers.read(line))
    case .reacted:
      let (who, word) = try Form.reacted.read(line)
      return Reaction(rawValue: word).map { .reacted(who, $0) }
    case .watcher: return try Form.watcher.read(line, watcher)
    case .challenge:
      return try Form.challenge.read(line) {
        .challenge(nonce: $0, ServerName(log: $2, key: $1))
      }
    case .proved: return try Form.proved.read(line, proved)
    case .kept: return .kept(try LoggedMatch.fields.read(line))
    case .tree: return .tree(try LogState.fields.read(line))
    case .stopping: return .stopping(until: try Form.stopping.read(line))
    case .rated: return .rated(try RatingChange.fields.read(line))
    case .topped: return .topped(try BoardLine.fields.read(line))
    case .played: return .played(try PlayedMatch.fields.read(line))
    case .forgotten: return .forgotten
    case .replayed: return .replayed(try RecordPiece.fields.read(line))
    default:
      let number = try Form.number.read(line)
      if let event = try RoomEvent(verb, line) { return .room(n: number, event) }
      return try Event(verb, line).map { .play(n: number, $0) }
    }
  }
}

extension ServerMessage {
  /// The number in a line of any verb, known or not; nil when it has none.
  static func number(in bytes: ArraySlice<UInt8>) -> Int? {
    guard let line = try? LineReader(bytes) else { return nil }
    return try? line.value("n", .count)
  }
}

extension ServerVerb { fileprivate static let table = VerbTable<ServerVerb>() }

extension Welcome: Described {
  init(_ line: inout some FieldCoder<Welcome>) throws(RefusalLine) {
    self.init(
      version: try line(required("v", .int(in: 0...999))) { $0.version },
      me: try line(required("me", .player)) { $0.me },
      now: try line(required("now", .instant)) { $0.now },
      token: try line(required("resume", .word)) { $0.token },
      app: try line(required("app", .programName)) { $0.app },
      modes: try line(required("modes", list(.word))) { $0.modes })
  }
}

extension Listing: Described {
  init(_ line: inout some FieldCoder<Listing>) throws(RefusalLine) {
    self.init(
      code: try line(required("room", .code)) { $0.code },
      name: try line(required("name", .roomName)) { $0.name },
      mode: try line(required("mode", .word)) { $0.mode },
      seats: try line(required("seats", .int(in: Rules.seatsRange))) { $0.seats },
      taken: try line(required("taken", .count)) { $0.taken },
      watchers: try line(required("watchers", .count)) { $0.watchers },
      state: try line(required("state", .state)) { $0.state },
      round: try line(required("round", .count)) { $0.round },
      of: try line(required("of", .count)) { $0.of },
      hasPassword: try line(mark("pass")) { $0.hasPassword },
      icons: try line(required("icons", list(.shownIcon))) { $0.icons },
      isRated: try line(mark("rated")) { $0.isRated },
      isExact: try line(mark("exact")) { $0.isExact },
      bots: try line(some("bots")) { $0.bots },
      isKnownOnly: try line(mark("known")) { $0.isKnownOnly })
  }
}

extension Move: Described {
  init(_ line: inout some FieldCoder<Move>) throws(RefusalLine) {
    self.init(
      who: try line(required("who", .player)) { $0.who },
      near: try line(required("near", .int(in: 0...100))) { $0.near },
      color: try line(required("color", .color)) { $0.color },
      to: try line(optional("to", .color)) { $0.to })
  }
}

extension LogHead: Described {
  init(_ line: inout some FieldCoder<LogHead>) throws(RefusalLine) {
    self.init(
      size: try line(required("size", .count)) { $0.size },
      root: try line(required("root", .hex(bytes: 32))) { $0.root },
      signature: try line(required("sig", .hex(bytes: 64))) { $0.signature })
  }
}

extension LoggedMatch: Described {
  init(_ line: inout some FieldCoder<LoggedMatch>) throws(RefusalLine) {
    self.init(
      match: try line(required("match", .count)) { $0.match },
      index: try line(required("index", .count)) { $0.index },
      leaf: try line(required("leaf", .hex(bytes: 32))) { $0.leaf },
      head: try line(LogHead.fields) { $0.head },
      path: try line(required("path", list(.hex(bytes: 32)))) { $0.path })
  }
}

extension RatingChange: Described {
  init(_ line: inout some FieldCoder<RatingChange>) throws(RefusalLine) {
    self.init(
      match: try line(required("match", .count)) { $0.match },
      who: try line(required("who", .player)) { $0.who },
      rating: try line(required("rating", .rating)) { $0.rating },
      delta: try line(required("delta", .rating)) { $0.delta },
      margin: try line(required("off", .count)) { $0.margin },
      missing: try line(some("left")) { $0.missing })
  }
}

extension BoardLine: Described {
  init(_ line: inout some FieldCoder<BoardLine>) throws(RefusalLine) {
    self.init(
      place: try line(required("place", .count)) { $0.place },
      id: try line(required("id", .keyID)) { $0.id },
      tag: try line(required("tag", .word)) { $0.tag },
      name: try line(required("name", .playerName)) { $0.name },
      icon: try line(required("icon", .shownIcon)) { $0.icon },
      color: try line(required("color", .color)) { $0.color },
      value: try line(required("value", .rating)) { $0.value },
      match: try line(optional("match", .count)) { $0.match },
      margin: try line(optional("off", .count)) { $0.margin },
      colors: try line(optional("colors", list(.color), or: [])) { $0.colors },
      isBot: try line(mark("bot")) { $0.isBot })
  }
}

extension PlayedMatch: Described {
  init(_ line: inout some FieldCoder<PlayedMatch>) throws(RefusalLine) {
    self.init(
      index: try line(required("index", .count)) { $0.index },
      mode: try line(required("mode", .word)) { $0.mode },
      place: try line(optional("place", .count)) { $0.place },
      of: try line(required("of", .count)) { $0.of },
      total: try line(required("total", .count)) { $0.total },
      began: try line(required("at", .instant)) { $0.began })
  }
}

extension LogState: Described {
  init(_ line: inout some FieldCoder<LogState>) throws(RefusalLine) {
    self.init(
      log: try line(required("log", .word)) { $0.log },
      key: try line(required("key", .hex(bytes: 32))) { $0.key },
      head: try line(LogHead.fields) { $0.head },
      since: try line(required("since", .count)) { $0.since },
      path: try line(required("path", list(.hex(bytes: 32)))) { $0.path })
  }
}

extension RecordPiece: Described {
  init(_ line: inout some FieldCoder<RecordPiece>) throws(RefusalLine) {
    self.init(
      index: try line(required("index", .count)) { $0.index },
      lines: try line(required("lines", .count)) { $0.lines },
      from: try line(some("from")) { $0.from })
  }
}

// What a message means, as text by key, written down a second time and without the codec: this is
// what the cells of the vectors are compared with. Text stands as it is, flags are yes or no, ΔE is
// in thousandths, an absent field is "".

import Chroma
import Game
import Identity
import Wire

extension ClientMessage {
  /// A value for every key of the message.
  var meaning: [String: String] {
    switch self {
    case .hello(let hello):
      [
        "v": "\(hello.version)", "name": hello.name ?? "", "icon": hello.icon?.rawValue ?? "",
        "color": hello.color?.hex ?? "", "bot": word(hello.isBot), "resume": hello.resume ?? "",
        "app": hello.app ?? "", "depth": word(hello.depth),
      ]
    case .ping(let t): ["t": "\(t)"]
    case .pong(let nonce): ["nonce": nonce]
    case .list(let mode): ["mode": mode?.name ?? ""]
    case .create(let wishes): wishes.meaning
    case .join(let code, let password): ["room": code.text, "pass": password ?? ""]
    case .watch(let code, let password, let since):
      ["room": code.text, "pass": password ?? "", "since": word(since)]
    case .quick(let mode): ["mode": mode?.name ?? ""]
    case .config(let wishes, let opens): wishes.meaning.merging(["open": word(opens)]) { $1 }
    case .host(let who), .kick(let who), .ban(let who): ["who": word(who)]
    case .bot(let level): ["level": "\(level)"]
    case .ready(let isReady, let share): share.meaning.merging(["on": word(isReady)]) { $1 }
    case .reveal(let nonce): ["nonce": nonce.text]
    case .play(.set(let guess)): ["v": word(guess)]
    case .play(.lock(let guess, let claim)): ["v": word(guess), "t": word(claim)]
    case .react(let reaction): ["id": reaction.rawValue]
    case .identify(let key): ["key": word(key.bytes)]
    case .prove(let signature, let kind): ["sig": word(signature), "bind": kind.rawValue]
    case .tree(let since): ["since": word(since)]
    case .top(let board, let span, let day, let from):
      [
        "board": board.name, "span": span?.rawValue ?? "", "day": day?.text ?? "",
        "from": word(from),
      ]
    case .past(let id, let from): ["id": word(id), "from": word(from)]
    case .forget(let isSure): ["sure": word(isSure)]
    case .replay(let index, let from): ["index": "\(index)", "from": "\(from)"]
    case .leave, .start, .bye, .who: [:]
    }
  }
}

extension Share {
  fileprivate var meaning: [String: String] {
    ["nonce": nonce?.text ?? "", "seal": seal.map { word($0) } ?? ""]
  }
}

extension RoomWishes {
  fileprivate var meaning: [String: String] {
    [
      "mode": mode?.name ?? "", "rounds": word(rounds), "time": word(seconds),
      "level": level?.rawValue ?? "", "seats": word(seats), "listed": word(isListed),
      "pass": password ?? "", "name": name ?? "", "rated": word(isRated),
      "assist": word(isAssisted), "delay": word(delay), "exact": word(isExact),
      "known": word(isKnownOnly),
    ]
  }
}

extension ServerMessage {
  /// A value for every key of the message.
  var meaning: [String: String] {
    switch self {
    case .welcome(let welcome):
      [
        "v": "\(welcome.version)", "me": word(welcome.me), "now": word(welcome.now),
        "resume": welcome.token, "app": welcome.app,
        "modes": welcome.modes.joined(separator: ","),
      ]
    case .no(let refusal):
      ["code": refusal.code.rawValue, "verb": refusal.verb ?? "", "text": refusal.text ?? ""]
    case .pong(let t, let now): ["t": "\(t)", "now": word(now)]
    case .ping(let nonce): ["nonce": nonce]
    case .listed(let room):
      [
        "room": room.code.text, "name": room.name, "mode": room.mode, "seats": "\(room.seats)",
        "taken": "\(room.taken)", "watchers": "\(room.watchers)", "state": room.state.rawValue,
        "round": "\(room.round)", "of": "\(room.of)", "pass": word(room.hasPassword),
        "icons": room.icons.map(\.rawValue).joined(separator: ","),
        "rated": word(room.isRated), "exact": word(room.isExact), "bots": "\(room.bots)",
        "known": word(room.isKnownOnly),
      ]
    case .end(let of, let count, let rates):
      ["of": of, "count": "\(count)", "home": word(rates)]
    case .entered(let code, let role, let number):
      ["room": code.text, "role": role.rawValue, "n": "\(number)"]
    case .out(let code, let why): ["room": code.text, "why": why.rawValue]
    case .room(let number, let event): numbered(number, event.meaning)
    case .play(let number, let event): numbered(number, event.meaning)
    case .move(let move):
      [
        "who": word(move.who), "near": "\(move.near)", "color": move.color.hex,
        "to": move.to?.hex ?? "",
      ]
    case .watchers(let count): ["count": "\(count)"]
    case .reacted(let who, let reaction): ["who": word(who), "id": reaction.rawValue]
    case .watcher(let who, let profile):
      [
        "who": word(who), "name": profile.name, "icon": profile.icon.rawValue,
        "color": profile.color.hex, "bot": word(profile.isBot), "id": word(profile.identity),
      ]
    case .challenge(let nonce, let server):
      ["nonce": word(nonce), "server": word(server.key), "log": server.log]
    case .proved(let id, let tag): ["id": word(id), "tag": tag]
    case .kept(let match):
      head(
        match.head,
        [
          "match": "\(match.match)", "index": "\(match.index)", "leaf": word(match.leaf),
          "path": match.path.map(word).joined(separator: ","),
        ])
    case .topped, .played, .forgotten, .rated: archived
    case .replayed(let piece):
      ["index": "\(piece.index)", "lines": "\(piece.lines)", "from": "\(piece.from)"]
    case .tree(let state):
      head(
        state.head,
        [
          "log": state.log, "key": word(state.key), "since": "\(state.since)",
          "path": state.path.map(word).joined(separator: ","),
        ])
    case .stopping(let end): ["until": word(end)]
    }
  }
}

extension ServerMessage {
  /// The same for what is said of the archive.
  private var archived: [String: String] {
    switch self {
    case .topped(let row):
      [
        "place": "\(row.place)", "id": word(row.id), "tag": row.tag, "name": row.name,
        "icon": row.icon.rawValue, "color": row.color.hex, "value": "\(row.value)",
        "match": word(row.match), "off": word(row.margin),
        "colors": row.colors.map(\.hex).joined(separator: ","), "bot": word(row.isBot),
      ]
    case .played(let match):
      [
        "index": "\(match.index)", "mode": match.mode, "place": word(match.place),
        "of": "\(match.of)", "total": "\(match.total)", "at": word(match.began),
      ]
    case .rated(let change):
      [
        "match": "\(change.match)", "who": word(change.who), "rating": "\(change.rating)",
        "delta": "\(change.delta)", "off": "\(change.margin)", "left": "\(change.missing)",
      ]
    default: [:]
    }
  }
}

extension RoomEvent {
  fileprivate var meaning: [String: String] {
    switch self {
    case .settings(let room):
      [
        "name": room.name, "mode": room.rules.mode.name, "rounds": "\(room.rules.rounds)",
        "time": "\(room.rules.seconds)", "level": room.rules.level.rawValue,
        "seats": "\(room.seats)", "listed": word(room.isListed), "pass": word(room.hasPassword),
        "rated": word(room.isRated), "assist": word(room.rules.isAssisted),
        "delay": "\(room.delay)", "exact": word(room.isExact),
        "known": word(room.isKnownOnly),
      ]
    case .seat(let who, let profile):
      [
        "who": word(who), "name": profile.name, "icon": profile.icon.rawValue,
        "color": profile.color.hex, "bot": word(profile.isBot), "id": word(profile.identity),
      ]
    case .away(let who, let until): ["who": word(who), "until": word(until)]
    case .back(let who), .hosted(let who): ["who": word(who)]
    case .gone(let who, let why): ["who": word(who), "why": why.rawValue]
    case .readied(let who, let isReady, let share):
      share.meaning.merging(["who": word(who), "on": word(isReady)]) { $1 }
    case .reveal(let match, let players):
      ["match": "\(match)", "players": players.map(word).joined(separator: ",")]
    case .commit(let match, let hash): ["match": "\(match)", "hash": word(hash)]
    case .countdown(let match, let opens, let players, let nonces, let isRanked):
      [
        "match": "\(match)", "opens": word(opens),
        "players": players.map(word).joined(separator: ","),
        "nonces": nonces.map(\.text).joined(separator: ","), "ranked": word(isRanked),
      ]
    }
  }
}

extension Event {
  fileprivate var meaning: [String: String] {
    switch self {
    case .round(let start):
      [
        "round": "\(start.round)", "of": "\(start.of)", "opens": word(start.opens),
        "closes": word(start.closes), "target": start.target.hex, "start": start.start.hex,
        "to": start.to?.hex ?? "", "tiles": start.tiles.map(\.hex).joined(separator: ","),
        "hides": start.hides.map(word) ?? "", "within": word(start.tolerance?.thousandths),
        "late": "\(start.late)",
      ]
    case .locked(let who, let elapsed, let lag), .missed(let who, let elapsed, let lag):
      ["who": word(who), "t": "\(elapsed)", "lag": "\(lag)"]
    case .bell(let closes): ["closes": word(closes)]
    case .held(let span, let until): ["by": "\(span)", "until": word(until)]
    case .shut(let round, let answer, let next):
      ["round": "\(round)", "answer": word(answer), "next": next.map(word) ?? ""]
    case .score(let score):
      [
        "who": word(score.who), "v": word(score.guess), "de": "\(score.difference.thousandths)",
        "t": "\(score.elapsed)", "points": "\(score.points)", "total": "\(score.total)",
        "lag": "\(score.lag)", "missed": "\(score.misses)", "first": word(score.isFirst),
        "assist": word(score.isAssisted), "lives": word(score.lives),
      ]
    case .over: [:]
    case .place(let place, let who, let total):
      ["place": "\(place)", "who": word(who), "total": "\(total)"]
    case .seed(let seed): ["seed": word(seed.bytes)]
    }
  }
}

private func head(_ head: LogHead, _ meaning: [String: String]) -> [String: String] {
  meaning.merging([
    "size": "\(head.size)", "root": word(head.root), "sig": word(head.signature),
  ]) { $1 }
}

private func numbered(_ number: Int?, _ meaning: [String: String]) -> [String: String] {
  meaning.merging(["n": word(number)]) { $1 }
}

private func word(_ number: Int?) -> String { number.map(String.init) ?? "" }
private func word(_ flag: Bool) -> String { flag ? "yes" : "no" }
private func word(_ flag: Bool?) -> String { flag.map { $0 ? "yes" : "no" } ?? "" }
private func word(_ moment: Instant) -> String { "\(moment.milliseconds)" }
private func word(_ player: PlayerID) -> String { "p\(player.number)" }
private func word(_ guess: Guess) -> String { guess.values.map(String.init).joined(separator: ",") }
private func word(_ id: KeyID?) -> String { id.map { word($0.bytes) } ?? "" }
private func word(_ bytes: [UInt8]) -> String {
  bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
}

// How the fields of each message and value are written and read, in the order of the table. Written
// by protocol/generate.py from the tables beside it: change those.

import Game

extension ClientMessage {
  func write(to line: inout LineWriter) {
    switch self {
    case .hello(let hello): Hello.fields.write(hello, to: &line)
    case .ping(let t): required("t", .count).write(t, to: &line)
    case .pong(let nonce): required("nonce", .word).write(nonce, to: &line)
    case .list(let mode): optional("mode", .mode).write(mode, to: &line)
    case .create(let roomWishes, let ghost): RoomWishes.create.write((roomWishes, ghost), to: &line)
    case .join(let room, let password):
      required("room", .code).write(room, to: &line)
      optional("pass", .text(charactersMax: 32)).write(password, to: &line)
    case .watch(let room, let password, let since, let field):
      required("room", .code).write(room, to: &line)
      optional("pass", .text(charactersMax: 32)).write(password, to: &line)
      optional("since", .count).write(since, to: &line)
      mark("field").write(field, to: &line)
    case .quick(let mode, let bot):
      optional("mode", .mode).write(mode, to: &line)
      optional("bot", .int(in: 1...4)).write(bot, to: &line)
    case .config(let roomWishes, let opens): RoomWishes.config.write((roomWishes, opens), to: &line)
    case .host(let who): required("who", .player).write(who, to: &line)
    case .kick(let who, let at):
      optional("who", .player).write(who, to: &line)
      optional("at", .count).write(at, to: &line)
    case .ban(let who, let at):
      optional("who", .player).write(who, to: &line)
      optional("at", .count).write(at, to: &line)
    case .bot(let level): required("level", .int(in: 1...4)).write(level, to: &line)
    case .ready(let on, let share):
      required("on", .flag).write(on, to: &line)
      Share.fields.write(share, to: &line)
    case .rename(let name, let icon, let color):
      optional("name", .text(charactersMax: 16)).write(name, to: &line)
      optional("icon", .icon).write(icon, to: &line)
      optional("color", .color).write(color, to: &line)
    case .reveal(let nonce): required("nonce", .nonce).write(nonce, to: &line)
    case .play(.set(let v)): required("v", .guess).write(v, to: &line)
    case .play(.lock(let v, let claim)):
      required("v", .guess).write(v, to: &line)
      optional("t", .count).write(claim, to: &line)
    case .react(let id): required("id", .reaction).write(id, to: &line)
    case .identify(let key): required("key", .key).write(key, to: &line)
    case .prove(let signature, let bind):
      required("sig", .hex(bytes: 64)).write(signature, to: &line)
      required("bind", .binding).write(bind, to: &line)
    case .tree(let since): optional("since", .count).write(since, to: &line)
    case .replay(let index, let from):
      required("index", .count).write(index, to: &line)
      some("from").write(from, to: &line)
    case .top(let board, let span, let day, let from):
      required("board", .board).write(board, to: &line)
      optional("span", .span).write(span, to: &line)
      optional("day", .day).write(day, to: &line)
      optional("from", .count).write(from, to: &line)
    case .past(let id, let from):
      optional("id", .keyID).write(id, to: &line)
      optional("from", .count).write(from, to: &line)
    case .forget(let isSure): required("sure", .flag).write(isSure, to: &line)

    case .leave, .start, .next, .end, .bye, .who: break

    }
  }

  /// Reads the fields of a line; nil for what is to be skipped, or is none of these.
  static func read(_ verb: ClientVerb, _ line: LineReader) throws(RefusalLine) -> ClientMessage? {
    switch verb {
    case .hello: return .hello(try Hello.fields.read(line))
    case .ping: return .ping(t: try required("t", .count).read(line))
    case .pong: return .pong(nonce: try required("nonce", .word).read(line))
    case .list: return .list(try optional("mode", .mode).read(line))
    case .create:
      let (roomWishes, ghost) = try RoomWishes.create.read(line)
      return .create(roomWishes, ghost: ghost)
    case .join:
      return .join(
        try required("room", .code).read(line),
        password: try optional("pass", .text(charactersMax: 32)).read(line))
    case .watch:
      return .watch(
        try required("room", .code).read(line),
        password: try optional("pass", .text(charactersMax: 32)).read(line),
        since: try optional("since", .count).read(line), field: try mark("field").read(line))
    case .quick:
      return .quick(
        try optional("mode", .mode).read(line), bot: try optional("bot", .int(in: 1...4)).read(line)
      )
    case .leave: return .leave
    case .config:
      let (roomWishes, opens) = try RoomWishes.config.read(line)
      return .config(roomWishes, opens: opens)
    case .host: return .host(try required("who", .player).read(line))
    case .kick:
      return .kick(
        try optional("who", .player).read(line), at: try optional("at", .count).read(line))
    case .ban:
      return .ban(
        try optional("who", .player).read(line), at: try optional("at", .count).read(line))
    case .bot: return .bot(level: try optional("level", .int(in: 1...4)).read(line) ?? 2)
    case .ready:
      return .ready(try optional("on", .flag).read(line) ?? true, try Share.fields.read(line))
    case .rename:
      return .rename(
        try optional("name", .text(charactersMax: 16)).read(line),
        try optional("icon", .icon).read(line), try optional("color", .color).read(line))
    case .reveal: return .reveal(try required("nonce", .nonce).read(line))
    case .start: return .start
    case .next: return .next
    case .end: return .end
    case .set: return .play(.set(try required("v", .guess).read(line)))
    case .lock:
      return .play(
        .lock(try required("v", .guess).read(line), claim: try optional("t", .count).read(line)))
    case .react: return .react(try required("id", .reaction).read(line))
    case .bye: return .bye
    case .who: return .who
    case .identify: return .identify(try required("key", .key).read(line))
    case .prove:
      return .prove(
        signature: try required("sig", .hex(bytes: 64)).read(line),
        try required("bind", .binding).read(line))
    case .tree: return .tree(since: try optional("since", .count).read(line))
    case .replay:
      return .replay(
        index: try required("index", .count).read(line), from: try some("from").read(line))
    case .top:
      return .top(
        try required("board", .board).read(line), try optional("span", .span).read(line),
        try optional("day", .day).read(line), from: try optional("from", .count).read(line))
    case .past:
      return .past(
        try optional("id", .keyID).read(line), from: try optional("from", .count).read(line))
    case .forget: return .forget(isSure: try required("sure", .flag).read(line))

    }
  }
}

extension ServerMessage {
  func write(to line: inout LineWriter) {
    switch self {
    case .welcome(let welcome): Welcome.fields.write(welcome, to: &line)
    case .no(let refusalLine):
      required("code", .word).write(refusalLine.code.rawValue, to: &line)
      optional("verb", .word).write(refusalLine.verb, to: &line)
      optional("text", .text(charactersMax: 4096)).write(refusalLine.text, to: &line)
    case .pong(let t, let now):
      required("t", .count).write(t, to: &line)
      required("now", .instant).write(now, to: &line)
    case .ping(let nonce): required("nonce", .word).write(nonce, to: &line)
    case .listed(let listing): Listing.fields.write(listing, to: &line)
    case .end(let of, let count, let ratesHouseholds):
      required("of", .word).write(of, to: &line)
      required("count", .count).write(count, to: &line)
      mark("home").write(ratesHouseholds, to: &line)
    case .entered(let room, let role, let n):
      required("room", .code).write(room, to: &line)
      required("role", .role).write(role, to: &line)
      required("n", .count).write(n, to: &line)
    case .out(let room, let why):
      required("room", .code).write(room, to: &line)
      required("why", .departure).write(why, to: &line)
    case .move(let move): Move.fields.write(move, to: &line)
    case .cell(let at, let name):
      required("at", .count).write(at, to: &line)
      optional("name", .text(charactersMax: 16)).write(name, to: &line)
    case .yours(let yours): Yours.fields.write(yours, to: &line)
    case .crowd(let crowdCount): CrowdCount.fields.write(crowdCount, to: &line)
    case .field(let round, let crowdField, let cells):
      required("round", .count).write(round, to: &line)
      CrowdField.fields.write(crowdField, to: &line)
      required("cells", .base64(bytesMax: 3000)).write(cells, to: &line)
    case .locks(let crowdField, let locked, let gone):
      CrowdField.fields.write(crowdField, to: &line)
      required("in", .base64(bytesMax: 125)).write(locked, to: &line)
      required("gone", .base64(bytesMax: 125)).write(gone, to: &line)
    case .watchers(let count): required("count", .count).write(count, to: &line)
    case .reacted(let who, let id):
      required("who", .player).write(who, to: &line)
      required("id", .word).write(id.rawValue, to: &line)
    case .watcher(let who, let profile):
      required("who", .player).write(who, to: &line)
      Profile.fields.write(profile, to: &line)
    case .challenge(let nonce, let serverName):
      required("nonce", .hex(bytes: 32)).write(nonce, to: &line)
      ServerName.fields.write(serverName, to: &line)
    case .proved(let id, let tag):
      required("id", .keyID).write(id, to: &line)
      required("tag", .word).write(tag, to: &line)
    case .kept(let loggedMatch): LoggedMatch.fields.write(loggedMatch, to: &line)
    case .tree(let logState): LogState.fields.write(logState, to: &line)
    case .stopping(let until): required("until", .instant).write(until, to: &line)
    case .replayed(let recordPiece): RecordPiece.fields.write(recordPiece, to: &line)
    case .rated(let ratingChange): RatingChange.fields.write(ratingChange, to: &line)
    case .topped(let boardLine): BoardLine.fields.write(boardLine, to: &line)
    case .played(let playedMatch): PlayedMatch.fields.write(playedMatch, to: &line)

    case .forgotten: break

    case .room(let number, let event):
      optional("n", .count).write(number, to: &line)
      event.write(to: &line)
    case .play(let number, let event):
      optional("n", .count).write(number, to: &line)
      event.write(to: &line)

    }
  }

  /// Reads the fields of a line; nil for what is to be skipped, or is none of these.
  static func read(_ verb: ServerVerb, _ line: LineReader) throws(RefusalLine) -> ServerMessage? {
    switch verb {
    case .welcome: return .welcome(try Welcome.fields.read(line))
    case .no:
      let code = try required("code", .word).read(line)
      let verb = try optional("verb", .word).read(line)
      let text = try optional("text", .text(charactersMax: 4096)).read(line)
      guard let known = RefusalCode(rawValue: code) else { return nil }
      return .no(RefusalLine(code: known, verb: verb, text: text))
    case .pong:
      return .pong(
        t: try required("t", .count).read(line), now: try required("now", .instant).read(line))
    case .ping: return .ping(nonce: try required("nonce", .word).read(line))
    case .listed: return .listed(try Listing.fields.read(line))
    case .end:
      return .end(
        of: try required("of", .word).read(line), count: try required("count", .count).read(line),
        ratesHouseholds: try mark("home").read(line))
    case .entered:
      return .entered(
        try required("room", .code).read(line), try required("role", .role).read(line),
        n: try required("n", .count).read(line))
    case .out:
      return .out(
        try required("room", .code).read(line), try required("why", .departure).read(line))
    case .move: return .move(try Move.fields.read(line))
    case .cell:
      return .cell(
        at: try required("at", .count).read(line),
        name: try optional("name", .text(charactersMax: 16)).read(line))
    case .yours: return .yours(try Yours.fields.read(line))
    case .crowd: return .crowd(try CrowdCount.fields.read(line))
    case .field:
      return .field(
        round: try required("round", .count).read(line), try CrowdField.fields.read(line),
        cells: try required("cells", .base64(bytesMax: 3000)).read(line))
    case .locks:
      return .locks(
        try CrowdField.fields.read(line),
        locked: try required("in", .base64(bytesMax: 125)).read(line),
        gone: try required("gone", .base64(bytesMax: 125)).read(line))
    case .watchers: return .watchers(try required("count", .count).read(line))
    case .reacted:
      let who = try required("who", .player).read(line)
      let id = try required("id", .word).read(line)
      guard let known = Reaction(rawValue: id) else { return nil }
      return .reacted(who, known)
    case .watcher:
      return .watcher(try required("who", .player).read(line), try Profile.fields.read(line))
    case .challenge:
      return .challenge(
        nonce: try required("nonce", .hex(bytes: 32)).read(line), try ServerName.fields.read(line))
    case .proved:
      return .proved(
        try required("id", .keyID).read(line), tag: try required("tag", .word).read(line))
    case .kept: return .kept(try LoggedMatch.fields.read(line))
    case .tree: return .tree(try LogState.fields.read(line))
    case .stopping: return .stopping(until: try required("until", .instant).read(line))
    case .replayed: return .replayed(try RecordPiece.fields.read(line))
    case .rated: return .rated(try RatingChange.fields.read(line))
    case .topped: return .topped(try BoardLine.fields.read(line))
    case .played: return .played(try PlayedMatch.fields.read(line))
    case .forgotten: return .forgotten

    default:
      let number = try optional("n", .count).read(line)
      if let event = try RoomEvent.read(verb, line) { return .room(n: number, event) }
      return try Event.read(verb, line).map { .play(n: number, $0) }

    }
  }
}

extension RoomEvent {
  func write(to line: inout LineWriter) {
    switch self {
    case .settings(let roomSettings): RoomSettings.settings.write(roomSettings, to: &line)
    case .seat(let who, let profile):
      required("who", .player).write(who, to: &line)
      Profile.fields.write(profile, to: &line)
    case .away(let who, let until):
      required("who", .player).write(who, to: &line)
      required("until", .instant).write(until, to: &line)
    case .back(let who): required("who", .player).write(who, to: &line)
    case .gone(let who, let why):
      required("who", .player).write(who, to: &line)
      required("why", .departure).write(why, to: &line)
    case .idle(let who, let on):
      required("who", .player).write(who, to: &line)
      required("on", .flag).write(on, to: &line)
    case .hosted(let who): required("who", .player).write(who, to: &line)
    case .readied(let who, let on, let share):
      required("who", .player).write(who, to: &line)
      required("on", .flag).write(on, to: &line)
      Share.fields.write(share, to: &line)
    case .commit(let match, let hash):
      required("match", .count).write(match, to: &line)
      required("hash", .hex(bytes: 32)).write(hash, to: &line)
    case .starts(let at): optional("at", .instant).write(at, to: &line)
    case .series(let series): Series.fields.write(series, to: &line)
    case .reveal(let match, let players):
      required("match", .count).write(match, to: &line)
      required("players", list(.player)).write(players, to: &line)
    case .countdown(let match, let opens, let players, let nonces, let isRanked, let copied):
      required("match", .count).write(match, to: &line)
      required("opens", .instant).write(opens, to: &line)
      required("players", list(.player)).write(players, to: &line)
      required("nonces", list(.seatNonce)).write(nonces, to: &line)
      mark("ranked").write(isRanked, to: &line)
      Copied.fields.write(copied, to: &line)
    case .together(let together): Together.fields.write(together, to: &line)
    case .best(let best): Best.fields.write(best, to: &line)

    }
  }

  /// Reads the fields of a line; nil for what is to be skipped, or is none of these.
  static func read(_ verb: ServerVerb, _ line: LineReader) throws(RefusalLine) -> RoomEvent? {
    switch verb {
    case .settings:
      let roomSettings = try RoomSettings.settings.read(line)
      return .settings(roomSettings)
    case .seat: return .seat(try required("who", .player).read(line), try Profile.fields.read(line))
    case .away:
      return .away(
        try required("who", .player).read(line), until: try required("until", .instant).read(line))
    case .back: return .back(try required("who", .player).read(line))
    case .gone:
      return .gone(
        try required("who", .player).read(line), try required("why", .departure).read(line))
    case .idle:
      return .idle(try required("who", .player).read(line), try required("on", .flag).read(line))
    case .hosted: return .hosted(try required("who", .player).read(line))
    case .readied:
      return .readied(
        try required("who", .player).read(line), try required("on", .flag).read(line),
        try Share.fields.read(line))
    case .commit:
      return .commit(
        match: try required("match", .count).read(line),
        hash: try required("hash", .hex(bytes: 32)).read(line))
    case .starts: return .starts(at: try optional("at", .instant).read(line))
    case .series: return .series(try Series.fields.read(line))
    case .reveal:
      return .reveal(
        match: try required("match", .count).read(line),
        players: try required("players", list(.player)).read(line))
    case .countdown:
      return .countdown(
        match: try required("match", .count).read(line),
        opens: try required("opens", .instant).read(line),
        players: try required("players", list(.player)).read(line),
        nonces: try required("nonces", list(.seatNonce)).read(line),
        isRanked: try mark("ranked").read(line), try Copied.fields.read(line))
    case .together: return .together(try Together.fields.read(line))
    case .best: return .best(try Best.fields.read(line))

    default: return nil
    }
  }
}

extension Event {
  func write(to line: inout LineWriter) {
    switch self {
    case .round(let roundStart): RoundStart.fields.write(roundStart, to: &line)
    case .locked(let who, let elapsed, let lag):
      required("who", .player).write(who, to: &line)
      required("t", .count).write(elapsed, to: &line)
      some("lag").write(lag, to: &line)
    case .missed(let who, let elapsed, let lag):
      required("who", .player).write(who, to: &line)
      required("t", .count).write(elapsed, to: &line)
      some("lag").write(lag, to: &line)
    case .bell(let closes): required("closes", .instant).write(closes, to: &line)
    case .held(let by, let until):
      required("by", .count).write(by, to: &line)
      required("until", .instant).write(until, to: &line)
    case .shut(let round, let answer, let next):
      required("round", .count).write(round, to: &line)
      required("answer", .guess).write(answer, to: &line)
      optional("next", .instant).write(next, to: &line)
    case .score(let score): Score.fields.write(score, to: &line)
    case .place(let place, let who, let total):
      required("place", .count).write(place, to: &line)
      required("who", .player).write(who, to: &line)
      required("total", .count).write(total, to: &line)
    case .seed(let seed): required("seed", .seed).write(seed, to: &line)

    case .over: break

    }
  }

  /// Reads the fields of a line; nil for what is to be skipped, or is none of these.
  static func read(_ verb: ServerVerb, _ line: LineReader) throws(RefusalLine) -> Event? {
    switch verb {
    case .round: return .round(try RoundStart.fields.read(line))
    case .locked:
      return .locked(
        try required("who", .player).read(line), elapsed: try required("t", .count).read(line),
        lag: try some("lag").read(line))
    case .missed:
      return .missed(
        try required("who", .player).read(line), elapsed: try required("t", .count).read(line),
        lag: try some("lag").read(line))
    case .bell: return .bell(closes: try required("closes", .instant).read(line))
    case .held:
      return .held(
        by: try required("by", .count).read(line), until: try required("until", .instant).read(line)
      )
    case .shut:
      return .shut(
        round: try required("round", .count).read(line),
        answer: try required("answer", .guess).read(line),
        next: try optional("next", .instant).read(line))
    case .score: return .score(try Score.fields.read(line))
    case .over: return .over
    case .place:
      return .place(
        try required("place", .count).read(line), try required("who", .player).read(line),
        total: try required("total", .count).read(line))
    case .seed: return .seed(try required("seed", .seed).read(line))

    default: return nil
    }
  }
}

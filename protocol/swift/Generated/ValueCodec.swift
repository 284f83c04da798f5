// How the fields of each value are written and read, in the order of the table. Written by
// protocol/generate.py from the tables beside it: change those.

import Game

extension Hello: Described {
  init(_ line: inout some FieldCoder<Hello>) throws(RefusalLine) {
    let version = try line(required("v", .int(in: 0...999))) { $0.version }
    let name = try line(optional("name", .text(charactersMax: 16))) { $0.name }
    let icon = try line(optional("icon", .icon)) { $0.icon }
    let color = try line(optional("color", .color)) { $0.color }
    let isBot = try line(mark("bot")) { $0.isBot }
    let resume = try line(optional("resume", .word)) { $0.resume }
    let app = try line(optional("app", .text(charactersMax: 64))) { $0.app }
    let depth = try line(optional("depth", .int(in: 0...24))) { $0.depth }
    self.init(
      version: version, name: name, icon: icon, color: color, isBot: isBot, resume: resume,
      app: app, depth: depth)
  }
}

extension Share: Described {
  init(_ line: inout some FieldCoder<Share>) throws(RefusalLine) {
    let nonce = try line(optional("nonce", .nonce)) { $0.nonce }
    let seal = try line(optional("seal", .hex(bytes: 32))) { $0.seal }
    self.init(nonce: nonce, seal: seal)
  }
}

extension Welcome: Described {
  init(_ line: inout some FieldCoder<Welcome>) throws(RefusalLine) {
    let version = try line(required("v", .int(in: 0...999))) { $0.version }
    let me = try line(required("me", .player)) { $0.me }
    let now = try line(required("now", .instant)) { $0.now }
    let token = try line(required("resume", .word)) { $0.token }
    let app = try line(required("app", .text(charactersMax: 64))) { $0.app }
    let modes = try line(required("modes", list(.word))) { $0.modes }
    self.init(version: version, me: me, now: now, token: token, app: app, modes: modes)
  }
}

extension Listing: Described {
  init(_ line: inout some FieldCoder<Listing>) throws(RefusalLine) {
    let code = try line(required("room", .code)) { $0.code }
    let name = try line(required("name", .text(charactersMax: 32))) { $0.name }
    let mode = try line(required("mode", .word)) { $0.mode }
    let seats = try line(required("seats", .int(in: 0...64))) { $0.seats }
    let taken = try line(required("taken", .count)) { $0.taken }
    let watchers = try line(required("watchers", .count)) { $0.watchers }
    let state = try line(required("state", .state)) { $0.state }
    let round = try line(required("round", .count)) { $0.round }
    let of = try line(required("of", .count)) { $0.of }
    let hasPassword = try line(mark("pass")) { $0.hasPassword }
    let icons = try line(required("icons", list(.shownIcon))) { $0.icons }
    let isRated = try line(mark("rated")) { $0.isRated }
    let isExact = try line(mark("exact")) { $0.isExact }
    let bots = try line(some("bots")) { $0.bots }
    let isKnownOnly = try line(mark("known")) { $0.isKnownOnly }
    let isQuick = try line(mark("quick")) { $0.isQuick }
    let hasCrowd = try line(mark("crowd")) { $0.hasCrowd }
    let isPresented = try line(mark("present")) { $0.isPresented }
    let names = try line(optional("names", .names)) { $0.names }
    self.init(
      code: code, name: name, mode: mode, seats: seats, taken: taken, watchers: watchers,
      state: state, round: round, of: of, hasPassword: hasPassword, icons: icons, isRated: isRated,
      isExact: isExact, bots: bots, isKnownOnly: isKnownOnly, isQuick: isQuick, hasCrowd: hasCrowd,
      isPresented: isPresented, names: names)
  }
}

extension Series: Described {
  init(_ line: inout some FieldCoder<Series>) throws(RefusalLine) {
    let played = try line(required("played", .count)) { $0.played }
    let players = try line(required("players", list(.player))) { $0.players }
    let wins = try line(required("wins", list(.count))) { $0.wins }
    let points = try line(required("points", list(.count))) { $0.points }
    let isStopped = try line(mark("stopped")) { $0.isStopped }
    self.init(played: played, players: players, wins: wins, points: points, isStopped: isStopped)
  }
}

extension Profile: Described {
  init(_ line: inout some FieldCoder<Profile>) throws(RefusalLine) {
    let name = try line(required("name", .text(charactersMax: 16))) { $0.name }
    let icon = try line(required("icon", .shownIcon)) { $0.icon }
    let color = try line(required("color", .color)) { $0.color }
    let isBot = try line(mark("bot")) { $0.isBot }
    let identity = try line(optional("id", .keyID)) { $0.identity }
    let isGhost = try line(mark("ghost")) { $0.isGhost }
    self.init(
      name: name, icon: icon, color: color, isBot: isBot, identity: identity, isGhost: isGhost)
  }
}

extension Move: Described {
  init(_ line: inout some FieldCoder<Move>) throws(RefusalLine) {
    let who = try line(required("who", .player)) { $0.who }
    let near = try line(required("near", .int(in: 0...100))) { $0.near }
    let color = try line(required("color", .color)) { $0.color }
    let to = try line(optional("to", .color)) { $0.to }
    self.init(who: who, near: near, color: color, to: to)
  }
}

extension RoundStart: Described {
  init(_ line: inout some FieldCoder<RoundStart>) throws(RefusalLine) {
    let round = try line(required("round", .count)) { $0.round }
    let of = try line(required("of", .count)) { $0.of }
    let opens = try line(required("opens", .instant)) { $0.opens }
    let closes = try line(required("closes", .instant)) { $0.closes }
    let target = try line(required("target", .color)) { $0.target }
    let start = try line(required("start", .color)) { $0.start }
    let to = try line(optional("to", .color)) { $0.to }
    let tiles = try line(optional("tiles", list(.color), or: [])) { $0.tiles }
    let hides = try line(optional("hides", .instant)) { $0.hides }
    let tolerance = try line(optional("within", .thousandths)) { $0.tolerance }
    let late = try line(some("late")) { $0.late }
    self.init(
      round: round, of: of, opens: opens, closes: closes, target: target, to: to, start: start,
      tiles: tiles, hides: hides, tolerance: tolerance, late: late)
  }
}

extension Score: Described {
  init(_ line: inout some FieldCoder<Score>) throws(RefusalLine) {
    let who = try line(required("who", .player)) { $0.who }
    let guess = try line(required("v", .guess)) { $0.guess }
    let difference = try line(required("de", .thousandths)) { $0.difference }
    let elapsed = try line(required("t", .count)) { $0.elapsed }
    let points = try line(required("points", .count)) { $0.points }
    let total = try line(required("total", .count)) { $0.total }
    let lag = try line(some("lag")) { $0.lag }
    let misses = try line(some("missed")) { $0.misses }
    let isFirst = try line(mark("first")) { $0.isFirst }
    let isAssisted = try line(mark("assist")) { $0.isAssisted }
    let lives = try line(optional("lives", .count)) { $0.lives }
    self.init(
      who: who, guess: guess, difference: difference, elapsed: elapsed, points: points,
      total: total, lag: lag, misses: misses, isFirst: isFirst, isAssisted: isAssisted, lives: lives
    )
  }
}

extension Together: Described {
  init(_ line: inout some FieldCoder<Together>) throws(RefusalLine) {
    let round = try line(required("round", .count)) { $0.round }
    let of = try line(required("of", .count)) { $0.of }
    let locked = try line(required("in", .count)) { $0.locked }
    let guess = try line(required("v", .guess)) { $0.guess }
    let difference = try line(required("de", .thousandths)) { $0.difference }
    let elapsed = try line(required("t", .count)) { $0.elapsed }
    let points = try line(required("points", .count)) { $0.points }
    let total = try line(required("total", .count)) { $0.total }
    self.init(
      round: round, of: of, locked: locked, guess: guess, difference: difference, elapsed: elapsed,
      points: points, total: total)
  }
}

extension Best: Described {
  init(_ line: inout some FieldCoder<Best>) throws(RefusalLine) {
    let round = try line(required("round", .count)) { $0.round }
    let cell = try line(required("at", .count)) { $0.cell }
    let name = try line(optional("name", .text(charactersMax: 16))) { $0.name }
    let guess = try line(optional("v", .guess)) { $0.guess }
    let elapsed = try line(optional("t", .count)) { $0.elapsed }
    let points = try line(optional("points", .count)) { $0.points }
    let total = try line(required("total", .count)) { $0.total }
    self.init(
      round: round, cell: cell, name: name, guess: guess, elapsed: elapsed, points: points,
      total: total)
  }
}

extension Yours: Described {
  init(_ line: inout some FieldCoder<Yours>) throws(RefusalLine) {
    let round = try line(required("round", .count)) { $0.round }
    let guess = try line(optional("v", .guess)) { $0.guess }
    let difference = try line(optional("de", .thousandths)) { $0.difference }
    let elapsed = try line(optional("t", .count)) { $0.elapsed }
    let points = try line(optional("points", .count)) { $0.points }
    let total = try line(required("total", .count)) { $0.total }
    let place = try line(required("place", .count)) { $0.place }
    let of = try line(required("of", .count)) { $0.of }
    let lag = try line(some("lag")) { $0.lag }
    let misses = try line(some("missed")) { $0.misses }
    self.init(
      round: round, guess: guess, difference: difference, elapsed: elapsed, points: points,
      total: total, place: place, of: of, lag: lag, misses: misses)
  }
}

extension Copied: Described {
  init(_ line: inout some FieldCoder<Copied>) throws(RefusalLine) {
    let ghosts = try line(optional("ghosts", list(.player), or: [])) { $0.ghosts }
    let nonces = try line(optional("drawn", list(.seatNonce), or: [])) { $0.nonces }
    let rounds = try line(some("last")) { $0.rounds }
    let streaks = try line(optional("streaks", list(.count), or: [])) { $0.streaks }
    self.init(ghosts: ghosts, nonces: nonces, rounds: rounds, streaks: streaks)
  }
}

extension CrowdField: Described {
  init(_ line: inout some FieldCoder<CrowdField>) throws(RefusalLine) {
    let first = try line(required("at", .count)) { $0.first }
    let step = try line(required("step", .count)) { $0.step }
    let of = try line(required("of", .count)) { $0.of }
    self.init(first: first, step: step, of: of)
  }
}

extension CrowdCount: Described {
  init(_ line: inout some FieldCoder<CrowdCount>) throws(RefusalLine) {
    let count = try line(required("of", .count)) { $0.count }
    let locked = try line(required("in", .count)) { $0.locked }
    let color = try line(optional("color", .color)) { $0.color }
    let near = try line(optional("near", .int(in: 0...100))) { $0.near }
    let to = try line(optional("to", .color)) { $0.to }
    let seat = try line(optional("seat", .player)) { $0.seat }
    let seatColor = try line(optional("seatcolor", .color)) { $0.seatColor }
    let seatNear = try line(optional("seatnear", .int(in: 0...100))) { $0.seatNear }
    let seatTo = try line(optional("seatto", .color)) { $0.seatTo }
    let reactions = try line(optional("reacts", list(.count), or: [])) { $0.reactions }
    self.init(
      count: count, locked: locked, color: color, near: near, to: to, seat: seat,
      seatColor: seatColor, seatNear: seatNear, seatTo: seatTo, reactions: reactions)
  }
}

extension ServerName: Described {
  init(_ line: inout some FieldCoder<ServerName>) throws(RefusalLine) {
    let key = try line(required("server", .hex(bytes: 32))) { $0.key }
    let log = try line(required("log", .word)) { $0.log }
    self.init(log: log, key: key)
  }
}

extension LogHead: Described {
  init(_ line: inout some FieldCoder<LogHead>) throws(RefusalLine) {
    let size = try line(required("size", .count)) { $0.size }
    let root = try line(required("root", .hex(bytes: 32))) { $0.root }
    let signature = try line(required("sig", .hex(bytes: 64))) { $0.signature }
    self.init(size: size, root: root, signature: signature)
  }
}

extension LoggedMatch: Described {
  init(_ line: inout some FieldCoder<LoggedMatch>) throws(RefusalLine) {
    let match = try line(required("match", .count)) { $0.match }
    let index = try line(required("index", .count)) { $0.index }
    let leaf = try line(required("leaf", .hex(bytes: 32))) { $0.leaf }
    let head = try line(LogHead.fields) { $0.head }
    let path = try line(required("path", list(.hex(bytes: 32)))) { $0.path }
    let firstTries = try line(optional("first", list(.player), or: [])) { $0.firstTries }
    self.init(
      match: match, index: index, leaf: leaf, head: head, path: path, firstTries: firstTries)
  }
}

extension LogState: Described {
  init(_ line: inout some FieldCoder<LogState>) throws(RefusalLine) {
    let log = try line(required("log", .word)) { $0.log }
    let key = try line(required("key", .hex(bytes: 32))) { $0.key }
    let head = try line(LogHead.fields) { $0.head }
    let since = try line(required("since", .count)) { $0.since }
    let path = try line(required("path", list(.hex(bytes: 32)))) { $0.path }
    self.init(log: log, key: key, head: head, since: since, path: path)
  }
}

extension RecordPiece: Described {
  init(_ line: inout some FieldCoder<RecordPiece>) throws(RefusalLine) {
    let index = try line(required("index", .count)) { $0.index }
    let lines = try line(required("lines", .count)) { $0.lines }
    let from = try line(some("from")) { $0.from }
    self.init(index: index, lines: lines, from: from)
  }
}

extension RatingChange: Described {
  init(_ line: inout some FieldCoder<RatingChange>) throws(RefusalLine) {
    let match = try line(required("match", .count)) { $0.match }
    let who = try line(required("who", .player)) { $0.who }
    let rating = try line(required("rating", .rating)) { $0.rating }
    let delta = try line(required("delta", .rating)) { $0.delta }
    let margin = try line(required("off", .count)) { $0.margin }
    let missing = try line(some("left")) { $0.missing }
    self.init(
      match: match, who: who, rating: rating, delta: delta, margin: margin, missing: missing)
  }
}

extension BoardLine: Described {
  init(_ line: inout some FieldCoder<BoardLine>) throws(RefusalLine) {
    let place = try line(required("place", .count)) { $0.place }
    let id = try line(required("id", .keyID)) { $0.id }
    let tag = try line(required("tag", .word)) { $0.tag }
    let name = try line(required("name", .text(charactersMax: 16))) { $0.name }
    let icon = try line(required("icon", .shownIcon)) { $0.icon }
    let color = try line(required("color", .color)) { $0.color }
    let value = try line(required("value", .rating)) { $0.value }
    let match = try line(optional("match", .count)) { $0.match }
    let margin = try line(optional("off", .count)) { $0.margin }
    let colors = try line(optional("colors", list(.color), or: [])) { $0.colors }
    let isBot = try line(mark("bot")) { $0.isBot }
    self.init(
      place: place, id: id, tag: tag, name: name, icon: icon, color: color, value: value,
      match: match, margin: margin, colors: colors, isBot: isBot)
  }
}

extension PlayedMatch: Described {
  init(_ line: inout some FieldCoder<PlayedMatch>) throws(RefusalLine) {
    let index = try line(required("index", .count)) { $0.index }
    let mode = try line(required("mode", .word)) { $0.mode }
    let place = try line(optional("place", .count)) { $0.place }
    let of = try line(required("of", .count)) { $0.of }
    let total = try line(required("total", .count)) { $0.total }
    let began = try line(required("at", .instant)) { $0.began }
    let copies = try line(optional("ghost", .count)) { $0.copies }
    let isFirstTry = try line(mark("first")) { $0.isFirstTry }
    self.init(
      index: index, mode: mode, place: place, of: of, total: total, began: began, copies: copies,
      isFirstTry: isFirstTry)
  }
}

extension RecordTitle: Described {
  init(_ line: inout some FieldCoder<RecordTitle>) throws(RefusalLine) {
    let version = try line(required("v", .int(in: 0...999))) { $0.version }
    let log = try line(required("log", .word)) { $0.log }
    let room = try line(required("room", .code)) { $0.room }
    let match = try line(required("match", .count)) { $0.match }
    let began = try line(required("began", .instant)) { $0.began }
    let rules = try line(optional("rules", .word)) { $0.rules }
    let ghost = try line(optional("ghost", .count)) { $0.ghost }
    let leaf = try line(optional("leaf", .hex(bytes: 32))) { $0.leaf }
    self.init(
      version: version, log: log, room: room, match: match, began: began, rules: rules,
      ghost: ghost, leaf: leaf)
  }
}

extension RecordedSeat: Described {
  init(_ line: inout some FieldCoder<RecordedSeat>) throws(RefusalLine) {
    let player = try line(required("who", .player)) { $0.player }
    let profile = try line(Profile.fields) { $0.profile }
    let roundTrip = try line(some("rtt")) { $0.roundTrip }
    let seal = try line(optional("seal", .hex(bytes: 32))) { $0.seal }
    let household = try line(optional("home", .count)) { $0.household }
    self.init(
      player: player, profile: profile, roundTrip: roundTrip, seal: seal, household: household)
  }
}

extension Person: Described {
  init(_ line: inout some FieldCoder<Person>) throws(RefusalLine) {
    let player = try line(required("who", .player)) { $0.player }
    let salt = try line(required("salt", .hex(bytes: 16))) { $0.salt }
    let name = try line(required("name", .text(charactersMax: 16))) { $0.name }
    let id = try line(optional("id", .keyID)) { $0.id }
    self.init(player: player, salt: salt, name: name, id: id)
  }
}

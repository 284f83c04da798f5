// What a message means, as text by key: what the cells of the vectors are compared with. It knows
// nothing of the codec. Written by protocol/generate.py from the tables beside it: change those.

import Game
import Wire

extension ClientMessage {
  /// A value for every key of the message.
  var meaning: [String: String] {
    switch self {
    case .hello(let hello):
      [
        "v": word(hello.version), "name": word(hello.name), "icon": word(hello.icon),
        "color": word(hello.color), "bot": word(hello.isBot), "resume": word(hello.resume),
        "app": word(hello.app), "depth": word(hello.depth),
      ]
    case .ping(let t): ["t": word(t)]
    case .pong(let nonce): ["nonce": word(nonce)]
    case .list(let mode): ["mode": word(mode)]
    case .create(let roomWishes, let ghost):
      roomWishes.meaning.merging(["ghost": word(ghost)]) { $1 }
    case .join(let room, let password): ["room": word(room), "pass": word(password)]
    case .watch(let room, let password, let since, let field):
      ["room": word(room), "pass": word(password), "since": word(since), "field": word(field)]
    case .quick(let mode, let bot): ["mode": word(mode), "bot": word(bot)]
    case .leave: [:]
    case .config(let roomWishes, let opens):
      roomWishes.meaning.merging(["open": word(opens)]) { $1 }
    case .host(let who): ["who": word(who)]
    case .kick(let who, let at): ["who": word(who), "at": word(at)]
    case .ban(let who, let at): ["who": word(who), "at": word(at)]
    case .bot(let level): ["level": word(level)]
    case .ready(let on, let share):
      ["on": word(on), "nonce": word(share.nonce), "seal": word(share.seal)]
    case .rename(let name, let icon, let color):
      ["name": word(name), "icon": word(icon), "color": word(color)]
    case .reveal(let nonce): ["nonce": word(nonce)]
    case .start: [:]
    case .next: [:]
    case .end: [:]
    case .play(.set(let v)): ["v": word(v)]
    case .play(.lock(let v, let claim)): ["v": word(v), "t": word(claim)]
    case .react(let id): ["id": word(id)]
    case .bye: [:]
    case .who: [:]
    case .identify(let key): ["key": word(key)]
    case .prove(let signature, let bind): ["sig": word(signature), "bind": word(bind)]
    case .tree(let since): ["since": word(since)]
    case .replay(let index, let from): ["index": word(index), "from": word(from)]
    case .top(let board, let span, let day, let from):
      ["board": word(board), "span": word(span), "day": word(day), "from": word(from)]
    case .past(let id, let from): ["id": word(id), "from": word(from)]
    case .forget(let isSure): ["sure": word(isSure)]

    }
  }
}

extension ServerMessage {
  /// A value for every key of the message.
  var meaning: [String: String] {
    switch self {
    case .welcome(let welcome):
      [
        "v": word(welcome.version), "me": word(welcome.me), "now": word(welcome.now),
        "resume": word(welcome.token), "app": word(welcome.app), "modes": word(welcome.modes),
      ]
    case .no(let refusalLine):
      [
        "code": word(refusalLine.code), "verb": word(refusalLine.verb),
        "text": word(refusalLine.text),
      ]
    case .pong(let t, let now): ["t": word(t), "now": word(now)]
    case .ping(let nonce): ["nonce": word(nonce)]
    case .listed(let listing):
      [
        "room": word(listing.code), "name": word(listing.name), "mode": word(listing.mode),
        "seats": word(listing.seats), "taken": word(listing.taken),
        "watchers": word(listing.watchers), "state": word(listing.state),
        "round": word(listing.round), "of": word(listing.of), "pass": word(listing.hasPassword),
        "icons": word(listing.icons), "rated": word(listing.isRated),
        "exact": word(listing.isExact), "bots": word(listing.bots),
        "known": word(listing.isKnownOnly), "quick": word(listing.isQuick),
        "crowd": word(listing.hasCrowd), "present": word(listing.isPresented),
        "names": word(listing.names),
      ]
    case .end(let of, let count, let ratesHouseholds):
      ["of": word(of), "count": word(count), "home": word(ratesHouseholds)]
    case .entered(let room, let role, let n):
      ["room": word(room), "role": word(role), "n": word(n)]
    case .out(let room, let why): ["room": word(room), "why": word(why)]
    case .move(let move):
      [
        "who": word(move.who), "near": word(move.near), "color": word(move.color),
        "to": word(move.to),
      ]
    case .cell(let at, let name): ["at": word(at), "name": word(name)]
    case .yours(let yours):
      [
        "round": word(yours.round), "v": word(yours.guess), "de": word(yours.difference),
        "t": word(yours.elapsed), "points": word(yours.points), "total": word(yours.total),
        "place": word(yours.place), "of": word(yours.of), "lag": word(yours.lag),
        "missed": word(yours.misses),
      ]
    case .crowd(let crowdCount):
      [
        "of": word(crowdCount.count), "in": word(crowdCount.locked),
        "color": word(crowdCount.color), "near": word(crowdCount.near), "to": word(crowdCount.to),
        "seat": word(crowdCount.seat), "seatcolor": word(crowdCount.seatColor),
        "seatnear": word(crowdCount.seatNear), "seatto": word(crowdCount.seatTo),
        "reacts": word(crowdCount.reactions),
      ]
    case .field(let round, let crowdField, let cells):
      [
        "round": word(round), "at": word(crowdField.first), "step": word(crowdField.step),
        "of": word(crowdField.of), "cells": letters(cells),
      ]
    case .locks(let crowdField, let locked, let gone):
      [
        "at": word(crowdField.first), "step": word(crowdField.step), "of": word(crowdField.of),
        "in": letters(locked), "gone": letters(gone),
      ]
    case .watchers(let count): ["count": word(count)]
    case .reacted(let who, let id): ["who": word(who), "id": word(id)]
    case .watcher(let who, let profile):
      [
        "who": word(who), "name": word(profile.name), "icon": word(profile.icon),
        "color": word(profile.color), "bot": word(profile.isBot), "id": word(profile.identity),
      ]
    case .challenge(let nonce, let serverName):
      ["nonce": word(nonce), "log": word(serverName.log), "server": word(serverName.key)]
    case .proved(let id, let tag): ["id": word(id), "tag": word(tag)]
    case .kept(let loggedMatch):
      [
        "match": word(loggedMatch.match), "index": word(loggedMatch.index),
        "leaf": word(loggedMatch.leaf), "size": word(loggedMatch.head.size),
        "root": word(loggedMatch.head.root), "sig": word(loggedMatch.head.signature),
        "path": word(loggedMatch.path), "first": word(loggedMatch.firstTries),
      ]
    case .tree(let logState):
      [
        "log": word(logState.log), "key": word(logState.key), "size": word(logState.head.size),
        "root": word(logState.head.root), "sig": word(logState.head.signature),
        "since": word(logState.since), "path": word(logState.path),
      ]
    case .stopping(let until): ["until": word(until)]
    case .replayed(let recordPiece):
      [
        "index": word(recordPiece.index), "lines": word(recordPiece.lines),
        "from": word(recordPiece.from),
      ]
    case .rated(let ratingChange):
      [
        "match": word(ratingChange.match), "who": word(ratingChange.who),
        "rating": word(ratingChange.rating), "delta": word(ratingChange.delta),
        "off": word(ratingChange.margin), "left": word(ratingChange.missing),
      ]
    case .topped(let boardLine):
      [
        "place": word(boardLine.place), "id": word(boardLine.id), "tag": word(boardLine.tag),
        "name": word(boardLine.name), "icon": word(boardLine.icon), "color": word(boardLine.color),
        "value": word(boardLine.value), "match": word(boardLine.match),
        "off": word(boardLine.margin), "colors": word(boardLine.colors),
        "bot": word(boardLine.isBot),
      ]
    case .played(let playedMatch):
      [
        "index": word(playedMatch.index), "mode": word(playedMatch.mode),
        "place": word(playedMatch.place), "of": word(playedMatch.of),
        "total": word(playedMatch.total), "at": word(playedMatch.began),
        "ghost": word(playedMatch.copies), "first": word(playedMatch.isFirstTry),
      ]
    case .forgotten: [:]
    case .room(let number, let event):
      event.meaning.merging(["n": word(number)]) { $1 }
    case .play(let number, let event):
      event.meaning.merging(["n": word(number)]) { $1 }
    }
  }
}

extension RoomEvent {
  /// A value for every key of the message.
  var meaning: [String: String] {
    switch self {
    case .settings(let roomSettings): roomSettings.meaning
    case .seat(let who, let profile):
      [
        "who": word(who), "name": word(profile.name), "icon": word(profile.icon),
        "color": word(profile.color), "bot": word(profile.isBot), "id": word(profile.identity),
        "ghost": word(profile.isGhost),
      ]
    case .away(let who, let until): ["who": word(who), "until": word(until)]
    case .back(let who): ["who": word(who)]
    case .gone(let who, let why): ["who": word(who), "why": word(why)]
    case .idle(let who, let on): ["who": word(who), "on": word(on)]
    case .hosted(let who): ["who": word(who)]
    case .readied(let who, let on, let share):
      ["who": word(who), "on": word(on), "nonce": word(share.nonce), "seal": word(share.seal)]
    case .commit(let match, let hash): ["match": word(match), "hash": word(hash)]
    case .starts(let at): ["at": word(at)]
    case .series(let series):
      [
        "played": word(series.played), "players": word(series.players), "wins": word(series.wins),
        "points": word(series.points), "stopped": word(series.isStopped),
      ]
    case .reveal(let match, let players): ["match": word(match), "players": word(players)]
    case .countdown(let match, let opens, let players, let nonces, let isRanked, let copied):
      [
        "match": word(match), "opens": word(opens), "players": word(players),
        "nonces": word(nonces), "ranked": word(isRanked), "ghosts": word(copied.ghosts),
        "drawn": word(copied.nonces), "last": word(copied.rounds), "streaks": word(copied.streaks),
      ]
    case .together(let together):
      [
        "round": word(together.round), "of": word(together.of), "in": word(together.locked),
        "v": word(together.guess), "de": word(together.difference), "t": word(together.elapsed),
        "points": word(together.points), "total": word(together.total),
      ]
    case .best(let best):
      [
        "round": word(best.round), "at": word(best.cell), "name": word(best.name),
        "v": word(best.guess), "t": word(best.elapsed), "points": word(best.points),
        "total": word(best.total),
      ]

    }
  }
}

extension Event {
  /// A value for every key of the message.
  var meaning: [String: String] {
    switch self {
    case .round(let roundStart):
      [
        "round": word(roundStart.round), "of": word(roundStart.of), "opens": word(roundStart.opens),
        "closes": word(roundStart.closes), "target": word(roundStart.target),
        "to": word(roundStart.to), "start": word(roundStart.start), "tiles": word(roundStart.tiles),
        "hides": word(roundStart.hides), "within": word(roundStart.tolerance),
        "late": word(roundStart.late),
      ]
    case .locked(let who, let elapsed, let lag):
      ["who": word(who), "t": word(elapsed), "lag": word(lag)]
    case .missed(let who, let elapsed, let lag):
      ["who": word(who), "t": word(elapsed), "lag": word(lag)]
    case .bell(let closes): ["closes": word(closes)]
    case .held(let by, let until): ["by": word(by), "until": word(until)]
    case .shut(let round, let answer, let next):
      ["round": word(round), "answer": word(answer), "next": word(next)]
    case .score(let score):
      [
        "who": word(score.who), "v": word(score.guess), "de": word(score.difference),
        "t": word(score.elapsed), "points": word(score.points), "total": word(score.total),
        "lag": word(score.lag), "missed": word(score.misses), "first": word(score.isFirst),
        "assist": word(score.isAssisted), "lives": word(score.lives),
      ]
    case .over: [:]
    case .place(let place, let who, let total):
      ["place": word(place), "who": word(who), "total": word(total)]
    case .seed(let seed): ["seed": word(seed)]

    }
  }
}

// News of a match while it runs: rounds as they open, targets as they hide, time as it runs out,
// locks, misses and the bell. A round is told when it opens, not when it is announced, so that
// nobody hears the target before everybody sees it. All moments are those that the room is seen at.

import Chroma
import ClientCore
import Game
import Wire

/// How far a match was told.
struct ToldMatch: Hashable, Sendable {
  var number: Int?
  /// How many results.
  var results = 0
  /// The newest round that was told to be open, 0 before the first.
  var opened = 0
  /// The newest round whose target was told to be hidden.
  var hidden = 0
  /// How many of its moments at which the time is called are past.
  var timeCalls = 0
  /// Whether the places were told.
  var isOver = false
  /// Whether it was told where the match is kept.
  var isKept = false

  init(number: Int? = nil) {
    self.number = number
  }

  /// A newcomer does not hear of what is over.
  init(arrivingAt match: MatchState?) {
    number = match?.number
    results = match?.results.count ?? 0
    isOver = match?.isOver ?? false
    isKept = isOver
  }
}

extension PlainNarrator {
  mutating func tellRace(
    _ session: Session, _ room: RoomModel, _ lines: inout [String], at now: Instant
  ) {
    guard let match = room.match else { return }
    tellTries(session, room, match, &lines, at: now)
    while toldMatch.results < match.results.count, match.isScored(toldMatch.results) {
      lines += PlainNarrator.result(toldMatch.results, of: match, in: room, now)
      toldMatch.results += 1
    }
    if let round = match.round { tellRound(round, of: match, session, room, &lines, at: now) }
    if let verdict = room.verdict, !toldMatch.isOver {
      toldMatch.isOver = true
      lines += PlainNarrator.end(of: match, verdict, in: room)
    }
    if let place = room.placeInLog, !toldMatch.isKept {
      toldMatch.isKept = true
      lines.append(Words["the server keeps it as match \(place): chromatch replay \(place)"])
      if let isFirst = room.isFirstTry {
        lines.append(
          isFirst ? Words["that was your first try of it"] : Words["that was a later try"])
      }
    }
  }

  /// The moment of the next news by time alone.
  func raceDeadline(_ session: Session) -> Instant? {
    guard let round = session.room?.match?.round else { return nil }
    if toldMatch.opened < round.start.round { return round.start.opens }
    let hides = toldMatch.hidden < round.start.round ? round.start.hides : nil
    let call = PlainNarrator.timeCalls(of: round).dropFirst(toldMatch.timeCalls).first
    return [hides, call].compactMap(\.self).min()
  }
}

// While a round is on.
extension PlainNarrator {
  private mutating func tellRound(
    _ round: RoundState, of match: MatchState, _ session: Session, _ room: RoomModel,
    _ lines: inout [String], at now: Instant
  ) {
    guard round.start.opens <= now else { return }
    let calls = PlainNarrator.timeCalls(of: round)
    if toldMatch.opened < round.start.round {
      toldMatch.opened = round.start.round
      toldMatch.timeCalls = calls.count { $0 <= now }
      lines += PlainNarrator.opening(of: round, in: match, room, at: now)
      if match.rules.mode.answer == .sliders,
        let yours = PlainNarrator.yours(session, at: now)
      {
        lines.append(Words["yours: \(yours)"])
      }
      if round.isHidden(at: now) { toldMatch.hidden = round.start.round }
    }
    if round.isHidden(at: now), toldMatch.hidden < round.start.round {
      toldMatch.hidden = round.start.round
      lines.append(Words["the target is hidden"])
    }
    let due = calls.count { $0 <= now }
    guard due > toldMatch.timeCalls else { return }
    toldMatch.timeCalls = due
    // The bell has said it, or nobody knows how the others stand.
    guard now < round.closes, !round.hasRung, session.state == .online else { return }
    lines.append(
      Words[
        "\(Phrase.seconds(round.closes - now)) left. \(PlainNarrator.nearness(in: room, round))"])
  }

  /// What is asked, and what there is to choose from.
  private static func opening(
    of round: RoundState, in match: MatchState, _ room: RoomModel, at now: Instant
  ) -> [String] {
    let start = round.start
    let length = round.closes - now
    let isWhole = length >= start.closes - start.opens - 500
    var parts = [
      start.of == 0 ? Words["round \(start.round)"] : Words["round \(start.round) of \(start.of)"]
    ]
    let time = Phrase.seconds(length)
    parts.append(isWhole ? time : Words["\(time) left"])
    if let tolerance = start.tolerance, match.rules.mode.answer == .sliders {
      parts.append(Words["to match within \(tolerance.spokenBound)"])
    }
    if room.role == .player, let lives = match.lives(of: room.me), match.isPlaying(room.me) {
      parts.append(lives == 0 ? Words["you are out"] : Phrase.livesLeft(lives))
    }
    let line = "\(Phrase.list(parts)). \(target(of: round, in: match, at: now))"
    guard !round.challenge.tiles.isEmpty else { return [line] }
    let tiles = Phrase.list(
      round.challenge.tiles.enumerated().map { "\($0.offset + 1) \(match.spokenTile($0.element))" })
    return [
      line,
      match.rules.isAssisted
        ? Words["tiles by hue, saturation, brightness: \(tiles)"] : Words["tiles: \(tiles)"],
    ]
  }

  private static func target(
    of round: RoundState, in match: MatchState, at now: Instant
  ) -> String {
    guard !round.isHidden(at: now) else { return Words["the target is hidden"] }
    let seen = round.start.hides.map { Words[", seen for \(Phrase.seconds($0 - now))"] } ?? ""
    return Words["target\(seen): \(match.spokenTarget(of: round))"]
  }

  /// The moments at which the time is called: with 30 seconds left of a minute or more, with 10
  /// left, and with 5 left of a short round.
  private static func timeCalls(of round: RoundState) -> [Instant] {
    let length = round.start.closes - round.start.opens
    let spans =
      switch length {
      case 60_000...: [30_000, 10_000]
      case 20_000...: [10_000]
      case 10_000...: [5_000]
      default: [Int]()
      }
    return spans.map { round.start.closes - $0 }
  }

  /// "mira 96 percent, you locked"; where nobody may know how near others are, "mira not locked".
  /// How near one is oneself is told only where the room helps.
  static func nearness(
    in room: RoomModel, _ round: RoundState, withLives: Bool = false
  ) -> String {
    guard let match = room.match else { return "" }
    let near = match.players.filter(match.isRacing)
      .map { player in
        let move =
          room.isMe(player) && !match.rules.isAssisted ? nil : round.move(of: player)
        let nearness = move.map { Words["\($0.near) percent"] } ?? Words["not locked"]
        let state = round.lock(of: player) == nil ? nearness : Words["locked"]
        let lives = withLives ? match.lives(of: player) : nil
        let having =
          lives.map { Words[" with \(Phrase.lives($0))"] } ?? ""
        return "\(room.called(player)) \(state)\(having)"
      }
    return Phrase.list(near + [room.crowd.count?.words].compactMap(\.self))
  }

  /// "red 188, green 188, blue 188. distance 31, cool" where the room helps, elsewhere with what an
  /// eye would see behind the numbers; nil for those who do not play.
  static func yours(_ session: Session, at now: Instant) -> String? {
    guard let guess = session.guess, let match = session.room?.match, let round = match.round
    else { return nil }
    let mode = match.rules.mode
    guard match.givesHints(in: round, at: now),
      let difference = mode.difference(guess, in: round.challenge)
    else { return mode.spoken(guess) }
    guard match.rules.isAssisted else {
      let hint = mode.swatch(of: guess)?.hint(to: round.challenge.target) ?? ""
      return "\(mode.spoken(guess)). \(hint)"
    }
    let warmth = Warmth(difference, within: round.tolerance)
    return "\(mode.spoken(guess)). \(difference.spoken), \(warmth.word)"
  }
}

// Locks, misses and the bell, as far as they are new.
extension PlainNarrator {
  private func tellTries(
    _ session: Session, _ room: RoomModel, _ match: MatchState, _ lines: inout [String],
    at now: Instant
  ) {
    guard let round = match.round, toldMatch.opened == round.start.round else { return }
    let before = told?.match?.round?.start.round == round.start.round ? told?.match?.round : nil
    for player in match.players {
      if let miss = round.miss(of: player), miss != before?.miss(of: player) {
        lines.append(PlainNarrator.miss(by: player, session, room, match, round, at: now))
      }
      if let lock = round.lock(of: player), before?.lock(of: player) == nil {
        lines += PlainNarrator.lock(by: player, after: lock.elapsed, session, room, match, round)
      }
    }
    if round.hasRung, before?.hasRung != true {
      let time = Phrase.seconds(round.closes - now)
      lines.append(
        room.amRacing && round.lock(of: room.me) == nil
          ? Words["the bell: \(time) left"] : Words["the bell: \(time) left for the others"])
    }
  }

  private static func lock(
    by player: PlayerID, after elapsed: Int, _ session: Session, _ room: RoomModel,
    _ match: MatchState, _ round: RoundState
  ) -> [String] {
    let time = Phrase.preciseSeconds(elapsed)
    guard room.isMe(player) else {
      return [Words["\(room.spokenName(of: player)) locked after \(time)"]]
    }
    let when = Words["you locked after \(time)"]
    guard let guess = session.guess, !match.rules.mode.isSecret,
      let difference = match.rules.mode.difference(guess, in: round.challenge)
    else { return ["\(when), \(Phrase.lock(match.place(ofLockBy: player)))"] }
    let points = match.rules.spokenPoints(
      difference, after: elapsed, inRound: round.start.round)
    let gone = match.isGone(difference) ? [Vanish.headline(difference, in: elapsed)] : []
    let order = Phrase.lock(match.place(ofLockBy: player))
    return gone + ["\(when), \(order): \(points)"]
  }

  private static func miss(
    by player: PlayerID, _ session: Session, _ room: RoomModel, _ match: MatchState,
    _ round: RoundState, at now: Instant
  ) -> String {
    let mode = match.rules.mode
    let isTile = mode.answer == .tiles
    guard room.isMe(player) else {
      let name = room.spokenName(of: player)
      return isTile
        ? Words["\(name) picked a wrong tile"] : Words["\(name) tried to lock, too far off"]
    }
    let frozen = Words["frozen for \(Phrase.preciseSeconds(Rules.freezeMilliseconds))"]
    if isTile {
      let tile = session.guess.map(mode.spoken) ?? Words["no tile"]
      return Words["\(tile) is not the target. \(frozen)"]
    }
    let bound = round.tolerance.spokenBound
    guard match.tellsDistances(in: round, at: now), let guess = session.guess,
      let difference = mode.difference(guess, in: round.challenge)
    else { return Words["too far off to lock, it takes \(bound). \(frozen)"] }
    return Words["too far off to lock: \(difference.spoken), and it takes \(bound). \(frozen)"]
  }
}

// News of a match: rounds as they open, time as it runs out, locks, misses, the bell, what
// everybody got, the places and the proof. A round is told when it opens, not when it is announced,
// so that nobody hears the target before everybody sees it.

import Chroma
import Game
import Wire

/// How far a match was told.
struct ToldMatch: Hashable, Sendable {
  var number: Int?
  /// How many results.
  var results = 0
  /// The newest round that was told to be open, 0 before the first.
  var opened = 0
  /// How many of its moments at which the time is called are past.
  var timeCalls = 0
  /// Whether the places were told.
  var isOver = false

  init(number: Int? = nil) {
    self.number = number
  }

  /// Whoever comes in does not hear of what is over.
  init(arrivingAt match: MatchModel?) {
    number = match?.number
    results = match?.results.count ?? 0
    isOver = match?.isOver ?? false
  }
}

extension PlainNarrator {
  mutating func tellRace(
    _ session: Session, _ room: RoomModel, _ lines: inout [String], at now: Instant
  ) {
    guard let match = room.match else { return }
    tellTries(session, room, match, &lines, at: now)
    while toldMatch.results < match.results.count, match.isScored(toldMatch.results) {
      lines += PlainNarrator.result(match.results[toldMatch.results], of: match, in: room, now)
      toldMatch.results += 1
    }
    if let round = match.round { tellRound(round, session, room, &lines, at: now) }
    if let verdict = match.verdict, !toldMatch.isOver {
      toldMatch.isOver = true
      lines += PlainNarrator.end(of: match, verdict, in: room)
    }
  }

  /// The server's moment of the next news by time alone.
  func raceDeadline(_ session: Session) -> Instant? {
    guard let round = session.room?.match?.round else { return nil }
    if toldMatch.opened < round.start.round { return round.start.opens }
    return PlainNarrator.timeCalls(of: round).dropFirst(toldMatch.timeCalls).first
  }
}

// While a round is on.
extension PlainNarrator {
  private mutating func tellRound(
    _ round: RoundModel, _ session: Session, _ room: RoomModel, _ lines: inout [String],
    at now: Instant
  ) {
    guard round.start.opens <= now else { return }
    let calls = PlainNarrator.timeCalls(of: round)
    if toldMatch.opened < round.start.round {
      toldMatch.opened = round.start.round
      toldMatch.timeCalls = calls.count { $0 <= now }
      let number = "round \(round.start.round) of \(round.start.of)"
      let length = round.closes - now
      let isWhole = length >= round.start.closes - round.start.opens - 500
      let seconds = "\(Phrase.seconds(length))\(isWhole ? "" : " left")"
      lines.append("\(number), \(seconds). target: \(name(of: round.start.target))")
      if let yours = PlainNarrator.yours(session) { lines.append("yours: \(yours)") }
    }
    let due = calls.count { $0 <= now }
    guard due > toldMatch.timeCalls else { return }
    toldMatch.timeCalls = due
    // The bell has said it, or nobody knows how the others stand.
    guard now < round.closes, !round.hasRung, session.state == .online else { return }
    lines.append(
      "\(Phrase.seconds(round.closes - now)) left. \(PlainNarrator.nearness(in: room, round))")
  }

  /// The server's moments at which the time is called: with 30 seconds left of a minute or more,
  /// with 10 left, and with 5 left of a short round.
  private static func timeCalls(of round: RoundModel) -> [Instant] {
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

  /// "mira 96 percent, you locked".
  static func nearness(in room: RoomModel, _ round: RoundModel) -> String {
    let players = room.match?.players ?? []
    let near = players.compactMap { player -> String? in
      guard let move = round.moves[player] else { return nil }
      let state = round.locks[player] == nil ? "\(move.near) percent" : "locked"
      return "\(room.called(player)) \(state)"
    }
    return Phrase.list(near)
  }

  /// "red 188, green 188, blue 188. distance 31, cool"; nil for those who do not play.
  static func yours(_ session: Session) -> String? {
    guard let guess = session.guess, let match = session.room?.match,
      let target = match.round?.start.target, let color = match.rules.mode.color(of: guess)
    else { return nil }
    let difference = color.difference(from: target)
    return "\(match.rules.mode.spoken(guess)). \(difference.spoken), \(difference.warmth)"
  }

  /// Locks, misses and the bell, as far as they are new.
  private func tellTries(
    _ session: Session, _ room: RoomModel, _ match: MatchModel, _ lines: inout [String],
    at now: Instant
  ) {
    guard let round = match.round, toldMatch.opened == round.start.round else { return }
    let before = told?.match?.round?.start.round == round.start.round ? told?.match?.round : nil
    for player in match.players {
      if let elapsed = round.misses[player], elapsed != before?.misses[player] {
        lines.append(PlainNarrator.miss(by: player, session, room, match))
      }
      if let elapsed = round.locks[player], before?.locks[player] == nil {
        lines.append(PlainNarrator.lock(by: player, after: elapsed, session, room, match))
      }
    }
    if round.hasRung, before?.hasRung != true {
      let forWhom = room.amRacing && round.locks[room.me] == nil ? "" : " for the others"
      lines.append("the bell: \(Phrase.seconds(round.closes - now)) left\(forWhom)")
    }
  }

  private static func lock(
    by player: PlayerID, after elapsed: Int, _ session: Session, _ room: RoomModel,
    _ match: MatchModel
  ) -> String {
    let when = "\(room.called(player)) locked after \(Phrase.preciseSeconds(elapsed))"
    guard room.role == .player, player == room.me, let guess = session.guess,
      let target = match.round?.start.target, let color = match.rules.mode.color(of: guess)
    else { return when }
    let difference = color.difference(from: target)
    let points = Points.of(difference, after: elapsed, of: match.rules.seconds * 1_000)
    return "\(when): \(match.rules.spokenPoints(points, difference: difference))"
  }

  private static func miss(
    by player: PlayerID, _ session: Session, _ room: RoomModel, _ match: MatchModel
  ) -> String {
    guard room.role == .player, player == room.me, let guess = session.guess,
      let target = match.round?.start.target, let color = match.rules.mode.color(of: guess)
    else { return "\(room.called(player)) tried to lock, too far off" }
    let enough = match.rules.level.tolerance.thousandths / 1_000
    let frozen = Phrase.preciseSeconds(Rules.freezeMilliseconds)
    return "too far off to lock: \(color.difference(from: target).spoken), "
      + "and it takes \(enough). frozen for \(frozen)"
  }
}

// When something is over.
extension PlainNarrator {
  private static func result(
    _ result: RoundResult, of match: MatchModel, in room: RoomModel, _ now: Instant
  ) -> [String] {
    let mode = match.rules.mode
    let answer = mode.spoken(result.answer)
    var lines = ["round \(result.round) over. target \(answer): \(name(of: result.color))"]
    if room.role == .player, let mine = result.score(of: room.me) {
      let points = Phrase.count(mine.points, "point")
      lines.append("yours \(mode.spoken(mine.guess)), \(mine.difference.spoken): \(points)")
    }
    for score in result.scores where room.role == .watcher || score.who != room.me {
      let points = Phrase.count(score.points, "point")
      lines.append("\(room.name(of: score.who)): \(score.difference.spoken), \(points)")
    }
    guard !match.isOver, result.round < match.rules.rounds else { return lines }
    let next = match.opens.map { ". next round in \(Phrase.seconds($0 - now))" } ?? ""
    lines.append("so far: \(room.spoken(match.standings, asMe: "you"))\(next)")
    return lines
  }

  /// The places, under the players' names, so that everybody gets the same line; and the proof.
  private static func end(
    of match: MatchModel, _ verdict: Verdict, in room: RoomModel
  ) -> [String] {
    guard !match.standings.isEmpty else { return ["match over. nobody is left"] }
    return ["standings: \(room.spoken(match.standings, asMe: nil))", verdict.spoken]
  }
}

extension MatchModel {
  /// Whether every score of a result is there: as many as there are players in the match, or
  /// something later has happened already.
  fileprivate func isScored(_ index: Int) -> Bool {
    let expected = players.count(where: isPlaying)
    return results[index].scores.count >= expected || index + 1 < results.count || isOver
      || round != nil
  }
}

extension Verdict {
  /// What came of the check, in words.
  var spoken: String {
    switch self {
    case .verified: "targets verified: they follow from the seed that was promised"
    case .unknown: "targets follow from the seed; you came too late to hear it promised"
    case .mismatch(.commitment):
      "targets not verified: the seed is not the one that was promised"
    case .mismatch(.nonces):
      "targets not verified: somebody's share of the randomness was changed"
    case .mismatch(.target(let round)):
      "targets not verified: that of round \(round) does not follow from the seed"
    }
  }
}

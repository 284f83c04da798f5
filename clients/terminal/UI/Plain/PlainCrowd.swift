// News of those who play along, in lines: one's own cell, what one's locks came to, what one got,
// how all together did and who was best. What nobody but oneself is told comes when it comes, so it
// is told apart from the results of the seats.

import ClientCore
import Game
import Wire

extension PlainNarrator {
  /// What is new of those who play along.
  static func crowd(
    from old: RoomModel?, to room: RoomModel, guess: Guess?
  ) -> [String] {
    let (before, now) = (old?.crowd ?? CrowdSeen(), room.crowd)
    var lines: [String] = []
    if now.isJoined, !before.isJoined, room.amRacing { lines.append(now.selfWords.spokenInside) }
    if let cell = now.cell, cell != before.cell { lines.append(now.selfWords.spokenInside) }
    guard let match = room.match else { return lines }
    lines += tries(from: old, of: match, room, guess)
    if let yours = now.yours, yours != before.yours { lines.append(spoken(yours, in: room)) }
    let known = old?.match?.number == match.number ? old?.match?.crowd : nil
    if let together = match.crowd?.together, together != known?.together {
      let counts = Phrase.playing(together.of, locked: together.locked)
      let points = Phrase.points(together.points)
      lines.append(
        "\(Words["The crowd"].spokenInside): \(counts), \(together.difference.spoken), \(points)")
    }
    lines += best(match.crowd?.best ?? [], since: known?.best ?? [])
    lines += best(match.crowd?.bestOfMatch ?? [], since: known?.bestOfMatch ?? [])
    if let final = now.final, final != before.final {
      lines.append(final.standing.spokenInside)
    }
    return lines
  }

  /// What one's own locks came to, since the room tells nobody else.
  private static func tries(
    from old: RoomModel?, of match: MatchState, _ room: RoomModel, _ guess: Guess?
  ) -> [String] {
    guard room.role == .watcher, let round = match.round else { return [] }
    let before = old?.match?.round
    if let miss = round.miss(of: room.me), miss != before?.miss(of: room.me) {
      let frozen = Words["frozen for \(Phrase.preciseSeconds(Rules.freezeMilliseconds))"]
      let bound = round.tolerance.spokenBound
      let tile = guess.map(match.rules.mode.spoken) ?? Words["no tile"]
      return [
        match.rules.mode.answer == .tiles
          ? Words["\(tile) is not the target. \(frozen)"]
          : Words["too far off to lock, it takes \(bound). \(frozen)"]
      ]
    }
    guard let lock = round.lock(of: room.me), before?.lock(of: room.me) == nil else { return [] }
    return [Words["you locked after \(Phrase.preciseSeconds(lock.elapsed))"]]
  }

  private static func spoken(_ yours: Yours, in room: RoomModel) -> String {
    var parts = [yours.standing.spokenInside]
    if let match = room.match,
      let score = room.crowd.score(inRound: yours.round, as: room.me, isAssisted: false)
    {
      let guess = match.rules.mode.spoken(score.guess)
      parts = [
        Words["yours \(guess), \(match.spokenMiss(of: score))"], Phrase.points(score.points),
        parts[0],
      ]
    }
    if !room.isYoursRight {
      parts.append(Words["The server’s sum does not follow from your guess."].spokenInside)
    }
    return Phrase.list(parts)
  }

  /// Each of the best that was not told yet.
  private static func best(_ best: [Best], since known: [Best]) -> [String] {
    let told = best.starts(with: known) ? known.count : 0
    return best.enumerated().dropFirst(told)
      .map { index, one in
        let (place, name) = (index + 1, one.called)
        return one.round == 0
          ? Words["best of the match, \(place): \(name) \(one.total)"]
          : Words["best of those who play along, \(place): \(name) \(one.points ?? 0)"]
      }
  }
}

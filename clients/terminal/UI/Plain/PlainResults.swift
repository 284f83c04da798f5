// What came of a round and of a match: the target, what everybody got and why, the places and the
// proof. Distances are told to all by now; there is nothing left to find.

import Chroma
import ClientCore
import Game
import Wire

extension PlainNarrator {
  /// A round that is over.
  static func result(
    _ index: Int, of match: MatchState, in room: RoomModel, _ now: Instant
  ) -> [String] {
    let result = match.results[index]
    let mode = match.rules.mode
    var lines = [Words["round \(result.round) over. target \(mode.spoken(result.answer))"]]
    if mode.answer == .sliders || !result.tiles.isEmpty { lines[0] += ": \(result.target.spoken)" }
    let mine = room.role == .player ? result.score(of: room.me) : nil
    if let mine {
      let guess = Words["yours \(mode.spoken(mine.guess)), \(match.spokenMiss(of: mine))"]
      lines.append("\(guess): \(mine.spokenPoints)\(mine.spokenDetails)")
    }
    for score in result.scores where score != mine {
      let guess = mode.answer == .tiles ? "\(mode.spoken(score.guess)), " : ""
      lines.append(
        "\(room.spokenName(of: score.who)): \(guess)\(match.spokenMiss(of: score)), "
          + "\(score.spokenPoints)\(score.spokenDetails)")
    }
    guard !match.isOver, !result.isLast else { return lines }
    let next = match.opens.map { Words[". next round in \(Phrase.seconds($0 - now))"] } ?? ""
    if !match.players.isEmpty {
      lines.append(Words["so far: \(room.spoken(match.standings, asMe: Words["you"]))\(next)"])
    } else if let opens = match.opens {
      lines.append(Words["next round in \(Phrase.seconds(opens - now))"])
    }
    return lines
  }

  /// The places, under the players' names, so that everybody gets the same line; and the proof.
  static func end(
    of match: MatchState, _ verdict: Verdict, in room: RoomModel
  ) -> [String] {
    if match.players.isEmpty { return [Words["match over"], verdict.spoken(in: room)] }
    guard !match.standings.isEmpty else { return [Words["match over. nobody is left"]] }
    return [
      Words["standings: \(room.spoken(match.standings, asMe: nil))"], verdict.spoken(in: room),
    ]
  }
}

extension MatchState {
  /// How far off a guess was; among tiles, whether it was the one.
  func spokenMiss(of score: Score) -> String {
    guard rules.mode.answer == .tiles else { return score.difference.spoken }
    return score.difference == .zero ? Words["right"] : Words["wrong"]
  }
}

extension Score {
  fileprivate var spokenPoints: String { Phrase.points(points) }

  /// What else there is to a score, each behind a comma.
  fileprivate var spokenDetails: String {
    var details: [String] = []
    if isFirst { details.append(Words["first"]) }
    if misses > 0 { details.append(Words[misses, "\(misses) miss", "\(misses) misses"]) }
    if lag > 0 { details.append(Words["\(Phrase.milliseconds(lag)) taken off for lag"]) }
    if isAssisted { details.append(Words["assisted"]) }
    if let lives { details.append(lives == 0 ? Words["out"] : Phrase.livesLeft(lives)) }
    return details.map { ", \($0)" }.joined()
  }
}

extension Verdict {
  /// What came of the check, in words.
  func spoken(in room: RoomModel) -> String {
    switch self {
    case .verified: Words["targets verified: they follow from the promised seed"]
    case .unknown: Words["targets follow from the seed; you came too late to hear its promise"]
    case .mismatch(let flaw): Words["match not verified: \(flaw.sentence(room.spokenName(of:)))"]
    }
  }
}

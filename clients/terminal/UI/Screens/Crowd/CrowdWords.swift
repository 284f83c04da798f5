// What is said of those who play along, for screens and lines alike: how many they are, who one is
// among them, what one got, and who is best. It draws nothing.

import ClientCore
import Game
import Wire

extension CrowdCount {
  /// How many play along, and how many of them have locked.
  var words: String { Phrase.playing(count, locked: locked) }
}

extension Phrase {
  /// How many play along, and how many of them have locked.
  static func playing(_ count: Int, locked: Int) -> String {
    Words[count, "\(count) plays, \(locked) locked", "\(count) play, \(locked) locked"]
  }

  /// All points of a match so far.
  static func total(_ points: Int) -> String {
    Words[points, "\(points) point in all", "\(points) points in all"]
  }
}

extension Yours {
  /// The place among those who play along, and all points.
  var standing: String { "\(Words["Place \(place) of \(of)"]), \(Phrase.total(total))" }
}

extension Best {
  /// The name, or the number of the cell where nobody is named.
  var called: String { name?.withoutTurningMarks ?? Words["Cell \(cell)"] }
}

extension CrowdSeen {
  /// Who the viewer is among them; how to become one of them before that.
  var selfWords: String {
    guard let cell else { return Words["Move something, and you play along."] }
    guard let name = cell.name?.withoutTurningMarks else {
      return Words["You are cell \(cell.number)"]
    }
    return Words["You are cell \(cell.number), \(name)"]
  }

  /// What the viewer got in a round, as a seat's score; nil for who did not move in it.
  func score(inRound round: Int, as me: PlayerID, isAssisted: Bool) -> Score? {
    guard let yours, yours.round == round, let guess = yours.guess,
      let difference = yours.difference, let elapsed = yours.elapsed, let points = yours.points
    else { return nil }
    return Score(
      who: me, guess: guess, difference: difference, elapsed: elapsed, points: points,
      total: yours.total, lag: yours.lag, misses: yours.misses, isAssisted: isAssisted)
  }
}

extension RoomModel {
  /// What somebody got for a round: a seat as was told to all, the viewer who plays along as was
  /// told to them alone.
  func score(of player: PlayerID, in result: RoundResult) -> Score? {
    result.score(of: player)
      ?? (player == me && mayPlayAlong
        ? crowd.score(
          inRound: result.round, as: me, isAssisted: match?.rules.isAssisted == true) : nil)
  }

  /// By how much the viewer beat all together in the round that is over, or they the viewer; empty
  /// where that is not known.
  var beatWords: String {
    guard let yours = crowd.yours, let together = match?.crowd?.together,
      yours.round == together.round, let points = yours.points
    else { return "" }
    let by = points - together.points
    if by == 0 { return Words["You and the crowd are even."] }
    if by > 0 {
      return Words[
        by, "You beat the crowd by \(by) point.", "You beat the crowd by \(by) points."]
    }
    let lead = -by
    return Words[
      lead, "The crowd beats you by \(lead) point.", "The crowd beats you by \(lead) points."]
  }

  /// What the viewer got in the round that is over, as a sentence; empty for who does not play.
  var yoursWords: String {
    guard let result = match?.results.last, crowd.cell != nil else { return "" }
    guard let yours = crowd.yours, yours.round == result.round else {
      return Words["You sat this one out."]
    }
    return yours.standing
  }

  /// Whether what the viewer got follows from their guess and its time.
  var isYoursRight: Bool {
    guard let match, let result = match.results.last,
      let score = crowd.score(inRound: result.round, as: me, isAssisted: false)
    else { return true }
    let challenge = Challenge(answer: result.answer, target: result.target, tiles: result.tiles)
    return match.rules.mode.difference(score.guess, in: challenge) == score.difference
      && match.rules.points(score.difference, after: score.elapsed, inRound: result.round)
        == score.points
  }
}

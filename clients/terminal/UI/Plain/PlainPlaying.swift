// What somebody does and asks in a round by typing. In every room they hear what eyes would tell
// them: what the target is called, and what their guess lacks of it. The target's numbers, its
// distance and how warm a guess is are help that counts, and the room's to allow. Nothing of all
// this is said once the target has to be remembered: it would bring it back.

import Chroma
import ClientCore
import Game
import Wire

extension PlainDesk {
  /// Why one cannot play; nil when one can.
  private var obstacle: String? {
    guard let room else { return noRoom }
    guard room.role == .player || room.amAlong else {
      return room.mayPlayAlong ? Words["you are watching; play along lets you move"] : noSeat
    }
    guard room.amAlong || match?.isOut(room.me) != true else {
      return Words["you are out; the match goes on"]
    }
    guard let round = openRound, session.guess != nil else { return noRound }
    guard round.lock(of: room.me) == nil else { return Words["you have locked; the round goes on"] }
    return session.canMove(at: now) ? nil : Words["not now"]
  }

  // MARK: Sliders

  func move(_ moves: [PlainCommand.SliderMove]) -> PlainReply {
    if let obstacle { return say(obstacle) }
    guard let match, let round = match.round, let before = session.guess else {
      return say(noRound)
    }
    let mode = match.rules.mode
    var guess = before
    var moved: [String] = []
    for move in moves {
      let channel = mode.channels[move.channel]
      let wish = wish(move.step, from: guess.values[move.channel])
      let value = channel.nearest(to: wish)
      if case .to = move.step, value != wish, !channel.wraps {
        let range = Words["\(channel.grid.lowerBound) to \(channel.grid.upperBound)"]
        return say(Words["\(channel.fullWord) goes from \(range)"])
      }
      guess.values[move.channel] = value
      let end = value == wish || channel.wraps ? "" : Words[", as far as it goes"]
      moved.append("\(channel.fullWord) \(value)\(end)")
    }
    let change = effect(of: guess, after: before, in: round, of: match).map { ". \($0)" } ?? ""
    return PlainReply(lines: ["\(Phrase.list(moved))\(change)"], actions: [.set(guess)])
  }

  private func wish(_ step: SliderStep, from value: Int) -> Int {
    switch step {
    case .to(let wish): wish
    case .by(let step): value + step
    }
  }

  /// What a guess lacks after a move, where that is told; where the room helps, how far off it is,
  /// and whether it is nearer than before.
  private func effect(
    of guess: Guess, after before: Guess, in round: RoundState, of match: MatchState
  ) -> String? {
    let mode = match.rules.mode
    guard match.givesHints(in: round, at: roomTime),
      let old = mode.difference(before, in: round.challenge),
      let new = mode.difference(guess, in: round.challenge)
    else { return nil }
    guard match.rules.isAssisted else {
      return mode.swatch(of: guess)?.hint(to: round.challenge.target)
    }
    let near = new <= round.tolerance ? Words[", near enough to lock"] : ""
    return "\(new.spoken), \(new.trend(from: old))\(near)"
  }

  // MARK: Locks

  func lock() -> PlainReply {
    if let obstacle { return say(obstacle) }
    guard match?.rules.mode.answer == .sliders else {
      return say(Words["lock which tile? its number is enough"])
    }
    return PlainReply(actions: session.guess.map { [.lock($0)] } ?? [])
  }

  func pick(_ tile: Int) -> PlainReply {
    if let obstacle { return say(obstacle) }
    guard let match, match.rules.mode.answer == .tiles, let round = match.round else {
      return say(Words["there are no tiles to pick from; lock takes the sliders as they stand"])
    }
    let count = round.challenge.tiles.count
    guard (1...max(1, count)).contains(tile) else {
      return say(Words["there are tiles 1 to \(count)"])
    }
    return PlainReply(actions: [.lock(Guess([tile]))])
  }

  // MARK: Telling

  var hint: String {
    guard let match, let round = openRound else { return noRound }
    let mode = match.rules.mode
    guard mode.answer == .sliders else { return Words["there are no hints for tiles"] }
    guard !round.isHidden(at: roomTime) else {
      return Words["the target is hidden, and so are hints"]
    }
    guard let yours = session.guess.flatMap({ mode.swatch(of: $0) }) else {
      return Words["you do not play this round"]
    }
    return Words["hint: \(yours.hint(to: round.challenge.target))"]
  }

  var yours: String {
    guard let match, openRound != nil, let guess = session.guess else { return noRound }
    if match.rules.mode.answer == .tiles {
      return Words["yours: \(match.rules.mode.spoken(guess))"]
    }
    return PlainNarrator.yours(session, at: roomTime).map { Words["yours: \($0)"] } ?? noRound
  }

  var target: String {
    guard let match, let round = openRound else { return noRound }
    guard !round.isHidden(at: roomTime) else { return Words["the target is hidden; remember it"] }
    return Words["target: \(match.spokenTarget(of: round))"]
  }
}

extension MatchState {
  /// Whether it is told which way the target is at a moment that the room is seen at: where nothing
  /// has to be remembered or found.
  func givesHints(in round: RoundState, at roomTime: Instant) -> Bool {
    rules.mode.answer == .sliders && !round.isHidden(at: roomTime)
  }

  /// Whether it is told how far guesses are from it, too: where the room helps.
  func tellsDistances(in round: RoundState, at roomTime: Instant) -> Bool {
    rules.isAssisted && givesHints(in: round, at: roomTime)
  }

  /// What the target is called; where the room helps also where the sliders would have to stand, or
  /// what it measures among tiles that say the same.
  func spokenTarget(of round: RoundState) -> String {
    let target = round.challenge.target
    guard rules.mode.answer == .sliders else { return spokenTile(target.color) }
    guard rules.isAssisted else { return target.spoken }
    return "\(target.spoken), \(rules.mode.spoken(round.challenge.answer))"
  }

  /// What a color to choose from is called, and measures where the room helps.
  func spokenTile(_ color: Color) -> String {
    rules.isAssisted ? color.spokenWithValues : color.words
  }
}

extension Swatch {
  /// What it lacks to be another one, at both ends of a gradient.
  func hint(to target: Swatch) -> String {
    let first = color.hint(to: target.color)
    guard let to, let targetTo = target.to else { return first }
    return Words["first end: \(first); second end: \(to.hint(to: targetTo))"]
  }
}

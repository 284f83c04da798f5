// The words in which screens speak of modes, levels, rules, reactions and verdicts: the only place
// where a mode is known by its name. One that nobody wrote words for is called by its sliders.

import Chroma
import Game
import Wire

extension Mode {
  /// What each mode is about, in as few words as fit beside its name.
  private static let sentences: KeyValuePairs = [
    "rgb": "red green blue",
    "hsb": "hue saturation brightness",
    "cmyk": "four printer's inks",
    "gradient": "all between two ends",
    "tiles": "find the one tile",
    "memory": "seen for three seconds",
    "arcade": "ever tighter, 3 lives",
    "daily": "today's five, for all",
  ]

  /// What the mode is about.
  var sentence: String {
    Mode.sentences.first { $0.key == name }?.value
      ?? "\(channels.map(\.name).joined(separator: " ")) sliders"
  }

  /// The mode for people: its name and what it is about.
  var words: String { "\(name), \(sentence)" }
}

extension Rules {
  /// How long a match is.
  var lengthWords: String {
    mode.isEndless ? "until one is left, from \(seconds) s" : "\(rounds) of \(seconds) s"
  }

  /// How near is near enough, round after round.
  var levelWords: String { level.words(in: mode) }

  /// How a guess is worth anything.
  var scoringWords: String {
    mode.accuracy(Difference(thousandths: 1)) < mode.accuracy(.zero)
      ? "the right one, faster counts" : "ΔE 2000, faster counts"
  }
}

extension Level {
  /// The level for people: its name and what locks.
  func words(in mode: Mode) -> String {
    let first = mode.tolerance(self, 1)
    guard first > .zero else { return "\(rawValue), only the right one locks" }
    let isShrinking = mode.tolerance(self, 2) < first
    return "\(rawValue), locks "
      + (isShrinking ? "from \(Say.difference(first)) down" : "up to \(Say.difference(first))")
  }
}

extension Reaction {
  /// What the player says.
  var word: String {
    switch self {
    case .wave: "hello"
    case .clap: "bravo"
    case .laugh: "haha"
    case .wow: "wow"
    case .oops: "oops"
    case .thanks: "thanks"
    case .thumb: "good!"
    case .heart: "love it"
    }
  }
}

extension Verdict {
  /// What the revealed seed proves, or what somebody should worry about.
  func words(in room: RoomModel) -> String {
    switch self {
    case .verified: "✓ fair: all follows from the promised seed"
    case .unknown: "all follows from the seed; its promise was not heard"
    case .mismatch(let flaw): "WARNING: \(flaw.words(in: room))"
    }
  }
}

extension Flaw {
  fileprivate func words(in room: RoomModel) -> String {
    switch self {
    case .commitment: "the seed is not the one that was promised"
    case .nonces: "somebody's share of the seed was changed"
    case .round(let round): "round \(round) was not told as the rules have it"
    case .target(let round): "the target of round \(round) does not follow from the seed"
    case .score(let round, let player):
      "the score of \(room.name(of: player)) in round \(round) is wrong"
    case .places: "the places do not follow from the scores"
    }
  }
}

extension RoomView {
  /// Everything that the host has set, in words for everyone in the room.
  func facts(watchers: Int) -> [(name: String, words: String)] {
    let lookingOn = watchers == 0 ? "nobody" : "\(watchers)"
    return [
      ("mode", rules.mode.words),
      ("seats", "\(seats), \(isListed ? "everybody sees the room" : "by its code only")"),
      ("rounds", rules.lengthWords + (rules.mode.isFixed ? ", always" : "")),
      ("password", hasPassword ? "asked of all who come in" : "none"),
      ("level", rules.levelWords),
      ("watching", lookingOn + (delay == 0 ? ", live" : ", \(delay) s later")),
      ("scoring", rules.scoringWords),
      ("screens", isExact ? "24-bit color only" : "any"),
      ("assist", rules.isAssisted ? "names, arrows, numbers ◐" : "none"),
      ("rated", isRated ? "yes, it counts" : "no"),
    ]
  }
}

// The words in which screens speak of modes, levels, rules, reactions and verdicts: the only place
// where a mode is known by its name. One that nobody wrote words for is what its sliders are.

import Chroma
import ClientCore
import Game
import Wire

extension Mode {
  /// What the mode is about, in as few words as fit beside its name.
  var sentence: String {
    switch name {
    case "hsb": Words["hue saturation brightness"]
    case "cmyk": Words["four printer's inks"]
    case "gradient": Words["all between two ends"]
    case "tiles": Words["find the one tile"]
    case "memory": Words["seen for three seconds"]
    case "arcade": Words["ever tighter, 3 lives"]
    case "daily": Words["today's five, for all"]
    default: channels.map(\.plainWord).joined(separator: " ")
    }
  }

  /// The mode for people: its name and what it is about.
  var words: String { "\(name), \(sentence)" }
}

extension Rules {
  /// How long a match is.
  var lengthWords: String {
    mode.isEndless
      ? Words["until one is left, from \(seconds) s"] : Words["\(rounds) of \(seconds) s"]
  }

  /// How near is near enough, round after round.
  var levelWords: String { level.words(in: mode) }

  /// How a guess is worth anything.
  var scoringWords: String {
    mode.accuracy(Difference(thousandths: 1)) < mode.accuracy(.zero)
      ? Words["the right one, faster counts"] : Words["ΔE 2000, faster counts"]
  }
}

extension Level {
  /// The level for people: its name and what locks.
  func words(in mode: Mode) -> String {
    let first = mode.tolerance(self, 1)
    guard first > .zero else { return Words["\(rawValue), only the right one locks"] }
    let isShrinking = mode.tolerance(self, 2) < first
    let bound = Say.difference(first)
    return isShrinking
      ? Words["\(rawValue), locks from \(bound) down"] : Words["\(rawValue), locks up to \(bound)"]
  }
}

extension Reaction {
  /// What the player says.
  var word: String {
    switch self {
    case .wave: Words["hello"]
    case .clap: Words["bravo"]
    case .laugh: Words["haha"]
    case .wow: Words["wow"]
    case .oops: Words["oops"]
    case .thanks: Words["thanks"]
    case .thumb: Words["good!"]
    case .heart: Words["love it"]
    }
  }
}

extension Verdict {
  /// What the revealed seed proves, or what somebody should worry about.
  func words(in room: RoomModel) -> String {
    switch self {
    case .verified: Words["✓ Fair, checked on your device"]
    case .unknown: Words["all follows from the seed; its promise is missing"]
    case .mismatch(let flaw): Words["WARNING: \(flaw.sentence(room.name(of:)))"]
    }
  }
}

extension RoomSettings {
  /// Everything that the host has set, in words for everyone in the room.
  func facts(watchers: Int) -> [(name: String, words: String)] {
    let lookingOn = watchers == 0 ? Words["nobody"] : "\(watchers)"
    let own: [(RoomSetting, String)] = [
      (.mode, rules.mode.words), (.seats, "\(seats), \(openness)"),
      (.rounds, rules.lengthWords + (rules.mode.isFixed ? Words[", always"] : "")),
      (.password, hasPassword ? Words["needed to join"] : Words["none"]),
      (.level, rules.levelWords),
      (.delay, lookingOn + (delay == 0 ? Words[", live"] : Words[", \(delay) s later"])),
    ]
    // The time is in the words about rounds, and the list in those about seats.
    let told = own.map(\.0) + [.time, .listed]
    let others = RoomSetting.all.reversed()
      .filter {
        $0.label != nil && !told.contains($0) && ($0 != .series || hasSeries)
      }
    return own.map { (Words[entry: $0.label ?? ""], $1) }
      + [(Words["scoring"], rules.scoringWords)]
      + others.map { (Words[entry: $0.label ?? ""], words(of: $0)) }
  }

  /// What a setting is, in a few words.
  func words(of setting: RoomSetting) -> String {
    switch (setting, self[setting]) {
    case (.mode, _): rules.mode.words
    case (.rounds, _) where rules.mode.isEndless: Words["until one is left"]
    case (.time, _): Words["\(rules.seconds) s a round"]
    case (.level, _): rules.levelWords
    case (.delay, .number(let delay)): delay == 0 ? Words["live"] : Words["\(delay) s later"]
    case (.series, .number(let matches)):
      matches == 0 ? Words["single matches"] : Words["the best of \(matches)"]
    case (_, .number(let number)): "\(number)"
    case (_, .flag(let isOn)):
      setting.words.isEmpty ? "" : Words[entry: setting.words[isOn ? 1 : 0]]
    case (_, .text(let text)): text
    default: ""
    }
  }

  /// Who may come.
  private var openness: String {
    isKnownOnly ? Words["for known players only"] : words(of: .listed)
  }
}

extension RoomSetting {
  /// What it can be, for a line to be typed: "how many rounds, 1 to 20".
  var explanation: String {
    let meaning = Words[entry: help]
    return switch kind {
    case .mode: Words["\(meaning), one of \(PlainSettings.modes)"]
    case .level: Words["\(meaning), one of \(PlainSettings.levels)"]
    case .names: Words["\(meaning), one of \(PlainSettings.namings)"]
    case .number(let range, _): Words["\(meaning), \(range.lowerBound) to \(range.upperBound)"]
    case .flag: Words["\(meaning), on or off"]
    case .text(let most): Words["\(meaning), 1 to \(most) characters"]
    }
  }

  /// The same as a sentence below a form, which shows by itself what is on and off.
  var remark: String {
    let text = if case .number = kind { explanation } else { Words[entry: help] }
    return "\(text.prefix(1).uppercased())\(text.dropFirst())."
  }
}

// How a room's settings are typed: a mode's or level's name alone, or "time=20" with the key of any
// row of RoomSetting. What does not go together is the server's to say.
// Invariant: whatever is read can be written to the wire.

import ClientCore
import Game
import Wire

/// What somebody wants a room to be like.
struct PlainSettings: Hashable, Sendable {
  var wishes = RoomWishes()
  /// Whether the password is to be taken away.
  var opens = false

  /// The names of all modes.
  static var modes: String { Phrase.list(Mode.all.map(\.name)) }
  /// What people may be called.
  static var namings: String { Phrase.list(Naming.allCases.map(\.rawValue)) }
  /// The names of all levels.
  static var levels: String { Phrase.list(Level.allCases.map(\.rawValue)) }

  /// One line for each setting: its key and what it can be.
  static var help: [String] {
    [Words["config lists the room's settings; config KEY=VALUE changes one or several"]]
      + RoomSetting.all.map { "\($0.key): \($0.explanation)" }
      + [Words["open removes the password"]]
  }

  /// Reads the words of one line.
  init(_ words: ArraySlice<Substring>) throws(PlainMistake) {
    var isNaming = false
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 {
        let key = parts[0].lowercased()
        guard let setting = RoomSetting.all.first(where: { $0.key == key }) else {
          let keys = Phrase.list(RoomSetting.all.map(\.key))
          throw PlainMistake(answer: Words["the settings are \(keys). help config says more"])
        }
        try set(setting, to: String(parts[1]))
        isNaming = setting == .name
      } else if isNaming {
        // Only a name has spaces in it.
        try set(.name, to: "\(wishes.name ?? "") \(word)")
      } else {
        try take(word.lowercased())
      }
    }
  }

  /// A word without a key.
  private mutating func take(_ word: String) throws(PlainMistake) {
    if let mode = Mode.named(word) {
      wishes.mode = mode
    } else if let level = Level(rawValue: word) {
      wishes.level = level
    } else if word == "open" {
      opens = true
    } else {
      throw PlainMistake(
        answer: Words[
          "a room is one of \(PlainSettings.modes), and one of \(PlainSettings.levels); "]
          + Words["help config lists its other settings"])
    }
  }

  private mutating func set(_ setting: RoomSetting, to text: String) throws(PlainMistake) {
    guard let value = setting.value(typed: text) else {
      throw PlainMistake(answer: "\(setting.key): \(setting.explanation)")
    }
    wishes[setting] = value
  }
}

extension RoomSetting {
  /// What somebody typed, as a value; nil when it is none.
  fileprivate func value(typed text: String) -> SettingValue? {
    switch kind {
    case .mode: return Mode.named(text.lowercased()).map(SettingValue.mode)
    case .level: return Level(rawValue: text.lowercased()).map(SettingValue.level)
    case .names: return Naming(rawValue: text.lowercased()).map(SettingValue.names)
    case .number(let range, _):
      return Int(text).flatMap { range.contains($0) ? .number($0) : nil }
    case .flag:
      let marks = ["on": true, "yes": true, "1": true, "off": false, "no": false, "0": false]
      return marks[text.lowercased()].map(SettingValue.flag)
    case .text(let charactersMax):
      let isText =
        (1...charactersMax).contains(text.count)
        && text.utf8.count <= charactersMax * Wire.textBytesPerCharacter
        && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      return isText ? .text(text) : nil
    }
  }
}

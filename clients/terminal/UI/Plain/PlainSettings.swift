// How a room's settings are typed: a mode's or level's name alone, or "time=20" with a key for each
// of them. Ranges are those of the rules and the wire; what does not go together is the server's to
// say.
// Invariant: whatever is read can be written to the wire.

import ClientCore
import Game
import Wire

/// What somebody wants a room to be like.
struct PlainSettings: Hashable, Sendable {
  var wishes = RoomWishes()
  /// Whether the password is to be taken away.
  var opens = false

  /// One setting by its key.
  private struct Key: Sendable {
    let word: String
    /// What it means, and what it can be.
    let help: String
    /// Reads a value; false when it is none.
    let read: @Sendable (String, inout PlainSettings) -> Bool
  }

  /// The names of all modes.
  static var modes: String { Phrase.list(Mode.all.map(\.name)) }
  private static var levels: String { Phrase.list(Level.allCases.map(\.rawValue)) }

  /// One line for each setting: its key and what it can be.
  static var help: [String] {
    [
      Words[
        "config lists the room's settings; config KEY=VALUE changes one or several"]
    ]
      + keys.map { "\($0.word): \($0.help)" } + [Words["open removes the password"]]
  }

  /// Reads the words of one line.
  init(_ words: ArraySlice<Substring>) throws(PlainMistake) {
    var isNaming = false
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        // Only a name has spaces in it.
        if isNaming { try extendName(by: word) } else { try take(word.lowercased()) }
        continue
      }
      guard let key = PlainSettings.keys.first(where: { $0.word == parts[0].lowercased() }) else {
        let keys = Phrase.list(PlainSettings.keys.map(\.word))
        throw PlainMistake(answer: Words["the settings are \(keys). help config says more"])
      }
      guard key.read(String(parts[1]), &self) else {
        throw PlainMistake(answer: "\(key.word): \(key.help)")
      }
      isNaming = key.word == "name"
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

  private mutating func extendName(by word: Substring) throws(PlainMistake) {
    let name = "\(wishes.name ?? "") \(word)"
    guard PlainSettings.isText(name, charactersMax: RoomSettings.nameCharactersMax) else {
      throw PlainMistake(answer: Words["name: \(PlainSettings.nameHelp)"])
    }
    wishes.name = name
  }
}

// The keys.
extension PlainSettings {
  private static var nameHelp: String {
    Words["1 to \(RoomSettings.nameCharactersMax) characters"]
  }

  private static var keys: [Key] {
    let passwordMax = RoomSettings.passwordCharactersMax
    return [
      Key(word: "mode", help: Words["one of \(modes)"]) { value, settings in
        settings.wishes.mode = Mode.named(value.lowercased())
        return settings.wishes.mode != nil
      },
      number("rounds", Words["how many rounds"], Rules.roundsRange) { $0.rounds = $1 },
      number("time", Words["the length of a round in seconds"], Rules.secondsRange) {
        $0.seconds = $1
      },
      Key(word: "level", help: Words["how close is close enough, one of \(levels)"]) {
        value, settings in
        settings.wishes.level = Level(rawValue: value.lowercased())
        return settings.wishes.level != nil
      },
      number("seats", Words["how many can play"], Rules.seatsRange) { $0.seats = $1 },
      mark("listed", Words["whether others find the room in the list"]) { $0.isListed = $1 },
      Key(
        word: "pass",
        help: Words["what others need to join, 1 to \(passwordMax) characters"]
      ) { value, settings in
        settings.wishes.password = value
        return isText(value, charactersMax: RoomSettings.passwordCharactersMax)
      },
      Key(word: "name", help: nameHelp) { value, settings in
        settings.wishes.name = value
        return isText(value, charactersMax: RoomSettings.nameCharactersMax)
      },
      mark("rated", Words["whether matches count for ratings"]) { $0.isRated = $1 },
      mark(
        "assist", Words["whether players get distances and the target's numbers; scores say so"]
      ) {
        $0.isAssisted = $1
      },
      number(
        "delay", Words["by how many seconds watchers hear everything later"],
        RoomSettings.delayRange
      ) {
        $0.delay = $1
      },
      mark("exact", Words["whether only screens with exact colors can play"]) {
        $0.isExact = $1
      },
      mark("known", Words["whether only players can play who have proved who they are"]) {
        $0.isKnownOnly = $1
      },
    ]
  }

  private static func number(
    _ word: String, _ meaning: String, _ range: ClosedRange<Int>,
    _ set: @escaping @Sendable (inout RoomWishes, Int) -> Void
  ) -> Key {
    let help = Words["\(meaning), \(range.lowerBound) to \(range.upperBound)"]
    return Key(word: word, help: help) { value, settings in
      guard let number = Int(value), range.contains(number) else { return false }
      set(&settings.wishes, number)
      return true
    }
  }

  private static func mark(
    _ word: String, _ meaning: String, _ set: @escaping @Sendable (inout RoomWishes, Bool) -> Void
  ) -> Key {
    Key(word: word, help: Words["\(meaning), on or off"]) { value, settings in
      let marks = ["on": true, "yes": true, "1": true, "off": false, "no": false, "0": false]
      guard let mark = marks[value.lowercased()] else { return false }
      set(&settings.wishes, mark)
      return true
    }
  }

  /// Whether something can be said on the wire as a text of so many characters.
  private static func isText(_ text: String, charactersMax: Int) -> Bool {
    (1...charactersMax).contains(text.count)
      && text.utf8.count <= charactersMax * Wire.textBytesPerCharacter
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

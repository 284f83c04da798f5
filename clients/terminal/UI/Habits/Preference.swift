// A player's lasting choice, as one line of a file says it: `key = value`. It knows no file and no
// environment; a caller that finds such words asks here what they mean. Invariant: what is written
// can be read again, and means the same.

import ClientCore
package import Wire

/// One thing that a person has decided once and for all.
package enum Preference: Hashable, Sendable {
  /// What others call them; within the limits of `PlayerName`.
  case name(String)
  /// The figure beside the name.
  case icon(Icon)
  /// The colors to use, whatever the terminal says of itself; nil to find out.
  case color(ColorDepth?)
  /// Whether the clock moves once a second only and nothing fades.
  case calm(Bool)
  /// Whether the terminal's bell tells of what must not be missed.
  case bell(Bool)
  /// The server to go to when none is named, as one would type it.
  case server(String)

  /// Why words are no preference: one English sentence.
  package struct Misunderstanding: Error, Equatable, Sendable {
    /// The sentence, which names what is wrong.
    package let sentence: String
  }

  /// The words before the `=`, in the order in which they are told.
  package enum Key: String, CaseIterable, Sendable {
    // The same as the preferences.
    case name, icon, color, calm, bell, server

    /// The variable of the environment that says the same for one run.
    package var variable: String { "CHROMATCH_\(rawValue.uppercased())" }
  }

  /// What is decided.
  package var key: Key {
    switch self {
    case .name: .name
    case .icon: .icon
    case .color: .color
    case .calm: .calm
    case .bell: .bell
    case .server: .server
    }
  }

  /// How, in words that can be read again.
  package var value: String {
    switch self {
    case .name(let name): name
    case .icon(let icon): icon.rawValue
    case .color(let depth): depth?.name ?? Preference.automatic
    case .calm(let isOn), .bell(let isOn): isOn ? "yes" : "no"
    case .server(let text): text
    }
  }

  private static let automatic = "auto"

  /// Reads a value.
  package init(_ key: Key, _ value: String) throws(Misunderstanding) {
    switch key {
    case .name:
      guard PlayerName.clean(value) == value else {
        throw Misunderstanding(sentence: PlayerName.rule)
      }
      self = .name(value)
    case .icon:
      let icon = Icon(rawValue: value.lowercased())
      self = .icon(try icon.or(value, "icons", Icon.allCases.map(\.rawValue)))
    case .color:
      let words = [Preference.automatic] + ColorDepth.allCases.reversed().map(\.name)
      let isAutomatic = value.lowercased() == Preference.automatic
      let depth = isAutomatic ? nil : ColorDepth(name: value.lowercased())
      self = .color(isAutomatic ? nil : try depth.or(value, "colors", words))
    case .calm: self = .calm(try Preference.isOn(value))
    case .bell: self = .bell(try Preference.isOn(value))
    case .server: self = .server(value)
    }
  }

  private static func isOn(_ value: String) throws(Misunderstanding) -> Bool {
    switch value.lowercased() {
    case "yes", "on", "true", "1": true
    case "no", "off", "false", "0": false
    default:
      let quote = ShownText.quoted(value)
      throw Misunderstanding(sentence: Words["\"\(quote)\" is neither yes nor no."])
    }
  }
}

extension Optional {
  /// The value, or a sentence that lists what there is to choose from.
  fileprivate func or(
    _ text: String, _ kind: String, _ words: [String]
  ) throws(Preference.Misunderstanding) -> Wrapped {
    if let self { return self }
    let quote = ShownText.quoted(text)
    throw Preference.Misunderstanding(
      sentence: Words["\"\(quote)\" is none of the \(kind): \(words.joined(separator: ", "))."])
  }
}

/// All that a person has decided; nil where they have not.
package struct Preferences: Equatable, Sendable {
  /// What others call them.
  package var name: String?
  /// The figure beside the name.
  package var icon: Icon?
  /// The colors to use; nil to find out, which may have been decided.
  package var color: ColorDepth?
  /// Little motion.
  package var isCalm: Bool?
  /// The terminal's bell.
  package var hasBell: Bool?
  /// The server to go to when none is named.
  package var server: String?

  /// Nothing decided.
  package init() {}

  /// Decides one thing, whatever was decided about it before.
  package mutating func take(_ preference: Preference) {
    switch preference {
    case .name(let name): self.name = name
    case .icon(let icon): self.icon = icon
    case .color(let depth): color = depth
    case .calm(let isOn): isCalm = isOn
    case .bell(let isOn): hasBell = isOn
    case .server(let text): server = text
    }
  }
}

/// What a player may be called.
package enum PlayerName {
  /// The rule in words.
  package static var rule: String {
    Words["A name has 1 to \(Profile.nameCharactersMax) visible characters."]
  }

  /// The name as a server would leave it; nil if nothing is left.
  package static func clean(_ name: String) -> String? {
    Names.cleaned(name, charactersMax: Profile.nameCharactersMax)
  }

  /// Whether a name may be typed so far: it is cleaned when it is done.
  static func isBegun(_ name: String) -> Bool {
    name.count <= Profile.nameCharactersMax && name.utf8.count <= Profile.nameBytesMax
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

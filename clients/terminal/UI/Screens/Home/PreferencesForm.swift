// The settings as a list of fields to walk through: who one is, and how the game is shown. It says
// at each change what is to be kept; nothing waits for a button. Invariant: the icon and the depth
// are ones that exist, and a name that no server would take is never kept.

import ClientCore
import Game
import Wire

/// A person's settings.
struct PreferencesForm: Equatable, Sendable {
  enum Field: Int, CaseIterable, Sendable {
    case name, icon, color, calm, bell
  }

  /// What servers are told, and so have to be told anew.
  private struct Looks: Equatable {
    var name: String
    var icon: Icon?
    var color: ColorDepth?
  }

  private(set) var field = Field.name
  private(set) var name: String
  private(set) var icon: Icon?
  private(set) var color: ColorDepth?
  private(set) var isCalm: Bool
  private(set) var hasBell: Bool
  private let before: Looks
  private var keptName: String

  /// - Parameters:
  ///   - name: what the server knows the player by; empty for a guest.
  ///   - icon: the figure that is worn; nil while the server has not said.
  init(name: String, icon: Icon?, color: ColorDepth?, isCalm: Bool, hasBell: Bool) {
    self.name = name
    self.icon = icon
    self.color = color
    self.isCalm = isCalm
    self.hasBell = hasBell
    keptName = name
    before = Looks(name: name, icon: icon, color: color)
  }

  /// The depths to choose from; nil to find out.
  private static let depths: [ColorDepth?] =
    [nil] + ColorDepth.allCases.reversed()

  /// Whether a server knows something of the player that is no longer so.
  var looksDifferent: Bool { Looks(name: keptName, icon: icon, color: color) != before }

  /// Whether keys write text in the chosen field.
  var isTyping: Bool { field == .name }

  // MARK: Changing

  /// Goes to a field; what was typed in the one before is kept.
  mutating func choose(_ field: Field) -> [Preference] {
    let kept = finish()
    self.field = field
    return kept
  }

  /// Moves to another field, around the ends.
  mutating func choose(by places: Int) -> [Preference] {
    let all = Field.allCases
    return choose(all[(field.rawValue + places + all.count) % all.count])
  }

  /// Changes the chosen field by so many steps, around the ends.
  mutating func change(by steps: Int) -> [Preference] {
    switch field {
    case .name: return []
    case .icon:
      let all = Icon.allCases
      let start = icon.flatMap(all.firstIndex) ?? (steps > 0 ? -1 : 0)
      return wear(all[(start + steps + all.count) % all.count])
    case .color:
      let all = PreferencesForm.depths
      color = all[((all.firstIndex(of: color) ?? 0) + steps + all.count) % all.count]
      return [.color(color)]
    case .calm:
      isCalm.toggle()
      return [.calm(isCalm)]
    case .bell:
      hasBell.toggle()
      return [.bell(hasBell)]
    }
  }

  /// Takes a figure.
  mutating func wear(_ icon: Icon) -> [Preference] {
    self.icon = icon
    return [.icon(icon)]
  }

  /// Adds a letter to the name, as far as it fits.
  mutating func type(_ letter: Unicode.Scalar) {
    var longer = name
    longer.unicodeScalars.append(letter)
    if PlayerName.isBegun(longer) { name = longer }
  }

  mutating func rubOut() { name = String(name.dropLast()) }

  /// Ends typing: a name that can be used is kept, no name at all is the old one.
  mutating func finish() -> [Preference] {
    name = PlayerName.clean(name) ?? keptName
    guard name != keptName else {
      name = keptName
      return []
    }
    keptName = name
    return [.name(name)]
  }

  // MARK: Saying

  func text(of field: Field) -> (name: String, value: String) {
    switch field {
    case .name: (Words["name"], name.isEmpty && field != .name ? Words["guest"] : name)
    case .icon: (Words["icon"], icon?.rawValue ?? "")
    case .color: (Words["colors"], color.map(PreferencesForm.words) ?? Words["as the terminal can"])
    case .calm: (Words["motion"], isCalm ? Words["calm"] : Words["full"])
    case .bell: (Words["bell"], hasBell ? Words["on"] : Words["off"])
    }
  }

  private static func words(_ depth: ColorDepth) -> String {
    switch depth {
    case .truecolor: Words["24-bit"]
    case .palette256: "256"
    case .palette16: "16"
    case .monochrome: Words["none"]
    }
  }

  /// What the chosen field does.
  var remark: String {
    switch field {
    case .name: Words["What others call you: up to \(Profile.nameCharactersMax) characters."]
    case .icon: Words["The figure beside your name."]
    case .color:
      switch color {
      case nil: Words["Ask the terminal what it can show."]
      case .truecolor: Words["Exact colors, if the terminal can."]
      case .palette256: Words["The nearest of 240, and how far off it is."]
      case .palette16, .monochrome: Words["By names and numbers; scores say so."]
      }
    case .calm:
      isCalm
        ? Words["The clock moves once a second; nothing fades."] : Words["The clock runs smoothly."]
    case .bell: Words["Rings when a match begins and when someone locks."]
    }
  }
}

// The options that every command has: who plays, and how it is shown.

import ArgumentParser
import ClientCore
import Game
import TerminalUI
import Wire

struct PlayerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What others call you, up to \(Profile.nameCharactersMax) characters. [CHROMATCH_NAME]",
      valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The figure beside your name: \(Icon.names). [CHROMATCH_ICON]", valueName: "icon"),
    transform: { try choice($0, Icon.init(rawValue:), of: "icons", Icon.names) })
  var icon: Icon?

  func validate() throws {
    if let name, PlayerName.clean(name) != name { throw ValidationError(PlayerName.rule) }
  }

  var player: Plan.Persona { Plan.Persona(name: name, icon: icon) }
}

struct ScreenOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Override the detected color depth: 24bit, 256, 16, none. [CHROMATCH_COLOR]",
      valueName: "depth"),
    transform: { try choice($0, ColorDepth.init(name:), of: "colors", "24bit, 256, 16, none") })
  var color: ColorDepth?

  @Flag(help: "Plain lines instead of a screen: for screen readers, pipes and dumb terminals.")
  var plain = false

  @Flag(
    inversion: .prefixedNo,
    help: "Little motion: the clock moves once a second, nothing fades. [CHROMATCH_CALM]")
  var calm: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Ring the terminal's bell when a match begins and when someone locks. [CHROMATCH_BELL]")
  var bell: Bool?

  @OptionGroup var language: LanguageOptions

  var screen: Plan.Screen {
    Plan.Screen(isPlain: plain, isCalm: calm, hasBell: bell, depth: color)
  }
}

struct LanguageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The language of texts: \(Language.tags). [LC_ALL, LC_MESSAGES, LANG]",
      valueName: "language"),
    transform: { try choice($0, Language.init(tag:), of: "languages", Language.tags) })
  var lang: Language?

  /// Whatever is said from here on is said in that language.
  func validate() { (lang ?? Language(locale: variable)).speak() }
}

struct SelfPlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let the program play for you, like a bot of this level: 1 to 4.",
      valueName: "level"),
    transform: { try choice($0, Skill.init(text:), of: "levels", "1 to 4") })
  var autoplay: Skill?

  var selfPlay: SelfPlay? { autoplay.map { SelfPlay(skill: $0, matches: 1) } }
}

extension Skill {
  init?(text: String) {
    guard let level = Int(text) else { return nil }
    self.init(level: level)
  }
}

extension Icon {
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// One of several words, or an error that lists them.
func choice<Value>(
  _ text: String, _ make: (String) -> Value?, of kind: String, _ names: String
) throws -> Value {
  guard let value = make(text) else {
    throw ValidationError("\"\(text)\" is none of the \(kind): \(names).")
  }
  return value
}

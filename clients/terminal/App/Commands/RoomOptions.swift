// The options of a room to be opened: its rules, its seats and its bots.

import ArgumentParser
import Game
import TerminalUI
import Wire

struct RoomOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The sliders: \(Mode.names).", valueName: "mode"),
    transform: { try choice($0, Mode.named, of: "modes", Mode.names) })
  var mode: Mode?

  @Option(help: "How many rounds, \(words(Rules.roundsRange)).")
  var rounds: Int?

  @Option(
    help: ArgumentHelp(
      "The length of a round in seconds, \(words(Rules.secondsRange)).", valueName: "seconds"))
  var time: Int?

  @Option(
    help: ArgumentHelp("How near is near enough: \(Level.names).", valueName: "level"),
    transform: { try choice($0, Level.init(rawValue:), of: "levels", Level.names) })
  var level: Level?

  @Option(help: "How many may sit down, \(words(Rules.seatsRange)).")
  var seats: Int?

  @Option(
    help: ArgumentHelp(
      "Seat a bot of this level, \(words(Skill.levels)); may be given several times.",
      valueName: "level"))
  var bot: [Int] = []

  func validate() throws {
    try check(rounds, Rules.roundsRange, "--rounds")
    try check(time, Rules.secondsRange, "--time")
    try check(seats, Rules.seatsRange, "--seats")
    for level in bot { try check(level, Skill.levels, "--bot") }
    let seatsMax = seats ?? Rules.seatsRange.upperBound
    guard bot.count < seatsMax else {
      throw ValidationError("\(bot.count) bots and you do not fit on \(seatsMax) seats.")
    }
  }

  /// Whether anything is asked for.
  var isEmpty: Bool { wishes(isListed: nil, password: nil) == RoomWishes() && bot.isEmpty }

  /// A room of these rules.
  func wishes(isListed: Bool?, password: String?) -> RoomWishes {
    RoomWishes(
      mode: mode, rounds: rounds, seconds: time, level: level, seats: seats,
      isListed: isListed, password: password)
  }

  private func check(_ number: Int?, _ range: ClosedRange<Int>, _ option: String) throws {
    guard let number, !range.contains(number) else { return }
    throw ValidationError("\(option) is \(words(range)), not \(number).")
  }
}

struct PasswordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The room's password; without one, anybody may come in.", valueName: "word"))
  var password: String?

  func validate() throws {
    guard let password else { return }
    guard (1...RoomSettings.passwordCharactersMax).contains(password.count) else {
      throw ValidationError(
        "A password has 1 to \(RoomSettings.passwordCharactersMax) characters.")
    }
  }
}

private func words(_ range: ClosedRange<Int>) -> String {
  "\(range.lowerBound) to \(range.upperBound)"
}

extension Mode {
  static var names: String { all.map(\.name).joined(separator: ", ") }
}

extension Level {
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

// The options of a room to be opened: its rules, its seats and its bots.

import ArgumentParser
import Game
import TerminalUI
import Wire

struct RoomOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The kind of round: \(Mode.names).", valueName: "mode"),
    transform: { try choice($0, Mode.named, of: "modes", Mode.names) })
  var mode: Mode?

  @Option(help: "How many rounds, \(words(Rules.roundsRange)).")
  var rounds: Int?

  @Option(
    help: ArgumentHelp(
      "The length of a round in seconds, \(words(Rules.secondsRange)).", valueName: "seconds"))
  var time: Int?

  @Option(
    help: ArgumentHelp("How close is close enough: \(Level.names).", valueName: "level"),
    transform: { try choice($0, Level.init(rawValue:), of: "levels", Level.names) })
  var level: Level?

  @Option(help: "How many can play, \(words(Rules.seatsRange)).")
  var seats: Int?

  @Flag(help: "Count the matches for ratings; others must be able to find the room.")
  var rated = false

  @Flag(help: "Show distances and give hints; scores say so.")
  var assist = false

  @Option(
    help: ArgumentHelp(
      "Delay what watchers see, in seconds, \(words(RoomSettings.delayRange)).",
      valueName: "seconds"))
  var delay: Int?

  @Flag(help: "Seat only players whose screens show every color exactly.")
  var exact = false

  @Flag(help: "Seat only players who have proved who they are, so that bans hold.")
  var known = false

  @Option(
    help: ArgumentHelp(
      "Seat a bot of this level, \(words(Skill.levels)); repeat for more bots.",
      valueName: "level"))
  var bot: [Int] = []

  func validate() throws {
    try check(rounds, Rules.roundsRange, "--rounds")
    try check(time, Rules.secondsRange, "--time")
    try check(seats, Rules.seatsRange, "--seats")
    try check(delay, RoomSettings.delayRange, "--delay")
    for level in bot { try check(level, Skill.levels, "--bot") }
    try checkMode()
    guard bot.count < seatsMax else {
      let seats = seatsMax == 1 ? "one seat" : "\(seatsMax) seats"
      throw ValidationError("You and \(bot.count) bots do not fit on \(seats).")
    }
  }

  /// Refuses what the mode has of its own.
  private func checkMode() throws {
    guard let mode else { return }
    if let seats, !mode.seats.contains(seats) {
      throw ValidationError("\(mode.name) seats at most \(mode.seats.upperBound).")
    }
    let usual = Rules.usual(of: mode)
    let rules = Rules(
      checkedMode: mode, rounds: rounds ?? usual.rounds, seconds: time ?? usual.seconds,
      level: level ?? usual.level, isAssisted: assist)
    if rules == nil {
      throw ValidationError(
        "\(mode.name) has \(usual.rounds) rounds of \(usual.seconds) s at level "
          + "\(usual.level.rawValue), and no others.")
    }
  }

  /// Refuses a room that counts for ratings though others cannot find it or come in.
  func checkRated(isListed: Bool, password: String?) throws {
    if rated && (!isListed || password != nil) {
      throw ValidationError("--rated is for rooms that anyone can find and join.")
    }
  }

  /// Whether anything is asked for.
  var isEmpty: Bool { wishes(isListed: nil, password: nil) == RoomWishes() && bot.isEmpty }

  /// How many can sit down at the most.
  var seatsMax: Int { seats ?? (mode ?? Rules.standard.mode).seats.upperBound }

  /// A room of these rules.
  func wishes(isListed: Bool?, password: String?) -> RoomWishes {
    RoomWishes(
      mode: mode, rounds: rounds, seconds: time, level: level, seats: seats,
      isListed: isListed, password: password, isRated: rated ? true : nil,
      isAssisted: assist ? true : nil, delay: delay, isExact: exact ? true : nil,
      isKnownOnly: known ? true : nil)
  }

  private func check(_ number: Int?, _ range: ClosedRange<Int>, _ option: String) throws {
    guard let number, !range.contains(number) else { return }
    throw ValidationError("\(option) takes \(words(range)), not \(number).")
  }
}

struct PasswordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The room's password; without one, anyone may join.", valueName: "word"))
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

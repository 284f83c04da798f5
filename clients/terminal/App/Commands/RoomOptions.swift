// The options of a room to be opened: a setting of RoomSetting under its key, and bots. What an
// option does not say is the server's to choose; only what the server would refuse is refused here.

import ArgumentParser
import Game
import TerminalUI
import Wire

struct RoomOptions: ParsableArguments {
  @Option(
    help: .setting(.mode), transform: { try choice($0, Mode.named, of: "modes", Mode.names) })
  var mode: Mode?

  @Option(help: .setting(.rounds))
  var rounds: Int?

  @Option(help: .setting(.time, in: "seconds"))
  var time: Int?

  @Option(
    help: .setting(.level),
    transform: { try choice($0, Level.init(rawValue:), of: "levels", Level.names) })
  var level: Level?

  @Option(help: .setting(.seats))
  var seats: Int?

  @Flag(help: .setting(.rated))
  var rated = false

  @Flag(help: .setting(.assist))
  var assist = false

  @Option(help: .setting(.delay, in: "seconds"))
  var delay: Int?

  @Flag(help: .setting(.exact))
  var exact = false

  @Flag(help: .setting(.known))
  var known = false

  @Option(help: .setting(.series, in: "matches"))
  var series: Int?

  @Flag(help: .setting(.present))
  var present = false

  @Option(
    help: .setting(.names, in: "kind"),
    transform: { try choice($0, Naming.init(rawValue:), of: "kinds", Naming.names) })
  var names: Naming?

  @Option(
    help: ArgumentHelp(
      "Seat a bot of this level, \(words(Skill.levels)); repeat for more bots.",
      valueName: "level"))
  var bot: [Int] = []

  func validate() throws {
    let wishes = wishes(isListed: nil, password: nil)
    for setting in RoomSetting.all {
      if case .number(let range, _) = setting.kind, case .number(let number) = wishes[setting] {
        try check(number, range, "--\(setting.key)")
      }
    }
    for level in bot { try check(level, Skill.levels, "--bot") }
    try checkMode()
    guard seats != 0 || present else {
      throw ValidationError("A room without seats needs --present.")
    }
    guard bot.count + (present ? 0 : 1) <= seatsMax else {
      let seats = seatsMax == 1 ? "one seat" : "\(seatsMax) seats"
      let all = present ? "" : "You and "
      throw ValidationError("\(all)\(bot.count) bots do not fit on \(seats).")
    }
  }

  /// Refuses what the mode has of its own.
  private func checkMode() throws {
    guard let mode else { return }
    if let seats, seats > 0, !mode.seats.contains(seats) {
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
    var wishes = RoomWishes(
      mode: mode, rounds: rounds, seconds: time, level: level, seats: seats,
      isListed: isListed, password: password, delay: delay)
    let flags = [
      (RoomSetting.rated, rated), (.assist, assist), (.exact, exact), (.known, known),
      (.present, present),
    ]
    (wishes.series, wishes.names) = (series, names)
    for (setting, isOn) in flags where isOn { wishes[setting] = .flag(true) }
    return wishes
  }

  private func check(_ number: Int, _ range: ClosedRange<Int>, _ option: String) throws {
    guard !range.contains(number) else { return }
    throw ValidationError("\(option) takes \(words(range)), not \(number).")
  }
}

extension ArgumentHelp {
  /// What a row says about an option of its key.
  fileprivate static func setting(
    _ setting: RoomSetting, in valueName: String? = nil
  ) -> ArgumentHelp {
    let range =
      switch setting.kind {
      case .mode: ": \(Mode.names)"
      case .level: ": \(Level.names)"
      case .names: ": \(Naming.names)"
      case .number(let range, _): ", \(words(range))"
      case .flag, .text: ""
      }
    let help = "\(setting.help.prefix(1).uppercased())\(setting.help.dropFirst())\(range)."
    return ArgumentHelp("\(help)", valueName: valueName ?? setting.key)
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

extension Naming {
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

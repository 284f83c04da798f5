// `chromatch play`, the shortest way into a race, and `chromatch` without a word, the leisurely
// one.

import ArgumentParser
import ClientCore
import Game
import TerminalUI
import Wire

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Start a race: against a bot here, or on a server.",
    discussion: """
      Without HOST, this program is its own server, opens a private room and seats a bot, unless \
      the mode is for one player: an easy one at first, a better one each time that you win. With \
      HOST, it lists the rooms of that server; with any room option, it opens a room there. \
      HOST/ROOM joins that room.

      --restricted is for an account that anybody may use, as over ssh: the program stays on HOST, \
      and reads and writes no file, so nothing is known of a player from before or kept for later.

      Without a terminal it writes plain lines. If nobody can type either, it plays for you and \
      ends with the match.
      """)

  @Argument(help: .host, transform: Address.init(_:))
  var address: Address?

  @OptionGroup(title: "Room") var room: RoomOptions
  @OptionGroup(title: "Room") var password: PasswordOptions
  @OptionGroup(title: "You") var player: PlayerOptions
  @OptionGroup(title: "You") var selfPlay: SelfPlayOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions
  @OptionGroup(title: "Server of your own") var log: ServerLogOptions

  @Flag(help: "Stay on HOST, and read and write no file.")
  var restricted = false

  func validate() throws {
    try log.check(with: address)
    if restricted && address == nil {
      throw ValidationError("--restricted is for a server that is there already: add HOST.")
    }
    try room.checkRated(isListed: address != nil, password: password.password)
    if let code = address?.room, !room.isEmpty {
      throw ValidationError("Room \(code.text) has its own rules; leave out the room options.")
    }
  }

  func run() throws {
    let isOwn = address == nil
    let wishes = room.wishes(isListed: isOwn ? false : nil, password: password.password)
    let habits = restricted ? Habits.none : .usual
    let company = room.seatsMax > 1 ? [habits.opponent.level] : []
    let bots = room.bot.isEmpty ? company : room.bot
    let race = Intent.create(wishes, bots: bots)
    let opening = Intent.create(wishes, bots: room.bot)
    let isAnyRoom = room.isEmpty && password.password == nil
    let visit = address?.room.map { Intent.join($0, password: password.password) }
    let own = Plan.Venue.own(OwnServer.Settings(logFile: log.file))
    Program.carryOut(
      Plan(
        venue: address.map(Plan.Venue.at) ?? own,
        intent: visit ?? (isOwn ? race : isAnyRoom ? .browse : opening),
        player: player.player, screen: screen.screen, selfPlay: selfPlay.selfPlay,
        isEager: isOwn, intentIfAlone: race, isRestricted: restricted))
  }
}

struct HomeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home",
    abstract: "Start on the home screen of a server of your own.",
    usage: "chromatch [<command>] [<options>]",
    shouldDisplay: false)

  /// Every command there is.
  static var andAllOthers: [any ParsableCommand.Type] {
    [
      HomeCommand.self, PlayCommand.self, QuickCommand.self, HostCommand.self, FindCommand.self,
      JoinCommand.self, WatchCommand.self, RaceCommand.self, TopCommand.self, IdentityCommand.self,
      EyeCommand.self, ReplayCommand.self, VerifyCommand.self, DoctorCommand.self,
    ]
  }

  /// Words that are no command end up here, since this is the command without a word.
  @Argument(help: .hidden) var words: [String] = []

  @OptionGroup(title: "You") var player: PlayerOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions
  @OptionGroup(title: "Server of your own") var log: ServerLogOptions

  func validate() throws {
    guard let word = words.first else { return }
    let names = HomeCommand.andAllOthers.map { $0.configuration }
      .filter(\.shouldDisplay).compactMap(\.commandName)
    throw ValidationError(
      "There is no command \(word). There are \(names.joined(separator: ", ")). To go to "
        + "a server: chromatch play \(word)")
  }

  func run() throws {
    let race = Intent.create(RoomWishes(isListed: false), bots: [Habits.usual.opponent.level])
    Program.carryOut(
      Plan(
        venue: .own(OwnServer.Settings(logFile: log.file)), intent: .browse, player: player.player,
        screen: screen.screen, intentIfAlone: race, looksAround: true))
  }
}

struct ServerLogOptions: ParsableArguments {
  @Option(
    name: .customLong("server-log"),
    help: ArgumentHelp("Append the log of your own server to a file.", valueName: "file"))
  var file: String?

  /// Refuses a log where there is no server to write it.
  func check(with address: Address?) throws {
    if address != nil && file != nil {
      throw ValidationError("--server-log is for a server of your own; leave out HOST.")
    }
  }
}

extension ArgumentHelp {
  /// What every command says of its server.
  static var host: ArgumentHelp {
    ArgumentHelp(
      "The server: [tls://]HOST[:PORT][/ROOM][#FINGERPRINT]; chromatch --help says more.",
      valueName: "host")
  }
}

// `chromatch join` and `chromatch watch`: into a room on somebody's server.

import ArgumentParser
import TerminalUI
import Wire

struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Sit down in a room on a server.")

  @Argument(help: .host, transform: Address.init(_:))
  var address: Address

  @Argument(
    help: ArgumentHelp("The room's code: four letters or digits.", valueName: "room"),
    transform: { try roomCode($0) })
  var room: RoomCode

  @OptionGroup(title: "Room") var password: PasswordOptions
  @OptionGroup(title: "You") var player: PlayerOptions
  @OptionGroup(title: "You") var selfPlay: SelfPlayOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions

  func run() throws {
    Program.carryOut(
      Plan(
        venue: .at(address), intent: .join(room, password: password.password),
        player: player.player, screen: screen.screen, selfPlay: selfPlay.selfPlay))
  }
}

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Watch a room on a server.",
    discussion: "Without ROOM, it picks the most interesting one that is open to all.")

  @Argument(help: .host, transform: Address.init(_:))
  var address: Address

  @Argument(
    help: ArgumentHelp("The room's code: four letters or digits.", valueName: "room"),
    transform: { try roomCode($0) })
  var room: RoomCode?

  @OptionGroup(title: "Room") var password: PasswordOptions
  @OptionGroup(title: "You") var player: PlayerOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions

  func run() throws {
    Program.carryOut(
      Plan(
        venue: .at(address), intent: .watch(room, password: password.password),
        player: player.player, screen: screen.screen))
  }
}

/// A room's code, or an error that says what one looks like.
private func roomCode(_ text: String) throws -> RoomCode {
  guard let code = RoomCode(text) else {
    throw ValidationError(
      "\"\(text)\" is no room: a code has four letters or digits, without 0, O, 1, I and L.")
  }
  return code
}

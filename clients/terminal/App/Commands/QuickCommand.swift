// `chromatch quick`: into the next match on somebody's server, whichever room that is in.

import ArgumentParser
import ClientCore
import Game
import TerminalUI
import Wire

struct QuickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quick",
    abstract: "Join the next match on a server.",
    discussion: """
      The server seats you in the fullest room that still waits for players, or opens one; if \
      nobody else comes within 10 seconds, a bot does. You are ready from the start. Without \
      HOST, it goes to the server you used last.

      Without a terminal it writes plain lines. If nobody can type either, it plays for you and \
      ends with the match.
      """)

  @Argument(help: .host, transform: Address.init(_:))
  var address: Address?

  @Option(
    help: ArgumentHelp(
      "The kind of round: \(Mode.names). Any by default.", valueName: "mode"),
    transform: { try choice($0, Mode.named, of: "modes", Mode.names) })
  var mode: Mode?

  @OptionGroup(title: "You") var player: PlayerOptions
  @OptionGroup(title: "You") var selfPlay: SelfPlayOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions

  func validate() throws {
    if let room = address?.room {
      throw ValidationError(
        "quick finds a room by itself: leave out /\(room.text), or use `chromatch join`.")
    }
  }

  func run() throws {
    let destination = try Destination(address, orKnownFor: "quick 192.168.1.5", by: .usual)
    Program.carryOut(
      Plan(
        venue: .at(destination.address), intent: .quick(mode), player: player.player,
        screen: screen.screen, selfPlay: selfPlay.selfPlay, intentIfAlone: .quick(mode),
        remark: destination.remark))
  }
}

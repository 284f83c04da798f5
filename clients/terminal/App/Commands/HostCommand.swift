// `chromatch host`: a server for the people around, for as long as one plays.

import ArgumentParser
import Game
import Server
import TerminalUI
import Wire

struct HostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Host a race for others on your network, and join it.",
    discussion: """
      This program is its own server, and the server stops with you. It listens on all addresses \
      of this machine, opens a room and tells what the others have to type: \
      chromatch join chromatch://HOST/ROOM#FINGERPRINT.

      The certificate is made once and kept in $XDG_STATE_HOME/chromatch \
      (~/.local/state/chromatch), so that others know this host again. The same port \
      takes plain TCP too: join HOST/ROOM, or nc; and browsers, at http://HOST:PORT/#ROOM, \
      where the code for cameras leads (key q). What a browser says there is not sealed: nobody \
      vouches for this certificate, so https:// works only after a warning.
      """)

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var bind = "0.0.0.0"

  @Option(help: "The TCP port to listen on; 0 for any free one.")
  var port = Configuration.defaultPort

  @Flag(name: .customLong("no-tls"), help: "Take plain TCP only.")
  var isPlainOnly = false

  @OptionGroup(title: "Room") var room: RoomOptions
  @OptionGroup(title: "Room") var password: PasswordOptions
  @OptionGroup(title: "You") var player: PlayerOptions
  @OptionGroup(title: "You") var selfPlay: SelfPlayOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions
  @OptionGroup(title: "Server of your own") var log: ServerLogOptions

  func validate() throws {
    try room.checkRated(isListed: true, password: password.password)
  }

  func run() throws {
    let settings = OwnServer.Settings(
      host: bind, port: port, hasTLS: !isPlainOnly, isShared: true, logFile: log.file)
    let wishes = room.wishes(isListed: true, password: password.password)
    Program.carryOut(
      Plan(
        venue: .own(settings), intent: .create(wishes, bots: room.bot), player: player.player,
        screen: screen.screen, selfPlay: selfPlay.selfPlay))
  }
}

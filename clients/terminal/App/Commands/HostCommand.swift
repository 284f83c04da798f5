// `chromatch host`: a server for the people around, for as long as one plays.

import ArgumentParser
import ClientCore
import Game
import Server
import TerminalUI
import Wire

struct HostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Host a race for others on your network, and join it.",
    discussion: """
      This program is the server, and the server stops when you quit. It listens on all \
      addresses of this machine, opens a room and shows what the others type: \
      chromatch join chromatch://HOST/ROOM#FINGERPRINT.

      It makes a certificate once and stores it in $XDG_STATE_HOME/chromatch \
      (~/.local/state/chromatch), so that others recognize this host. The same port also takes \
      plain TCP (join HOST/ROOM, or nc) and browsers, at http://HOST:PORT/#ROOM, the page of the \
      QR code (key q). That page is not encrypted: no authority has signed this certificate, so \
      https:// works only after a warning.

      Where Avahi runs, it announces the room on this network (DNS-SD): others find it with \
      chromatch find, or with g on the home screen.
      """)

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var bind = "0.0.0.0"

  @Option(help: "The TCP port to listen on; 0 for any free one.")
  var port = Configuration.defaultPort

  @Flag(name: .customLong("no-tls"), help: "Accept plain TCP only.")
  var isPlainOnly = false

  @Flag(name: .customLong("no-announce"), help: "Do not announce the room on this network.")
  var isSilent = false

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
        screen: screen.screen, selfPlay: selfPlay.selfPlay, announces: !isSilent))
  }
}

// chromatch: the game in a terminal, as a program. It reads the command line; the commands make a
// plan of it and carry that out.

import ArgumentParser
import Server

@main
struct Chromatch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chromatch",
    abstract: "Race other people to match a color, in a terminal.",
    usage: """
      chromatch
      chromatch play [host] [options]
      chromatch host [options]
      chromatch join <host> <room> [options]
      chromatch watch <host> [room] [options]
      """,
    discussion: """
      All see the same color at the same moment; who comes near it first, with sliders for red, \
      green and blue (or hue, saturation and brightness, or printing inks), locks it in and wins \
      the round.

        chromatch                         the home screen, on a server of your own
        chromatch play                    race against a bot, here and now
        chromatch host                    open a room for the people around
        chromatch join 192.168.1.5 HAWK   sit down in it
        chromatch watch 192.168.1.5       look on

      A host is a name, an IPv4 address or an IPv6 address in brackets, with or without :PORT; \
      the port is \(Configuration.defaultPort) unless told otherwise.

      Exit status: 0 when all went well, 1 after a failure, 64 for a mistake on the command line, \
      128 and its number after a signal.
      """,
    version: Configuration.version,
    subcommands: [
      HomeCommand.self, PlayCommand.self, HostCommand.self, JoinCommand.self, WatchCommand.self,
    ],
    defaultSubcommand: HomeCommand.self)
}

// chromatch: the game in a terminal, as a program. It reads the command line; the commands make a
// plan of it and carry that out.

import ArgumentParser
import Game
import Server
import TerminalUI

@main
struct Chromatch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chromatch",
    abstract: "Race other people to match a color, in a terminal.",
    usage: """
      chromatch
      chromatch play [host] [options]
      chromatch quick [host] [options]
      chromatch host [options]
      chromatch join <host>/<room> [options]
      chromatch watch [host] [room] [options]
      chromatch verify <file>
      chromatch doctor
      """,
    discussion: """
      All see the same color at the same moment; who comes near it first, with sliders or among \
      tiles, locks it in and wins the round.

        chromatch                         the home screen, on a server of your own
        chromatch play                    race against a bot, here and now
        chromatch play --mode daily       the five colors of the day, alone
        chromatch quick 192.168.1.5       race whoever is there
        chromatch host                    open a room for the people around
        chromatch join 192.168.1.5/HAWK   sit down in it
        chromatch join tls://host/HAWK    the same, sealed
        chromatch watch 192.168.1.5       look on
        chromatch verify match.txt        was it fair?
        chromatch doctor                  what can this terminal show?

      The modes:

      \(modes)

      A host is a name, an IPv4 address or an IPv6 address in brackets, with or without :PORT; \
      the port is \(Configuration.defaultPort) unless told otherwise. Behind it may stand a room: \
      HOST/ROOM. quick, join and watch without a host go where you were last time.

      tls:// before it seals what is said and makes sure of the server, as ssh does: the first \
      time, its certificate is told and kept in ~/.local/state/chromatch/known-servers, and later \
      no other is taken. With #SHA256:… behind it, only the certificate with that fingerprint is \
      taken from the start. A server for which an authority vouches that this system trusts may \
      renew its certificate. chromatch:// is the same as tls://, as hosts invite others: \
      chromatch://HOST/ROOM#FINGERPRINT.

      What you always want stands in ~/.config/chromatch/config (below $XDG_CONFIG_HOME if that \
      is set), a line each: name, icon, color (auto, 24bit, 256, 16, none), calm, bell (yes, no) \
      and server, as in name = Ada. Options go before the environment (CHROMATCH_NAME and so on, \
      in capitals), and that before the file. The servers you have been on are kept beside \
      known-servers.

      Exit status: 0 when all went well, 1 after a failure, 64 for a mistake on the command line, \
      128 and its number after a signal.
      """,
    version: Configuration.version,
    subcommands: [
      HomeCommand.self, PlayCommand.self, QuickCommand.self, HostCommand.self, JoinCommand.self,
      WatchCommand.self, VerifyCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: HomeCommand.self)

  /// What there is to choose from by --mode, a line each.
  private static let modes = Mode.all
    .map { mode in
      let column = mode.name + String(repeating: " ", count: max(1, 10 - mode.name.count))
      return "  \(column)\(mode.summary)"
    }
    .joined(separator: "\n")
}

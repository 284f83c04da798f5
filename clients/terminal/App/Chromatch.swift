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
      chromatch find [options]
      chromatch join <host>/<room> [options]
      chromatch watch [host] [room] [options]
      chromatch replay <file>|<number> [host]
      chromatch race <file>|<number> [host] [options]
      chromatch top [host] [options]
      chromatch eye [host] [options]
      chromatch identity show|import|forget
      chromatch verify <file>
      chromatch doctor
      """,
    discussion: """
      Everyone sees the same color at the same moment. Match it with sliders or find it among \
      tiles, and lock your guess before the others do.

        chromatch                         the home screen, on a server of your own
        chromatch play                    race against a bot, here and now
        chromatch play --mode daily       the five colors of the day, alone
        chromatch quick 192.168.1.5       join the next match on a server
        chromatch host                    open a room for people nearby
        chromatch find                    who plays on this network?
        chromatch join 192.168.1.5/HAWK   join it
        chromatch join tls://host/HAWK    the same, encrypted
        chromatch watch 192.168.1.5       watch
        chromatch replay match.txt        see a match again
        chromatch race 7 192.168.1.5      race it again, against its ghosts
        chromatch top 192.168.1.5         today's board
        chromatch eye                     which hues do you make wrong?
        chromatch identity show           the key you are known by
        chromatch verify match.txt        was it fair?
        chromatch doctor                  what can this terminal show?

      The modes:

      \(modes)

      A host is a name, an IPv4 address or an IPv6 address in brackets, with or without :PORT; \
      the port is \(Configuration.defaultPort) by default. A room may follow: HOST/ROOM. quick, \
      join and watch without a host go to the server you used last.

      tls:// encrypts the connection and verifies the server, as ssh does: on first contact it \
      shows the certificate's fingerprint and stores it in ~/.local/state/chromatch/known-servers; \
      later it accepts no other. #SHA256:… at the end accepts only the certificate with that \
      fingerprint, from the start. Servers with a CA-signed certificate may renew it. chromatch:// \
      means the same as tls://, in the form that hosts share: chromatch://HOST/ROOM#FINGERPRINT.

      ~/.config/chromatch/config (below $XDG_CONFIG_HOME if that is set) holds your defaults, one \
      per line: name, icon, color (auto, 24bit, 256, 16, none), calm, bell (yes, no) and server, \
      as in name = Ada. Options override the environment (CHROMATCH_NAME and so on, in capitals), \
      which overrides the file. Beside known-servers are the servers you have used and identity, \
      the key by which servers know you again; it is made at the first start.

      Exit status: 0 on success, 1 after a failure, 64 for a mistake on the command line, 128 \
      plus the signal number after a signal.
      """,
    version: Configuration.version, subcommands: HomeCommand.andAllOthers,
    defaultSubcommand: HomeCommand.self)

  /// The choices of --mode, one per line.
  private static let modes = Mode.all
    .map { mode in
      let column = mode.name + String(repeating: " ", count: max(1, 10 - mode.name.count))
      return "  \(column)\(mode.summary)"
    }
    .joined(separator: "\n")
}

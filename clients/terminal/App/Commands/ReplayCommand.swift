// `chromatch replay`: a kept match, seen again. It reads a file and shows it, on a screen or in
// plain lines; it needs no server.

import ArgumentParser
import Game
import Glibc
import Server
import TerminalUI
import Wire

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "See a saved match again, or a record of one.",
    discussion: """
      The file holds what a client received, or is a record, as for verify. Space plays on or \
      stands still, the arrows step from one event to the next, Page Up and Page Down from round \
      to round, + and - change the speed, Tab sees it with the next one's eyes, Esc ends. A press \
      on the bar goes there.

      With --plain, in a pipe and from standard input it prints what was told, each line with its \
      minute and second.
      """)

  @Argument(help: "The file; - for standard input.")
  var file: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Whose eyes to see it with; onlookers' by default.", valueName: "name"))
  var viewer: String?

  @OptionGroup(title: "Screen") var screen: ScreenOptions

  func run() throws {
    let (preferences, complaints) = Habits.usual.preferences(environment: variable)
    var wanted = screen.screen
    wanted.depth = wanted.depth ?? preferences.color
    wanted.isCalm = wanted.isCalm ?? preferences.isCalm
    let environment = TerminalEnvironment(wish: wanted.depth, variable: variable)
    let hasScreen = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    if !hasScreen || environment.isDumb || file == "-" { wanted.isPlain = true }
    // Before anything is read: a second run would find nothing more in a pipe.
    if !wanted.isPlain { Program.guardTerminal() }
    write(complaints.map { "chromatch: \($0)" }, to: STDERR_FILENO)
    let match = try read()
    let viewer = try self.viewer.map { try player(called: $0, in: match) }
    if wanted.isPlain {
      let lines = PlainReplay.lines(of: match, seenBy: viewer, hashing: .openSSL)
      return write(lines, to: STDOUT_FILENO)
    }
    Program.run(Program.screenSignals) { Spectator(match, seenBy: viewer, on: wanted) }
  }

  private func read() throws(Failure) -> KeptMatch {
    let content = try bytes(ofFile: file, atMost: KeptMatch.bytesMax)
    do throws(KeptFault) {
      return try KeptMatch(reading: content, hashing: .openSSL)
    } catch {
      throw Failure("\(file): \(error.sentence)")
    }
  }

  /// A player by name, however its letters are written; of several the first.
  private func player(called name: String, in match: KeptMatch) throws(Failure) -> PlayerID {
    let typed = name.lowercased()
    let found = match.players.first { $0.profile.name.lowercased() == typed }
    guard let found else {
      let names = match.players.map(\.profile.name).joined(separator: ", ")
      throw Failure("Nobody in it is called \(name). Those who played: \(names).")
    }
    return found.player
  }
}

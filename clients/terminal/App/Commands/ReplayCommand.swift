// `chromatch replay`: a kept match, seen again, on a screen or in plain lines. It reads a file, for
// which it needs no server, or gets the record of a match that a server keeps.

import ArgumentParser
import ClientCore
import Game
import Glibc
import Server
import TerminalUI
import Wire

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "See a match again, from a file or from a server.",
    discussion: """
      A file holds what a client received, or is a record or a picture, as for verify. A number, \
      which the last screen of a match says, is that of a match that a server keeps; its record \
      is checked before it is shown, also against your receipts. Without HOST it asks the server \
      you used last; without a number as well, it shows your last match that this server keeps.

      Space plays on or stands still, the arrows step from one event to the next, Page Up and \
      Page Down from round to round, + and - change the speed, Tab sees it with the next one's \
      eyes, Esc ends. A press on the bar goes there.

      With --plain, in a pipe and from standard input it prints what was told, each line with its \
      minute and second.
      """)

  @Argument(
    help: ArgumentHelp(
      "The file, - for standard input, or the number of a match.", valueName: "match"))
  var match: String?

  @Argument(help: .host, transform: Address.init(_:))
  var address: Address?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Whose eyes to see it with; onlookers' by default.", valueName: "name"))
  var viewer: String?

  @Option(
    name: .customLong("save"),
    help: ArgumentHelp(
      "Also write the record that the server sends to this new file.", valueName: "file"))
  var copy: String?

  @OptionGroup(title: "Screen") var screen: ScreenOptions

  /// The number of a match; nil for a file.
  private var index: Int? {
    guard let match, match.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(match)
  }

  func validate() throws {
    if match != nil, index == nil, address != nil || copy != nil {
      throw ValidationError(
        "\"\(match ?? "")\" is a file; only a match with a number comes from a server.")
    }
  }

  func run() throws {
    let (preferences, complaints) = Habits.usual.preferences(environment: variable)
    var wanted = screen.screen
    wanted.depth = wanted.depth ?? preferences.color
    wanted.isCalm = wanted.isCalm ?? preferences.isCalm
    let environment = TerminalEnvironment(wish: wanted.depth, variable: variable)
    let hasScreen = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    if !hasScreen || environment.isDumb || match == "-" { wanted.isPlain = true }
    // Before anything is read: a second run would find nothing more in a pipe.
    if !wanted.isPlain { Program.guardTerminal() }
    write(complaints.map { "chromatch: \($0)" }, to: STDERR_FILENO)
    if let match, index == nil { return try show(fileNamed: match, on: wanted) }
    let wish = try wish(on: wanted)
    let signals = wanted.isPlain ? [SIGINT, SIGTERM, SIGHUP] : Program.screenSignals
    Program.run(signals) { RecordRun(wish) }
  }

  private func show(fileNamed file: String, on wanted: Plan.Screen) throws {
    let match = try SavedMatch(bytes(ofFile: file, atMost: SavedFile.bytesMax), called: file)
    if let line = PlainSaved.line(match.changes) { write([line], to: STDERR_FILENO) }
    let viewer = try self.viewer.map { try match.player(called: $0) }
    if wanted.isPlain {
      let lines = PlainReplay.lines(of: match, seenBy: viewer, hashing: .openSSL)
      write(lines, to: STDOUT_FILENO)
      return
    }
    Program.run(Program.screenSignals) { Spectator(match, seenBy: viewer, on: wanted) }
  }

  private func wish(on wanted: Plan.Screen) throws -> RecordRun.Viewing {
    let destination = try Destination(address, orKnownFor: "replay 7 192.168.1.5", by: .usual)
    if let remark = destination.remark { write([remark], to: STDERR_FILENO) }
    let address = destination.address
    guard let index = index ?? Habits.usual.receipts(of: address)?.matches.last?.index else {
      throw Failure("\(address.shortText) has not said yet that it keeps a match of yours.")
    }
    return RecordRun.Viewing(
      index: index, address: address, copy: copy, viewer: viewer, screen: wanted)
  }
}

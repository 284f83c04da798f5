// `chromatch eye`: what one's own answers say about one's eye, on a screen, in plain lines or for
// programs, and a drill of the weakest hue. All of it is computed here; where a server is named it
// is asked for the matches that this device does not have.

import ArgumentParser
import ClientCore
import Game
import Glibc
import Net
import Server
import TerminalUI

struct EyeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eye",
    abstract: "Say which hues you make too yellow, too gray, too dark; practice them.",
    discussion: """
      The report is made from your own answers, and on this device: those of matches with sliders \
      that you played to the end here, in 24-bit color. With HOST it first gets your matches that \
      this server keeps and this device has not, whatever screen they were on. It says nothing \
      before \(EyeReport.needed) rounds, and of a hue before \(EyeReport.neededHere). Another \
      screen changes all of it.

      d drills \(EyeDrill.count) colors of the weakest hue, unrated. With --plain or in a pipe it \
      prints lines.
      """)

  @Argument(help: .host, transform: Address.init(_:))
  var address: Address?

  @Flag(help: "Begin with the drill.")
  var drill = false

  @Flag(help: "Print one line of JSON, for programs.")
  var json = false

  @OptionGroup(title: "Screen") var screen: ScreenOptions

  func validate() throws {
    if drill && (json || screen.plain) {
      throw ValidationError("--drill needs a screen, which --json and --plain leave out.")
    }
  }

  func run() throws {
    let (preferences, complaints) = Habits.usual.preferences(environment: variable)
    var wanted = screen.screen
    wanted.depth = wanted.depth ?? preferences.color
    wanted.isCalm = wanted.isCalm ?? preferences.isCalm
    let environment = TerminalEnvironment(wish: wanted.depth, variable: variable)
    let hasScreen = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    if !hasScreen || environment.isDumb || json { wanted.isPlain = true }
    if drill && wanted.isPlain { throw Failure(Words["The drill needs a screen."]) }
    if !wanted.isPlain { Program.guardTerminal() }
    write(complaints.map { "chromatch: \($0)" }, to: STDERR_FILENO)
    let wish = EyeRun.Viewing(
      address: address, drills: drill, isJSON: json, screen: wanted)
    let signals = wanted.isPlain ? [SIGINT, SIGTERM, SIGHUP] : Program.screenSignals
    Program.run(signals) { EyeRun(wish) }
  }
}

// `chromatch doctor`: what this terminal can show, and how that is known. It takes the terminal
// over for as long as the questions need, under the same guardian as a game, and says on the
// shell's own screen what came of it. It plays nothing and connects to nobody.

import ArgumentParser
import Game
import Glibc
import Net
import TerminalUI

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what this terminal can show, and how the program knows.",
    discussion: """
      Reports what decides on the colors (--color and CHROMATCH_COLOR, NO_COLOR, tmux, the \
      terminal's own answers, COLORTERM, its name), what else it found, and how to get more. \
      Shows a test card for 24-bit color, and some targets as protan, deutan and tritan eyes see \
      them. With --plain or in a pipe it prints plain text and does not query the terminal.
      """)

  /// How long the answers are waited for, in milliseconds: longer than a game would, since a late
  /// answer is worth telling too.
  private static let patienceMilliseconds = 2_000

  @OptionGroup(title: "Screen") var screen: ScreenOptions

  func run() throws {
    let (preferences, complaints) = Habits.usual.preferences(environment: variable)
    let environment = TerminalEnvironment(
      wish: screen.color ?? preferences.color, variable: variable)
    let report = examine(environment, isCalm: screen.calm ?? preferences.isCalm ?? false)
    write(complaints.map { "chromatch: \($0)" }, to: STDERR_FILENO)
    write(report.lines.map { $0.encoded(for: report.depth) }, to: STDOUT_FILENO)
  }

  private func examine(_ environment: TerminalEnvironment, isCalm: Bool) -> DoctorReport {
    var environment = environment
    let terminal = screen.plain || environment.isDumb ? nil : Terminal()
    if terminal != nil { Program.guardTerminal() }
    if environment.isInTmux { environment.tmuxClientFeatures = Tmux.clientFeatures() }
    guard let terminal else {
      return DoctorReport(Detection(environment), .nobody, size: nil, isCalm: isCalm)
    }
    let clock = Clock()
    let patience = DoctorCommand.patienceMilliseconds
    let probed = ProbedTerminal(terminal, environment, clock: clock, patience: patience)
    let elapsed = Int(clock.milliseconds()) - probed.asked.milliseconds
    terminal.leave()
    return DoctorReport(
      probed.detection,
      probed.detection.isComplete
        ? .answered(milliseconds: elapsed) : .silent(milliseconds: patience),
      size: terminal.size, isCalm: isCalm)
  }
}

// A terminal that has been taken over and asked what it can do. What its answers mean is
// Detection's; this is only the conversation. It blocks, for a fraction of a second at most:
// nothing else has begun yet.

import Game
import Net
import TerminalUI

/// A terminal that is ready to be drawn on.
struct ProbedTerminal {
  let terminal: Terminal
  private(set) var detection: Detection
  /// Where the stream of keys stands.
  private(set) var decoder = InputDecoder()
  /// What was typed meanwhile.
  private(set) var typed: [InputEvent] = []
  /// When it was asked, by the local clock.
  let asked: Instant

  /// Takes a terminal over and asks it.
  ///
  /// - Parameter patience: how long to wait for the answers, in milliseconds; nil for as long as
  ///   somebody who wants to play should.
  init(
    _ terminal: Terminal, _ environment: TerminalEnvironment, clock: Clock, patience: Int? = nil
  ) {
    self.terminal = terminal
    detection = Detection(environment)
    asked = Instant(milliseconds: Int(clock.milliseconds()))
    terminal.enter()
    let questions = detection.questions
    if questions.isEmpty { return }
    terminal.write(questions)
    let deadline = clock.milliseconds() + Int64(patience ?? detection.waitMilliseconds)
    while !detection.isComplete {
      let left = deadline - clock.milliseconds()
      guard left > 0, isReadable(terminal.input, withinMilliseconds: Int(left)),
        let bytes = terminal.read()
      else { return }
      for event in decoder.decode(bytes) {
        if case .answer(let answer) = event {
          detection.receive(answer)
        } else {
          typed.append(event)
        }
      }
    }
  }
}

extension ProbedTerminal {
  /// Takes over the terminal that the program was started in.
  ///
  /// - Parameter wish: the colors to use, whatever the terminal says of itself.
  static func ofProgram(wish: ColorDepth?, clock: Clock) throws(Failure) -> ProbedTerminal {
    guard let terminal = Terminal() else {
      throw Failure("There is no terminal to draw on; --plain needs none.")
    }
    var environment = TerminalEnvironment(wish: wish, variable: variable)
    if environment.isInTmux { environment.tmuxClientFeatures = Tmux.clientFeatures() }
    return ProbedTerminal(terminal, environment, clock: clock)
  }
}

// The terminals that people have, as far as a program can tell them apart: what they answer, how
// late, and what the environment says of them. A window is opened in one of these; what a program
// should make of it is the business of the test.

/// A kind of terminal.
struct TerminalKind: Sendable {
  /// What a terminal may be asked.
  enum Question: Sendable {
    /// CPR, which glyph widths are measured by; DA1, which everybody answers.
    case cursor, attributes
    /// XTVERSION, DECRQSS of the pen, XTGETTCAP of RGB, DECRQM, OSC 11.
    case version, pen, capability, mode, background
  }

  /// What it answers; to everything else it is silent.
  var answers: Set<Question> = [
    .cursor, .attributes, .version, .pen, .capability, .mode, .background,
  ]
  /// What it calls itself.
  var version = "tester 1.0"
  /// What becomes of the background 48;2;1;2;3, as it tells it.
  var pen = "48:2::1:2:3"
  /// How long its answers are under way, in milliseconds.
  var delay: Int64 = 0
  /// Whether its answers come in pieces of a few bytes, as over a bad line.
  var isHalting = false
  /// What it adds to the environment.
  var environment: [String: String] = [:]

  /// One of today, which knows all colors.
  static let modern = TerminalKind()
  /// The same, far away.
  static let remote = TerminalKind(
    delay: 400, isHalting: true, environment: ["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"])
  /// The same, on a line so bad that its answers come in the middle of the game.
  static let late = TerminalKind(delay: 1_500, isHalting: true)
  /// One that has a palette and nothing else.
  static let palette = TerminalKind(pen: "48:5:16")
  /// One with sixteen colors.
  static let sixteen = TerminalKind(
    answers: [.cursor, .attributes], environment: ["TERM": "xterm-16color"])
  /// One that answers nothing.
  static let silent = TerminalKind(answers: [])

  /// tmux 3.3, which answers no more than this, with a command `tmux` in a directory that tells the
  /// features of the terminal outside.
  static func tmux(commandIn directory: String) -> TerminalKind {
    TerminalKind(
      answers: [.cursor, .attributes, .version], version: "tmux 3.3a",
      environment: [
        "TERM": "tmux-256color", "TMUX": "/tmp/tmux,1,0", "PATH": "\(directory):/usr/bin:/bin",
      ])
  }
}

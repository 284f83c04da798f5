// What the environment of a process says about its terminal, as a value: someone else reads the
// variables. It only reports; what to believe is Detection's question.

/// The environment, as far as it speaks about terminals.
package struct TerminalEnvironment: Equatable, Sendable {
  /// What the player wants, by `--color` or CHROMATCH_COLOR.
  package var wish: ColorDepth?
  /// Whether NO_COLOR has any value at all (no-color.org).
  package var forbidsColor: Bool
  /// TERM, empty if there is none.
  package var term: String
  /// COLORTERM.
  package var colorTerm: String
  /// TERM_PROGRAM, which some terminals name themselves in.
  package var program: String
  /// Whether this runs in a tmux on this machine (TMUX).
  package var isInTmux: Bool
  /// What `tmux display-message -p '#{client_termfeatures}'` prints; nil if it could not be asked.
  package var tmuxClientFeatures: String?
  /// Whether this runs in a GNU screen on this machine (STY).
  package var isInScreen: Bool
  /// Whether a network lies between (SSH_CONNECTION).
  package var isRemote: Bool
  /// Whether this is the console of Windows (WT_SESSION), reached through a subsystem.
  package var isWindowsTerminal: Bool
  /// Whether the locale (LC_ALL, LC_CTYPE, LANG) says UTF-8.
  package var isUTF8: Bool

  /// Asks for each variable by name; a variable that is set to nothing counts as not set.
  ///
  /// - Parameters:
  ///   - wish: what `--color` says, if it is given; it goes before CHROMATCH_COLOR.
  ///   - variable: the value of an environment variable, nil if it is not set.
  package init(wish: ColorDepth?, variable: (String) -> String?) {
    func value(_ name: String) -> String { variable(name) ?? "" }
    self.wish = wish ?? ColorDepth(name: value("CHROMATCH_COLOR"))
    forbidsColor = !value("NO_COLOR").isEmpty
    term = value("TERM")
    colorTerm = value("COLORTERM")
    program = value("TERM_PROGRAM")
    isInTmux = !value("TMUX").isEmpty
    isInScreen = !value("STY").isEmpty
    isRemote = !value("SSH_CONNECTION").isEmpty
    isWindowsTerminal = !value("WT_SESSION").isEmpty
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(value).first { !$0.isEmpty } ?? ""
    isUTF8 = ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
  }

  /// Whether only plain lines can be written: a terminal that cannot move its cursor, or none.
  package var isDumb: Bool { term.isEmpty || term == "dumb" || term == "unknown" }

  /// Whether the terminal is GNU screen, or may be: tmux shares its TERM when reached over ssh.
  /// GNU screen hands the contents of DCS on to the terminal outside, where they show as text.
  var mayBeScreen: Bool { !isInTmux && (isInScreen || term.hasPrefix("screen")) }

  /// Terminals that print what they do not know, or answer nothing but DA1.
  package var isEasilyUpset: Bool { program == "Apple_Terminal" || term == "linux" }

  /// How many colors TERM stands for in terminfo, for the entries that people really have.
  var depthByTerm: ColorDepth {
    if term.hasSuffix("-direct") { return .truecolor }
    let modern = ["xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty", "contour", "rio"]
    if modern.contains(where: { term == $0 || term.hasPrefix($0 + "-") }) { return .truecolor }
    if term.contains("256color") { return .palette256 }
    if ["vt50", "vt100", "vt102", "vt220", "vt320", "vt420"].contains(term) || term.hasSuffix("-m")
    {
      return .monochrome
    }
    return .palette16
  }

  /// Whether COLORTERM promises 24 bits.
  var promisesTruecolor: Bool {
    ["truecolor", "24bit"].contains(colorTerm.lowercased()) || isWindowsTerminal
  }
}

// What a terminal can really show: what to ask it, and what to make of its environment and its
// answers. A color game that shows wrong colors without a word is worse than one with few colors,
// so a promise is told from a proof, and a proof to the contrary beats any promise. It reads no
// variables, sends nothing and has no clock: all of that is passed in and out.

package import Chroma
import ClientCore

/// The colors of a terminal, and how well that is known.
package struct ColorSupport: Equatable, Sendable {
  /// How well it is known.
  package enum Certainty: Sendable {
    /// The terminal has shown that it is so.
    case verified
    /// Someone who should know says so: the player, the environment, the terminal's name.
    case claimed
    /// There is no telling; the depth is one that does no harm.
    case notVerified
  }

  /// Who decided, in the order in which they are heard.
  package enum Witness: Equatable, Sendable {
    /// The player, by `--color` or CHROMATCH_COLOR; then NO_COLOR; then a TERM that cannot be drawn
    /// on.
    case player, noColor, dumb
    /// What colors pass through on their way out.
    case tmux, screen
    /// The terminal's answers: to DECRQSS, to XTGETTCAP.
    case echo, capability
    /// The promises: COLORTERM, the terminal's name for itself, TERM_PROGRAM or TERM.
    case colorTerm, version, name
    /// Nobody in particular.
    case nobody
  }

  /// The colors to use.
  package var depth: ColorDepth
  /// How well that is known.
  package var certainty: Certainty
  /// Why, in a few words for the player.
  package var reason: String
  /// Whose word that is.
  package var witness = Witness.nobody
  /// What the player can do for more, if there is anything.
  package var advice: String?

  /// What stands in the corner of the lobby and goes with the player's scores.
  package var label: String {
    if certainty == .notVerified { return Words["not verified ?"] }
    return switch depth {
    case .monochrome: Words["no color"]
    case .palette16: Words["16 colors ~"]
    case .palette256: Words["256 colors ~"]
    case .truecolor: Words["24-bit color ✓"]
    }
  }
}

/// Finds out about one terminal.
package struct Detection: Sendable {
  /// What the environment says.
  package private(set) var environment: TerminalEnvironment
  /// What the terminal calls itself, in answer to XTVERSION.
  package private(set) var version: String?
  /// The background of its theme.
  package private(set) var background: Color?
  /// Whether DA1 has been answered. It was asked last, so no other answer is to be waited for.
  package private(set) var isComplete = false

  /// What became of the background 48;2;1;2;3.
  private(set) var echo = Echo.notHeard
  /// What XTGETTCAP said of RGB; nil without an answer.
  private(set) var rgbCapability: Bool?
  /// What DECRQM said of the modes that were asked for, by number: 0 unknown, 1 set, 2 reset, 3 and
  /// 4 for ever so.
  private(set) var modes: [Int: Int] = [:]
  /// The flags of kitty's keyboard protocol that are on; nil where it is not offered.
  private(set) var keyboardFlags: Int?
  /// How far the cursor moved over each row of test glyphs.
  private var glyphColumns: [Int] = []

  enum Echo: Equatable { case notHeard, same, palette, other }

  /// A terminal of which nothing but the environment is known.
  package init(_ environment: TerminalEnvironment) {
    self.environment = environment
  }

  // MARK: Questions

  /// How long to wait for the answers, in milliseconds. Later ones do no harm, and still count.
  package var waitMilliseconds: Int { environment.isRemote ? 600 : 150 }

  /// The questions, to be written at once on the alternate screen, just after `enter`: how wide the
  /// glyphs are, then everything else, with DA1 last as a fence. What they leave on the screen, the
  /// first frame clears.
  package var questions: [UInt8] {
    if environment.isDumb { return [] }
    let glyphs = environment.isUTF8 ? Detection.glyphQuestions : []
    if environment.isEasilyUpset { return glyphs + "\u{1b}[c".utf8 }
    if environment.mayBeScreen { return glyphs + "\u{1b}[>0q\u{1b}[?2026$p\u{1b}[c".utf8 }
    return glyphs + Detection.capabilityQuestions
  }

  /// XTVERSION; DECRQSS of SGR after 48;2;1;2;3; XTGETTCAP of RGB, in hexadecimal; DECRQM of modes
  /// 2026 (synchronized frames) and 1006 (the mouse); kitty's keyboard flags; OSC 11; DA1.
  static let capabilityQuestions = Array(
    """
    \u{1b}[>0q\
    \u{1b}[48;2;1;2;3m\u{1b}P$qm\u{1b}\\\u{1b}[m\
    \u{1b}P+q524742\u{1b}\\\
    \u{1b}[?2026$p\u{1b}[?1006$p\
    \u{1b}[?u\
    \u{1b}]11;?\u{1b}\\\
    \u{1b}[c
    """
    .utf8)

  /// Rows of glyphs that fonts for East Asia draw two columns wide, each followed by CPR.
  private static let glyphQuestions = testGlyphs.flatMap { row in
    Array("\u{1b}[H\(row)\u{1b}[6n".utf8)
  }

  static let testGlyphs = ["─│╭▄▀▌█▟", "◆●★♥☀☾✿⚑♫▸◐⏎↑°·…Δ"]

  // MARK: Wishes

  /// The player wants other colors than until now; nil for whatever the terminal can show.
  package mutating func wish(for depth: ColorDepth?) { environment.wish = depth }

  // MARK: Answers

  /// Takes an answer, in whatever order they come.
  package mutating func receive(_ answer: TerminalAnswer) {
    switch answer {
    case .primaryAttributes: isComplete = true
    case .version(let name): version = name
    case .setting(let setting): echo = setting.map(Detection.echo) ?? .notHeard
    case .capability(let name, let isPresent):
      if name == "RGB" || name == "Tc" { rgbCapability = isPresent }
    case .mode(let number, let state): modes[number] = state
    case .keyboardFlags(let flags): keyboardFlags = flags
    case .background(let color): background = color
    case .cursor(let point): glyphColumns.append(point.column)
    case .secondaryAttributes: break
    }
  }

  /// Whether a mode can be switched: reset for now, or set, either way it is known.
  func canSwitch(_ mode: Int) -> Bool { modes[mode] == 1 || modes[mode] == 2 }

  /// Whether the keyboard can tell Escape from the start of a sequence (kitty's protocol).
  package var offersKeyboardProtocol: Bool { keyboardFlags != nil }

  /// What a terminal has made of 48;2;1;2;3: `48:2::1:2:3`, `48:2:1:2:3` or `48;2;1;2;3` is
  /// faithful.
  private static func echo(_ setting: String) -> Echo {
    let numbers = setting.utf8.split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }
      .map { String(decoding: $0.filter { (0x30...0x39).contains($0) }, as: UTF8.self) }
    guard let start = numbers.firstIndex(of: "48") else { return .other }
    let background = numbers[start...].dropFirst()
    if background.first == "5" { return .palette }
    // With colons, a color space may stand before the channels.
    let channels = background.dropFirst()
    let isSame =
      channels.starts(with: ["1", "2", "3"])
      || channels.dropFirst().starts(with: ["1", "2", "3"])
    return background.first == "2" && isSame ? .same : .other
  }

  // MARK: Judgement

  /// The colors to use, by what is known so far.
  package var support: ColorSupport {
    if let wish = environment.wish {
      return ColorSupport(
        depth: wish, certainty: .claimed, reason: Words["asked for by you"], witness: .player)
    }
    if environment.forbidsColor {
      return ColorSupport(
        depth: .monochrome, certainty: .claimed, reason: Words["NO_COLOR is set"], witness: .noColor
      )
    }
    if environment.isDumb {
      return ColorSupport(
        depth: .monochrome, certainty: .claimed, reason: Words["TERM is dumb"], witness: .dumb)
    }
    return supportInMultiplexer ?? supportByProof ?? supportByPromise
  }

  /// What a terminal needs written, by what is known so far.
  package var traits: TerminalTraits {
    TerminalTraits(
      depth: support.depth,
      glyphs: environment.isUTF8 && hasNarrowGlyphs != false ? .unicode : .ascii,
      erasesInColor: !environment.mayBeScreen || isTmuxByName,
      synchronizes: canSwitch(2026))
  }

  /// Whether the test glyphs are one column wide each; nil where nothing was measured.
  var hasNarrowGlyphs: Bool? {
    if glyphColumns.isEmpty { return nil }
    return zip(glyphColumns, Detection.testGlyphs).allSatisfy { $0 == $1.unicodeScalars.count }
  }

  /// What makes a tmux pass 24-bit colors on, to be typed once.
  static let tmuxAdvice = #"tmux set -sa terminal-features ",*:RGB""#

  var isTmuxByName: Bool {
    version?.hasPrefix("tmux") ?? environment.term.hasPrefix("tmux")
  }

  /// tmux answers for itself and turns colors that the terminal outside lacks into palette entries
  /// without a word: only its list of that terminal's features says which.
  private var supportInMultiplexer: ColorSupport? {
    let advice = Detection.tmuxAdvice
    if environment.isInTmux {
      guard let features = environment.tmuxClientFeatures else {
        return ColorSupport(
          depth: .palette256, certainty: .notVerified, reason: Words["tmux could not be asked"],
          witness: .tmux, advice: advice)
      }
      if features.split(separator: ",").contains("RGB") {
        return ColorSupport(
          depth: .truecolor, certainty: .claimed, reason: Words["tmux passes RGB on"],
          witness: .tmux)
      }
      return ColorSupport(
        depth: .palette256, certainty: .verified, reason: Words["tmux does not pass RGB on"],
        witness: .tmux, advice: advice)
    }
    if isTmuxByName {
      return ColorSupport(
        depth: .palette256, certainty: .notVerified, reason: Words["in a tmux on another machine"],
        witness: .tmux, advice: advice)
    }
    if environment.mayBeScreen {
      return ColorSupport(
        depth: .palette256, certainty: .claimed, reason: Words["GNU screen"], witness: .screen)
    }
    return nil
  }

  private var supportByProof: ColorSupport? {
    switch echo {
    case .same:
      return ColorSupport(
        depth: .truecolor, certainty: .verified, reason: Words["your terminal shows full color"],
        witness: .echo)
    case .palette, .other:
      let depth = min(max(environment.depthByTerm, .palette16), .palette256)
      return ColorSupport(
        depth: echo == .palette ? .palette256 : depth, certainty: .verified,
        reason: Words["the terminal gave another color back"], witness: .echo)
    case .notHeard:
      guard rgbCapability == true else { return nil }
      return ColorSupport(
        depth: .truecolor, certainty: .verified, reason: Words["the terminal says RGB"],
        witness: .capability)
    }
  }

  private var supportByPromise: ColorSupport {
    if environment.promisesTruecolor {
      return ColorSupport(
        depth: .truecolor, certainty: .claimed, reason: Words["COLORTERM says so"],
        witness: .colorTerm)
    }
    if let version, Detection.isKnownForTruecolor(version) {
      return ColorSupport(
        depth: .truecolor, certainty: .claimed, reason: Words["it is \(version)"], witness: .version
      )
    }
    let known = Detection.truecolorPrograms.contains(environment.program)
    if known || environment.depthByTerm == .truecolor {
      let name = known ? environment.program : environment.term
      return ColorSupport(
        depth: .truecolor, certainty: .claimed, reason: Words["it is \(name)"], witness: .name)
    }
    // Plain "xterm" and the like: terminfo says 8 colors, most terminals of that name have more.
    let isTold = environment.depthByTerm != .palette16 || environment.term.contains("16color")
    return ColorSupport(
      depth: environment.depthByTerm,
      certainty: isTold || environment.term == "linux" ? .claimed : .notVerified,
      reason: Words["TERM is \(environment.term)"], witness: .name)
  }

  private static let truecolorPrograms = ["iTerm.app", "WezTerm", "ghostty", "vscode", "rio"]

  private static func isKnownForTruecolor(_ version: String) -> Bool {
    [
      "kitty", "foot", "WezTerm", "iTerm2", "ghostty", "contour", "Konsole", "VTE", "mintty",
      "Alacritty", "mlterm", "rio",
    ]
    .contains { version.lowercased().hasPrefix($0.lowercased()) }
  }
}

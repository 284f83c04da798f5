// What the doctor says about the terminals that people have: who decided, what helps, and that it
// can be read everywhere.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

struct DoctorTests {
  private static let da1 = TerminalAnswer.primaryAttributes([64, 22])

  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    var variables: [String: String] = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    var wish: ColorDepth?
    var features: String?
    var answers: [TerminalAnswer] = []
    var asking = DoctorReport.Asking.answered(milliseconds: 12)
    /// What the report says, a line or a part of one each.
    let says: [String]

    var testDescription: String { what }

    var report: DoctorReport {
      var environment = TerminalEnvironment(wish: wish) { variables[$0] }
      environment.tmuxClientFeatures = features
      var detection = Detection(environment)
      for answer in answers { detection.receive(answer) }
      return DoctorReport(
        detection, asking, size: asking == .nobody ? nil : (80, 24), isCalm: false)
    }
  }

  private static let narrowGlyphs = Detection.testGlyphs.map {
    TerminalAnswer.cursor(Point(column: $0.unicodeScalars.count, row: 0))
  }

  static let cases = [
    Case(
      what: "xterm, which tells everything",
      answers: narrowGlyphs + [
        .version("XTerm(379)"), .setting("0;48:2::1:2:3m"), .mode(2026, state: 0),
        .mode(1006, state: 1), .background("#181818"), da1,
      ],
      says: [
        "Colors: 24-bit color ✓   verified: the terminal gave a color back",
        "▸ a color back (DECRQSS)    the same color",
        "  its name (XTVERSION)      XTerm(379)", "  answers                   all, within 12 ms",
        "  size                      80 by 24", "  icons and blocks          one column each",
        "  whole frames (2026)       no", "  mouse (1006)              yes",
        "  kitty's keyboard          no answer", "  background                #181818",
        "Do you see two colors?",
      ]),
    Case(
      what: "a wish", wish: .palette256, answers: [.setting("0;48:2::1:2:3m"), da1],
      says: [
        "Colors: 256 colors ~   claimed: asked for by you", "▸ your wish (--color)       256",
      ]),
    Case(
      what: "NO_COLOR", variables: ["TERM": "xterm-256color", "NO_COLOR": "1"],
      says: ["▸ NO_COLOR                  set", "  UTF-8                     no"]),
    Case(
      what: "a dumb terminal", variables: ["TERM": "dumb"], asking: .nobody,
      says: ["▸ TERM                      dumb", "  answers                   not asked"]),
    Case(
      what: "tmux without RGB", variables: ["TERM": "tmux-256color", "TMUX": "/run/tmux,1,0"],
      features: "256,title", answers: [.version("tmux 3.3a"), da1],
      says: [
        "▸ tmux, GNU screen          tmux; its terminal has: 256,title",
        #"What helps: tmux set -sa terminal-features ",*:RGB""#,
      ]),
    Case(
      what: "ssh, too late for a game",
      variables: ["TERM": "xterm-256color", "SSH_CONNECTION": "1 2 3 4"],
      answers: [.version("WezTerm 20240203"), da1], asking: .answered(milliseconds: 900),
      says: [
        "▸ its name (XTVERSION)      WezTerm 20240203",
        "  answers                   all, but after 900 ms; a game begins after 600",
        "  network between           yes (SSH_CONNECTION)",
      ]),
    Case(
      what: "a terminal that says nothing", asking: .silent(milliseconds: 2_000),
      says: [
        "▸ TERM_PROGRAM, TERM        xterm-256color: 256", "none, or not all, within 2000 ms",
        "  icons and blocks          not measured",
      ]),
    Case(
      what: "glyphs of East Asia", answers: [.cursor(Point(column: 18, row: 0)), da1],
      says: ["some are two columns wide: ASCII instead"]),
    Case(
      what: "kitty", answers: [.capability(name: "RGB", isPresent: true), .keyboardFlags(0), da1],
      says: ["▸ RGB (XTGETTCAP)           yes", "  kitty's keyboard          offered, and used"]),
  ]

  private static func text(_ report: DoctorReport, _ depth: ColorDepth? = nil) -> [String] {
    report.lines.map { $0.encoded(for: depth) }
  }

  @Test(arguments: cases)
  func itSaysWhoDecidedAndWhy(one: Case) {
    let text = Self.text(one.report)
    expect(one.says.filter { sentence in !text.contains { $0.contains(sentence) } }, equals: [])
    expect(text.count { $0.hasPrefix("▸") }, equals: 1)
  }

  @Test(arguments: cases)
  func itCanBeReadFromAPipe(one: Case) {
    let text = Self.text(one.report)
    expect(text.filter { $0.count > 80 }, equals: [])
    expect(text.filter { $0.contains("\u{1b}") || $0.hasSuffix(" ") }, equals: [])
  }
}

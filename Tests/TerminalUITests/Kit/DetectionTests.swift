// What is made of a terminal by its environment, by what it answers, and by what neither says; and
// how the doctor tells it. The cases are the terminals that people have.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

private func terminal(
  _ variables: [String: String], wish: ColorDepth? = nil, features: String? = nil
) -> TerminalEnvironment {
  var environment = TerminalEnvironment(wish: wish) { variables[$0] }
  environment.tmuxClientFeatures = features
  return environment
}

struct DetectionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let environment: TerminalEnvironment
    let answers: [TerminalAnswer]
    let depth: ColorDepth
    let certainty: ColorSupport.Certainty
    let hasAdvice: Bool

    init(
      _ what: String, _ term: String?, _ others: [String: String] = [:],
      wish: ColorDepth? = nil, features: String? = nil, _ answers: TerminalAnswer...,
      is depth: ColorDepth, _ certainty: ColorSupport.Certainty = .claimed, hasAdvice: Bool = false
    ) {
      var variables = others
      variables["TERM"] = term
      testDescription = what
      environment = terminal(variables, wish: wish, features: features)
      (self.answers, self.depth) = (answers, depth)
      (self.certainty, self.hasAdvice) = (certainty, hasAdvice)
    }
  }

  private static let x256 = "xterm-256color"
  private static let promise = ["COLORTERM": "truecolor"]
  private static let ssh = ["SSH_CONNECTION": "1 2 3 4"]
  private static let tmux = ["TMUX": "/run/tmux,1,0"]
  /// The terminal gives the color back.
  private static let proof = TerminalAnswer.setting("0;48:2::1:2:3m")
  private static let capability = TerminalAnswer.capability(name: "RGB", isPresent: true)

  static let wishes = [
    Case(
      "--color goes before all", "dumb", ["NO_COLOR": "1", "CHROMATCH_COLOR": "16"],
      wish: .palette256, proof, is: .palette256),
    Case(
      "then CHROMATCH_COLOR", "xterm", ["NO_COLOR": "1", "CHROMATCH_COLOR": "24bit"],
      is: .truecolor),
    Case("a wish that is none is not heard", x256, ["CHROMATCH_COLOR": "lots"], is: .palette256),
    Case(
      "then NO_COLOR, whatever it is set to", "xterm-kitty",
      ["NO_COLOR": "0", "COLORTERM": "truecolor"], proof, is: .monochrome),
    Case("an empty NO_COLOR is none", x256, ["NO_COLOR": ""], is: .palette256),
    Case("a dumb terminal", "dumb", promise, is: .monochrome),
    Case("no terminal at all", nil, is: .monochrome),
  ]

  static let terminals = [
    Case(
      "xterm gives it back", x256, [:], .version("XTerm(379)"), proof, is: .truecolor, .verified),
    Case("the same with semicolons", x256, [:], .setting("48;2;1;2;3m"), is: .truecolor, .verified),
    Case(
      "the same with a color space left out or given", x256, [:], .setting("0;48:2:1:2:3m"),
      .setting("0;48:2:1:1:2:3m"), is: .truecolor, .verified),
    Case(
      "a palette entry back is proof to the contrary", "xterm-kitty", promise,
      .setting("0;48:5:16m"), capability, is: .palette256, .verified),
    Case(
      "so is another color", x256, promise, .setting("0;48:2::0:0:0m"), is: .palette256, .verified),
    Case("and none", "xterm-16color", promise, .setting("0m"), is: .palette16, .verified),
    Case("an invalid question proves nothing", x256, promise, .setting(nil), is: .truecolor),
    Case("kitty, by its capability", "xterm-kitty", [:], capability, is: .truecolor, .verified),
    Case(
      "one that it says it lacks", x256, [:], .capability(name: "RGB", isPresent: false),
      is: .palette256),
    Case("COLORTERM is a promise", x256, promise, is: .truecolor),
    Case("a name that is known for it", x256, ssh, .version("WezTerm 20240203"), is: .truecolor),
    Case("TERM of a terminal that has it", "foot", is: .truecolor),
    Case("terminfo's -direct entries", "xterm-direct", is: .truecolor),
    Case("Windows Terminal", x256, ["WT_SESSION": "8b5c"], is: .truecolor),
    Case("Apple's Terminal", x256, ["TERM_PROGRAM": "Apple_Terminal"], is: .palette256),
    Case("a terminal that answers nothing", x256, is: .palette256),
    Case("plain xterm: nobody knows", "xterm", is: .palette16, .notVerified),
    Case("sixteen colors by name", "xterm-16color", is: .palette16),
    Case("the Linux console", "linux", is: .palette16),
    Case("an amber tube", "vt220", is: .monochrome),
  ]

  static let multiplexers = [
    Case(
      "tmux with RGB outside", "tmux-256color", tmux, features: "256,RGB,title",
      .version("tmux 3.3a"), is: .truecolor),
    Case(
      "tmux without", "tmux-256color", tmux.merging(promise) { $1 }, features: "256,title", proof,
      is: .palette256, .verified, hasAdvice: true),
    Case(
      "tmux that could not be asked", "screen-256color", tmux, is: .palette256, .notVerified,
      hasAdvice: true),
    Case(
      "over ssh inside a tmux", x256, ssh.merging(promise) { $1 }, .version("tmux 3.4"),
      is: .palette256, .notVerified, hasAdvice: true),
    Case(
      "the same by TERM", "tmux-256color", ssh, is: .palette256, .notVerified, hasAdvice: true),
    Case(
      "GNU screen", "screen.xterm-256color", ["STY": "1.pts", "COLORTERM": "truecolor"],
      is: .palette256),
  ]

  @Test(arguments: wishes + terminals + multiplexers)
  func aTerminalIsTakenForWhatItIs(_ one: Case) {
    // The order of answers means nothing.
    for answers in [one.answers, one.answers.reversed()] {
      var detection = Detection(one.environment)
      for answer in answers { detection.receive(answer) }
      expect(!detection.isComplete)
      detection.receive(.primaryAttributes([64, 22]))
      let support = detection.support
      expect(support.depth, equals: one.depth)
      expect(support.certainty, equals: one.certainty)
      expect((support.advice != nil), equals: one.hasAdvice)
      expect(!support.reason.isEmpty)
      expect(detection.traits.depth, equals: one.depth)
      expect(detection.isComplete)
    }
  }

  private func questions(_ variables: [String: String]) -> String {
    String(decoding: Detection(terminal(variables)).questions, as: UTF8.self)
      .replacing("\u{1b}", with: "\\e")
  }

  @Test func everythingIsAskedAtOnceAndDA1Last() {
    expect(
      questions(["TERM": "xterm-256color"]),
      equals: #"\e[>0q\e[48;2;1;2;3m\eP$qm\e\\e[m\eP+q524742\e\"#
        + #"\e[?2026$p\e[?1006$p\e[?u\e]11;?\e\\e[c"#)
  }

  @Test func withUTF8TheWidthOfGlyphsIsAskedFirst() {
    let asked = questions(["TERM": "xterm-256color", "LANG": "de_DE.UTF-8"])
    expect(asked.hasPrefix(#"\e[H─│╭▄▀▌█▟\e[6n\e[H◆●★"#))
    expect(asked.hasSuffix(questions(["TERM": "xterm-256color"])))
    expect(asked.split(separator: #"\e[6n"#).count, equals: 3)
  }

  @Test(
    arguments: [
      (["TERM": "dumb"], ""), ([:], ""),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], #"\e[c"#),
      (["TERM": "linux"], #"\e[c"#),
      (["TERM": "screen", "STY": "1.pts"], #"\e[>0q\e[?2026$p\e[c"#),
      (["TERM": "screen-256color"], #"\e[>0q\e[?2026$p\e[c"#),
    ] as [([String: String], String)])
  func nobodyIsAskedWhatUpsetsThem(variables: [String: String], asked: String) {
    expect(questions(variables), equals: asked)
  }

  @Test func aNetworkIsGivenMoreTime() {
    expect(Detection(terminal(["TERM": "xterm"])).waitMilliseconds, equals: 150)
    expect(
      Detection(terminal(["TERM": "xterm", "SSH_CONNECTION": "1"])).waitMilliseconds, equals: 600)
  }

  private func traits(
    _ variables: [String: String], _ answers: TerminalAnswer...
  ) -> TerminalTraits {
    var detection = Detection(terminal(variables))
    for answer in answers { detection.receive(answer) }
    return detection.traits
  }

  @Test(arguments: [(0, false), (1, true), (2, true), (3, false), (4, false)])
  func framesAreSynchronizedWhereTheModeCanBeSet(state: Int, synchronizes: Bool) {
    let traits = traits(["TERM": "xterm"], .mode(2026, state: state), .mode(7, state: 1))
    expect(traits.synchronizes, equals: synchronizes)
  }

  @Test func onlyGNUScreenErasesWithoutColor() {
    expect(traits(["TERM": "xterm"]).erasesInColor)
    expect(traits(["TERM": "screen", "TMUX": "/run/tmux"]).erasesInColor)
    expect(!traits(["TERM": "screen", "STY": "1.pts"]).erasesInColor)
    expect(!traits(["TERM": "screen-256color"]).erasesInColor)
    expect(traits(["TERM": "screen-256color"], .version("tmux 3.4")).erasesInColor)
  }

  private static let da1 = TerminalAnswer.primaryAttributes([64, 22])

  struct DoctorCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var variables: [String: String] = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    var wish: ColorDepth?
    var features: String?
    var answers: [TerminalAnswer] = []
    var asking = DoctorReport.Asking.answered(milliseconds: 12)
    let says: [String]

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
    DoctorCase(
      testDescription: "xterm, which tells everything",
      answers: narrowGlyphs + [
        .version("XTerm(379)"), .setting("0;48:2::1:2:3m"), .mode(2026, state: 0),
        .mode(1006, state: 1), .background("#181818"), da1,
      ],
      says: [
        "Colors: 24-bit color ✓   verified: your terminal shows full color",
        "▸ a color back (DECRQSS)    the same color",
        "  its name (XTVERSION)      XTerm(379)", "  answers                   all, within 12 ms",
        "  size                      80 by 24", "  icons and blocks          one column each",
        "  whole frames (2026)       no", "  mouse (1006)              yes",
        "  kitty's keyboard          no answer", "  background                #181818",
        "Do you see two colors?",
      ]),
    DoctorCase(
      testDescription: "a wish", wish: .palette256, answers: [da1],
      says: ["256 colors ~   claimed: asked for by you", "▸ your wish (--color)       256"]),
    DoctorCase(
      testDescription: "NO_COLOR", variables: ["TERM": "xterm-256color", "NO_COLOR": "1"],
      says: ["▸ NO_COLOR                  set", "  UTF-8                     no"]),
    DoctorCase(
      testDescription: "a dumb terminal", variables: ["TERM": "dumb"], asking: .nobody,
      says: ["▸ TERM                      dumb", "  answers                   not asked"]),
    DoctorCase(
      testDescription: "tmux without RGB",
      variables: ["TERM": "tmux-256color", "TMUX": "/run/tmux,1,0"],
      features: "256,title", answers: [.version("tmux 3.3a"), da1],
      says: [
        "▸ tmux, GNU screen          tmux; its terminal has: 256,title",
        #"What helps: tmux set -sa terminal-features ",*:RGB""#,
      ]),
    DoctorCase(
      testDescription: "ssh, too late for a game",
      variables: ["TERM": "xterm-256color", "SSH_CONNECTION": "1 2 3 4"],
      answers: [.version("WezTerm 20240203"), da1], asking: .answered(milliseconds: 900),
      says: [
        "▸ its name (XTVERSION)      WezTerm 20240203",
        "  answers                   all, but after 900 ms; a game begins after 600",
        "  network between           yes (SSH_CONNECTION)",
      ]),
    DoctorCase(
      testDescription: "a terminal that says nothing", asking: .silent(milliseconds: 2_000),
      says: [
        "▸ TERM_PROGRAM, TERM        xterm-256color: 256", "none, or not all, within 2000 ms",
        "  icons and blocks          not measured",
      ]),
    DoctorCase(
      testDescription: "glyphs of East Asia", answers: [.cursor(Point(column: 18, row: 0)), da1],
      says: ["some are two columns wide: ASCII instead"]),
    DoctorCase(
      testDescription: "kitty",
      answers: [.capability(name: "RGB", isPresent: true), .keyboardFlags(0), da1],
      says: ["▸ RGB (XTGETTCAP)           yes", "  kitty's keyboard          offered, and used"]),
  ]

  @Test(arguments: cases)
  func itSaysWhoDecidedAndCanBeReadFromAPipe(one: DoctorCase) {
    let text = one.report.lines.map { $0.encoded(for: nil) }
    expect(one.says.filter { sentence in !text.contains { $0.contains(sentence) } }, equals: [])
    expect(text.count { $0.hasPrefix("▸") }, equals: 1)
    expect(text.filter { $0.count > 80 }, equals: [])
    expect(text.filter { $0.contains("\u{1b}") || $0.hasSuffix(" ") }, equals: [])
  }
}

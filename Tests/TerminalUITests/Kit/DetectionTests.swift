// What is made of a terminal: by its environment alone, by what it answers, and by what neither
// says. The cases are the terminals that people have.

import Chroma
import Testing

@testable import TerminalUI

private func environment(
  _ variables: KeyValuePairs<String, String>, wish: ColorDepth? = nil, features: String? = nil
) -> TerminalEnvironment {
  var environment = TerminalEnvironment(wish: wish) { name in
    variables.first { $0.key == name }?.value
  }
  environment.tmuxClientFeatures = features
  return environment
}

private let xterm = ("TERM", "xterm-256color")
private let da1 = TerminalAnswer.primaryAttributes([64, 22])

struct DetectionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let environment: TerminalEnvironment
    let answers: [TerminalAnswer]
    let depth: ColorDepth
    let certainty: ColorSupport.Certainty
    var hasAdvice = false

    var testDescription: String { what }
  }

  static let wishes = [
    Case(
      what: "--color goes before all",
      environment: environment(
        ["TERM": "dumb", "NO_COLOR": "1", "CHROMATCH_COLOR": "16"], wish: .palette256),
      answers: [.setting("0;48:2::1:2:3m"), da1], depth: .palette256, certainty: .claimed),
    Case(
      what: "then CHROMATCH_COLOR",
      environment: environment(["TERM": "xterm", "NO_COLOR": "1", "CHROMATCH_COLOR": "24bit"]),
      answers: [], depth: .truecolor, certainty: .claimed),
    Case(
      what: "a wish that is none is not heard",
      environment: environment(["TERM": "xterm-256color", "CHROMATCH_COLOR": "lots"]),
      answers: [], depth: .palette256, certainty: .claimed),
    Case(
      what: "then NO_COLOR, whatever it is set to",
      environment: environment(["TERM": "xterm-kitty", "NO_COLOR": "0", "COLORTERM": "truecolor"]),
      answers: [.setting("0;48:2::1:2:3m"), da1], depth: .monochrome, certainty: .claimed),
    Case(
      what: "an empty NO_COLOR is none",
      environment: environment(["TERM": "xterm-256color", "NO_COLOR": ""]),
      answers: [], depth: .palette256, certainty: .claimed),
    Case(
      what: "a dumb terminal",
      environment: environment(["TERM": "dumb", "COLORTERM": "truecolor"]),
      answers: [], depth: .monochrome, certainty: .claimed),
    Case(
      what: "no terminal at all", environment: environment([:]),
      answers: [], depth: .monochrome, certainty: .claimed),
  ]

  static let terminals = [
    Case(
      what: "xterm, which gives the color back",
      environment: environment(["TERM": "xterm-256color"]),
      answers: [.version("XTerm(379)"), .setting("0;48:2::1:2:3m"), da1],
      depth: .truecolor, certainty: .verified),
    Case(
      what: "the same with semicolons",
      environment: environment(["TERM": "xterm-256color"]),
      answers: [.setting("48;2;1;2;3m"), da1], depth: .truecolor, certainty: .verified),
    Case(
      what: "the same with a color space left out or given",
      environment: environment(["TERM": "xterm-256color"]),
      answers: [.setting("0;48:2:1:2:3m"), .setting("0;48:2:1:1:2:3m"), da1],
      depth: .truecolor, certainty: .verified),
    Case(
      what: "a palette entry back is proof to the contrary",
      environment: environment(["TERM": "xterm-kitty", "COLORTERM": "truecolor"]),
      answers: [.setting("0;48:5:16m"), .capability(name: "RGB", isPresent: true), da1],
      depth: .palette256, certainty: .verified),
    Case(
      what: "so is another color",
      environment: environment(["TERM": "xterm-256color", "COLORTERM": "24bit"]),
      answers: [.setting("0;48:2::0:0:0m"), da1], depth: .palette256, certainty: .verified),
    Case(
      what: "and no color at all",
      environment: environment(["TERM": "xterm-16color", "COLORTERM": "truecolor"]),
      answers: [.setting("0m"), da1], depth: .palette16, certainty: .verified),
    Case(
      what: "a question called invalid proves nothing",
      environment: environment(["TERM": "xterm-256color", "COLORTERM": "truecolor"]),
      answers: [.setting(nil), da1], depth: .truecolor, certainty: .claimed),
    Case(
      what: "kitty, by its capability",
      environment: environment(["TERM": "xterm-kitty"]),
      answers: [.capability(name: "RGB", isPresent: true), da1],
      depth: .truecolor, certainty: .verified),
    Case(
      what: "a capability that it says it lacks",
      environment: environment(["TERM": "xterm-256color"]),
      answers: [.capability(name: "RGB", isPresent: false), da1],
      depth: .palette256, certainty: .claimed),
    Case(
      what: "COLORTERM is a promise",
      environment: environment(["TERM": "xterm-256color", "COLORTERM": "truecolor"]),
      answers: [da1], depth: .truecolor, certainty: .claimed),
    Case(
      what: "a name that is known for it",
      environment: environment(["TERM": "xterm-256color", "SSH_CONNECTION": "1 2 3 4"]),
      answers: [.version("WezTerm 20240203"), da1], depth: .truecolor, certainty: .claimed),
    Case(
      what: "TERM of a terminal that has it",
      environment: environment(["TERM": "foot"]), answers: [], depth: .truecolor,
      certainty: .claimed),
    Case(
      what: "terminfo's -direct entries",
      environment: environment(["TERM": "xterm-direct"]), answers: [], depth: .truecolor,
      certainty: .claimed),
    Case(
      what: "Windows Terminal",
      environment: environment(["TERM": "xterm-256color", "WT_SESSION": "8b5c"]), answers: [da1],
      depth: .truecolor, certainty: .claimed),
    Case(
      what: "Apple's Terminal",
      environment: environment(["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"]),
      answers: [da1], depth: .palette256, certainty: .claimed),
    Case(
      what: "a terminal that answers nothing",
      environment: environment(["TERM": "xterm-256color"]), answers: [], depth: .palette256,
      certainty: .claimed),
    Case(
      what: "plain xterm: nobody knows",
      environment: environment(["TERM": "xterm"]), answers: [da1], depth: .palette16,
      certainty: .notVerified),
    Case(
      what: "sixteen colors by name",
      environment: environment(["TERM": "xterm-16color"]), answers: [da1], depth: .palette16,
      certainty: .claimed),
    Case(
      what: "the Linux console", environment: environment(["TERM": "linux"]), answers: [da1],
      depth: .palette16, certainty: .claimed),
    Case(
      what: "an amber tube", environment: environment(["TERM": "vt220"]), answers: [da1],
      depth: .monochrome, certainty: .claimed),
  ]

  static let multiplexers = [
    Case(
      what: "tmux with RGB outside",
      environment: environment(
        ["TERM": "tmux-256color", "TMUX": "/run/tmux,1,0"], features: "256,RGB,title"),
      answers: [.version("tmux 3.3a"), da1], depth: .truecolor, certainty: .claimed),
    Case(
      what: "tmux without",
      environment: environment(
        ["TERM": "tmux-256color", "TMUX": "/run/tmux,1,0", "COLORTERM": "truecolor"],
        features: "256,title"),
      answers: [.setting("0;48:2::1:2:3m"), da1], depth: .palette256, certainty: .verified,
      hasAdvice: true),
    Case(
      what: "tmux that could not be asked",
      environment: environment(["TERM": "screen-256color", "TMUX": "/run/tmux,1,0"]),
      answers: [da1], depth: .palette256, certainty: .notVerified, hasAdvice: true),
    Case(
      what: "over ssh inside a tmux",
      environment: environment(
        ["TERM": "xterm-256color", "COLORTERM": "truecolor", "SSH_CONNECTION": "1 2 3 4"]),
      answers: [.version("tmux 3.4"), da1], depth: .palette256, certainty: .notVerified,
      hasAdvice: true),
    Case(
      what: "the same by TERM, with no answer",
      environment: environment(["TERM": "tmux-256color", "SSH_CONNECTION": "1 2 3 4"]),
      answers: [], depth: .palette256, certainty: .notVerified, hasAdvice: true),
    Case(
      what: "GNU screen",
      environment: environment(
        ["TERM": "screen.xterm-256color", "STY": "1.pts", "COLORTERM": "truecolor"]),
      answers: [da1], depth: .palette256, certainty: .claimed),
  ]

  @Test(arguments: wishes + terminals + multiplexers)
  func whatIsMadeOfATerminal(_ one: Case) {
    var detection = Detection(one.environment)
    for answer in one.answers { detection.receive(answer) }
    let support = detection.support
    #expect(support.depth == one.depth)
    #expect(support.certainty == one.certainty)
    #expect((support.advice != nil) == one.hasAdvice)
    #expect(!support.reason.isEmpty)
    #expect(detection.traits.depth == one.depth)
    #expect(detection.isComplete == one.answers.contains(da1))
    // The order of answers means nothing.
    var backwards = Detection(one.environment)
    for answer in one.answers.reversed() { backwards.receive(answer) }
    #expect(backwards.support == support)
  }

  @Test func whatPlayersReadOfIt() {
    func label(_ depth: ColorDepth, _ certainty: ColorSupport.Certainty) -> String {
      ColorSupport(depth: depth, certainty: certainty, reason: "").label
    }
    #expect(label(.truecolor, .verified) == "24-bit color ✓")
    #expect(label(.truecolor, .claimed) == "24-bit color ✓")
    #expect(label(.palette256, .claimed) == "256 colors ~")
    #expect(label(.palette256, .notVerified) == "not verified ?")
    #expect(label(.palette16, .verified) == "16 colors ~")
    #expect(label(.monochrome, .claimed) == "no color")
  }

  // MARK: Questions

  private func questions(_ variables: KeyValuePairs<String, String>) -> String {
    String(decoding: Detection(environment(variables)).questions, as: UTF8.self)
      .replacing("\u{1b}", with: "\\e")
  }

  @Test func everythingIsAskedAtOnceAndDA1Last() {
    #expect(
      questions(["TERM": "xterm-256color"])
        == #"\e[>0q\e[48;2;1;2;3m\eP$qm\e\\e[m\eP+q524742\e\"#
        + #"\e[?2026$p\e[?1006$p\e[?u\e]11;?\e\\e[c"#)
  }

  @Test func withUTF8TheWidthOfGlyphsIsAskedFirst() {
    let asked = questions(["TERM": "xterm-256color", "LANG": "de_DE.UTF-8"])
    #expect(asked.hasPrefix(#"\e[H─│╭▄▀▌█▟\e[6n\e[H◆●★"#))
    #expect(asked.hasSuffix(questions(["TERM": "xterm-256color"])))
    #expect(asked.split(separator: #"\e[6n"#).count == 3)
  }

  @Test(
    arguments: [
      (["TERM": "dumb"], ""), ([:], ""),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], #"\e[c"#),
      (["TERM": "linux"], #"\e[c"#),
      (["TERM": "screen", "STY": "1.pts"], #"\e[>0q\e[?2026$p\e[c"#),
      (["TERM": "screen-256color"], #"\e[>0q\e[?2026$p\e[c"#),
    ] as [(KeyValuePairs<String, String>, String)])
  func nobodyIsAskedWhatUpsetsThem(variables: KeyValuePairs<String, String>, asked: String) {
    #expect(questions(variables) == asked)
  }

  @Test func aNetworkIsGivenMoreTime() {
    #expect(Detection(environment(["TERM": "xterm"])).waitMilliseconds == 150)
    #expect(
      Detection(environment(["TERM": "xterm", "SSH_CONNECTION": "1"])).waitMilliseconds == 600)
  }

  // MARK: The rest of what is found out

  private func traits(
    _ variables: KeyValuePairs<String, String>, _ answers: [TerminalAnswer]
  ) -> TerminalTraits {
    var detection = Detection(environment(variables))
    for answer in answers { detection.receive(answer) }
    return detection.traits
  }

  @Test(arguments: [(0, false), (1, true), (2, true), (3, false), (4, false)])
  func framesAreSynchronizedWhereTheModeCanBeSet(state: Int, synchronizes: Bool) {
    let traits = traits(["TERM": "xterm"], [.mode(2026, state: state), .mode(7, state: 1)])
    #expect(traits.synchronizes == synchronizes)
  }

  private static func cursors(_ columns: [Int]) -> [TerminalAnswer] {
    columns.map { .cursor(Point(column: $0, row: 0)) }
  }

  @Test func glyphsThatAreTooWideAreNotUsed() {
    let narrow = Detection.testGlyphs.map(\.unicodeScalars.count)
    let utf8: KeyValuePairs = ["TERM": "xterm", "LC_ALL": "", "LC_CTYPE": "C.utf8", "LANG": "C"]
    #expect(traits(utf8, []).glyphs == .unicode)
    #expect(traits(utf8, Self.cursors(narrow)).glyphs == .unicode)
    #expect(traits(utf8, Self.cursors([narrow[0] * 2, narrow[1]])).glyphs == .ascii)
    #expect(traits(utf8, Self.cursors([narrow[0], narrow[1] + 1])).glyphs == .ascii)
    #expect(traits(["TERM": "xterm", "LANG": "C"], []).glyphs == .ascii)
    #expect(traits(["TERM": "xterm", "LC_ALL": "C", "LANG": "C.UTF-8"], []).glyphs == .ascii)
    let glyphs = Detection.testGlyphs.joined().unicodeScalars
    #expect(glyphs.allSatisfy { Glyph.kind(of: $0) == .plain })
  }

  @Test func onlyGNUScreenErasesWithoutColor() {
    #expect(traits(["TERM": "xterm"], []).erasesInColor)
    #expect(traits(["TERM": "screen", "TMUX": "/run/tmux"], []).erasesInColor)
    #expect(!traits(["TERM": "screen", "STY": "1.pts"], []).erasesInColor)
    #expect(!traits(["TERM": "screen-256color"], []).erasesInColor)
    #expect(traits(["TERM": "screen-256color"], [.version("tmux 3.4")]).erasesInColor)
  }

  @Test func otherAnswersAreKeptForTheDoctor() {
    var detection = Detection(environment(["TERM": "xterm"]))
    for answer: TerminalAnswer in [
      .version("XTerm(379)"), .background("#ffffff"), .keyboardFlags(1), .secondaryAttributes([41]),
    ] {
      detection.receive(answer)
    }
    #expect(detection.version == "XTerm(379)")
    #expect(detection.background == "#ffffff")
    #expect(!detection.isComplete)
  }
}

// What is made of a terminal: by its environment alone, by what it answers, and by what neither
// says. The cases are the terminals that people have.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

private func terminal(
  _ variables: KeyValuePairs<String, String>, wish: ColorDepth? = nil, features: String? = nil
) -> TerminalEnvironment {
  var environment = TerminalEnvironment(wish: wish) { name in
    variables.first { $0.key == name }?.value
  }
  environment.tmuxClientFeatures = features
  return environment
}

private let da1 = TerminalAnswer.primaryAttributes([64, 22])

struct DetectionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let environment: TerminalEnvironment
    let answers: [TerminalAnswer]
    let depth: ColorDepth
    let certainty: ColorSupport.Certainty
    let hasAdvice: Bool

    init(
      _ what: String, _ variables: KeyValuePairs<String, String>, wish: ColorDepth? = nil,
      features: String? = nil, answers: [TerminalAnswer] = [], _ depth: ColorDepth,
      _ certainty: ColorSupport.Certainty, hasAdvice: Bool = false
    ) {
      testDescription = what
      environment = terminal(variables, wish: wish, features: features)
      (self.answers, self.depth) = (answers, depth)
      (self.certainty, self.hasAdvice) = (certainty, hasAdvice)
    }
  }

  static let wishes: [Case] = [
    Case(
      "--color goes before all", ["TERM": "dumb", "NO_COLOR": "1", "CHROMATCH_COLOR": "16"],
      wish: .palette256, answers: [.setting("0;48:2::1:2:3m"), da1], .palette256, .claimed),
    Case(
      "then CHROMATCH_COLOR", ["TERM": "xterm", "NO_COLOR": "1", "CHROMATCH_COLOR": "24bit"],
      .truecolor, .claimed),
    Case(
      "a wish that is none is not heard", ["TERM": "xterm-256color", "CHROMATCH_COLOR": "lots"],
      .palette256, .claimed),
    Case(
      "then NO_COLOR, whatever it is set to",
      ["TERM": "xterm-kitty", "NO_COLOR": "0", "COLORTERM": "truecolor"],
      answers: [.setting("0;48:2::1:2:3m"), da1], .monochrome, .claimed),
    Case(
      "an empty NO_COLOR is none", ["TERM": "xterm-256color", "NO_COLOR": ""], .palette256, .claimed
    ),
    Case("a dumb terminal", ["TERM": "dumb", "COLORTERM": "truecolor"], .monochrome, .claimed),
    Case("no terminal at all", [:], .monochrome, .claimed),
  ]

  static let terminals: [Case] = [
    Case(
      "xterm, which gives the color back", ["TERM": "xterm-256color"],
      answers: [.version("XTerm(379)"), .setting("0;48:2::1:2:3m"), da1], .truecolor, .verified),
    Case(
      "the same with semicolons", ["TERM": "xterm-256color"],
      answers: [.setting("48;2;1;2;3m"), da1], .truecolor, .verified),
    Case(
      "the same with a color space left out or given", ["TERM": "xterm-256color"],
      answers: [.setting("0;48:2:1:2:3m"), .setting("0;48:2:1:1:2:3m"), da1], .truecolor,
      .verified),
    Case(
      "a palette entry back is proof to the contrary",
      ["TERM": "xterm-kitty", "COLORTERM": "truecolor"],
      answers: [.setting("0;48:5:16m"), .capability(name: "RGB", isPresent: true), da1],
      .palette256, .verified),
    Case(
      "so is another color", ["TERM": "xterm-256color", "COLORTERM": "24bit"],
      answers: [.setting("0;48:2::0:0:0m"), da1], .palette256, .verified),
    Case(
      "and no color at all", ["TERM": "xterm-16color", "COLORTERM": "truecolor"],
      answers: [.setting("0m"), da1], .palette16, .verified),
    Case(
      "a question called invalid proves nothing",
      ["TERM": "xterm-256color", "COLORTERM": "truecolor"], answers: [.setting(nil), da1],
      .truecolor, .claimed),
    Case(
      "kitty, by its capability", ["TERM": "xterm-kitty"],
      answers: [.capability(name: "RGB", isPresent: true), da1], .truecolor, .verified),
    Case(
      "a capability that it says it lacks", ["TERM": "xterm-256color"],
      answers: [.capability(name: "RGB", isPresent: false), da1], .palette256, .claimed),
    Case(
      "COLORTERM is a promise", ["TERM": "xterm-256color", "COLORTERM": "truecolor"],
      answers: [da1], .truecolor, .claimed),
    Case(
      "a name that is known for it", ["TERM": "xterm-256color", "SSH_CONNECTION": "1 2 3 4"],
      answers: [.version("WezTerm 20240203"), da1], .truecolor, .claimed),
    Case("TERM of a terminal that has it", ["TERM": "foot"], .truecolor, .claimed),
    Case("terminfo's -direct entries", ["TERM": "xterm-direct"], .truecolor, .claimed),
    Case(
      "Windows Terminal", ["TERM": "xterm-256color", "WT_SESSION": "8b5c"], answers: [da1],
      .truecolor, .claimed),
    Case(
      "Apple's Terminal", ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"],
      answers: [da1], .palette256, .claimed),
    Case("a terminal that answers nothing", ["TERM": "xterm-256color"], .palette256, .claimed),
    Case("plain xterm: nobody knows", ["TERM": "xterm"], answers: [da1], .palette16, .notVerified),
    Case("sixteen colors by name", ["TERM": "xterm-16color"], answers: [da1], .palette16, .claimed),
    Case("the Linux console", ["TERM": "linux"], answers: [da1], .palette16, .claimed),
    Case("an amber tube", ["TERM": "vt220"], answers: [da1], .monochrome, .claimed),
  ]

  static let multiplexers: [Case] = [
    Case(
      "tmux with RGB outside", ["TERM": "tmux-256color", "TMUX": "/run/tmux,1,0"],
      features: "256,RGB,title", answers: [.version("tmux 3.3a"), da1], .truecolor, .claimed),
    Case(
      "tmux without", ["TERM": "tmux-256color", "TMUX": "/run/tmux,1,0", "COLORTERM": "truecolor"],
      features: "256,title", answers: [.setting("0;48:2::1:2:3m"), da1], .palette256, .verified,
      hasAdvice: true),
    Case(
      "tmux that could not be asked", ["TERM": "screen-256color", "TMUX": "/run/tmux,1,0"],
      answers: [da1], .palette256, .notVerified, hasAdvice: true),
    Case(
      "over ssh inside a tmux",
      ["TERM": "xterm-256color", "COLORTERM": "truecolor", "SSH_CONNECTION": "1 2 3 4"],
      answers: [.version("tmux 3.4"), da1], .palette256, .notVerified, hasAdvice: true),
    Case(
      "the same by TERM, with no answer", ["TERM": "tmux-256color", "SSH_CONNECTION": "1 2 3 4"],
      .palette256, .notVerified, hasAdvice: true),
    Case(
      "GNU screen", ["TERM": "screen.xterm-256color", "STY": "1.pts", "COLORTERM": "truecolor"],
      answers: [da1], .palette256, .claimed),
  ]

  @Test(arguments: wishes + terminals + multiplexers)
  func whatIsMadeOfATerminal(_ one: Case) {
    var detection = Detection(one.environment)
    for answer in one.answers { detection.receive(answer) }
    let support = detection.support
    expect(support.depth, equals: one.depth)
    expect(support.certainty, equals: one.certainty)
    expect((support.advice != nil), equals: one.hasAdvice)
    expect(!support.reason.isEmpty)
    expect(detection.traits.depth, equals: one.depth)
    expect(detection.isComplete, equals: one.answers.contains(da1))
    // The order of answers means nothing.
    var backwards = Detection(one.environment)
    for answer in one.answers.reversed() { backwards.receive(answer) }
    expect(backwards.support, equals: support)
  }

  // MARK: Questions

  private func questions(_ variables: KeyValuePairs<String, String>) -> String {
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
    ] as [(KeyValuePairs<String, String>, String)])
  func nobodyIsAskedWhatUpsetsThem(variables: KeyValuePairs<String, String>, asked: String) {
    expect(questions(variables), equals: asked)
  }

  @Test func aNetworkIsGivenMoreTime() {
    expect(Detection(terminal(["TERM": "xterm"])).waitMilliseconds, equals: 150)
    expect(
      Detection(terminal(["TERM": "xterm", "SSH_CONNECTION": "1"])).waitMilliseconds, equals: 600)
  }

  // MARK: The rest of what is found out

  private func traits(
    _ variables: KeyValuePairs<String, String>, _ answers: [TerminalAnswer]
  ) -> TerminalTraits {
    var detection = Detection(terminal(variables))
    for answer in answers { detection.receive(answer) }
    return detection.traits
  }

  @Test(arguments: [(0, false), (1, true), (2, true), (3, false), (4, false)])
  func framesAreSynchronizedWhereTheModeCanBeSet(state: Int, synchronizes: Bool) {
    let traits = traits(["TERM": "xterm"], [.mode(2026, state: state), .mode(7, state: 1)])
    expect(traits.synchronizes, equals: synchronizes)
  }

  @Test func onlyGNUScreenErasesWithoutColor() {
    expect(traits(["TERM": "xterm"], []).erasesInColor)
    expect(traits(["TERM": "screen", "TMUX": "/run/tmux"], []).erasesInColor)
    expect(!traits(["TERM": "screen", "STY": "1.pts"], []).erasesInColor)
    expect(!traits(["TERM": "screen-256color"], []).erasesInColor)
    expect(traits(["TERM": "screen-256color"], [.version("tmux 3.4")]).erasesInColor)
  }
}

// How long an ESC is waited upon, and that what is left of a late answer is never taken for keys.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

struct EscapePatienceTests {
  private static func detection(_ variables: [String: String], isComplete: Bool) -> Detection {
    var detection = Detection(TerminalEnvironment(wish: nil) { variables[$0] })
    if isComplete { detection.receive(.primaryAttributes([])) }
    return detection
  }

  private static let here = ["TERM": "xterm"]
  private static let remote = ["TERM": "xterm", "SSH_CONNECTION": "1 2 3 4"]

  @Test(
    arguments: [
      (here, true, 0, 25), (here, true, 9_000, 25), (remote, true, 0, 100),
      (here, false, 0, 150), (here, false, 2_999, 150), (here, false, 3_000, 25),
      (remote, false, 0, 600), (remote, false, 3_000, 100), (["TERM": "dumb"], false, 0, 25),
    ] as [([String: String], Bool, Int, Int)])
  func aPersonWaitsOnlyWhileAnswersAreDue(
    variables: [String: String], isComplete: Bool, elapsed: Int, milliseconds: Int
  ) {
    let detection = Self.detection(variables, isComplete: isComplete)
    #expect(detection.escapeMilliseconds(afterAsking: elapsed) == milliseconds)
    #expect(
      detection.awaitsAnswers(afterAsking: elapsed)
        == (!isComplete && elapsed < 3_000 && variables["TERM"] == "xterm"))
  }

  /// All that a modern terminal answers, in pieces with pauses between them. Whoever holds the keys
  /// flushes an ESC only after the patience that is due.
  @Test func lateAnswersAreNoKeysHoweverTheyAreCutAndDelayed() {
    let answers = Array(
      """
      \u{1b}[1;10R\u{1b}[1;18R\u{1b}P>|XTerm(379)\u{1b}\\\u{1b}P1$r0;48:2::1:2:3m\u{1b}\\\
      \u{1b}P1+r524742=38\u{1b}\\\u{1b}[?2026;2$y\u{1b}[?1006;1$y\u{1b}[?0u\
      \u{1b}]11;rgb:1818/1818/1818\u{1b}\\\u{1b}[?64;22c
      """
      .utf8)
    var dice = SplitMix64(seed: 21)
    for _ in 0..<400 {
      var detection = Self.detection(Self.here, isComplete: false)
      var decoder = InputDecoder()
      var elapsed = dice.roll(0..<1_000)
      var rest = answers[...]
      var events: [InputEvent] = []
      while !rest.isEmpty {
        let piece = rest.prefix(dice.roll(1..<12))
        rest = rest.dropFirst(piece.count)
        let arrived = decoder.decode(piece)
        for case .answer(let answer) in arrived { detection.receive(answer) }
        events += arrived
        let pause = dice.roll(0..<140)
        let patience = detection.escapeMilliseconds(afterAsking: elapsed)
        if decoder.pendingEscape, pause >= patience, let key = decoder.flushEscape() {
          events.append(key)
        }
        // Whoever takes longer is taken for a terminal that says nothing.
        elapsed = min(elapsed + pause, Detection.silentMilliseconds - 1)
      }
      #expect(detection.isComplete)
      #expect(events.count == 10)
      #expect(events.allSatisfy { if case .answer = $0 { true } else { false } })
    }
  }
}

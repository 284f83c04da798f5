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

  /// All that a modern terminal answers, in pieces with pauses between them. The holder of the keys
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
    for _ in 0..<80 {
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
        // A terminal that takes longer is taken for a terminal that says nothing.
        elapsed = min(elapsed + pause, Detection.silentMilliseconds - 1)
      }
      expect(detection.isComplete)
      expect(events.count, equals: 10)
      expect(events.allSatisfy { if case .answer = $0 { true } else { false } })
    }
  }
}

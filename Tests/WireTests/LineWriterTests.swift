// How lines are put together: numbers of every length, and lines that are longer than most.

import Game
import TestSupport
import Testing
import Wire

@Suite("Writing a line")
struct LineWriterTests {
  private static let edges: [Int] = {
    var powers = [1]
    while powers.count < 19 { powers.append(powers[powers.count - 1] * 10) }
    return [0, Int.max, Int.min, Int.min + 1] + powers.flatMap { [$0 - 1, $0, $0 + 1, -$0] }
  }()

  @Test("a number is written as it is read, whatever its length", arguments: edges)
  func decimal(number: Int) {
    var line: [UInt8] = []
    let moment = Instant(milliseconds: number)
    ServerMessage.pong(t: number, now: moment).encode(into: &line)
    expect(String(decoding: line, as: UTF8.self), equals: "PONG t=\(number) now=\(number)\n")
  }

  @Test("a line is whole however long it is", arguments: [1, 500, 4_000])
  func long(characters: Int) {
    // Every length from a little below to a little above.
    for count in max(0, characters - 20)...(characters + 20) {
      let text = String(repeating: "ä", count: count / 2) + (count % 2 == 0 ? "" : "b")
      var line = Array("before\n".utf8)
      let refusal = RefusalLine(code: .notNow, text: text)
      ServerMessage.no(refusal).encode(into: &line)
      let expected = "before\nNO code=not-now text=\(text)\n"
      expect(String(decoding: line, as: UTF8.self), equals: expected)
    }
  }
}

// Laws of the codec that no list of examples can show: the longest lines fit, and no bytes make it
// trap or read one thing and write another.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@Suite("Laws of the codec")
struct PropertyTests {
  @Test("the longest texts that fit their fields fit their lines, and so do the most tiles")
  func longest() throws {
    // 8 bytes a character: the first of four marks of two bytes each, on a character that has to be
    // escaped, is the longest that text gets on the wire.
    func longest(_ charactersMax: Int) -> String {
      let spent = charactersMax * (Wire.textBytesPerCharacter - 1)
      let marks = String(repeating: "\u{301}", count: spent / 2)
      return "%\(marks)" + String(repeating: "%", count: charactersMax - 1)
    }
    let word = String(repeating: "w", count: Wire.wordBytesMax)
    let hello = ClientMessage.hello(
      Hello(
        version: 999, name: longest(16), icon: .umbrella, color: Mode.startColor, isBot: true,
        resume: word, app: longest(64), depth: 24))
    let wishes = RoomWishes(
      mode: .gradient, rounds: 20, seconds: 120, level: .normal, seats: 8, isListed: true,
      password: longest(32), name: longest(32), isRated: true, isAssisted: true, delay: 30,
      isExact: true, isKnownOnly: true)
    for message in [hello, .create(wishes), .config(wishes, opens: true)] {
      let line = AnyMessage.client(message).bytes.dropLast()
      expect(line.count, isAtMost: Wire.clientLineBytesMax)
      try expect(ClientMessage.decode(line), equals: message)
    }
    let latest = Instant(milliseconds: 1 << 53)
    let start = RoundStart(
      round: 1 << 53, of: 1 << 53, opens: latest, closes: latest, target: Mode.startColor,
      to: Mode.startColor, start: Mode.startColor,
      tiles: Array(repeating: Mode.startColor, count: 64), hides: latest,
      tolerance: Difference(thousandths: 999_999_999))
    let message = ServerMessage.play(n: 1 << 53, .round(start))
    let line = AnyMessage.server(message).bytes.dropLast()
    expect(line.count, isAtMost: Wire.serverLineBytesMax)
    try expect(ServerMessage.decode(line), equals: message)
  }

  @Test("a number is written as it is read, whatever its length, and a line however long it is")
  func written() {
    var powers = [1]
    while powers.count < 19 { powers.append(powers[powers.count - 1] * 10) }
    let edges = [0, Int.max, .min, .min + 1] + powers.flatMap { [$0 - 1, $0, $0 + 1, -$0] }
    for number in edges {
      let pong = ServerMessage.pong(t: number, now: Instant(milliseconds: number))
      expect(AnyMessage.server(pong).text, equals: "PONG t=\(number) now=\(number)")
    }
    // Every length from a little below to a little above.
    for count in [0...20, 480...520, 3_980...4_020].flatMap(Array.init) {
      let text = String(repeating: "ä", count: count / 2) + (count % 2 == 0 ? "" : "b")
      let refusal = ServerMessage.no(RefusalLine(code: .notNow, text: text))
      expect(AnyMessage.server(refusal).text, equals: "NO code=not-now text=\(text)")
    }
  }

  @Test("vectors with bytes changed, lost, doubled and moved never trap either", arguments: 0..<2)
  func mutations(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    for vector in try Vectors.ofVerbs() {
      var line = vector.line
      for _ in 0...generator.int(0...3) {
        let place = generator.int(0...line.count)
        line.replaceSubrange(
          place..<min(place + generator.int(0...1), line.count),
          with: [UInt8(generator.int(0...255)), generator.pick(Array(" =%,-0p#".utf8))]
            .prefix(
              generator.int(0...2)))
      }
      for side in Side.allCases { expectStable(line, from: side) }
    }
  }

  /// A line is refused by one of the two codes that reading has, skipped, or taken; and then what
  /// it means is written as a line that means it.
  private func expectStable(_ line: [UInt8], from side: Side) {
    let outcome = Outcome(reading: line[...], from: side)
    switch outcome {
    case .skipped: expect(side == .server || line.isEmpty)
    case .refused(let code, let verb):
      expect(code == "bad-field" && verb != nil || code == "unknown-verb")
    case .taken(_, _, let canonical):
      expect(Outcome(reading: canonical, from: side), equals: outcome, "\(canonical)")
    }
  }
}

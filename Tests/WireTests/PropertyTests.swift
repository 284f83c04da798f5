// Laws of the codec that no list of examples can show: the longest lines fit, and no bytes make it
// trap or read one thing and write another.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@Suite("Laws of the codec")
struct PropertyTests {

  @Test("the longest texts that fit their fields fit their lines together")
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
  }

  @Test("a round with as many tiles as a list may have fits its line")
  func longestRound() throws {
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

  @Test("random bytes never trap, and what they say is said again the same", arguments: 0..<6)
  func randomBytes(seed: Int) {
    var generator = SplitMix64(seed: UInt64(seed))
    // Mostly bytes that lines are made of, so that some get past the verb.
    let likely = Array("PING BOT SET LOCK OVER t=v=n=level=,0123456789%abcdef#  =".utf8)
    for _ in 0..<200 {
      let line = (0..<generator.int(0...60))
        .map { _ in
          generator.int(0...20) == 0 ? UInt8(generator.int(0...255)) : generator.pick(likely)
        }
      for side in Side.allCases { expectStable(line, from: side) }
    }
  }

  @Test("vectors with bytes changed, lost, doubled and moved never trap either", arguments: 0..<2)
  func mutations(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    for vector in try Vectors.ofVerbs() {
      var line = vector.line
      for _ in 0...generator.int(0...3) { line = generator.mutated(line) }
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

extension SplitMix64 {
  /// The bytes with one small accident.
  fileprivate mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return [UInt8(int(0...255))] }
    var bytes = bytes
    let place = int(0...(bytes.count - 1))
    switch next() % 6 {
    case 0: bytes[place] = UInt8(int(0...255))
    case 1: bytes[place] ^= 1 << UInt8(int(0...7))
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(pick(Array(" =%,-0p#".utf8)), at: place)
    case 4: bytes.insert(contentsOf: bytes[..<place], at: int(0...(bytes.count - 1)))
    default: bytes.removeLast(bytes.count - place)
    }
    return bytes
  }
}

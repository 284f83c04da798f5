// Randomness that anybody can compute again. The expected numbers come from programs that share no
// code with what is tested: openssl in the worked example of the specification, Python in
// protocol/vectors/challenges.tsv (ChallengeVectorTests.swift).

import Chroma
import Game
import TestSupport
import Testing

@Suite("RandomStream")
struct RandomStreamTests {
  private func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
  }

  @Test("every number that openssl prints in the specification is right, and its target follows")
  func example() throws {
    let text = try protocolFile("README.md")
    let seed = try MatchSeed.counting()
    let key = Hashing.openSSL.hmac(seed.bytes, Array("round 1 c0ffee -".utf8))
    let block = Hashing.openSSL.hmac(key, Array("0".utf8))
    let printed = text.split(separator: "\n").filter { $0.contains("(stdin)= ") }
      .compactMap { $0.split(separator: " ").last.map(String.init) }
    expect(printed, equals: [hex(seed.commitment(.openSSL)), hex(key), hex(block)])
    expect(text.contains("SEED=\(hex(seed.bytes))\n") && text.contains("KEY=\(hex(key))\n"))
    let numbers = (0..<3).map { hex(block[(8 * $0)..<(8 * $0 + 8)]) }
    expect(text, contains: "for N in \(numbers.joined(separator: " "))\n")

    let begin = Instant(milliseconds: 1_767_225_600_000)
    var match = Match(
      rules: try .checked(rounds: 2), players: [PlayerID(number: 7), PlayerID(number: 9)],
      seed: seed, nonces: [try .checked("c0ffee"), .none], hashing: .openSSL, start: begin)
    let line = try require(match.advance(to: begin + 2_900).first).line
    expect(text, contains: line.replacing("ROUND ", with: "S: ROUND n=8 "))
    let round = try require(match.round)
    let answer = round.challenge.answer.values.map(String.init)
    expect(text, contains: "\n    \(answer.joined(separator: "\n    "))\n")
    expect(text, contains: "`\(round.start.target.hex)`: the target")
  }

  @Test("a seed has 32 bytes, a nonce 2 to 64 lower-case hexadecimal digits")
  func limits() {
    for count in [0, 31, 33] {
      expect(MatchSeed(bytes: Array(repeating: 7, count: count)), equals: nil)
    }
    let longest = String(repeating: "f", count: 64)
    for text in ["", "0", "-", "C0FFEE", "g0", "0x", " 00", "00 ", "é0", "0\n", longest + "f"] {
      expect(Nonce(hex: text), equals: nil, text)
    }
    expect(Nonce(hex: "00")?.text == "00" && Nonce.none.text == "-")
    expect(Nonce(hex: longest), differsFrom: nil)
  }

  @Test("a range of one number costs a draw all the same")
  func single() {
    var one = RandomStream(key: [1], hashing: .openSSL)
    var other = one
    expect(one.next(in: 7...7), equals: 7)
    _ = other.next(below: 2)
    expect(one.next(below: 1_000_000), equals: other.next(below: 1_000_000))
  }
}

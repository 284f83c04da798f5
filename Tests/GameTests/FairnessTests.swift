// The worked example of protocol/README.md, done again: a reader who follows it with openssl has to
// find what this program does. The numbers stand there once and are computed here.

import Chroma
import Foundation
import Game
import TestSupport
import Testing

@Suite("The fairness example of the specification")
struct FairnessTests {
  private let text: String

  init() throws {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    text = try String(contentsOf: root.appending(path: "protocol/README.md"), encoding: .utf8)
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
  }

  @Test("every number that openssl prints there is right")
  func numbers() throws {
    let seed = try MatchSeed.counting()
    let key = Hashing.openSSL.hmac(seed.bytes, Array("round 1 c0ffee -".utf8))
    let block = Hashing.openSSL.hmac(key, Array("0".utf8))
    let printed = text.split(separator: "\n").filter { $0.contains("(stdin)= ") }
      .compactMap { $0.split(separator: " ").last.map(String.init) }
    expect(printed, equals: [hex(seed.commitment(.openSSL)), hex(key), hex(block)])
    expect(text.contains("SEED=\(hex(seed.bytes))\n") && text.contains("KEY=\(hex(key))\n"))
    let numbers = (0..<3).map { hex(Array(block[(8 * $0)..<(8 * $0 + 8)])) }
    expect(text, contains: "for N in \(numbers.joined(separator: " "))\n")
  }

  @Test("the target that they lead to is the target of a match with that seed and those nonces")
  func target() throws {
    var match = Match(
      rules: try .checked(rounds: 2), players: [PlayerID(number: 7), PlayerID(number: 9)],
      seed: try .counting(), nonces: [try .checked("c0ffee"), .none], hashing: .openSSL,
      start: Instant(milliseconds: 1_767_225_600_000))
    let now = Instant(milliseconds: 1_767_225_602_900)
    let event = try require(match.advance(to: now).first)
    let line = event.line.replacing("ROUND ", with: "S: ROUND n=8 ")
    expect(text, contains: line, "\(line)")
    let answer = try require(match.round?.challenge.answer)
    expect(text, contains: "\n    \(answer.values.map(String.init).joined(separator: "\n    "))\n")
    expect(text, contains: "`\(try #require(match.round).start.target.hex)`: the target")
  }
}

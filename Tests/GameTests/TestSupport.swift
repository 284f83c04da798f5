// What the tests of the game share: the hash functions, a generator that a seed repeats exactly,
// seeds and rules with short names, and events as the lines of the protocol that they become.

import Chroma
import Game
import Net
import Testing
import Wire

extension Hashing {
  /// The functions that servers and clients use as well.
  static let openSSL = Hashing(
    sha256: { Net.sha256($0) }, hmac: { hmacSHA256(key: $0, message: $1) })
}

/// SplitMix64 (Steele, Lea and Flood, 2014): small, seeded, the same on every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}

extension MatchSeed {
  /// The bytes 0, 1, 2 … 31.
  static func counting() throws -> MatchSeed {
    try #require(MatchSeed(bytes: Array(0..<32)))
  }

  /// A seed of its own for each number.
  static func numbered(_ number: Int) throws -> MatchSeed {
    try #require(MatchSeed(bytes: sha256(Array("seed \(number)".utf8))))
  }
}

extension Rules {
  static func checked(
    _ mode: Mode = .rgb, rounds: Int = 1, seconds: Int = 30, level: Level = .normal,
    isAssisted: Bool = false
  ) throws -> Rules {
    try #require(
      Rules(
        checkedMode: mode, rounds: rounds, seconds: seconds, level: level,
        isAssisted: isAssisted))
  }
}

extension Nonce {
  static func checked(_ hex: String) throws -> Nonce { try #require(Nonce(hex: hex)) }
}

extension Event {
  /// The event as the line that everybody is told.
  var line: String {
    var bytes: [UInt8] = []
    ServerMessage.play(n: nil, self).encode(into: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}

extension Command {
  /// The command as the line that a client says.
  var line: String {
    var bytes: [UInt8] = []
    ClientMessage.play(self).encode(into: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}

extension Difference {
  /// So many whole ΔE.
  static func whole(_ units: Int) -> Difference { Difference(thousandths: units * 1_000) }
}

// What the tests of the game share: the hash functions, whole numbers at random, seeds and rules
// with short names, events as the lines of the protocol that they become, and where the protocol's
// files are.

import Chroma
import Foundation
import Game
import Net
import TestSupport
import Testing
import Wire

extension Hashing {
  /// The functions that servers and clients use as well.
  static let openSSL = Hashing(
    sha256: { Net.sha256($0) }, hmac: { hmacSHA256(key: $0, message: $1) })
}

extension SplitMix64 {
  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}

extension MatchSeed {
  /// The bytes 0, 1, 2 … 31.
  static func counting() throws -> MatchSeed {
    try require(MatchSeed(bytes: Array(0..<32)))
  }

  /// The seed that these hexadecimal digits write.
  static func written(_ digits: String) throws -> MatchSeed {
    let digits = Array(digits)
    let bytes = stride(from: 0, to: digits.count, by: 2)
      .compactMap { UInt8(String(digits[$0..<($0 + 2)]), radix: 16) }
    return try require(MatchSeed(bytes: bytes))
  }

  /// A seed of its own for each number.
  static func numbered(_ number: Int) throws -> MatchSeed {
    try require(MatchSeed(bytes: sha256(Array("seed \(number)".utf8))))
  }
}

extension Rules {
  static func checked(
    _ mode: Mode = .rgb, rounds: Int = 1, seconds: Int = 30, level: Level = .normal,
    isAssisted: Bool = false
  ) throws -> Rules {
    try require(
      Rules(
        checkedMode: mode, rounds: rounds, seconds: seconds, level: level,
        isAssisted: isAssisted))
  }
}

extension Nonce {
  static func checked(_ hex: String) throws -> Nonce { try require(Nonce(hex: hex)) }

  /// The nonces of a list as COUNTDOWN has it.
  static func list(_ text: String) throws -> [Nonce] {
    try text.split(separator: ",").map { $0 == "-" ? .none : try .checked(String($0)) }
  }
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

/// A match as somebody hears it who was told the promise, or was not.
struct HeardMatch {
  private var state: MatchState
  private var audit: Audit

  init(
    rules: Rules, players: [PlayerID], nonces: [Nonce], commitment: [UInt8]?,
    opens: Instant? = nil
  ) {
    state = MatchState(rules: rules, players: players, nonces: nonces, begins: opens)
    audit = Audit(commitment: commitment)
  }

  mutating func hear(_ event: Event, isNews: Bool = true) {
    let flaw = state.fold(event)
    audit.hear(event, in: state, flaw: flaw, isNews: isNews)
  }

  mutating func lose(_ player: PlayerID, isPutOut: Bool) {
    state.lose(player, isPutOut: isPutOut)
  }

  func verdict(_ hashing: Hashing) -> Verdict? { audit.verdict(of: state, hashing) }
}

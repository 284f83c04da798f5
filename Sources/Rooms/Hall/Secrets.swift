// Everything unpredictable that a hall needs, drawn from one secret that it was given: room codes,
// seats' tokens, nonces of pings, match seeds, bots' hands. It never asks a system for randomness,
// so that the same secret gives the same hall.
// Invariant: no two secrets of one kind are drawn from the same message.

import Game
import Wire

/// A source of secrets for one purpose.
struct Secrets: Sendable {
  let hashing: Hashing
  /// What everything else comes from.
  let key: [UInt8]
  /// What the seeds of daily matches come from, the same in all rooms.
  let daily: [UInt8]
  /// How often something was drawn.
  private(set) var drawn: Int

  init(key: [UInt8], drawn: Int = 0, daily: [UInt8], hashing: Hashing) {
    self.key = key
    self.drawn = drawn
    self.daily = daily
    self.hashing = hashing
  }

  /// 32 bytes that nobody can guess.
  mutating func bytes(_ purpose: String) -> [UInt8] {
    drawn += 1
    return hashing.hmac(key, Array("\(purpose) \(drawn)".utf8))
  }

  /// A stream of numbers that nobody can guess.
  mutating func draw(_ purpose: String) -> RandomStream {
    RandomStream(key: bytes(purpose), hashing: hashing)
  }

  /// 32 hexadecimal digits.
  mutating func token(_ purpose: String) -> String {
    String(hex: bytes(purpose).prefix(16))
  }

  /// What keeps a player's name in the record of a match from being guessed. It is not drawn: all
  /// else is the same whether or not a log keeps matches.
  func salt(of player: PlayerID, inMatch match: Int) -> [UInt8] {
    let message = Array("salt \(match) \(player.wire)".utf8)
    return Array(hashing.hmac(key, message).prefix(Person.saltByteCount))
  }

  /// What a room's names are shuffled by. It is not drawn either: those who need no names have the
  /// same matches.
  var names: RandomStream {
    RandomStream(key: hashing.hmac(key, Array("names".utf8)), hashing: hashing)
  }

  /// The seed of a match that begins in a mode: a new one, or that of the day.
  mutating func seed(of mode: Mode, at now: Instant) -> MatchSeed {
    if mode.isDaily { return Day(of: now).seed(secret: daily, hashing: hashing) }
    guard let seed = MatchSeed(bytes: bytes("seed")) else {
      preconditionFailure("HMAC-SHA-256 gives 32 bytes")
    }
    return seed
  }

  /// A room code; the caller sees to it that it is free.
  mutating func code(length: Int) -> RoomCode {
    var draw = draw("code")
    let letters = (0..<length)
      .map { _ in
        RoomCode.alphabet[draw.next(below: RoomCode.alphabet.count)]
      }
    guard let code = RoomCode(String(decoding: letters, as: UTF8.self)) else {
      preconditionFailure("the alphabet makes codes")
    }
    return code
  }
}

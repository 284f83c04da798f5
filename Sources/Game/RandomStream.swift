// The randomness of one round, as a stream of numbers that anybody can compute again from the
// revealed seed with a command-line HMAC. It knows nothing of colors.
// Invariant: the same seed, round and nonces give the same numbers, on every machine.

/// The random numbers of one round.
///
/// `key = HMAC(seed, "round R N1 N2 …")` in ASCII: R is the round in decimal, N1 … the nonces in
/// seat order ("-" for none), single spaces between. Block i of the stream is
/// `HMAC(key, i in decimal)`; each block is four numbers of 64 bits, big-endian.
public struct RandomStream: Sendable {
  private let key: [UInt8]
  private let hashing: Hashing
  private var block: [UInt8] = []
  private var blocks = 0

  /// The stream of round `round` (counted from 1).
  public init(seed: MatchSeed, round: Int, nonces: [Nonce], hashing: Hashing) {
    let message = (["round", String(round)] + nonces.map(\.text)).joined(separator: " ")
    self.hashing = hashing
    key = hashing.hmac(seed.bytes, Array(message.utf8))
  }

  /// A stream of numbers under any key, for what is random but need not be proved, such as bots.
  public init(key: [UInt8], hashing: Hashing) {
    self.key = key
    self.hashing = hashing
  }

  /// The next number, even over `0 ..< bound`: the high 64 bits of (number × bound).
  ///
  /// The bias is below bound / 2^64, which no player can see.
  public mutating func next(below bound: Int) -> Int {
    Int(next64().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// The next number, even over a closed range.
  public mutating func next(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + next(below: range.count)
  }

  private mutating func next64() -> UInt64 {
    if block.isEmpty {
      block = hashing.hmac(key, Array(String(blocks).utf8))
      blocks += 1
    }
    let number = block.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    block.removeFirst(8)
    return number
  }
}

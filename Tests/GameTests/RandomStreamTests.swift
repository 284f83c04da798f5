// Randomness that anybody can compute again. The expected numbers come from Python's hmac and
// hashlib, which share no code with what is tested:
//
//     import hashlib, hmac
//     seed = bytes(range(32))
//     key = hmac.new(seed, b"round 1 c0ffee -", hashlib.sha256).digest()
//     for i in range(2):
//         block = hmac.new(key, str(i).encode(), hashlib.sha256).digest()
//         for k in range(0, 32, 8):
//             n = int.from_bytes(block[k:k + 8], "big")
//             print(n, n * 256 >> 64, 10 + (n * 91 >> 64))
//     print(hashlib.sha256(seed).hexdigest())

import Game
import TestSupport
import Testing

@Suite("RandomStream")
struct RandomStreamTests {
  private func stream(_ round: Int, _ nonces: [Nonce]) throws -> RandomStream {
    RandomStream(seed: try .counting(), round: round, nonces: nonces, hashing: .openSSL)
  }

  @Test("the commitment is the SHA-256 of the seed")
  func commitment() throws {
    let hex = try MatchSeed.counting().commitment(.openSSL)
      .map { String($0, radix: 16) }
    expect(
      hex.joined(separator: " "),
      equals: "63 d cd 29 66 c4 33 66 91 12 54 48 bb b2 5b 4f "
        + "f4 12 a4 9c 73 2d b2 c8 ab c1 b8 58 1b d7 10 dd")
  }

  @Test("the stream is HMAC in counter mode under the round's key")
  func counterMode() throws {
    var draw = try stream(1, [try .checked("c0ffee"), .none])
    let numbers: [UInt64] = [
      0x0b8f_fa8e_ed7f_398d, 0xb174_f587_80b0_ac72, 0x6ed8_db70_750e_c1ac, 0x17e6_3900_2b4d_553c,
      // The second block.
      0xb094_6b11_15fa_f457, 0x4ff6_cff6_fa8a_ca80,
    ]
    // Below 2^62 are the top 62 bits.
    let drawn = numbers.map { _ in draw.next(below: 1 << 62) }
    expect(drawn, equals: numbers.map { Int($0 >> 2) })
  }

  @Test("a number below a bound is the high half of a product")
  func below() throws {
    var draw = try stream(2, [try .checked("c0ffee"), .none])
    expect((0..<3).map { _ in draw.next(below: 256) }, equals: [219, 221, 206])
  }

  @Test("a number from a range counts from its lower end")
  func ranges() throws {
    var draw = try stream(1, [try .checked("c0ffee"), .none])
    expect(draw.next(in: 0...359), equals: 16)
    expect(draw.next(in: 10...100), equals: 73)
    expect(draw.next(in: 25...100), equals: 57)
  }

  @Test("round, nonces and their order, each changes the stream")
  func distinct() throws {
    let one = try Nonce.checked("01")
    let two = try Nonce.checked("02")
    let streams: [(round: Int, nonces: [Nonce])] = [
      (1, []), (1, [.none]), (1, [.none, .none]), (2, [.none]), (12, [.none]),
      (1, [one]), (1, [one, two]), (1, [two, one]), (1, [one, .none]), (1, [.none, one]),
    ]
    let firsts = try streams.map { origin in
      var draw = try stream(origin.round, origin.nonces)
      return draw.next(below: .max)
    }
    expect(Set(firsts).count, equals: streams.count)
    let other = try MatchSeed.numbered(1)
    var draw = RandomStream(seed: other, round: 1, nonces: [], hashing: .openSSL)
    let first = draw.next(below: .max)
    expect(!firsts.contains(first))
  }

  @Test(
    "a range is met in all its parts about equally often, and never left", arguments: [1, 2, 7, 20])
  func even(size: Int) {
    var draw = RandomStream(key: [UInt8(size)], hashing: .openSSL)
    let range = -3...(size - 4)
    var counts = Array(repeating: 0, count: size)
    for _ in 0..<(200 * size) {
      let number = draw.next(in: range)
      expect(range, contains: number)
      counts[number + 3] += 1
    }
    // The key is fixed, so this is a fact and not a chance: five deviations of 200 draws are 70.
    expect(counts.allSatisfy { abs($0 - 200) < 70 })
  }

  @Test("a range of one number costs a draw all the same")
  func single() {
    var one = RandomStream(key: [1], hashing: .openSSL)
    var other = one
    expect(one.next(in: 7...7), equals: 7)
    _ = other.next(below: 2)
    expect(one.next(below: 1_000_000), equals: other.next(below: 1_000_000))
  }

  @Test("a seed has 32 bytes", arguments: [0, 1, 31, 33, 64])
  func seeds(count: Int) {
    expect(MatchSeed(bytes: Array(repeating: 7, count: count)), equals: nil)
  }

  @Test(
    "a nonce has 2 to 64 lower-case hexadecimal digits",
    arguments: ["", "0", "-", "C0FFEE", "g0", "0x", " 00", "00 ", "é0", "0\n"])
  func nonces(text: String) {
    expect(Nonce(hex: text), equals: nil)
    expect(Nonce(hex: "00")?.text == "00" && Nonce.none.text == "-")
    expect(Nonce(hex: String(repeating: "f", count: 64)), differsFrom: nil)
    expect(Nonce(hex: String(repeating: "f", count: 65)), equals: nil)
  }
}

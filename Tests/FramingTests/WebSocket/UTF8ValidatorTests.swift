// The laws of text that comes in pieces: the validator agrees with the standard library on whole
// texts, with CPython on where they go wrong, and with the definition of the first wrong byte.

import Framing
import Testing

@Suite("Text is judged byte by byte")
struct UTF8ValidatorTests {
  /// How many bytes are taken before the first that cannot follow, and whether the text may end.
  private func judge(_ pieces: [ArraySlice<UInt8>]) -> (count: Int, isComplete: Bool) {
    var validator = UTF8Validator()
    var count = 0
    for piece in pieces {
      let validCount = validator.validCount(of: piece)
      count += validCount
      if validCount < piece.count { return (count, false) }
    }
    return (count, validator.isComplete)
  }

  @Test("the first wrong byte is where CPython finds it")
  func fixtures() throws {
    for row in try fixture("utf8.tsv", columns: 3) {
      let text = try bytes(hexadecimal: row[0])
      let count = try #require(Int(row[1]))
      // Behind enough ASCII, the words of eight bytes at a time are looked at, too.
      for prefix in [[], [UInt8](repeating: 0x61, count: 45)] {
        for pieces in [[(prefix + text)[...]], (prefix + text).map { [$0][...] }] {
          let judgement = judge(pieces)
          #expect(judgement.count == prefix.count + count, "\(row)")
          #expect(judgement.isComplete == (row[2] == "whole"), "\(row)")
        }
      }
    }
  }

  @Test("a byte is right exactly if the text can go on from it")
  func definition() {
    let continuations: [UInt8] = [0x80, 0x90, 0xa0]
    func canGoOn(_ text: [UInt8], _ depth: Int) -> Bool {
      if String(validating: text, as: UTF8.self) != nil { return true }
      return depth > 0 && continuations.contains { canGoOn(text + [$0], depth - 1) }
    }
    for first in 0xc0...0xff as ClosedRange<UInt8> {
      #expect((judge([[first]]).count == 1) == canGoOn([first], 3), "\(first)")
      for second in 0x70...0xcf as ClosedRange<UInt8> where canGoOn([first], 3) {
        let text = [first, second]
        #expect((judge([text[...]]).count == 2) == canGoOn(text, 2), "\(text)")
      }
    }
  }

  @Test("every scalar at the edges of its length is taken, and nothing between")
  func scalars() {
    let edges: [UInt32] = [
      0x0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x1_0000, 0x10_ffff,
    ]
    for scalar in edges.compactMap(Unicode.Scalar.init) {
      let text = Array(String(scalar).utf8)
      for count in 0...text.count {
        let judgement = judge([text[..<count]])
        #expect(judgement == (count, count == 0 || count == text.count))
      }
    }
  }
}

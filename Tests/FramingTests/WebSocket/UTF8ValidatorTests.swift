// The laws of text that comes in pieces: the validator agrees with the standard library on whole
// texts, and with the definition of the first wrong byte.

import Framing
import TestSupport
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

  /// Bytes at which ranges of continuations begin and end.
  private static let edges: [UInt8] = [
    0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff,
  ]

  /// Whether the standard library takes the text, perhaps with more continuations behind it.
  private func canGoOn(_ text: [UInt8], _ depth: Int) -> Bool {
    if String(validating: text, as: UTF8.self) != nil { return true }
    return depth > 0
      && [0x80, 0x90, 0xa0].contains { (next: UInt8) in canGoOn(text + [next], depth - 1) }
  }

  @Test("a byte is right exactly if the text can go on from it")
  func definition() {
    var texts = (UInt8.min...UInt8.max).map { [$0] }
    for length in 2...4 {
      let starts = texts.filter { $0.count == length - 1 && $0[0] >= 0x80 && canGoOn($0, 3) }
      texts += starts.flatMap { start in Self.edges.map { start + [$0] } }
    }
    for text in texts {
      // Behind enough ASCII, the words of eight bytes at a time are looked at, too.
      let prefix = [UInt8](repeating: 0x61, count: text.count < 3 ? 0 : 45)
      let valid = text.indices.prefix { canGoOn(Array(text[...$0]), 3) }.count
      let isWhole = String(validating: text, as: UTF8.self) != nil
      for pieces in [[(prefix + text)[...]], (prefix + text).map { [$0][...] }] {
        let judgement = judge(pieces)
        expect(judgement.count, equals: prefix.count + valid, "\(text)")
        expect(judgement.isComplete, equals: isWhole, "\(text)")
      }
    }
  }
}

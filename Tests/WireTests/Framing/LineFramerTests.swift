// The laws of a line framer that the vectors of framing do not show. Every stream is fed whole, cut
// in two at every point and byte by byte, and compared with the definition.

import Framing
import TestSupport
import Testing

@Suite("Bytes become lines")
struct LineFramerTests {
  @Test("a byte that matters is found at every place in a line of any length")
  func everyPlace() {
    // Lines are looked through eight bytes at a time; these are what such a look can mistake.
    for filler: UInt8 in [0x61, 0x0b] {
      for count in [1, 7, 8, 9, 16, 17] {
        for place in 0..<count {
          func outcome(with byte: UInt8) -> FramedLines {
            var line = [UInt8](repeating: filler, count: count)
            line[place] = byte
            return FramedLines(of: [(line + [0x0a])[...]], lineBytesMax: 32)
          }
          let letters = { String(repeating: String(decoding: [filler], as: UTF8.self), count: $0) }
          expect(outcome(with: 0), equals: FramedLines([], .containsNUL))
          expect(outcome(with: 0x80), equals: FramedLines([], .notUTF8))
          expect(
            outcome(with: 0x0a), equals: FramedLines([letters(place), letters(count - place - 1)]))
          expect(outcome(with: filler), equals: FramedLines([letters(count)]))
        }
      }
    }
  }

  @Test("random bytes never trap, and no cut changes what they mean")
  func randomBytes() {
    // Mostly what matters to a framer, so that streams get past their first bytes.
    let alphabet: [UInt8] = [0x0a, 0x0a, 0x0d, 0x0d, 0x41, 0x42, 0x43, 0xc3, 0xa9]
    for seed in 0..<60 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let bytes = (0..<Int.random(in: 0...80, using: &generator))
        .map { _ in
          UInt8.random(in: 0...31, using: &generator) == 0
            ? UInt8.random(in: 0...255, using: &generator)
            : alphabet[Int.random(in: alphabet.indices, using: &generator)]
        }
      let expected = Self.naive(bytes, lineBytesMax: 6)
      for outcome in FramedLines.ofEveryCut(bytes, lineBytesMax: 6) {
        expect(outcome, equals: expected, "seed \(seed)")
      }
    }
  }

  @Test("a line fed to a framer that was not drained is not lost; NUL is named before bad UTF-8")
  func undrained() throws {
    var framer = LineFramer(lineBytesMax: 16)
    framer.receive(Array("A\nB".utf8)[...])
    framer.receive(Array("C\n".utf8)[...])
    try expect(framer.next().map(Array.init), equals: Array("A".utf8))
    try expect(framer.next().map(Array.init), equals: Array("BC".utf8))
    try expect(framer.next(), equals: nil)
    let bad: [UInt8] = [0xff, 0x00, 0x0a]
    expect(FramedLines(of: [bad[...]], lineBytesMax: 16), equals: FramedLines([], .containsNUL))
  }

  /// The definition, written without regard to cost: split the whole, then judge line by line.
  private static func naive(_ bytes: [UInt8], lineBytesMax: Int) -> FramedLines {
    var outcome = FramedLines([])
    var pieces = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    let rest = pieces.removeLast()
    for piece in pieces {
      let line = Array(piece.last == 0x0d ? piece.dropLast() : piece)
      if line.count > lineBytesMax {
        outcome.refusal = .tooLong
      } else if line.contains(0) {
        outcome.refusal = .containsNUL
      } else if String(validating: line, as: UTF8.self) == nil {
        outcome.refusal = .notUTF8
      }
      if outcome.refusal != nil { return outcome }
      outcome.lines.append(line)
    }
    if rest.count - (rest.last == 0x0d ? 1 : 0) > lineBytesMax { outcome.refusal = .tooLong }
    return outcome
  }
}

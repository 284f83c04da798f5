// The laws of a line framer. Every stream is fed whole, cut in two at every point and byte by byte,
// and has to give the same lines and the same refusal each time.

import Framing
import TestSupport
import Testing

@Suite("Bytes become lines")
struct LineFramerTests {
  struct Stream: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let lines: [String]
    let refusal: FramingError?
    let testDescription: String

    init(_ name: String, _ text: String, _ lines: [String], _ refusal: FramingError? = nil) {
      self.init(name, Array(text.utf8), lines, refusal)
    }

    init(_ name: String, _ bytes: [UInt8], _ lines: [String], _ refusal: FramingError? = nil) {
      self.bytes = bytes
      self.lines = lines
      self.refusal = refusal
      testDescription = name
    }
  }

  /// All of them are read with a limit of eight bytes.
  static let streams: [Stream] = [
    Stream("one line", "BYE\n", ["BYE"]),
    Stream("the unended rest is not a line", "BYE\nPIN", ["BYE"]),
    Stream("empty lines are lines", "\n\nBYE\n\n", ["", "", "BYE", ""]),
    Stream("one CR belongs to the ending", "BYE\r\n\r\n", ["BYE", ""]),
    Stream("only one CR does", "BYE\r\r\n", ["BYE\r"]),
    Stream("a lone CR is a byte of the line", "B\rE\n", ["B\rE"]),
    Stream("CR after LF starts the next line", "BYE\n\rB\n", ["BYE", "\rB"]),
    Stream("a CR at the end waits for its LF", "BYE\r", []),
    Stream("exactly the limit", "12345678\n", ["12345678"]),
    Stream("exactly the limit and CR LF", "12345678\r\n", ["12345678"]),
    Stream("exactly the limit and a CR, unended", "12345678\r", []),
    Stream("one over", "123456789\n", [], .tooLong),
    Stream("one over by what follows the CR", "12345678\r9\n", [], .tooLong),
    Stream("lines before a long one still count", "A\nB\n123456789\nC\n", ["A", "B"], .tooLong),
    Stream("the limit counts bytes, not characters", "ööööö\n", [], .tooLong),
    Stream("four two-byte letters fit", "öööö\n", ["öööö"]),
    Stream("NUL", "A\nB\u{0}C\nD\n", ["A"], .containsNUL),
    Stream("NUL is named before bad UTF-8", [0xff, 0x00, 0x0a], [], .containsNUL),
    Stream("long is named before NUL", Array(repeating: 0, count: 9) + [0x0a], [], .tooLong),
    Stream("nothing follows a refusal", [0xff, 0x0a, 0x41, 0x0a], [], .notUTF8),
    Stream("other controls are for the reader above", "A\u{1}\u{7f}\t\n", ["A\u{1}\u{7f}\t"]),
    Stream("three and four bytes", "€😀\n", ["€😀"]),
    Stream("a byte order mark is a character", "\u{feff}A\n", ["\u{feff}A"]),
  ]

  @Test("a stream gives its lines however it is cut", arguments: streams)
  func lines(of stream: Stream) {
    let expected = Outcome(stream.lines, stream.refusal)
    for outcome in Outcome.ofEveryCut(stream.bytes, lineBytesMax: 8) {
      expect(outcome, equals: expected)
    }
  }

  /// Unicode 16, section 3.9, table 3-7: what lies just outside the well-formed sequences.
  static let illFormed: [[UInt8]] = [
    [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc2], [0xc2, 0x7f], [0xc2, 0xc0],
    [0xe0, 0x80, 0x80], [0xe0, 0x9f, 0xbf], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf],
    [0xf0, 0x80, 0x80, 0x80], [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x98],
    [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0xfe], [0xff],
  ]

  @Test("ill-formed UTF-8 is refused at every place in a line", arguments: illFormed)
  func illFormedAnywhere(_ sequence: [UInt8]) {
    let letters = Array("héllo".utf8)
    let places = [0, 1, 3, 4, 5, 6]  // not inside the é, which would only break that
    for place in places {
      let line = letters[..<place] + sequence + letters[place...]
      for outcome in Outcome.ofEveryCut(Array("OK\n".utf8) + line + [0x0a], lineBytesMax: 16) {
        expect(outcome, equals: Outcome(["OK"], .notUTF8))
      }
    }
  }

  @Test("NUL is refused at every place in a line")
  func nulAnywhere() {
    let letters = Array("héllo".utf8)
    for place in 0...letters.count {
      let line = letters[..<place] + [0] + letters[place...]
      for outcome in Outcome.ofEveryCut(line + [0x0a], lineBytesMax: 16) {
        expect(outcome, equals: Outcome([], .containsNUL))
      }
    }
  }

  @Test("a byte that matters is found at every place in a line of any length")
  func everyPlace() {
    // Lines are looked through eight bytes at a time; these are what such a look can mistake.
    for filler: UInt8 in [0x61, 0x0b] {
      for count in [1, 7, 8, 9, 16, 17] {
        for place in 0..<count {
          func outcome(with byte: UInt8) -> Outcome {
            var line = [UInt8](repeating: filler, count: count)
            line[place] = byte
            return Outcome(of: [(line + [0x0a])[...]], lineBytesMax: 32)
          }
          let letters = { String(repeating: String(decoding: [filler], as: UTF8.self), count: $0) }
          expect(outcome(with: 0), equals: Outcome([], .containsNUL))
          expect(outcome(with: 0x80), equals: Outcome([], .notUTF8))
          expect(
            outcome(with: 0x0a), equals: Outcome([letters(place), letters(count - place - 1)]))
          expect(outcome(with: filler), equals: Outcome([letters(count)]))
        }
      }
    }
  }

  @Test("random bytes never trap, and no cut changes what they mean")
  func randomBytes() {
    // Mostly what matters to a framer, so that streams get past their first bytes.
    let alphabet: [UInt8] = [0x0a, 0x0a, 0x0d, 0x41, 0x42, 0x43, 0xc3, 0xa9]
    for seed in 0..<40 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let bytes = (0..<Int.random(in: 0...80, using: &generator))
        .map { _ in
          UInt8.random(in: 0...31, using: &generator) == 0
            ? UInt8.random(in: 0...255, using: &generator)
            : alphabet[Int.random(in: alphabet.indices, using: &generator)]
        }
      let expected = Self.naive(bytes, lineBytesMax: 6)
      for outcome in Outcome.ofEveryCut(bytes, lineBytesMax: 6) {
        expect(outcome, equals: expected, "seed \(seed)")
      }
    }
  }

  @Test("a refused framer says the same for ever and takes nothing more")
  func staysRefused() {
    var framer = LineFramer(lineBytesMax: 4)
    framer.receive(Array("12345".utf8)[...])
    for _ in 0..<3 {
      #expect(throws: FramingError.tooLong) { try framer.next() }
      framer.receive(Array("A\n".utf8)[...])
    }
  }

  @Test("a line fed to a framer that was not drained is not lost")
  func undrained() throws {
    var framer = LineFramer(lineBytesMax: 16)
    framer.receive(Array("A\nB".utf8)[...])
    framer.receive(Array("C\n".utf8)[...])
    try expect(framer.next().map(Array.init), equals: Array("A".utf8))
    try expect(framer.next().map(Array.init), equals: Array("BC".utf8))
    try expect(framer.next(), equals: nil)
  }

  @Test("between two reads the caller's storage is its own again")
  func returnsStorage() throws {
    var framer = LineFramer(lineBytesMax: 16)
    var buffer = Array("WHOLE\nPART".utf8)
    let address = buffer.withUnsafeBytes { $0.baseAddress }
    framer.receive(buffer[...])
    while try framer.next() != nil {}
    buffer[0] = 0x41  // copies the buffer if the framer still shares it
    expect(buffer.withUnsafeBytes { $0.baseAddress }, equals: address)
  }

  /// The definition, written without regard to cost: split the whole, then judge line by line.
  private static func naive(_ bytes: [UInt8], lineBytesMax: Int) -> Outcome {
    var outcome = Outcome([])
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

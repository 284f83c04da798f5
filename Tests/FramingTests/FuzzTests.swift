// The fuzz entries, run on what is known and on what chance brings: every seed of the corpora,
// every stream of the fixtures, and random bytes made of what matters. An entry traps when two cuts
// of its input differ, or when something comes out that must not; then this process ends with it.

import Foundation
import Framing
import FramingFuzz
import Testing

@Suite("Nothing traps, and no cut matters")
struct FuzzTests {
  struct Entry: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable ([UInt8]) -> Void
    /// What its inputs are made of, besides bytes of any kind.
    let alphabet: [[UInt8]]
  }

  static let entries: [Entry] = [
    Entry(testDescription: "lines", run: fuzzLines, alphabet: [[10], [13], [65], [0xc3, 0xa9]]),
    Entry(
      testDescription: "sniffer", run: fuzzSniffer,
      alphabet: ["GET ", "POST ", "HELLO", " ", "/", "v=1", "HTTP/1.1", "\r\n", "A"]
        .map { Array($0.utf8) }),
    Entry(
      testDescription: "requests", run: fuzzRequestHead,
      alphabet: [
        "GET / HTTP/1.1\r\n", "Host: a\r\n", "\r\n", "\r", "\n", ":", " ", "GET /", "%2e", "..",
        "/",
        " HTTP/1.1\r\n", "Upgrade: websocket\r\n", "Connection: Upgrade\r\n", "?", "http://a",
      ]
      .map { Array($0.utf8) }),
    Entry(
      testDescription: "responses", run: fuzzResponseHead,
      alphabet: ["HTTP/1.1 101 \r\n", "Upgrade: websocket\r\n", "\r\n", "X: y\r\n", "HTTP/1.1 "]
        .map { Array($0.utf8) }),
    Entry(testDescription: "frames", run: fuzzFrames, alphabet: frames),
    Entry(testDescription: "lines over a WebSocket", run: fuzzLineStream, alphabet: frames),
    Entry(
      testDescription: "text", run: fuzzText,
      alphabet: [[0x41], [0xe2], [0x82], [0xac], [0xed], [0xa0], [0xf4], [0x90], [0xc3, 0xa9]]),
  ]

  /// Frames of either end, right and wrong.
  private static let frames =
    [true, false]
    .flatMap { masked in
      [
        frame(0x81, Array("A\nB\n".utf8), masked: masked), frame(0x01, [0xc3], masked: masked),
        frame(0x00, [0xa9], masked: masked), frame(0x80, [0x42], masked: masked),
        frame(0x82, [0xff], masked: masked), frame(0x89, [1, 2], masked: masked),
        frame(0x8a, [], masked: masked), frame(0x81, [], masked: masked),
        frame(0x88, [0x03, 0xe8], masked: masked), frame(0x88, [3], masked: masked),
        frame(0x82, [UInt8](repeating: 7, count: 130), masked: masked),
        frame(0x81, [0x41], masked: masked, lengthBytes: 2), frame(0xc1, [], masked: masked),
      ]
    }

  @Test("inputs made of what matters", arguments: entries)
  func random(_ entry: Entry) {
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let input = (0..<Int.random(in: 0...12, using: &generator))
        .flatMap { _ in
          UInt8.random(in: 0...9, using: &generator) == 0
            ? [UInt8.random(in: 0...255, using: &generator)]
            : entry.alphabet[Int.random(in: entry.alphabet.indices, using: &generator)]
        }
      entry.run([UInt8(seed)] + input)
      entry.run(input)
    }
  }

  @Test("the streams of the fixtures and every beginning of them")
  func fixtures() throws {
    for row in try fixture("frames.tsv", columns: 6) {
      let stream = try bytes(hexadecimal: row[2])
      if stream.count > 400 { continue }
      let setup: UInt8 = row[0] == "server" ? 0xfe : 0xff
      fuzzFrames([setup] + stream)
      fuzzLineStream([setup] + stream)
      fuzzFrames([setup] + stream.dropLast(stream.count / 2))
    }
  }

  @Test("every seed of the corpora", arguments: entries)
  func corpora(_ entry: Entry) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "FramingFuzz/Corpus")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let seeds = try #require(files).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
    try #require(!seeds.isEmpty)
    for seed in seeds { entry.run(Array(try Data(contentsOf: seed))) }
  }
}

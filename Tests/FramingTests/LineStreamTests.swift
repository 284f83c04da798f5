// The laws of streams of lines: the same lines come out whatever they were wrapped in, and a batch
// for many peers is made once for each way of wrapping it.

import Framing
import Synchronization
import TestSupport
import Testing

@Suite("Lines come out of any stream")
struct LineStreamTests {
  /// What came out of a stream: lines, its ending, and what it had to say by itself.
  struct Outcome: Equatable {
    var lines: [String] = []
    var ending: StreamEnding?
    var replies: [String] = []

    init(_ lines: [String], _ ending: StreamEnding? = nil, replies: [String] = []) {
      self.lines = lines
      self.ending = ending
      self.replies = replies
    }

    init(of pieces: [ArraySlice<UInt8>], by stream: LineStream) {
      var stream = stream
      var replyBytes: [UInt8] = []
      for piece in pieces {
        stream.receive(piece)
        do {
          while let line = try stream.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        } catch {
          expect(ending == nil || ending == error)
          ending = error
        }
        replyBytes += stream.takeReplies()
      }
      let decoder = WebSocketDecoder(role: client(), takesBinary: true, messageBytesMax: 1_000)
      replies = Transcript(of: [replyBytes[...]], by: decoder).contents
    }
  }

  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let outcome: Outcome

    init(_ name: String, _ bytes: [[UInt8]], _ outcome: Outcome) {
      testDescription = name
      self.bytes = Array(bytes.joined())
      self.outcome = outcome
    }
  }

  private static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  private static func violation(
    _ code: WebSocketCloseCode, _ reason: String, after lines: [String] = []
  ) -> Outcome {
    Outcome(
      lines, .webSocket(.violated(WebSocketViolation(code: code, reason: reason))),
      replies: ["close \(code) \(reason)"])
  }

  /// From clients, to a server that takes lines of 8 bytes in messages of 40.
  static let examples: [Example] = [
    Example("a message is a line", [text("BYE")], Outcome(["BYE"])),
    Example("its LF may be there", [text("BYE\n")], Outcome(["BYE"])),
    Example("and a CR before it", [text("BYE\r\n")], Outcome(["BYE"])),
    Example("or the CR alone", [text("BYE\r")], Outcome(["BYE"])),
    Example("a message is many lines", [text("A\nB\nC")], Outcome(["A", "B", "C"])),
    Example("the last with LF", [text("A\nB\n")], Outcome(["A", "B"])),
    Example("empty lines are lines", [text("\nA\n\n")], Outcome(["", "A", ""])),
    Example("an empty message is none", [text(""), text("A")], Outcome(["A"])),
    Example(
      "a line ends with its message", [text("A"), text("B\nC"), text("D")],
      Outcome(["A", "B", "C", "D"])),
    Example(
      "and hides no LF of the next", [text("ABCD"), text("E\nF")], Outcome(["ABCD", "E", "F"])),
    Example(
      "a line spans fragments", [frame(0x01, [0x41]), frame(0x00, [0x42]), frame(0x80, [0x43])],
      Outcome(["ABC"])),
    Example(
      "an empty last fragment ends a line", [frame(0x01, [0x41]), frame(0x80, [])], Outcome(["A"])),
    Example(
      "a message without an end has none", [text("A"), frame(0x01, [0x42])], Outcome(["A"])),
    Example(
      "exactly the limit", [text("12345678"), text("12345678\r\n")],
      Outcome(["12345678", "12345678"])),
    Example("one over", [text("A\n123456789")], Outcome(["A"], .refused(.tooLong))),
    Example(
      "one over, in an unfinished message", [frame(0x01, Array("123456789".utf8))],
      Outcome([], .refused(.tooLong))),
    Example("NUL", [text("A\nB\u{0}"), text("C")], Outcome(["A"], .refused(.containsNUL))),
    Example(
      "no text", [frame(0x81, [0x41, 0x0a, 0xff])],
      violation(.invalidPayload, "the text is not UTF-8", after: ["A"])),
    Example(
      "a text that ends in a letter", [frame(0x81, [0x41, 0x0a, 0x42, 0xc3])],
      violation(.invalidPayload, "the text is not UTF-8", after: ["A"])),
    Example(
      "binary", [text("A"), frame(0x82, [0x41])],
      violation(.unsupportedData, "only text is taken here", after: ["A"])),
    Example(
      "a long message", [text("A"), frame(0x81, [UInt8](repeating: 0x0a, count: 41))],
      violation(.messageTooBig, "the message is too long", after: ["A"])),
    Example(
      "a Ping between lines", [text("A"), frame(0x89, [7]), text("B")],
      Outcome(["A", "B"], replies: ["pong 07"])),
    Example(
      "a Close behind a line", [text("A"), frame(0x88, [0x03, 0xe9]), text("B")],
      Outcome(
        ["A"], .webSocket(.closed(.goingAway, reason: "")), replies: ["close 1001 "])),
  ]

  @Test("messages give their lines however they are cut", arguments: examples)
  func messages(_ example: Example) {
    for pieces in everyCut(of: example.bytes) {
      let stream = LineStream(webSocket: .server, lineBytesMax: 8, messageBytesMax: 40)
      expect(Outcome(of: pieces, by: stream), equals: example.outcome)
    }
  }

  @Test("lines are the same over a bare stream and over a WebSocket, at either end")
  func sameLines() {
    let alphabet = Array("AB\u{f6}\n\n\r".utf8)
    for seed in 0..<12 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let letters = (0..<Int.random(in: 0...60, using: &generator))
        .map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] }
      guard String(validating: letters, as: UTF8.self) != nil else { continue }
      let text = letters + [0x0a]
      let bare = Outcome(of: [text[...]], by: LineStream(lineBytesMax: 16))
      for role in [WebSocketRole.server, client()] {
        let encoder = WebSocketEncoder(role: role.other)
        var stream: [UInt8] = []
        encoder.appendMessage(.text, text[...], to: &stream)
        let wrapped = Outcome(
          of: everyCut(of: stream).randomElement(using: &generator) ?? [],
          by: LineStream(webSocket: role, lineBytesMax: 16, messageBytesMax: 100))
        expect(wrapped, equals: bare, "seed \(seed)")
      }
    }
  }

  @Test("a bare stream says nothing by itself")
  func bare() throws {
    var stream = LineStream(lineBytesMax: 8)
    stream.receive(Array("A\nB".utf8)[...])
    try expect(stream.next().map(Array.init), equals: [0x41])
    try expect(stream.next(), equals: nil)
    stream.close(.normal, reason: "bye")
    expect(stream.takeReplies(), equals: [])
    expect(stream.envelope, equals: .bare)
  }

  @Test("a Close is said once, behind the Pongs")
  func close() throws {
    var stream = LineStream(webSocket: .server, lineBytesMax: 8, messageBytesMax: 40)
    stream.receive(frame(0x89, [7])[...])
    try expect(stream.next(), equals: nil)
    stream.close(.goingAway, reason: "")
    stream.close(.goingAway, reason: "")
    expect(stream.takeReplies(), equals: [0x8a, 1, 7, 0x88, 2, 0x03, 0xe9])
  }

  @Test("a refused stream can still say why, and then close")
  func refused() {
    expect(FramingError.tooLong.closeCode, equals: .messageTooBig)
    expect(FramingError.containsNUL.closeCode, equals: .invalidPayload)
    expect(FramingError.notUTF8.closeCode, equals: .invalidPayload)
    var stream = LineStream(webSocket: .server, lineBytesMax: 8, messageBytesMax: 40)
    stream.receive(Self.text("123456789")[...])
    #expect(throws: StreamEnding.refused(.tooLong)) { try stream.next() }
    var batch = LineBatch(Array("NO\n".utf8))
    expect(stream.frame(&batch), equals: [0x81, 3] + "NO\n".utf8)
    stream.close(FramingError.tooLong.closeCode, reason: "")
    expect(stream.takeReplies(), equals: [0x88, 2, 0x03, 0xf1])
  }

  @Test("a batch is made once for each envelope and shared by all who take it")
  func batches() {
    let lines = Array("MOVE who=p1\nMOVE who=p2\n".utf8)
    var batch = LineBatch(lines)
    let bare = LineStream(lineBytesMax: 8)
    let wrapped = LineStream(webSocket: .server, lineBytesMax: 8, messageBytesMax: 40)
    let first = wrapped.frame(&batch)
    let second = batch.bytes(in: .webSocket)
    expect(first, equals: [0x81, UInt8(lines.count)] + lines)
    func address(_ bytes: [UInt8]) -> UnsafeRawPointer? { bytes.withUnsafeBytes { $0.baseAddress } }
    expect(address(first), equals: address(second))
    expect(address(bare.frame(&batch)), equals: address(lines))
  }

  @Test("a client masks each batch with a key of its own")
  func masking() {
    let keys = Keys()
    let stream = LineStream(
      webSocket: .client(nextMaskingKey: { keys.next() }), lineBytesMax: 8, messageBytesMax: 40)
    var batch = LineBatch(Array("BYE\n".utf8))
    expect(stream.frame(&batch), equals: [0x81, 0x84, 0, 0, 0, 1, 0x42, 0x59, 0x45, 0x0b])
    expect(stream.frame(&batch), equals: [0x81, 0x84, 0, 0, 0, 2, 0x42, 0x59, 0x45, 0x08])
  }
}

/// Keys that count, so that a test sees which of them was taken.
private final class Keys: Sendable {
  private let last = Atomic<UInt32>(0)

  func next() -> UInt32 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

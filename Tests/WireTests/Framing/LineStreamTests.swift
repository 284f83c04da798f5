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

  private static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  private static func violation(
    _ code: WebSocketCloseCode, _ reason: String, after lines: [String] = []
  ) -> Outcome {
    Outcome(
      lines, .webSocket(.violated(WebSocketViolation(code: code, reason: reason))),
      replies: ["close \(code) \(reason)"])
  }

  /// From clients, to a server that takes lines of 8 bytes in messages of 40: frames, and what
  /// comes out of them.
  static let examples: [(frames: [[UInt8]], outcome: Outcome)] = [
    // A message is a line; its ending may be there.
    ([text("BYE")], Outcome(["BYE"])), ([text("BYE\n")], Outcome(["BYE"])),
    ([text("BYE\r\n")], Outcome(["BYE"])), ([text("BYE\r")], Outcome(["BYE"])),
    // Or many lines, of which some are empty; an empty message is none.
    ([text("A\nB\nC")], Outcome(["A", "B", "C"])), ([text("\nA\n\n")], Outcome(["", "A", ""])),
    ([text(""), text("A")], Outcome(["A"])),
    // A line ends with its message, and hides no LF of the next.
    ([text("A"), text("B\nC"), text("D")], Outcome(["A", "B", "C", "D"])),
    ([text("ABCD"), text("E\nF")], Outcome(["ABCD", "E", "F"])),
    // A line spans fragments; a message without an end has none.
    ([frame(0x01, [0x41]), frame(0x00, [0x42]), frame(0x80, [0x43])], Outcome(["ABC"])),
    ([frame(0x01, [0x41]), frame(0x80, [])], Outcome(["A"])),
    ([text("A"), frame(0x01, [0x42])], Outcome(["A"])),
    // A message that ends in LF has no end left for the next one.
    ([text("A\n"), frame(0x01, [0x42]), frame(0x80, [0x43])], Outcome(["A", "BC"])),
    // Exactly the limit, one over it, and NUL.
    ([text("12345678"), text("12345678\r\n")], Outcome(["12345678", "12345678"])),
    ([text("A\n123456789")], Outcome(["A"], .refused(.tooLong))),
    ([frame(0x01, Array("123456789".utf8))], Outcome([], .refused(.tooLong))),
    ([text("A\nB\u{0}"), text("C")], Outcome(["A"], .refused(.containsNUL))),
    (
      [frame(0x81, [0x41, 0x0a, 0x42, 0xc3])],
      violation(.invalidPayload, "the text is not UTF-8", after: ["A"])
    ),
    (
      [text("A"), frame(0x82, [0x41])],
      violation(.unsupportedData, "only text is taken here", after: ["A"])
    ),
    (
      [text("A"), frame(0x81, [UInt8](repeating: 0x0a, count: 41))],
      violation(.messageTooBig, "the message is too long", after: ["A"])
    ),
    ([text("A"), frame(0x89, [7]), text("B")], Outcome(["A", "B"], replies: ["pong 07"])),
    (
      [text("A"), frame(0x88, [0x03, 0xe9]), text("B")],
      Outcome(["A"], .webSocket(.closed(.goingAway, reason: "")), replies: ["close 1001 "])
    ),
  ]

  @Test("messages give their lines however they are cut")
  func messages() {
    for (frames, outcome) in Self.examples {
      for pieces in everyCut(of: Array(frames.joined())) {
        let stream = LineStream(webSocket: .server, lineBytesMax: 8, messageBytesMax: 40)
        expect(Outcome(of: pieces, by: stream), equals: outcome, "\(frames)")
      }
    }
  }

  @Test("a refused stream can still say why, and then close")
  func refused() {
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

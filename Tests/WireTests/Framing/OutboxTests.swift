// The laws of an outbox, by example and against a model that keeps everything ever appended.

import Framing
import TestSupport
import Testing

@Suite("Lines wait to be written")
struct OutboxTests {
  @Test("a line that began before the outbox was empty is still finished")
  func unfinishedAcrossEmpty() {
    var outbox = Outbox(bytesMax: 100)
    outbox.append(Array("ON".utf8))
    outbox.consumed(2)
    outbox.append(Array("E\nTWO\n".utf8))
    outbox.dropWholeLines()
    expect(outbox.waiting, equals: "E\n")
  }

  @Test("any script agrees with the model")
  func model() {
    for seed in 0..<12 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      var outbox = Outbox(bytesMax: 40)
      var model = NaiveOutbox()
      for step in 0..<120 {
        Self.act(on: &outbox, and: &model, using: &generator)
        let isSame = outbox.waiting == String(decoding: model.waiting, as: UTF8.self)
        expect(isSame, "seed \(seed), step \(step)")
        expect(outbox.count, equals: model.waiting.count)
        expect(outbox.isEmpty, equals: model.waiting.isEmpty)
        expect(outbox.isOverfull, equals: (model.waiting.count > 40))
      }
      // Whatever was dropped, the peer has seen whole lines and at most the start of one more.
      let seen = (model.written + model.waiting).split(separator: 0x0a)
      expect(seen.allSatisfy { $0.first == 0x3c && $0.last == 0x3e }, "seed \(seed)")
    }
  }

  /// The same random act on both.
  private static func act(
    on outbox: inout Outbox, and model: inout NaiveOutbox, using generator: inout SplitMix64
  ) {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...3:
      let lines = someLines(using: &generator)
      outbox.append(lines)
      model.waiting += lines
    case 4...6:
      let written = Int.random(in: 0...model.waiting.count, using: &generator)
      outbox.consumed(written)
      model.consumed(written)
    default:
      outbox.dropWholeLines()
      model.dropWholeLines()
    }
  }

  /// Up to three lines such as `<aa>`, so that a cut inside one would show.
  private static func someLines(using generator: inout SplitMix64) -> [UInt8] {
    (0..<Int.random(in: 0...3, using: &generator))
      .flatMap { _ in
        let letters = String(repeating: "a", count: Int.random(in: 0...9, using: &generator))
        return Array("<\(letters)>\n".utf8)
      }
  }

  static let frameDrops: [(consumed: Int, kept: [UInt8])] = [
    (0, Array("101".utf8)), (1, Array("01".utf8)), (3, []), (4, [3] + "A\nB".utf8),
    (5, Array("A\nB".utf8)), (7, Array("B".utf8)), (8, []), (9, [0]), (10, []), (11, [1, 0x0a]),
    (12, [0x0a]), (13, []),
  ]

  @Test("dropping keeps the end of a handshake and of a frame begun", arguments: frameDrops.indices)
  func droppingFrames(_ index: Int) {
    let (consumed, kept) = Self.frameDrops[index]
    var outbox = Outbox(bytesMax: 100)
    outbox.append(Array("101".utf8))
    outbox.wrapInWebSocket()
    outbox.append([0x81, 3] + "A\nB".utf8 + [0x89, 0])
    outbox.append([0x81, 1, 0x0a])
    outbox.consumed(consumed)
    outbox.dropWholeLines()
    expect(outbox.waitingBytes, equals: kept)
    outbox.append([0x8a, 0])
    expect(outbox.waitingBytes, equals: kept + [0x8a, 0])
    outbox.dropWholeLines()
    expect(outbox.waitingBytes, equals: kept)
  }
}

/// What an outbox means: two piles of bytes.
private struct NaiveOutbox {
  var written: [UInt8] = []
  var waiting: [UInt8] = []

  mutating func consumed(_ count: Int) {
    written += waiting.prefix(count)
    waiting.removeFirst(count)
  }

  mutating func dropWholeLines() {
    let begun = written.last.map { $0 != 0x0a } ?? false
    waiting = begun ? Array(waiting.prefix { $0 != 0x0a }) + [0x0a] : []
  }
}

extension Outbox {
  fileprivate var waiting: String { withWaitingBytes { String(decoding: $0, as: UTF8.self) } }

  fileprivate var waitingBytes: [UInt8] { withWaitingBytes { Array($0) } }
}

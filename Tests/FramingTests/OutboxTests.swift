// The laws of an outbox, by example and against a model that keeps everything ever appended.

import Framing
import TestSupport
import Testing

@Suite("Lines wait to be written")
struct OutboxTests {
  @Test("bytes leave in the order they came, whole or in parts")
  func order() {
    var outbox = Outbox(bytesMax: 100)
    outbox.append(Array("ONE\n".utf8))
    outbox.append(Array("TWO\n".utf8))
    expect(outbox.waiting, equals: "ONE\nTWO\n")
    outbox.consumed(2)
    outbox.append(Array("SIX\n".utf8))
    expect(outbox.waiting, equals: "E\nTWO\nSIX\n")
    outbox.consumed(10)
    expect(outbox.isEmpty)
    expect(outbox.count, equals: 0)
    expect(outbox.waiting, equals: "")
  }

  struct Drop: Sendable, CustomTestStringConvertible {
    let queued: String
    let consumed: Int
    let kept: String

    init(_ queued: String, written consumed: Int, keeps kept: String) {
      self.queued = queued
      self.consumed = consumed
      self.kept = kept
    }

    var testDescription: String { "\(queued.debugDescription) after \(consumed)" }
  }

  static let drops: [Drop] = [
    Drop("", written: 0, keeps: ""),
    Drop("ONE\nTWO\n", written: 0, keeps: ""),
    Drop("ONE\nTWO\n", written: 1, keeps: "NE\n"),
    Drop("ONE\nTWO\n", written: 3, keeps: "\n"),
    Drop("ONE\nTWO\n", written: 4, keeps: ""),
    Drop("ONE\nTWO\n", written: 5, keeps: "WO\n"),
    Drop("ONE\nTWO\n", written: 8, keeps: ""),
    Drop("ONE\nTWO", written: 6, keeps: "O"),
  ]

  @Test("dropping keeps only the rest of a line that has begun", arguments: drops)
  func dropping(_ drop: Drop) {
    var outbox = Outbox(bytesMax: 100)
    outbox.append(Array(drop.queued.utf8))
    outbox.consumed(drop.consumed)
    outbox.dropWholeLines()
    expect(outbox.waiting, equals: drop.kept)
    outbox.append(Array("NEW\n".utf8))
    expect(outbox.waiting, equals: drop.kept + "NEW\n")
  }

  @Test("a line that began before the outbox was empty is still finished")
  func unfinishedAcrossEmpty() {
    var outbox = Outbox(bytesMax: 100)
    outbox.append(Array("ON".utf8))
    outbox.consumed(2)
    outbox.append(Array("E\nTWO\n".utf8))
    outbox.dropWholeLines()
    expect(outbox.waiting, equals: "E\n")
  }

  @Test("one array sent to two outboxes is changed by neither")
  func sharing() {
    let event = Array("EVENT\n".utf8)
    var first = Outbox(bytesMax: 100)
    var second = Outbox(bytesMax: 100)
    first.append(event)
    second.append(event)
    first.consumed(3)
    first.append(Array("MORE\n".utf8))
    expect(first.waiting, equals: "NT\nMORE\n")
    expect(second.waiting, equals: "EVENT\n")
    expect(event, equals: Array("EVENT\n".utf8))
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

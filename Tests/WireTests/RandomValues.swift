// Values at random, from a seed that repeats them exactly; they crowd at the ends of their ranges.

import Game
import TestSupport
import Testing

extension SplitMix64 {
  mutating func int(_ range: ClosedRange<Int>) -> Int {
    switch next() % 8 {
    case 0: range.lowerBound
    case 1: range.upperBound
    default: Int.random(in: range, using: &self)
    }
  }

  mutating func flag() -> Bool { next() % 2 == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(0...(elements.count - 1))]
  }

  mutating func count() -> Int { int(0...(1 << int(0...53))) }
  mutating func instant() -> Instant { Instant(milliseconds: count()) }

  mutating func nonce() -> Nonce? {
    Nonce(hex: String((0..<int(2...64)).map { _ in pick(Array("0123456789abcdef")) }))
  }
}

/// Alters bytes in up to four places and cuts some short, reads them, and writes again what is
/// read: no bytes trap, and a line that is read can be written and read again.
func expectStable<Line: Equatable>(
  _ bytes: [UInt8], seed: UInt64, times: Int, read: (ArraySlice<UInt8>) throws -> Line,
  write: (Line) -> [UInt8]
) throws {
  var draw = SplitMix64(seed: seed)
  for _ in 0..<times {
    var altered = bytes
    for _ in 0...draw.number(in: 0...3) {
      altered[draw.number(in: 0...(bytes.count - 1))] = UInt8(draw.number(in: 0...255))
    }
    if draw.chance(10) { altered.removeLast(draw.number(in: 0...bytes.count)) }
    guard let line = try? read(altered[...]) else { continue }
    try expect(read(write(line)[...]), equals: line)
  }
}

// Values at random, from a seed that repeats them exactly; they crowd at the ends of their ranges.

import Game
import TestSupport

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

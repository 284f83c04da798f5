// A way that bytes go, as a pure function: what a delay is depends on the moment alone, not on what
// was asked before, so that leaving something out of a script leaves the rest as it was.

package import TestSupport

package struct Path: Sendable {
  package let delay: Int
  package let jitter: Int
  package let seed: UInt64
  /// Whether what is sent in one piece may arrive in two.
  package let isCut: Bool
  private var spike = 0
  private var spikeEnds = 0

  package init(delay: Int, jitter: Int, seed: UInt64, isCut: Bool = false) {
    self.delay = delay
    self.jitter = jitter
    self.seed = seed
    self.isCut = isCut
  }

  /// How long something takes that is sent now. A connection keeps the order of its bytes all the
  /// same; two connections overtake each other.
  package func delay(at now: Int) -> Int {
    let extra = now < spikeEnds ? spike : 0
    if jitter == 0 { return delay + extra }
    var draw = SplitMix64(seed: seed &+ UInt64(now))
    return delay + extra + draw.number(in: 0...jitter)
  }

  /// How many of so many bytes that are sent now come in a piece of their own; all of them, if
  /// nothing is cut.
  package func cut(_ count: Int, at now: Int) -> Int {
    if !isCut || count < 2 { return count }
    var draw = SplitMix64(seed: ~seed &+ UInt64(now))
    return draw.chance(40) ? draw.number(in: 1...(count - 1)) : count
  }

  package mutating func slow(by milliseconds: Int, until end: Int) {
    spike = milliseconds
    spikeEnds = end
  }
}

extension SplitMix64 {
  package mutating func pick<Element>(_ elements: some RandomAccessCollection<Element>) -> Element?
  { elements.isEmpty ? nil : Array(elements)[number(in: 0...(elements.count - 1))] }
}

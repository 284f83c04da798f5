// What transcripts and simulations ask of their randomness besides numbers.

public import TestSupport

extension SplitMix64 {
  /// One of some; nil of none.
  public mutating func pick<Element>(_ elements: some RandomAccessCollection<Element>) -> Element? {
    elements.isEmpty ? nil : Array(elements)[number(in: 0...(elements.count - 1))]
  }
}

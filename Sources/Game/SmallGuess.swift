// A guess without a reference: moves wait by the hundred until they are written down, and to look
// at numbers that lie elsewhere, each in memory of its own, takes longer than to write them.
// Invariant: a guess comes out as it went in.

/// A guess of at most four sliders, in eight bytes.
public struct SmallGuess: Hashable, Sendable {
  /// `Int16.min` where there is no slider.
  private let values: SIMD4<Int16>

  /// Takes a guess; nil for one of more sliders or greater numbers.
  public init?(_ guess: Guess) {
    guard guess.values.count <= SIMD4<Int16>.scalarCount else { return nil }
    var values = SIMD4<Int16>(repeating: .min)
    for (index, value) in guess.values.enumerated() {
      guard let value = Int16(exactly: value), value > .min else { return nil }
      values[index] = value
    }
    self.values = values
  }

  /// Puts it in the place of another guess, whose memory is used again.
  public func unpack(into guess: inout Guess) {
    let count = values.indices.count { values[$0] > .min }
    if guess.values.count != count { guess.values = Array(repeating: 0, count: count) }
    for index in 0..<count { guess.values[index] = Int(values[index]) }
  }
}

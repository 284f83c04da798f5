// The numbers of a guess, in place: guesses are read, judged, kept and told by the million, and an
// array of numbers would lie elsewhere, in memory of its own that no cache has.
// Invariant: places behind the last number are zero, so guesses are equal when their bytes are.

extension Guess {
  /// A whole number for each slider: at most eight, each of 16 bits with its sign.
  public struct Values: Hashable, Sendable {
    /// The most sliders that a mode may have.
    public static let countMax = 8

    /// Four numbers each, the first lowest.
    @usableFromInline var low: UInt64 = 0
    @usableFromInline var high: UInt64 = 0
    @usableFromInline var filled: UInt8 = 0

    /// Takes numbers, which have to be few and small enough.
    public init(_ numbers: some Sequence<Int>) {
      for number in numbers { append(number) }
    }

    /// None yet.
    public init() {}

    /// Adds a number behind the others.
    @inlinable
    @inline(__always)
    public mutating func append(_ number: Int) {
      precondition(filled < Self.countMax, "a guess has eight numbers at the most")
      let bits = Self.bits(of: number) << Self.shift(of: Int(filled))
      if filled < 4 { low |= bits } else { high |= bits }
      filled &+= 1
    }
  }
}

extension Guess.Values: RandomAccessCollection, MutableCollection {
  /// The place of the first number.
  @inlinable public var startIndex: Int { 0 }

  /// One behind the place of the last.
  @inlinable public var endIndex: Int { Int(filled) }

  /// The number of a slider.
  public subscript(slider: Int) -> Int {
    @inlinable
    get {
      precondition(slider >= 0 && slider < Int(filled), "there is no such slider")
      let half = slider < 4 ? low : high
      return Int(Int16(truncatingIfNeeded: half >> Self.shift(of: slider)))
    }
    @inlinable
    set {
      precondition(slider >= 0 && slider < Int(filled), "there is no such slider")
      let shift = Self.shift(of: slider)
      let bits = Self.bits(of: newValue) << shift
      let others: UInt64 = ~(0xffff << shift)
      if slider < 4 { low = low & others | bits } else { high = high & others | bits }
    }
  }

  @inlinable
  static func shift(of slider: Int) -> UInt64 { UInt64(truncatingIfNeeded: slider & 3) &* 16 }

  @inlinable
  static func bits(of number: Int) -> UInt64 {
    guard let number = Int16(exactly: number) else {
      preconditionFailure("a number of a guess has 16 bits")
    }
    return UInt64(UInt16(bitPattern: number))
  }
}

extension Guess.Values: ExpressibleByArrayLiteral, CustomStringConvertible {
  /// Takes numbers as they are written.
  public init(arrayLiteral numbers: Int...) { self.init(numbers) }

  /// As an array of them would be.
  public var description: String { Array(self).description }
}

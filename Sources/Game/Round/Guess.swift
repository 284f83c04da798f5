// Where a player's sliders stand, and the grid they stand on. A guess is whole numbers only; what
// color it makes is the mode's business.
// Invariant: a guess that a match has accepted lies on its mode's grid.

/// One slider of a mode: what it is called, its grid and how it is shown.
public struct Channel: Hashable, Sendable {
  /// The name beside the slider, such as "R" or "H".
  public let name: String
  /// What it is called in a sentence, in lower case and without the end of a gradient: "red",
  /// "hue". Clients look it up in their tables of words.
  public let word: String
  /// The whole numbers the slider can stand on.
  public let grid: ClosedRange<Int>
  /// The part of the grid that targets are drawn from; narrower where the ends are dull.
  public let drawn: ClosedRange<Int>
  /// What follows the number on a screen: "", "%" or "°".
  public let unit: String
  /// Whether the ends meet, as the hue's do.
  public let wraps: Bool

  /// Describes a slider; `drawn` has to lie within `grid`.
  public init(
    name: String, word: String, grid: ClosedRange<Int>, drawn: ClosedRange<Int>, unit: String,
    wraps: Bool
  ) {
    precondition(grid.contains(drawn.lowerBound) && grid.contains(drawn.upperBound))
    self.name = name
    self.word = word
    self.grid = grid
    self.drawn = drawn
    self.unit = unit
    self.wraps = wraps
  }

  /// The grid value nearest to `value`: around the circle where the ends meet, else clamped.
  public func nearest(to value: Int) -> Int {
    guard wraps else { return min(max(value, grid.lowerBound), grid.upperBound) }
    let offset = (value - grid.lowerBound) % grid.count
    return grid.lowerBound + (offset < 0 ? offset + grid.count : offset)
  }
}

/// The positions of a player's sliders, in the order of the mode's channels.
public struct Guess: Hashable, Sendable {
  /// One whole number a channel.
  public var values: Values

  /// Takes the numbers as they are; `isOnGrid(of:)` says whether they are allowed.
  public init(_ values: Values) { self.values = values }

  /// Takes numbers, which have to be few and small enough for `Values`.
  @_disfavoredOverload
  public init(_ values: some Sequence<Int>) { self.init(Values(values)) }

  /// Whether there is exactly one value for each channel, each on its grid.
  public func isOnGrid(of channels: [Channel]) -> Bool {
    values.count == channels.count
      && zip(values, channels).allSatisfy { value, channel in channel.grid.contains(value) }
  }
}

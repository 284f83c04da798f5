// What differs between one kind of round and another, as a value: its sliders, what color they
// make, how a target is drawn and how a guess is judged. A mode knows no players, no clock and no
// points.
// Adding one is a file in Modes/ and a line in `Mode.all`.

public import Chroma

/// A kind of round.
public struct Mode: Sendable {
  /// Its name on the wire, on screens and in `Mode.all`: lower-case ASCII.
  public let name: String
  /// The sliders, in the order their values stand in a guess.
  public let channels: [Channel]
  /// The color that slider values make; nil when they are not on the grid.
  private let mix: @Sendable ([Int]) -> Color?
  /// The guess on the grid that is nearest to a color.
  public let nearest: @Sendable (Color) -> Guess

  /// Describes a mode; `mix` gives a color for exactly the values on the channels' grids.
  init(
    name: String, channels: [Channel], mix: @escaping @Sendable ([Int]) -> Color?,
    nearest: @escaping @Sendable (Color) -> Guess
  ) {
    self.name = name
    self.channels = channels
    self.mix = mix
    self.nearest = nearest
  }

  /// The color that a guess makes; nil when it is not on the grid.
  public func color(of guess: Guess) -> Color? {
    guess.isOnGrid(of: channels) ? mix(guess.values) : nil
  }

  /// The color of a guess that is known to be on the grid.
  func color(onGrid guess: Guess) -> Color {
    guard let color = color(of: guess) else { preconditionFailure("a guess off the grid") }
    return color
  }

  /// Every mode there is, in the order they are offered.
  public static let all: [Mode] = [.rgb, .hsb, .cmyk]

  /// The mode of that name, nil when there is none.
  public static func named(_ name: String) -> Mode? {
    all.first { $0.name == name }
  }

  /// The color that everybody starts at, as nearly as the mode's grid has it.
  public var start: Guess { nearest(Mode.startColor) }

  /// A light gray: `#bcbcbc`.
  public static let startColor = Color(red: 0xbc, green: 0xbc, blue: 0xbc)

  /// A target nearer to the start than this would lock itself: ΔE 15, in thousandths.
  public static let targetDifferenceMin = Difference(thousandths: 15_000)

  /// How often a target that is too near to the start is drawn again.
  public static let targetDrawsMax = 16

  /// Draws a target on the grid: each channel in order from its `drawn` range, all of them again
  /// while the color is too near to the start, at most `targetDrawsMax` times.
  public func target(_ draw: inout Draw) -> Guess {
    let startColor = color(onGrid: start)
    var target = start
    for _ in 1...Mode.targetDrawsMax {
      target = Guess(channels.map { draw.next(in: $0.drawn) })
      if color(onGrid: target).difference(from: startColor) >= Mode.targetDifferenceMin { break }
    }
    return target
  }

  /// How far a guess is from a target, as an eye sees it; both have to be on the grid.
  public func difference(_ guess: Guess, from target: Guess) -> Difference {
    color(onGrid: guess).difference(from: color(onGrid: target))
  }
}

extension Mode: Hashable {
  /// Modes are the same when their names are; there is one mode of each name.
  public static func == (one: Mode, other: Mode) -> Bool { one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

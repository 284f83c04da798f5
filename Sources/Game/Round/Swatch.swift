// What a round shows and a guess makes: one color, or two with everything between them. How far two
// swatches are apart is one number whatever they are, so that rules need not ask which they are.

public import Chroma

/// A color, or the two ends of a gradient.
public struct Swatch: Hashable, Sendable {
  /// The color; of a gradient, where it begins.
  public var color: Color
  /// Where a gradient ends; nil for a single color.
  public var to: Color?

  /// A single color, or a gradient when `to` is given.
  public init(_ color: Color, to: Color? = nil) {
    self.color = color
    self.to = to
  }

  /// Both ends; the same color twice for a single one.
  public var gradient: Gradient { Gradient(from: color, to: to ?? color) }

  /// How far two swatches are apart, as an eye sees it: the ΔE of two colors, the mean at five even
  /// stops as soon as one of them is a gradient.
  public func difference(from other: Swatch) -> Difference {
    guard to != nil || other.to != nil else { return color.difference(from: other.color) }
    return gradient.difference(from: other.gradient)
  }
}

// What one color that was asked and the one that was made of it say about an eye: how far they are
// apart, and how much of that is lightness, chroma and hue. OKLab gives the direction and CIEDE2000
// the size. It knows no player and no round.
// Invariant: everything is a whole number of thousandths of ΔE, so sums are exact.

package import Chroma

/// A twelfth of OKLab's hue, 30° around its middle, or what has no hue.
package enum EyeSector: Int, CaseIterable, Sendable {
  case pink, red, orange, amber, lime, green, teal, cyan, azure, blue, violet, magenta, gray

  /// Below this chroma a target is a gray.
  private static let grayBelow = 0.03

  /// In which sector a color is.
  package init(of color: Color) {
    let lab = OKLab(color)
    let index = Int((lab.hue + 15).truncatingRemainder(dividingBy: 360) / 30)
    self = lab.chroma < EyeSector.grayBelow ? .gray : EyeSector(rawValue: index) ?? .pink
  }
}

/// The directions in which a color can be off.
package enum EyePart: Int, CaseIterable, Sendable {
  /// Lighter; stronger; turned towards the next sector.
  case lightness, chroma, hue
}

/// What became of a color.
struct EyeError: Sendable {
  let asked: OKLab
  let made: OKLab
  let sector: EyeSector
  /// CIEDE2000, in thousandths.
  let apart: Int
  /// The same as its parts, by `EyePart`, with their signs.
  let parts: [Int]

  init(_ asked: Color, _ made: Color) {
    let (one, other) = (OKLab(asked), OKLab(made))
    // ΔH² = 2 (C₁C₂ − a₁a₂ − b₁b₂): what is left of the distance once chroma has had its share.
    let square = 2 * (one.chroma * other.chroma - one.a * other.a - one.b * other.b)
    let turn = one.a * other.b - one.b * other.a
    let hue = max(0, square).squareRoot()
    let ways = [
      other.lightness - one.lightness, other.chroma - one.chroma,
      turn > 0 ? hue : turn < 0 ? -hue : 0,
    ]
    let length = ways.reduce(0) { $0 + $1 * $1 }.squareRoot()
    let apart = asked.difference(from: made).thousandths
    (self.asked, self.made, self.apart) = (one, other, apart)
    sector = EyeSector(of: asked)
    parts = ways.map { way in
      length > 0 ? Int((Double(apart) * way / length + 0.5).rounded(.down)) : 0
    }
  }
}

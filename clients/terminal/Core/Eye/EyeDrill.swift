// Twenty colors of one sector to practice on, without a clock, a room or a server, and what became
// of them. Nothing of it is kept: without hurry it would not be the same eye. Invariant: the same
// sector and seed give the same colors.

package import Chroma

/// A drill.
package struct EyeDrill: Sendable {
  /// How many colors it has.
  package static let count = 20
  /// So many colors are tried for one that is in the sector.
  private static let triesMax = 10_000
  /// A color nearer than this to where all sliders start is none to practice on.
  private static let nearStart = Difference(thousandths: 15_000)

  /// What it practices.
  package let sector: EyeSector
  /// Which part is looked at; nil for all of it.
  package let part: EyePart?
  /// How far that part was off before, in thousandths; without one, the median.
  package let before: Int
  /// The colors.
  package let targets: [Color]
  /// What has become of the first of them.
  package private(set) var made: [Color] = []

  /// A drill of what a report says is weakest; nil where it says nothing.
  ///
  /// - Parameters:
  ///   - start: where all sliders begin.
  ///   - seed: another one gives other colors.
  package init?(of report: EyeReport, from start: Color, seed: Int) {
    guard let whole = report.whole, let sector = whole.drilled,
      let median = whole.sectors[sector.rawValue].findings?.median
    else { return nil }
    self.sector = sector
    part = whole.weakness?.part
    before = whole.weakness?.bias ?? median
    var state = UInt32(truncatingIfNeeded: seed) &* 2_654_435_761 | 1
    func next(_ range: ClosedRange<Int>) -> Int {
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      return range.lowerBound + Int((UInt64(state) * UInt64(range.count)) >> 32)
    }
    let strengths = sector == .gray ? 0...8 : 10...100
    var targets: [Color] = []
    for _ in 0..<EyeDrill.triesMax where targets.count < EyeDrill.count {
      let hsb = HSB(hue: next(0...359), saturation: next(strengths), brightness: next(25...100))
      guard let color = hsb?.color, EyeSector(of: color) == sector,
        sector == .gray || color.difference(from: start) >= EyeDrill.nearStart
      else { continue }
      targets.append(color)
    }
    self.targets = targets
  }

  /// What is to be matched now; nil once it is over.
  package var target: Color? { made.count < targets.count ? targets[made.count] : nil }

  /// Takes what was made of the present color.
  package mutating func take(_ color: Color) {
    if target != nil { made.append(color) }
  }

  /// How far off that part was in this drill, or the median; nil before anything was made.
  package var now: Int? {
    let errors = zip(targets, made).map { EyeError($0, $1) }
    if errors.isEmpty { return nil }
    guard let part else { return median(errors.map(\.apart)) }
    return quotient(errors.reduce(0) { $0 + $1.parts[part.rawValue] }, errors.count)
  }
}

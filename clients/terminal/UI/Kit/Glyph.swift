// Which glyphs a cell may hold, and what stands in for the others. Terminals disagree about the
// width of what they do not know, so nothing reaches the grid unless every terminal gives it
// exactly one column: this is a list of what is allowed, not of what is forbidden. Invariant:
// `oneColumnGlyphs(of:)` yields only glyphs for which `isOneColumn` holds.

/// Text as a row of glyphs, one a column.
///
/// - A scalar of the alphabets and signs below stands for itself.
/// - Combining marks, variation selectors, joiners and other format characters take no column and
///   are dropped, and so is what a joiner joins on: a family emoji is one column, not five.
/// - Any space is a space. Everything else is a `?` each: wide characters, emoji, controls, scripts
///   that run right to left or change shape with their neighbors, private and unassigned ones.
struct OneColumnGlyphs: Sequence, IteratorProtocol {
  private var scalars: String.UnicodeScalarView.Iterator
  private var joins = false

  init(of text: String) {
    scalars = text.unicodeScalars.makeIterator()
  }

  mutating func next() -> Unicode.Scalar? {
    while let scalar = scalars.next() {
      let fate = Glyph.fate(of: scalar)
      switch fate {
      case .mark: continue
      case .format, .joiner: joins = fate == .joiner
      case .itself, .space, .unknown:
        defer { joins = false }
        // ASCII is never a part of something joined.
        if joins && !scalar.isASCII { continue }
        return fate == .itself ? scalar : fate == .space ? " " : Glyph.unknown
      }
    }
    return nil
  }

  /// How many columns the text takes.
  static func count(of text: String) -> Int {
    // Of ASCII each byte is a glyph, and nearly all text is.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    var glyphs = OneColumnGlyphs(of: text)
    var count = 0
    while glyphs.next() != nil { count += 1 }
    return count
  }
}

enum Glyph {
  /// What stands in for everything that is not known to take one column.
  static let unknown: Unicode.Scalar = "?"

  /// What becomes of a scalar in a row of glyphs.
  fileprivate enum Fate {
    case itself
    /// A space stands in for it, or `unknown` does.
    case space, unknown
    /// Takes no column.
    case mark, format, joiner
  }

  /// Whether a scalar may stand in a cell.
  static func isOneColumn(_ scalar: Unicode.Scalar) -> Bool { fate(of: scalar) == .itself }

  /// Below this are the alphabets and signs of nearly all text; looked up once for all.
  private static let commonEnd: UInt32 = 0x2800
  private static let commonFates = (0..<commonEnd)
    .map { Unicode.Scalar($0).map(findFate) ?? .unknown }

  fileprivate static func fate(of scalar: Unicode.Scalar) -> Fate {
    scalar.value < commonEnd ? commonFates[Int(scalar.value)] : findFate(of: scalar)
  }

  private static func findFate(of scalar: Unicode.Scalar) -> Fate {
    if scalar.isASCII { return (0x20..<0x7f).contains(scalar.value) ? .itself : .unknown }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    case .format: return scalar == "\u{200d}" ? .joiner : .format
    case .modifierSymbol where scalar.properties.isEmojiModifier: return .mark
    case .spaceSeparator: return .space
    case .control, .unassigned, .privateUse, .surrogate, .spacingMark: return .unknown
    default: return isInOneColumnBlock(scalar.value) ? .itself : .unknown
    }
  }

  /// How much of its cell a block covers, 0…1; nil for everything that is no block.
  static func coverage(of glyph: Unicode.Scalar) -> Double? {
    switch glyph.value {
    case 0x2581...0x2588: Double(glyph.value - 0x2580) / 8  // lower eighths
    case 0x2589...0x258f: Double(0x2590 - glyph.value) / 8  // left eighths
    case 0x2580, 0x2590, 0x259a, 0x259e: 1 / 2  // halves, two quadrants
    case 0x2596, 0x2597, 0x2598, 0x259d: 1 / 4
    case 0x2599, 0x259b, 0x259c, 0x259f: 3 / 4
    default: nil
    }
  }

  private static func isInOneColumnBlock(_ value: UInt32) -> Bool {
    guard let block = oneColumnBlocks.first(where: { value <= $0.upperBound }) else { return false }
    return block.contains(value)
  }

  /// Left to right, unjoined, and neither Wide nor Fullwidth in Unicode's EastAsianWidth.txt; in
  /// ascending order. The gaps within the symbols are emoji that terminals draw two columns wide.
  private static let oneColumnBlocks: [ClosedRange<UInt32>] = [
    0x00a1...0x02ff,  // Latin, phonetic letters, spacing modifiers
    0x0370...0x052f,  // Greek, Cyrillic
    0x0531...0x058a,  // Armenian
    0x10a0...0x10ff,  // Georgian
    0x1d00...0x1dbf,  // phonetic extensions
    0x1e00...0x1fff,  // more Latin, polytonic Greek
    0x2010...0x2027, 0x2030...0x205e,  // dashes, quotes, dots
    0x2070...0x209c,  // superscripts, subscripts
    0x20a0...0x20c0,  // currencies
    0x2100...0x218b,  // letterlike symbols, number forms
    0x2190...0x2319, 0x231c...0x2328, 0x232b...0x23e8,  // arrows, mathematics, technical signs
    0x2500...0x25fc, 0x25ff...0x2613,  // lines, blocks, shapes, weather
    0x2616...0x2647, 0x2654...0x267e, 0x2680...0x2692, 0x2694...0x26a0, 0x26a2...0x26a9,
    0x26ac...0x26bc, 0x26bf...0x26c3, 0x26c6...0x26cd, 0x26cf...0x26d3, 0x26d5...0x26e9,
    0x26eb...0x26f1, 0x26f4...0x26f4, 0x26f6...0x26f9, 0x26fb...0x26fc, 0x26fe...0x2704,
    0x2706...0x2709, 0x270c...0x2727, 0x2729...0x274b, 0x274d...0x274d, 0x274f...0x2752,
    0x2756...0x2756, 0x2758...0x2794, 0x2798...0x27af, 0x27b1...0x27be,  // dingbats
    0x27c0...0x297f,  // more arrows and mathematics, Braille
    0x2c60...0x2c7f, 0xa720...0xa7ff, 0xab30...0xab6b,  // Latin again
  ]
}

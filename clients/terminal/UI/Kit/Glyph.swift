// What a scalar is on a terminal: whether there is something to see, how many columns it takes, and
// how much of its cell a block covers. What whole characters take is in ShownText.swift.
// Invariant: no scalar that a terminal obeys has a kind that is ever written.

/// What a scalar is in a row of text.
enum GlyphKind {
  /// Takes one column; takes two.
  case plain, wide
  /// A letter of one column that is written from right to left.
  case rightToLeft
  /// A space stands in for it, or `unknown` does.
  case space, unknown
  /// Stands on the letter before it: without a column, or with one.
  case mark, spacingMark
  /// Joins or changes what is before it: joiners, presentations, skin tones.
  case joiner, presentation, tone
  /// Half of a flag.
  case regional
  /// Nothing to see.
  case unseen
}

enum Glyph {
  /// What stands in for everything that nobody knows how to draw.
  static let unknown: Unicode.Scalar = "?"

  /// Below this are the alphabets and signs of nearly all text; looked up once for all.
  private static let commonEnd: UInt32 = 0x2800
  private static let commonKinds = (0..<commonEnd)
    .map { Unicode.Scalar($0).map(findKind) ?? .unknown }

  static func kind(of scalar: Unicode.Scalar) -> GlyphKind {
    scalar.value < commonEnd ? commonKinds[Int(scalar.value)] : findKind(of: scalar)
  }

  private static func findKind(of scalar: Unicode.Scalar) -> GlyphKind {
    if scalar.isASCII { return (0x20..<0x7f).contains(scalar.value) ? .plain : .unknown }
    let properties = scalar.properties
    switch scalar.value {
    case 0x200c, 0x200d: return .joiner
    case 0xfe0e, 0xfe0f: return .presentation
    case 0x1f1e6...0x1f1ff: return .regional
    // Vowels and final consonants of Hangul, which the first one takes up.
    case 0x1160...0x11ff where !properties.isDefaultIgnorableCodePoint: return .mark
    case _ where properties.isEmojiModifier: return .tone
    case _ where properties.isDefaultIgnorableCodePoint: return .unseen
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    case .spacingMark: return .spacingMark
    case .format: return .unseen
    case .spaceSeparator: return .space
    case .control, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator:
      return .unknown
    default: break
    }
    // Emoji that are newer than the table are wide, too.
    if properties.isEmojiPresentation || isWide(scalar.value) { return .wide }
    return isRightToLeft(scalar) ? .rightToLeft : .plain
  }

  /// Whether letters of a script that runs from right to left; their digits run as all digits do.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x1_0800...0x1_0fff,
      0x1_e800...0x1_efff:
      scalar.properties.numericType != .decimal
    default: false
    }
  }

  private static let wideRanges = WideTable.text.withUTF8Buffer { bytes in
    bytes.split(separator: UInt8(ascii: " "))
      .map { range in
        let ends = range.split(separator: UInt8(ascii: "-"))
          .map { UInt32(String(decoding: $0, as: UTF8.self), radix: 16) ?? 0 }
        return ends[0]...ends[1]
      }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard let range = wideRanges.first(where: { value <= $0.upperBound }) else { return false }
    return range.contains(value)
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
}

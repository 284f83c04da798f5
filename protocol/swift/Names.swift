// What a server makes of the names that players and hosts choose: everybody sees them, so nothing
// in them may be unseen. The rules stand in protocol/README.md, under Names; whose name looks like
// whose is not said here. Names are cleaned and not refused: invisible characters mostly come with
// pasted text, and version 1 of the protocol cannot make its texts narrower. Nothing is normalized,
// since Swift's strings are equal when they are canonically equivalent.
// Invariant: a clean name has something to see and is clean again as it is.

/// The rules for names.
public enum Names {
  /// The most marks on one letter, as UTS 39 has it.
  public static let marksMax = 4

  /// A name without what nobody can see: at most so many characters; nil when nothing is left.
  public static func cleaned(_ name: String, charactersMax: Int) -> String? {
    var clean = scrubbed(String(scrubbed(name).prefix(charactersMax)))
    // A cut can leave a space or a joiner at the end, so what is left is scrubbed again.
    while clean.count > charactersMax
      || clean.utf8.count > charactersMax * Wire.textBytesPerCharacter
    {
      clean = scrubbed(String(clean.dropLast()))
    }
    return clean.isEmpty ? nil : clean
  }

  /// One space between words, none around them, and nothing without a sight.
  private static func scrubbed(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    var clean = String.UnicodeScalarView()
    var hasSpace = false
    var marks = 0
    for (index, scalar) in scalars.enumerated() {
      // What a mark or a joiner could belong to.
      let last = hasSpace ? nil : clean.last
      switch ScalarKind(of: scalar) {
      case .space: hasSpace = !clean.isEmpty
      case .mark:
        guard last != nil, marks < marksMax else { continue }
        clean.append(scalar)
        marks += 1
      case .sign:
        let next = index + 1 < scalars.count ? scalars[index + 1] : nil
        if let last, isMeant(scalar, after: last, before: next) { clean.append(scalar) }
      case .unseen: continue
      case .seen:
        if hasSpace { clean.append(" ") }
        clean.append(scalar)
        (hasSpace, marks) = (false, 0)
      }
    }
    return String(clean)
  }

  /// Whether something unseen changes how its neighbors look: people write it then.
  private static func isMeant(
    _ sign: Unicode.Scalar, after last: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    let isAfterEmoji = isEmoji(last) || last == emojiPresentation
    switch sign {
    case zeroWidthJoiner where isAfterEmoji: return next.map(isEmoji) ?? false
    case zeroWidthJoiner, zeroWidthNonJoiner:
      // Indic letters join through a virama, Arabic ones by themselves.
      let joins = last.properties.canonicalCombiningClass.rawValue == 9
      let isArabic = sign == zeroWidthNonJoiner && isArabicLetter(last)
      guard joins || isArabic, let next, next.properties.isAlphabetic else { return false }
      return joins || isArabicLetter(next)
    default: return isEmoji(last)
    }
  }

  private static let zeroWidthNonJoiner: Unicode.Scalar = "\u{200c}"
  private static let zeroWidthJoiner: Unicode.Scalar = "\u{200d}"
  private static let textPresentation: Unicode.Scalar = "\u{fe0e}"
  private static let emojiPresentation: Unicode.Scalar = "\u{fe0f}"

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && scalar.properties.isEmoji
  }

  /// Of a script whose letters join: Arabic, Syriac, Thaana, N'Ko and their neighbors.
  private static func isArabicLetter(_ scalar: Unicode.Scalar) -> Bool {
    (0x0600...0x08ff).contains(scalar.value) && scalar.properties.isAlphabetic
  }

  /// What a scalar is to a reader of a name.
  private enum ScalarKind {
    case seen, space, mark, unseen
    /// Unseen, but some letters and emoji look different with it.
    case sign

    init(of scalar: Unicode.Scalar) {
      let properties = scalar.properties
      switch scalar {
      case zeroWidthJoiner, zeroWidthNonJoiner, textPresentation, emojiPresentation: self = .sign
      // Blank pictures: Braille's and those of two other scripts.
      case "\u{2800}", "\u{1d159}", "\u{13441}", "\u{13442}": self = .space
      // Stand-ins for nothing: Khitan's filler and that for an object.
      case "\u{16fe4}", "\u{fffc}": self = .unseen
      case _ where properties.isWhitespace: self = .space
      case _ where properties.isDefaultIgnorableCodePoint: self = .unseen
      default:
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: self = .mark
        case .control, .format, .unassigned, .privateUse, .surrogate: self = .unseen
        default: self = .seen
        }
      }
    }
  }
}

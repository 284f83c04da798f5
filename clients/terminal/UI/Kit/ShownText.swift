// Text as a row of what a terminal shows: whole characters with the columns that they take, in the
// order in which they are seen. Names come from anyone, so whatever is in them, a column is a
// column. The canvas orders letters itself, since whatever a terminal does with a Hebrew name would
// move the points beside it too. Arabic letters are not joined.
// Invariant: no control reaches the grid, and a character is never shown by half.

/// A character as it is shown.
struct ShownCharacter: Equatable, Sendable {
  /// The most scalars of a character: more would only be a tower of marks.
  private static let scalarsMax = 12

  /// What it begins with.
  var glyph: Unicode.Scalar
  /// What comes after that: marks, or what is joined to it; nearly always nothing.
  private(set) var tail = ""
  /// The columns that it gets.
  private(set) var columns = 1
  /// The columns that a terminal may take for it that does not join what belongs together.
  private(set) var reach = 1
  /// Whether every terminal takes just the columns that it gets.
  private(set) var isSure = true
  private(set) var isRightToLeft = false

  static let space = ShownCharacter(glyph: " ")
  static let unknown = ShownCharacter(glyph: Glyph.unknown)

  init(glyph: Unicode.Scalar) { self.glyph = glyph }

  /// Nil for what takes no column at all.
  init?(_ character: Character) {
    var scalars = Substring(String(character)).unicodeScalars
    var first: Unicode.Scalar?
    var kind = GlyphKind.unseen
    while first == nil, let scalar = scalars.popFirst() {
      kind = Glyph.kind(of: scalar)
      switch kind {
      case .unseen, .mark, .spacingMark, .joiner, .presentation: continue
      default: first = scalar
      }
    }
    guard let first else { return nil }
    self.init(glyph: first)
    switch kind {
    case .space: self = .space
    case .unknown: self = .unknown
    default:
      isRightToLeft = kind == .rightToLeft
      (columns, reach) = kind == .plain || isRightToLeft ? (1, 1) : (2, 2)
      isSure = kind != .regional
      for scalar in scalars.prefix(ShownCharacter.scalarsMax) { join(scalar) }
      if let last = tail.unicodeScalars.last, Glyph.kind(of: last) == .joiner {
        tail.unicodeScalars.removeLast()
      }
    }
  }

  /// Takes up one more scalar. Where terminals differ, the narrower of two widths is given to what
  /// is meant to be one picture, and the wider one to letters.
  private mutating func join(_ scalar: Unicode.Scalar) {
    switch Glyph.kind(of: scalar) {
    case .mark, .joiner: break
    case .presentation:
      guard columns == 1 else { break }
      (columns, reach, isSure) = (2, 2, false)
    case .tone, .regional, .wide:
      reach += 2
      isSure = false
    case .spacingMark, .plain, .rightToLeft:
      columns += 1
      reach += 1
      isSure = false
    case .space, .unknown, .unseen: return
    }
    tail.unicodeScalars.append(scalar)
  }

  /// The same without what comes after the first scalar, for where there is no space to try.
  var bare: ShownCharacter {
    var bare = self
    (bare.tail, bare.reach, bare.isSure) = ("", columns, true)
    return bare
  }
}

/// A row of characters.
struct ShownText {
  /// In the order in which they are read.
  let characters: [ShownCharacter]

  init(_ text: String) {
    characters = text.compactMap(ShownCharacter.init)
  }

  /// How many columns the text takes.
  static func columns(of text: String) -> Int {
    // Of ASCII each byte is a glyph, and nearly all text is.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return isSimple(text) ? text.unicodeScalars.count : ShownText(text).columns
  }

  var columns: Int { characters.reduce(0) { $0 + $1.columns } }

  /// As many characters from the start as fit into so many columns.
  func prefix(columns limit: Int) -> ArraySlice<ShownCharacter> {
    var columns = 0
    let end = characters.firstIndex { character in
      columns += character.columns
      return columns > limit
    }
    return characters[..<(end ?? characters.endIndex)]
  }

  /// The most columns of a quotation.
  private static let quoteColumns = 40

  /// Somebody's text for a sentence about it: without controls, and cut where it is long.
  static func quoted(_ text: String) -> String {
    let whole = ShownText(text)
    let isCut = whole.columns > quoteColumns
    let kept = whole.prefix(columns: isCut ? quoteColumns - 1 : quoteColumns)
    return kept.map { String($0.glyph) + $0.tail }.joined() + (isCut ? "…" : "")
  }

  /// Whether each scalar of a text is a character of one column, and comes after the one before it.
  static func isSimple(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch Glyph.kind(of: scalar) {
      case .plain, .space: true
      default: false
      }
    }
  }
}

extension ArraySlice<ShownCharacter> {
  /// The order in which they are seen. A run of letters from right to left begins and ends with
  /// such a letter, and may have digits and single blanks or hyphens within; it alone is turned
  /// around, so nothing that stands beside a name ever changes its place.
  var inSight: [ShownCharacter] {
    guard contains(where: \.isRightToLeft) else { return Array(self) }
    var seen: [ShownCharacter] = []
    var rest = self
    while let character = rest.first {
      guard character.isRightToLeft else {
        seen.append(character)
        rest = rest.dropFirst()
        continue
      }
      let run = rest.rightToLeftRun
      seen += run.turned
      rest = rest[run.endIndex...]
    }
    return seen
  }

  /// From a letter at the start to the last of its run.
  private var rightToLeftRun: ArraySlice<ShownCharacter> {
    var end = index(after: startIndex)
    var last = end
    var gap = 0
    while end < endIndex {
      let character = self[end]
      formIndex(after: &end)
      if character.isRightToLeft {
        (last, gap) = (end, 0)
      } else if !character.isDigit {
        gap += 1
        guard gap == 1, " -'’־".unicodeScalars.contains(character.glyph) else { break }
      }
    }
    return self[..<last]
  }

  /// The other way around, but for numbers.
  private var turned: [ShownCharacter] {
    var turned: [ShownCharacter] = []
    var number: [ShownCharacter] = []
    for character in reversed() {
      if character.isDigit {
        number.insert(character, at: 0)
      } else {
        turned += number + [character]
        number = []
      }
    }
    return turned + number
  }
}

extension ShownCharacter {
  fileprivate var isDigit: Bool { glyph.properties.numericType == .decimal }
}

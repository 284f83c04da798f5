// A terminal's screen for tests: it shows text where a program has put it and remembers what has
// been switched on. Of colors it only knows how they were asked for. It answers what a terminal of
// its kind would. Whatever it does not understand, it keeps in a list.
// Invariant: while a synchronized frame is being written, all that can be read here is the picture
// before it. However few of a frame's bytes one read brings, no test sees half a picture.

/// What a person would see, and the switches that a program has to put back.
struct Screen {
  /// The ways in which a program can ask for a color.
  enum ColorCode: Sendable { case exact, palette, sixteen }

  /// What a person sees.
  private struct Picture {
    var glyphs: [Unicode.Scalar]
    /// The ways in which colors were asked for since the picture was begun anew.
    var colorCodes: Set<ColorCode> = []
  }

  private(set) var columns: Int
  private(set) var rows: Int
  let kind: TerminalKind
  /// What the program has made of the screen; it is seen as soon as no frame is open.
  private var picture: Picture
  private var column = 0
  private var row = 0
  /// The private modes that are on, by number; 25 (the cursor) and 7 (wrapping) are on from the
  /// start.
  private(set) var modes: Set<Int>
  /// Answers that are to be sent to the program.
  private(set) var answers: [UInt8] = []
  /// How many frames between DECSET and DECRST 2026 have come.
  private(set) var frames = 0
  /// What is seen while a frame is being written; nil between frames.
  private var before: Picture?
  /// How often ENQ has come, which no program under test sends.
  private(set) var marks = 0
  /// Sequences that were not understood.
  private(set) var oddities: [String] = []
  /// What was written outside the alternate screen, as it came.
  private(set) var transcript = ""
  /// What has come and makes no whole sequence yet.
  private var rest: ArraySlice<Unicode.Scalar> = []
  private var undecoded: [UInt8] = []

  /// The modes of a terminal that nothing is running in.
  static let usualModes: Set = [7, 25, ordering]
  /// Mode 8 that is not private (BDSM), by a number that no private one has: whether the terminal
  /// orders letters from right to left itself.
  private static let ordering = -8
  private static let alternate = 1049
  private static let synchronized = 2026

  init(columns: Int, rows: Int, kind: TerminalKind = .modern) {
    modes = Screen.usualModes
    self.kind = kind
    self.columns = columns
    self.rows = rows
    picture = Screen.blank(columns: columns, rows: rows)
  }

  private static func blank(columns: Int, rows: Int) -> Picture {
    Picture(glyphs: Array(repeating: " ", count: columns * rows))
  }

  /// Takes another size. Nothing is left on the screen; whatever was under way still comes.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    (column, row) = (min(column, columns - 1), min(row, rows - 1))
    picture = Screen.blank(columns: columns, rows: rows)
    if before != nil { before = picture }
  }

  /// What can be seen now: of an open frame nothing.
  private var seen: Picture { before ?? picture }

  /// The ways in which colors were asked for since the picture was begun anew.
  var colorCodes: Set<ColorCode> { seen.colorCodes }

  /// Whether the program has the screen to itself.
  var isTakenOver: Bool { modes.contains(Screen.alternate) }

  /// The text of each row, without the blanks at its end.
  var lines: [String] {
    let glyphs = seen.glyphs
    return (0..<rows)
      .map { row in
        let line = glyphs[row * columns..<(row + 1) * columns]
        let end = line.lastIndex { $0 != " " }.map { $0 + 1 } ?? line.startIndex
        return String(String.UnicodeScalarView(line[line.startIndex..<end]))
      }
  }

  /// All of it, to be read.
  var text: String { lines.joined(separator: "\n") }

  /// Hands over what is to be sent to the program.
  mutating func takeAnswers() -> [UInt8] {
    defer { answers = [] }
    return answers
  }

  // MARK: Writing

  mutating func write(_ bytes: some Sequence<UInt8>) {
    undecoded += bytes
    // A scalar may be cut in two; what is left of it waits for its end.
    let cut = undecoded.lastIndex { $0 < 0x80 || $0 >= 0xc0 } ?? 0
    let isWhole = undecoded.last.map { $0 < 0x80 } ?? true
    let ready = isWhole ? undecoded[...] : undecoded[..<cut]
    rest += String(decoding: ready, as: UTF8.self).unicodeScalars
    undecoded.removeFirst(ready.count)
    while !rest.isEmpty, let taken = takeOne() {
      showWholeFrames()
      rest = rest.dropFirst(taken)
    }
    rest = ArraySlice(Array(rest))
  }

  /// Hides what is written while the mode is on, and shows it when it ends.
  private mutating func showWholeFrames() {
    if modes.contains(Screen.synchronized) {
      before = before ?? picture
    } else if before != nil {
      frames += 1
      before = nil
    }
  }

  /// Takes one character or sequence and returns its length; nil while it is not complete.
  private mutating func takeOne() -> Int? {
    let scalar = rest[rest.startIndex]
    if scalar == "\u{1b}" { return takeEscape() }
    if !isTakenOver && scalar != "\u{05}" { transcript.unicodeScalars.append(scalar) }
    switch scalar {
    case "\r": column = 0
    case "\u{08}": column = max(0, column - 1)
    case "\n": row = min(rows - 1, row + 1)
    case "\u{05}": marks += 1
    case "\u{07}": oddities.append("BEL")
    case " "...:
      if column < columns { picture.glyphs[row * columns + column] = scalar }
      column += 1
    default: break
    }
    return 1
  }

  private mutating func takeEscape() -> Int? {
    let introduced = rest.dropFirst(2)
    guard let kind = rest.dropFirst().first else { return nil }
    switch kind {
    case "[":
      let ends = { (scalar: Unicode.Scalar) in ("@"..."~").contains(scalar) || scalar < " " }
      guard let end = introduced.firstIndex(where: ends) else { return nil }
      // An ESC ends whatever was cut off before it, and begins something itself.
      if rest[end] < " " { return end - rest.startIndex }
      perform(String(String.UnicodeScalarView(introduced[..<end])), rest[end])
      return end + 1 - rest.startIndex
    case "P", "]":
      let terminator: [Unicode.Scalar] = ["\u{1b}", "\\"]
      let end = introduced.indices.first { introduced[$0...].starts(with: terminator) }
      guard let end else { return nil }
      answer(string: String(String.UnicodeScalarView(rest[(rest.startIndex + 1)..<end])))
      return end + terminator.count - rest.startIndex
    // ST, which ends nothing here.
    case "\\": return 2
    default:
      oddities.append("ESC \(kind)")
      return 2
    }
  }

  private mutating func perform(_ parameters: String, _ final: Unicode.Scalar) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let first = max(1, numbers.first ?? 1)
    switch (parameters.first, final) {
    case ("?", "h"), ("?", "l"): set(parameters.dropFirst(), isOn: final == "h")
    case ("8", "h"): modes.insert(Screen.ordering)
    case ("8", "l"): modes.remove(Screen.ordering)
    // No rest: DECRQM ends in $p, and $ is an intermediate that comes before it.
    case ("?", "p"): respond("[\(parameters.dropLast());2$y", to: .mode)
    case (">", "q"): respond("P>|\(kind.version)\u{1b}\\", to: .version)
    // Kitty's keyboard protocol: asked for here, taken back by a guardian.
    case ("?", "u"), ("<", "u"): break
    case (_, "c"): respond("[?62;22c", to: .attributes)
    case ("6", "n"): respond("[\(row + 1);\(min(column, columns - 1) + 1)R", to: .cursor)
    case (_, "H"):
      row = min(first, rows) - 1
      column = min(numbers.count > 1 ? max(1, numbers[1]) : 1, columns) - 1
    case (_, "A"): row = max(0, row - first)
    case (_, "B"): row = min(rows - 1, row + first)
    case (_, "C"): column = min(columns - 1, column + first)
    case (_, "D"): column = max(0, column - first)
    case (_, "G"): column = first - 1
    case (_, "X"): eraseInRow(upTo: min(columns, column + first))
    case (_, "K"): eraseInRow(upTo: columns)
    case (_, "J"):
      picture.colorCodes = []
      erase(0..<columns * rows)
    // One color is part of a question, and is asked in any case.
    case (_, "m"): if parameters != "48;2;1;2;3" { note(colors: numbers) }
    default: oddities.append("CSI \(parameters) \(final)")
    }
  }

  private mutating func note(colors parameters: [Int]) {
    var rest = parameters[...]
    while let number = rest.popFirst() {
      switch number {
      case 38, 48:
        let isExact = rest.popFirst() == 2
        picture.colorCodes.insert(isExact ? .exact : .palette)
        rest = rest.dropFirst(isExact ? 3 : 1)
      case 30...37, 40...47, 90...97, 100...107: picture.colorCodes.insert(.sixteen)
      default: break
      }
    }
  }

  /// Erases from the cursor, which may stand behind the last column.
  private mutating func eraseInRow(upTo end: Int) {
    erase(row * columns + min(column, columns)..<row * columns + end)
  }

  private mutating func erase(_ cells: Range<Int>) {
    for index in cells { picture.glyphs[index] = " " }
  }

  private mutating func set(_ parameters: Substring, isOn: Bool) {
    for mode in parameters.split(separator: ";").compactMap({ Int($0) }) {
      if isOn { modes.insert(mode) } else { modes.remove(mode) }
      if mode == Screen.alternate {
        erase(0..<columns * rows)
        if !isOn { (row, column) = (0, 0) }
      }
    }
  }

  /// DECRQSS for the pen, XTGETTCAP for RGB and OSC 11 for the background.
  private mutating func answer(string: String) {
    switch string {
    case "P$qm": respond("P1$r\(kind.pen)m\u{1b}\\", to: .pen)
    case "P+q524742": respond("P1+r524742\u{1b}\\", to: .capability)
    case "]11;?": respond("]11;rgb:1818/1818/1818\u{1b}\\", to: .background)
    default: oddities.append(string)
    }
  }

  private mutating func respond(_ answer: String, to question: TerminalKind.Question) {
    if kind.answers.contains(question) { answers += "\u{1b}\(answer)".utf8 }
  }
}

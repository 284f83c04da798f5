// The terminal's pen and cursor as far as they are known, and the fewest bytes that bring them
// where the renderer wants them. All control sequences of a frame are spelled in this file, by
// their names in ECMA-48 and xterm's ctlseqs. Invariant: what is said to be known is what the
// terminal has, provided that nobody else writes to it.

/// Bytes for a terminal, and what they leave behind in it.
struct TerminalWriter: Sendable {
  private(set) var bytes: [UInt8] = []
  private let columns: Int
  /// Nil where it is not known, such as after the last column was written.
  private var place: Point?
  private var foreground = Paint.unknown
  private var background = Paint.unknown
  /// Nil where it is not known.
  private var isBold: Bool?
  private var isCursorVisible: Bool?

  init(columns: Int) {
    self.columns = columns
  }

  /// Hands the bytes over; what is known of the terminal stays.
  mutating func takeBytes() -> [UInt8] {
    let taken = bytes
    bytes = []
    bytes.reserveCapacity(1024)
    return taken
  }

  // MARK: Cells

  /// Writes a glyph at the cursor, in whatever way of saying it needs the fewest changes of the
  /// pen.
  mutating func write(_ ink: Ink) {
    let ink = cheaper(ink)
    setPen(foreground: ink.foreground, background: ink.background, isBold: ink.isBold)
    bytes.append(contentsOf: ink.glyph.utf8)
    advance(ink.columns)
  }

  /// Writes a character of several scalars at the cursor. Where terminals differ in the columns
  /// that they take for it, nothing is left of what was there and nobody knows where the cursor is
  /// then.
  mutating func write(_ ink: Ink, followedBy tail: String, isSure: Bool) {
    let start = place
    if !isSure {
      writeBlanks(ink.columns, ink.background, erasing: false, isFollowed: true)
      if let start { move(to: start) }
    }
    setPen(foreground: ink.foreground, background: ink.background, isBold: ink.isBold)
    bytes.append(contentsOf: ink.glyph.utf8)
    bytes.append(contentsOf: tail.utf8)
    advance(ink.columns)
    if !isSure { place = nil }
  }

  /// Writes a glyph and blanks for the other columns of what it stands in for.
  mutating func writeStandIn(_ ink: Ink) {
    var single = ink
    single.columns = 1
    write(single)
    writeBlanks(ink.columns - 1, ink.background, erasing: false, isFollowed: true)
  }

  /// Writes blanks from the cursor on. The terminal's own erasing (ECH, EL) is used where it is
  /// shorter and paints in the pen's background.
  ///
  /// - Parameter isFollowed: whether the cell after them is written too. Erasing leaves the cursor
  ///   where it was, so then it takes about as many bytes again to get there.
  mutating func writeBlanks(
    _ count: Int, _ background: Paint, erasing: Bool, isFollowed: Bool
  ) {
    setPen(background: background)
    let reachesEdge = place.map { $0.column + count == columns } ?? false
    let erasure = 3 + digits(count)
    let saves = isFollowed ? count >= 2 * erasure : count > erasure
    if erasing && reachesEdge && count > 3 {
      control("K")  // EL, erase in line, from the cursor to the end
    } else if erasing && saves {
      control(count, "X")  // ECH, erase character
    } else {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
      advance(count)
    }
  }

  /// Fills an area that ends before the last column.
  mutating func writeBlock(_ area: Area, _ background: Paint, erasing: Bool) {
    for row in area.rows {
      move(to: Point(column: area.column, row: row))
      writeBlanks(area.width, background, erasing: erasing && area.width > 1, isFollowed: false)
    }
  }

  /// Resets the pen and erases the whole screen in a color: SGR 0, then ED 2.
  mutating func clear(_ background: Paint) {
    control("m")
    (foreground, self.background, isBold) = (.unpainted, .unpainted, false)
    setPen(background: background)
    control(2, "J")
  }

  private mutating func advance(_ count: Int) {
    // Terminals differ in where the cursor is after the last column.
    place = place.flatMap { place in
      let column = place.column + count
      return column < columns ? Point(column: column, row: place.row) : nil
    }
  }

  // MARK: Pen

  /// Quadrants say the same with their colors swapped. In swatches that lets the pen rest: a corner
  /// becomes a quarter of the surround on the color that the erased cells beside it have. Halves
  /// keep their sides, since they have to meet their neighbors where fonts round unevenly.
  private func cheaper(_ ink: Ink) -> Ink {
    guard let complement = complement(of: ink.glyph) else { return ink }
    // Of two single changes the foreground's is better: the blanks beside need the background only.
    func changes(_ foreground: Paint, _ background: Paint) -> Int {
      (foreground == self.foreground ? 0 : 2) + (background == self.background ? 0 : 3)
    }
    if changes(ink.foreground, ink.background) <= changes(ink.background, ink.foreground) {
      return ink
    }
    return Ink(
      glyph: complement, foreground: ink.background, background: ink.foreground,
      isBold: ink.isBold)
  }

  private func complement(of glyph: Unicode.Scalar) -> Unicode.Scalar? {
    switch glyph {
    case "▟": "▘"
    case "▙": "▝"
    case "▜": "▖"
    case "▛": "▗"
    default: nil
    }
  }

  /// SGR with just the parts that change; nil is a part that does not matter now.
  private mutating func setPen(
    foreground: Paint? = nil, background: Paint? = nil, isBold: Bool? = nil
  ) {
    let start = bytes.count
    if let isBold, isBold != self.isBold {
      parameter(isBold ? 1 : 22, after: start)
      self.isBold = isBold
    }
    if let foreground, foreground != self.foreground {
      color(foreground, base: 30, after: start)
      self.foreground = foreground
    }
    if let background, background != self.background {
      color(background, base: 40, after: start)
      self.background = background
    }
    if bytes.count > start { bytes.append(UInt8(ascii: "m")) }
  }

  /// - Parameter base: 30 for the foreground, 40 for the background.
  private mutating func color(_ paint: Paint, base: Int, after start: Int) {
    if let channels = paint.channels {
      parameter(base + 8, after: start)
      parameter(2, after: start)
      parameter(Int(channels >> 16), after: start)
      parameter(Int(channels >> 8 & 0xff), after: start)
      parameter(Int(channels & 0xff), after: start)
    } else if let entry = paint.entry {
      switch entry {
      case 0..<8: parameter(base + Int(entry), after: start)
      case 8..<16: parameter(base + 60 + Int(entry) - 8, after: start)
      default:
        parameter(base + 8, after: start)
        parameter(5, after: start)
        parameter(Int(entry), after: start)
      }
    }
  }

  /// One more parameter of a sequence that began at `start`, with CSI or a semicolon before it.
  private mutating func parameter(_ value: Int, after start: Int) {
    if bytes.count == start {
      introducer()
    } else {
      bytes.append(UInt8(ascii: ";"))
    }
    number(value)
  }

  // MARK: Cursor

  /// Moves the cursor the shortest way: down and across (CUD, CUU; BS, CUF, CUB, CHA, CR), or CUP.
  /// LF would be shorter than CUD, but a program that replays a record of it would get CR as well.
  mutating func move(to target: Point) {
    if place == target { return }
    if let place {
      let across = lengthAcross(from: place.column, to: target.column)
      let down = place.row == target.row ? 0 : lengthOf(abs(target.row - place.row))
      if across + down < lengthOfPosition(target) {
        moveDown(target.row - place.row)
        moveAcross(from: place.column, to: target.column)
        self.place = target
        return
      }
    }
    position(target)
    place = target
  }

  /// DECTCEM: shows or hides the cursor.
  mutating func showCursor(_ isVisible: Bool) {
    if isCursorVisible == isVisible { return }
    isCursorVisible = isVisible
    introducer()
    bytes.append(UInt8(ascii: "?"))
    number(25)
    bytes.append(UInt8(ascii: isVisible ? "h" : "l"))
  }

  private mutating func moveDown(_ rows: Int) {
    if rows > 0 { control(rows, "B") }
    if rows < 0 { control(-rows, "A") }
  }

  private mutating func moveAcross(from column: Int, to target: Int) {
    if column == target { return }
    if target == 0 {
      bytes.append(0x0d)
    } else if target == column - 1 {
      bytes.append(0x08)
    } else if digits(target + 1) + 3 < lengthOf(abs(target - column)) {
      control(target + 1, "G")
    } else {
      control(abs(target - column), target > column ? "C" : "D")
    }
  }

  private func lengthAcross(from column: Int, to target: Int) -> Int {
    if column == target { return 0 }
    return target == 0 || target == column - 1
      ? 1 : min(digits(target + 1) + 3, lengthOf(abs(target - column)))
  }

  /// How long a sequence with one parameter is; 1 is left out.
  private func lengthOf(_ parameter: Int) -> Int {
    parameter == 1 ? 3 : 3 + digits(parameter)
  }

  private func lengthOfPosition(_ target: Point) -> Int {
    let column = target.column == 0 ? 0 : 1 + digits(target.column + 1)
    return 3 + column + (target.row == 0 ? 0 : digits(target.row + 1))
  }

  private mutating func position(_ target: Point) {
    introducer()
    if target.row > 0 { number(target.row + 1) }
    if target.column > 0 {
      bytes.append(UInt8(ascii: ";"))
      number(target.column + 1)
    }
    bytes.append(UInt8(ascii: "H"))
  }

  // MARK: Spelling

  private mutating func introducer() {
    bytes.append(0x1b)
    bytes.append(UInt8(ascii: "["))
  }

  private mutating func control(_ final: Unicode.Scalar) {
    introducer()
    bytes.append(UInt8(ascii: final))
  }

  private mutating func control(_ parameter: Int, _ final: Unicode.Scalar) {
    introducer()
    if parameter != 1 { number(parameter) }
    bytes.append(UInt8(ascii: final))
  }

  private mutating func number(_ value: Int) {
    if value >= 10 { number(value / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
  }

  private func digits(_ value: Int) -> Int {
    value < 10 ? 1 : 1 + digits(value / 10)
  }
}

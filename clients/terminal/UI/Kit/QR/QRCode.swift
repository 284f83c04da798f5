// A short text as a square that cameras read: a QR code (ISO/IEC 18004) in byte mode, versions 1 to
// 10, at the lower two levels of correction, since screens do not get scratched. Here is the
// square; what stands in it, QRCodewords says. How it is drawn, and how much light it needs around
// it, is the screen's. It is our own, 390 lines that a finished standard never changes; libqrencode
// would add a shim, a package to build and to run, and a matrix handed from the edge for each room.

/// Light and dark squares, as many across as down.
struct QRCode: Equatable, Sendable {
  /// Squares along an edge.
  private(set) var size: Int
  /// Row by row, dark or not.
  private var squares: [Bool]
  /// Row by row, whether it is no part of the text: masks leave it alone.
  private var isFixed: [Bool]

  /// The smallest square that holds the text, as well protected as that size allows. Nil if the
  /// text is too long for all of them.
  ///
  /// - Parameter mask: the pattern to lay over the text, 0 to 7; nil for whichever reads best.
  init?(_ text: String, mask: Int? = nil) {
    guard let words = QRCodewords(Array(text.utf8)) else { return nil }
    size = 4 * words.version + 17
    squares = Array(repeating: false, count: size * size)
    isFixed = squares
    drawFinders()
    drawMarks(of: words.version)
    if words.version >= QRCode.firstVersionTold { draw(version: words.version) }
    // Reserves its place; what it says follows with the mask.
    draw(format: 0, words.level)
    fill(with: words.interleaved)
    var best: (penalty: Int, code: QRCode)?
    for mask in mask.map({ $0...$0 }) ?? 0...7 {
      var code = self
      code.apply(mask)
      code.draw(format: mask, words.level)
      let penalty = code.penalty
      if best.map({ penalty < $0.penalty }) ?? true { best = (penalty, code) }
    }
    guard let best else { return nil }
    self = best.code
  }

  /// Whether a square is dark; around the code all is light.
  func isDark(_ column: Int, _ row: Int) -> Bool {
    let edge = 0..<size
    return edge.contains(column) && edge.contains(row) && squares[row * size + column]
  }

  private mutating func set(_ column: Int, _ row: Int, _ isDark: Bool) {
    squares[row * size + column] = isDark
    isFixed[row * size + column] = true
  }
}

// Patterns.
extension QRCode {
  private static let firstVersionTold = 7

  /// Three squares in squares, each with its light border.
  private mutating func drawFinders() {
    for (left, top) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      for row in max(0, top - 4)...min(size - 1, top + 4) {
        for column in max(0, left - 4)...min(size - 1, left + 4) {
          let ring = max(abs(column - left), abs(row - top))
          set(column, row, ring != 2 && ring != 4)
        }
      }
    }
  }

  /// The dotted lines between the finders, and the small squares that tell of bent paper.
  private mutating func drawMarks(of version: Int) {
    for place in 8..<size - 8 {
      set(place, 6, place % 2 == 0)
      set(6, place, place % 2 == 0)
    }
    let last = size - 7
    let centers = version == 1 ? [] : version < 7 ? [6, last] : [6, (size - 1) / 2, last]
    for middle in centers {
      for center in centers {
        // Finders stand in three of the corners.
        let isCorner = [6, last].contains(center) && [6, last].contains(middle)
        if !isCorner || min(center, middle) == last { drawMark(center, middle) }
      }
    }
  }

  private mutating func drawMark(_ center: Int, _ middle: Int) {
    for row in -2...2 {
      for column in -2...2 {
        set(center + column, middle + row, max(abs(column), abs(row)) != 1)
      }
    }
  }

  /// Which level and mask it has, twice.
  private mutating func draw(format mask: Int, _ level: QRCodewords.Level) {
    let data = level.formatBits << 3 | mask
    let bits = QRCode.protected(data, by: 0x537, degree: 10) ^ 0x5412
    for index in 0..<15 {
      let isDark = bits >> index & 1 == 1
      switch index {
      case 0...5: set(8, index, isDark)
      case 6, 7: set(8, index + 1, isDark)
      case 8: set(7, 8, isDark)
      default: set(14 - index, 8, isDark)
      }
      if index < 8 {
        set(size - 1 - index, 8, isDark)
      } else {
        set(8, size - 15 + index, isDark)
      }
    }
    set(8, size - 8, true)
  }

  private mutating func draw(version: Int) {
    let bits = QRCode.protected(version, by: 0x1f25, degree: 12)
    for index in 0..<18 {
      let (far, near) = (size - 11 + index % 3, index / 3)
      set(far, near, bits >> index & 1 == 1)
      set(near, far, bits >> index & 1 == 1)
    }
  }

  /// Data and the remainder of its division by a polynomial (BCH).
  private static func protected(_ data: Int, by polynomial: Int, degree: Int) -> Int {
    var rest = data
    for _ in 0..<degree { rest = rest << 1 ^ (rest >> (degree - 1)) * polynomial }
    return data << degree | rest
  }

  // MARK: The text

  /// Lays the bits in columns of two, up and down by turns, from the right.
  private mutating func fill(with words: [UInt8]) {
    var bit = 0
    var right = size - 1
    while right > 0 {
      // The column of the dotted line is left out.
      if right == 6 { right = 5 }
      let goesUp = (right + 1) & 2 == 0
      for step in 0..<size {
        let row = goesUp ? size - 1 - step : step
        for column in [right, right - 1] where !isFixed[row * size + column] {
          guard bit < 8 * words.count else { continue }
          squares[row * size + column] = words[bit / 8] >> (7 - bit % 8) & 1 == 1
          bit += 1
        }
      }
      right -= 2
    }
  }

  private mutating func apply(_ mask: Int) {
    for row in 0..<size {
      for column in 0..<size where !isFixed[row * size + column] {
        let flips =
          switch mask {
          case 0: (column + row) % 2 == 0
          case 1: row % 2 == 0
          case 2: column % 3 == 0
          case 3: (column + row) % 3 == 0
          case 4: (column / 3 + row / 2) % 2 == 0
          case 5: column * row % 2 + column * row % 3 == 0
          case 6: (column * row % 2 + column * row % 3) % 2 == 0
          default: ((column + row) % 2 + column * row % 3) % 2 == 0
          }
        if flips { squares[row * size + column].toggle() }
      }
    }
  }
}

// What makes it hard to read.
extension QRCode {
  /// The more, the harder: long runs, blocks, what looks like a finder, too much of one kind.
  private var penalty: Int {
    let rows = (0..<size).map { row in (0..<size).map { squares[row * size + $0] } }
    let columns = (0..<size).map { column in (0..<size).map { squares[$0 * size + column] } }
    var sum = (rows + columns).reduce(0) { $0 + QRCode.penalty(of: $1) }
    for row in 1..<size {
      for column in 1..<size {
        let dark = rows[row][column]
        let isBlock =
          rows[row][column - 1] == dark && rows[row - 1][column] == dark
          && rows[row - 1][column - 1] == dark
        if isBlock { sum += 3 }
      }
    }
    let dark = squares.count(where: \.self)
    let total = squares.count
    return sum + (abs(20 * dark - 10 * total) + total - 1) / total * 10 - 10
  }

  /// Runs of five and more, and finders: 1:1:3:1:1 with four light squares at one side.
  private static func penalty(of line: [Bool]) -> Int {
    var sum = 0
    var run = 0
    for (index, isDark) in line.enumerated() {
      run = index > 0 && line[index - 1] == isDark ? run + 1 : 1
      if run >= 5 { sum += run == 5 ? 3 : 1 }
    }
    let margin = Array(repeating: false, count: 4)
    let wide = margin + line + margin
    let finder = [true, false, true, true, true, false, true]
    for start in 4...line.count - 3 where wide[start..<start + 7].elementsEqual(finder) {
      if !wide[start - 4..<start].contains(true) { sum += 40 }
      if !wide[start + 7..<start + 11].contains(true) { sum += 40 }
    }
    return sum
  }
}

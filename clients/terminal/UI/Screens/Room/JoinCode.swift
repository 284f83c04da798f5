// How others get into a room, as a square that their cameras read: dark on light, whatever the
// theme, with the light around it that readers need, two squares to a cell. Where the server shows
// a page, the square leads there, because no phone knows what to do with chromatch://. The address
// is http:// even where there is TLS: a host's certificate is its own, and a warning that nobody
// can judge on a phone teaches people to dismiss warnings.

import Chroma
import ClientCore
import Game
import Wire

/// An address of a room and the code that says it.
struct JoinCode: Equatable, Sendable {
  /// Where a room is.
  struct Address: Equatable, Sendable {
    let room: RoomCode
    /// The server and the room.
    let place: String
    /// The fingerprint of the server's certificate; empty without one.
    let fingerprint: String
    /// The room on the server's page; nil without one.
    let page: String?

    /// Nil where nobody is to be told.
    init?(_ room: RoomCode, _ setup: ScreenSetup) {
      guard let server = setup.addressesToShare.first else { return nil }
      self.room = room
      place = "\(server)/\(room.text)"
      fingerprint = setup.fingerprintToShare ?? ""
      page = setup.pageToShare.map { "\($0)/#\(room.text)" }
    }

    /// The whole address, as one would type it.
    var text: String { fingerprint.isEmpty ? place : "\(place)#\(fingerprint)" }

    /// What the square says. A fingerprint stands there without the name of the hash, which goes
    /// without saying: a smaller square reads better.
    fileprivate var squareText: String {
      page ?? place + (fingerprint.split(separator: ":").last.map { "#\($0)" } ?? "")
    }

    /// What to expect of the page. Browsers compare no fingerprint: where there is one, they warn
    /// of the certificate, or the page does without it.
    fileprivate var aboutPage: String {
      if fingerprint.isEmpty { return Words["in a browser"] }
      return page?.hasPrefix("https:") == true
        ? Words["in a browser, which warns"] : Words["in a browser, unencrypted"]
    }
  }

  let address: Address
  let code: QRCode

  /// Nil for an address that is too long.
  init?(_ address: Address) {
    guard let code = QRCode(address.squareText) else { return nil }
    self.address = address
    self.code = code
  }

  /// Light squares around the code: what the standard asks for, and what readers still take.
  private static let margins = [4, 3, 2]

  /// The widest margin that lets the code fit.
  func margin(columns: Int, rows: Int) -> Int? {
    JoinCode.margins.first { margin in
      let edge = code.size + 2 * margin
      return edge <= columns && (edge + 1) / 2 <= rows
    }
  }

  /// Cells that the code covers.
  func area(column: Int, row: Int, margin: Int) -> Area {
    let edge = code.size + 2 * margin
    return Area(column: column, row: row, width: edge, height: (edge + 1) / 2)
  }
}

extension Canvas {
  /// The code in an area that it was measured for.
  mutating func draw(_ code: QRCode, _ area: Area, margin: Int, hasColors: Bool) {
    for row in 0..<area.height {
      for column in 0..<area.width {
        let isUpper = code.isDark(column - margin, 2 * row - margin)
        let isLower = code.isDark(column - margin, 2 * row + 1 - margin)
        let place = (area.column + column, area.row + row)
        guard hasColors else {
          // Terminals without colors are light on dark far more often than not.
          let glyph: Unicode.Scalar =
            isUpper ? (isLower ? " " : "▄") : isLower ? "▀" : "█"
          put(glyph, column: place.0, row: place.1, .bright)
          continue
        }
        put(
          "▀", column: place.0, row: place.1,
          Style(Canvas.shade(isUpper), on: Canvas.shade(isLower)))
      }
    }
  }

  private static func shade(_ isDark: Bool) -> Color { Color(gray: isDark ? 0 : 255) }
}

extension Sheet {
  /// The code over all of the screen, and beside it the address in letters.
  mutating func joinCode(_ join: JoinCode) {
    canvas.fill(Area(column: 0, row: 0, width: width, height: height), Neutral.surround)
    hits = HitMap()
    hits.mark(Area(column: 0, row: 0, width: width, height: height), as: .key(.escape))
    canvas.park(column: 0, row: height - 1)
    var words = Area(column: Sheet.margin, row: 1, width: columns, height: height - 2)
    if let margin = join.margin(columns: columns, rows: height) {
      var area = join.area(column: 0, row: 0, margin: margin)
      area.row = (height - area.height) / 2
      area.column = Sheet.margin
      canvas.draw(join.code, area, margin: margin, hasColors: setup.support.depth > .monochrome)
      words.column = area.endColumn + 3
      words.width = endColumn - words.column
    } else {
      let rows = join.area(column: 0, row: 0, margin: 2).height
      canvas.text(
        Words["The code needs \(rows) rows."], column: words.column, row: height - 4, .bright)
    }
    canvas.text(
      Words["Room \(join.address.room.text)"], column: words.column, row: words.row, .strong)
    var row = words.row + 2
    if let page = join.address.page {
      row = way(join.address.aboutPage, page, words, row: row) + 1
    }
    _ = way(Words["chromatch join"], join.address.text, words, row: row)
    let end = canvas.text("Esc", column: words.column, row: words.endRow - 1, .key)
    canvas.text(Words["back"], column: end + 1, row: words.endRow - 1, .dim)
  }

  /// One way in, with what it is above it, as far as there are rows.
  /// - Returns: the row below.
  private mutating func way(_ what: String, _ address: String, _ area: Area, row: Int) -> Int {
    guard area.width > 0, row < area.endRow - 2 else { return row }
    canvas.text(what, column: area.column, row: row, .label, limit: area.width)
    var row = row + 1
    var rest = address[...]
    while !rest.isEmpty, row < area.endRow - 2 {
      canvas.text(String(rest.prefix(area.width)), column: area.column, row: row, .bright)
      rest = rest.dropFirst(area.width)
      row += 1
    }
    return row
  }
}

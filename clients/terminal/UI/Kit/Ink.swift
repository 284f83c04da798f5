// What a cell becomes on a given terminal: colors as the codes it understands, glyphs as ones it
// can draw. Cells that look the same there become equal inks, so the renderer never writes a
// difference that cannot be seen. Where a text and its background become one of sixteen colors, the
// gray between is used, so that no glyph is lost. Knows no escape codes and no positions.

import Chroma

/// The glyphs that a terminal is sent.
package enum GlyphSet: Sendable {
  /// Everything that a canvas may hold.
  case unicode
  /// ASCII alone: for locales without UTF-8 and fonts that draw blocks or icons two columns wide.
  case ascii
}

/// A color as the terminal is told it: nothing, a palette entry, or red, green and blue.
struct Paint: Equatable, Sendable {
  /// 0 for nothing, 1 + entry, or 2²⁴ + the channels.
  private let code: UInt32

  static let unpainted = Paint(code: 0)
  /// No paint at all: differs from every one, so that the first to come is always written.
  static let unknown = Paint(code: .max)

  private init(code: UInt32) { self.code = code }
  init(entry: UInt8) { code = 1 + UInt32(entry) }
  init(_ color: Color) { code = 1 << 24 | color.packed }

  var entry: UInt8? { code > 0 && code <= 256 ? UInt8(code - 1) : nil }
  /// The channels as one number, red on top.
  var channels: UInt32? { code >> 24 == 1 ? code & 0xff_ffff : nil }
}

/// What is written into a cell of the terminal.
struct Ink: Equatable, Sendable {
  var glyph: Unicode.Scalar
  var foreground: Paint
  var background: Paint
  var isBold: Bool
  /// How many columns it takes.
  var columns = 1

  static func blank(_ background: Paint) -> Ink {
    Ink(glyph: " ", foreground: background, background: background, isBold: false)
  }

  /// A column of the glyph before it: never written, and different from every blank.
  static func rest(_ background: Paint) -> Ink {
    Ink(glyph: "\0", foreground: background, background: background, isBold: false)
  }

  var isBlank: Bool { glyph == " " }
}

/// Makes inks of cells for one kind of terminal.
struct Inker: Sendable {
  private let depth: ColorDepth
  private let glyphs: GlyphSet
  private var cache: PaletteCache

  init(depth: ColorDepth, glyphs: GlyphSet) {
    self.depth = depth
    self.glyphs = glyphs
    cache = PaletteCache(depth.palette)
  }

  mutating func paint(_ color: Color) -> Paint {
    switch depth {
    case .monochrome: .unpainted
    case .truecolor: Paint(color)
    case .palette16, .palette256: Paint(entry: cache.nearest(to: color))
    }
  }

  mutating func ink(_ cell: Cell) -> Ink {
    if cell.isRest { return .rest(paint(cell.background)) }
    if cell.glyph == " " { return .blank(paint(cell.background)) }
    if depth != .monochrome {
      // A background fills a cell to its edges; a full block leaves seams in some fonts.
      if cell.glyph == "█" { return .blank(paint(cell.foreground)) }
      // Where blocks cannot be drawn they become plain cells of the mixed color.
      if glyphs == .ascii, let coverage = Glyph.coverage(of: cell.glyph) {
        return .blank(paint(cell.background.mixed(with: cell.foreground, at: coverage)))
      }
    }
    let ink = Ink(
      glyph: glyphs == .ascii ? AsciiGlyph.standIn(for: cell.glyph) : cell.glyph,
      foreground: paint(cell.foreground), background: paint(cell.background),
      isBold: cell.isBold && Glyph.coverage(of: cell.glyph) == nil, columns: cell.columns)
    if cell.columns > 1 { return ink }
    // Sixteen colors have few grays: a frame or a word that would be lost in what it stands on is
    // written in the one between.
    if depth == .palette16, ink.foreground == ink.background,
      cell.foreground != cell.background, Glyph.coverage(of: cell.glyph) == nil
    {
      var seen = ink
      seen.foreground = Paint(entry: Palette.grayBetween(other: ink.background.entry))
      return seen
    }
    return depth != .monochrome && ink.foreground == ink.background ? .blank(ink.background) : ink
  }
}

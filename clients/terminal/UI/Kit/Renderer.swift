// From canvases to bytes. The renderer remembers what the terminal shows and writes only the cells
// that look different now: first in this kind of terminal's own terms (Ink), then in the fewest
// bytes (TerminalWriter). Invariant: once its bytes are written, the terminal shows the last
// canvas; a frame with nothing new is empty.

/// What decides how frames are written for a terminal.
package struct TerminalTraits: Equatable, Sendable {
  /// The colors it is told.
  package var depth: ColorDepth
  /// The glyphs it is sent.
  package var glyphs: GlyphSet
  /// Whether erased cells take the pen's background (terminfo's `bce`). All but GNU screen do.
  package var erasesInColor: Bool
  /// Whether frames are wrapped in mode 2026, so that no half of one is ever seen.
  package var synchronizes: Bool

  /// All four, spelled out.
  package init(depth: ColorDepth, glyphs: GlyphSet, erasesInColor: Bool, synchronizes: Bool) {
    self.depth = depth
    self.glyphs = glyphs
    self.erasesInColor = erasesInColor
    self.synchronizes = synchronizes
  }
}

/// Writes frames for one terminal.
package struct Renderer: Sendable {
  private let traits: TerminalTraits
  private var inker: Inker
  private var writer = TerminalWriter(columns: 0)
  /// What the terminal shows; nil where that is not known.
  private var shown: Canvas?

  /// A renderer for a terminal that shows nothing known yet.
  package init(for traits: TerminalTraits) {
    self.traits = traits
    inker = Inker(depth: traits.depth, glyphs: traits.glyphs)
  }

  /// Forgets what the terminal shows, so that the next frame paints all of it: for Ctrl-L, for the
  /// return from a suspension. A canvas of another size does so by itself.
  package mutating func forget() {
    shown = nil
  }

  /// The bytes that turn what the terminal shows into `canvas`: to be written whole, in one write.
  /// Empty if nothing is different. A frame that is not asked for costs nothing later: the next one
  /// still starts from what was written last.
  package mutating func frame(_ canvas: Canvas) -> [UInt8] {
    if let shown, shown.width == canvas.width, shown.height == canvas.height {
      writeDifference(from: shown, to: canvas)
    } else {
      writer = TerminalWriter(columns: canvas.width)
      writer.clear(inker.paint(canvas.surround))
      let empty = Canvas(
        width: canvas.width, height: canvas.height, surround: canvas.surround)
      writeDifference(from: traits.erasesInColor ? empty : nil, to: canvas)
    }
    shown = canvas
    if let cursor = canvas.cursor { writer.move(to: cursor.point) }
    writer.showCursor(canvas.cursor?.isVisible ?? false)
    let bytes = writer.takeBytes()
    guard traits.synchronizes, !bytes.isEmpty else { return bytes }
    return TerminalSession.beginFrame.bytes + bytes + TerminalSession.endFrame.bytes
  }

  /// Writes the cells in which two canvases of the same size look different; all without an old
  /// one.
  private mutating func writeDifference(from old: Canvas?, to new: Canvas) {
    let old = old.map { writeBlocks(from: $0, to: new) }
    let sharesTails = old.map { $0.tails == new.tails } ?? false
    for row in 0..<new.height {
      var column = 0
      // Until there the terminal may have drawn more than it should.
      var spoiledEnd = 0
      while true {
        if let old, column >= spoiledEnd {
          column = new.firstChange(
            since: old, column: column, row: row, sharesTails: sharesTails)
        }
        guard column < new.width else { break }
        let start = row * new.width
        guard
          let ink = changedInk(
            from: column < spoiledEnd ? nil : old, to: new, at: start + column)
        else {
          column += 1
          continue
        }
        writer.move(to: Point(column: column, row: row))
        guard ink.isBlank else {
          spoiledEnd = max(spoiledEnd, column + write(ink, new.tail(of: new.cells[start + column])))
          column += ink.columns
          continue
        }
        let first = column
        var next: Ink?
        repeat {
          column += 1
          next =
            column < new.width
            ? changedInk(from: column < spoiledEnd ? nil : old, to: new, at: start + column) : nil
        } while next == ink
        writer.writeBlanks(
          column - first, ink.background, erasing: traits.erasesInColor, isFollowed: next != nil)
      }
    }
  }

  /// Writes the blocks of which every cell has changed, each at once, so that the pen changes once
  /// a block.
  ///
  /// - Returns: the old canvas with what has been written.
  private mutating func writeBlocks(from old: Canvas, to new: Canvas) -> Canvas {
    var known = old
    for block in new.blocks {
      let cell = new[block.column, block.row]
      // What is not worth it, or has something over it, is the rows' business.
      guard cell.isBlank, known[block.column, block.row] != cell else { continue }
      let ink = inker.ink(cell)
      let isWhole = block.rows.allSatisfy { row in
        block.columns.allSatisfy { column in
          let before = known[column, row]
          return new[column, row] == cell && !before.isRest && before.columns == 1
            && before.tail == 0 && inker.ink(before) != ink
        }
      }
      guard isWhole else { continue }
      writer.writeBlock(block, ink.background, erasing: traits.erasesInColor)
      known.fill(block, cell.background)
    }
    return known
  }

  /// Writes a character; how many columns a terminal may have drawn.
  private mutating func write(_ ink: Ink, _ tail: ShownCharacter?) -> Int {
    if traits.glyphs == .ascii, ink.columns > 1 {
      writer.writeStandIn(ink)
    } else if let tail, traits.glyphs == .unicode {
      writer.write(ink, followedBy: tail.tail, isSure: tail.isSure)
      return tail.reach
    } else {
      writer.write(ink)
    }
    return ink.columns
  }

  /// What a cell has to be written as, nil if it looks as before, or is written with the one before
  /// it.
  private mutating func changedInk(from old: Canvas?, to new: Canvas, at index: Int) -> Ink? {
    let cell = new.cells[index]
    if cell.isRest { return nil }
    guard let old else { return inker.ink(cell) }
    let before = old.cells[index]
    let hasSameTail = old.tail(of: before) == new.tail(of: cell)
    if before == cell && hasSameTail { return nil }
    let ink = inker.ink(cell)
    return ink == inker.ink(before) && (hasSameTail || ink.isBlank) ? nil : ink
  }
}

// The mosaic of a match as a PNG, from colors alone: a column for each round's target, and on it a
// field for each guess, of a ghost a frame. It is drawn in bands: most rows of pixels are as the
// one above them, which a filter says with zeros.

import Archive
import Chroma
import Game
import Net

/// Draws mosaics.
enum MosaicPicture {
  /// As large as previews of links are.
  static let (width, height) = (1_200, 630)
  /// The most bytes that a preview takes; a record that would make more is left out.
  static let bytesMax = 30 << 10
  /// How many rows are drawn: each is to be seen in a preview.
  private static let rowsMax = 4
  /// How wide the frame of a ghost is at the most.
  private static let frame = 8
  private static let edge = 48
  private static let gray = Color(red: 0x76, green: 0x76, blue: 0x76)

  /// A match as a picture that holds its record, if that fits.
  ///
  /// - Parameter record: nil for one that is longer than any that fits, however well it is packed.
  static func png(_ match: SharedMatch, holding record: [UInt8]?) -> [UInt8] {
    let head = [width, height]
      .flatMap { number in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
      }
    // Eight bits of red, green and blue.
    let colors: [(name: String, data: [UInt8])] = [
      (name: "IHDR", data: head + [8, 2, 0, 0, 0]),
      (name: "IDAT", data: zlibDeflated(pixels(of: match))),
    ]
    let end: (name: String, data: [UInt8]) = (name: "IEND", data: [])
    if let record {
      let proof = (name: RecordPicture.part, data: zlibDeflated(record))
      let whole = RecordPicture.file(colors + [proof, end])
      if whole.count <= bytesMax { return whole }
    }
    return RecordPicture.file(colors + [end])
  }

  /// A row of fields that differs from the one above.
  private struct Band {
    let rows: Range<Int>
    /// Whose guesses are seen there; nil where not even targets are.
    var cells: [Swatch?]?
    /// Whether of a guess only its two sides are seen.
    var isHollow = false
  }

  private static func pixels(of match: SharedMatch) -> [UInt8] {
    let stride = 1 + 3 * width
    var bytes = [UInt8](repeating: 0, count: stride * height)
    // Each row of pixels is the one above it, but for the first of a band.
    for row in 0..<height { bytes[row * stride] = 2 }
    for band in bands(of: match) {
      let line = line(of: band, match.targets)
      bytes.replaceSubrange(
        band.rows.lowerBound * stride..<(band.rows.lowerBound + 1) * stride, with: [0] + line)
    }
    return bytes
  }

  private static func bands(of match: SharedMatch) -> [Band] {
    let rows = match.rows.prefix(rowsMax)
    var bands = [Band(rows: 0..<edge)]
    let inner = edge..<height - edge
    for (number, row) in rows.enumerated() {
      let top = inner.lowerBound + inner.count * number / rows.count
      let end = inner.lowerBound + inner.count * (number + 1) / rows.count
      let rise = inset(end - top)
      bands.append(Band(rows: top..<top + rise, cells: []))
      bands.append(Band(rows: top + rise..<end - rise, cells: row.cells))
      if row.isGhost {
        let hollow = top + rise + frame..<end - rise - frame
        bands.append(Band(rows: hollow, cells: row.cells, isHollow: true))
        bands.append(Band(rows: hollow.upperBound..<end - rise, cells: row.cells))
      }
      bands.append(Band(rows: end - rise..<end, cells: []))
    }
    if rows.isEmpty { bands.append(Band(rows: inner, cells: [])) }
    return bands + [Band(rows: inner.upperBound..<height)]
  }

  /// How much of a target stands out beside a guess.
  private static func inset(_ length: Int) -> Int { length * 18 / 100 }

  private static func line(of band: Band, _ targets: [Swatch]) -> [UInt8] {
    var line = [UInt8](repeating: 0, count: 3 * width)
    fill(&line, 0..<width, with: Swatch(gray))
    guard let cells = band.cells else { return line }
    let inner = width - 2 * edge
    for (round, target) in targets.enumerated() {
      let start = edge + inner * round / targets.count
      let end = edge + inner * (round + 1) / targets.count
      fill(&line, start..<end, with: target)
      if round < cells.count, let guess = cells[round] {
        let side = inset(end - start)
        let field = start + side..<end - side
        // Where there are many rounds a guess is narrow.
        let rim = min(frame, field.count / 4)
        let inside = 3 * (field.lowerBound + rim)..<3 * (field.upperBound - rim)
        let seenThrough = line[inside]
        fill(&line, field, with: guess)
        if band.isHollow { line.replaceSubrange(inside, with: seenThrough) }
      }
    }
    return line
  }

  private static func fill(_ line: inout [UInt8], _ columns: Range<Int>, with swatch: Swatch) {
    let steps = max(1, columns.count - 1)
    for column in columns {
      let color =
        swatch.to == nil
        ? swatch.color : swatch.gradient.color(at: column - columns.lowerBound, of: steps)
      line[3 * column] = color.red
      line[3 * column + 1] = color.green
      line[3 * column + 2] = color.blue
    }
  }
}

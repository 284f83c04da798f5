// The wall as a screen: tiles side by side, in a grid that is as fine as the window allows and no
// finer than the rooms need. Where nobody plays it says how to begin.

import ClientCore
import Game
import Wire

/// Where the tiles of a wall are.
struct WallLayout {
  let columns: Int
  let rows: Int
  private let width: Int
  private let height: Int

  /// The usual size of a tile with its gap, in cells; there are two by two in any case.
  private static let tileWidth = 39, tileHeight = 12
  private static let columnsMax = 4, rowsMax = 3
  /// Rows above the tiles, and rows above and below them.
  private static let top = 2, rowsAround = 4

  /// The grid of a window, as fine as it gets.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    let gap = 2
    columns = min(
      WallLayout.columnsMax, max(2, (width - 2 * Sheet.margin + gap) / WallLayout.tileWidth))
    rows = min(
      WallLayout.rowsMax, max(2, (height - WallLayout.rowsAround) / WallLayout.tileHeight))
  }

  private init(_ layout: WallLayout, columns: Int, rows: Int) {
    (width, height) = (layout.width, layout.height)
    (self.columns, self.rows) = (columns, rows)
  }

  var capacity: Int { columns * rows }

  /// The same window with no more tiles than that many rooms need, and so larger ones.
  func fitting(_ count: Int) -> WallLayout {
    let count = max(1, min(count, capacity))
    let square = (1...count).first { $0 * $0 >= count } ?? 1
    let wide = min(columns, max(square, (count + rows - 1) / rows))
    return WallLayout(self, columns: wide, rows: (count + wide - 1) / wide)
  }

  /// The place of a tile.
  subscript(index: Int) -> Area {
    let gap = 2
    let pitch = (width - 2 * Sheet.margin + gap) / columns
    let step = max(2, (height - WallLayout.rowsAround) / rows)
    return Area(
      column: Sheet.margin + index % columns * pitch,
      row: WallLayout.top + index / columns * step, width: pitch - gap, height: step - 1)
  }
}

/// Looking on in several rooms.
struct WallScreen {
  let wall: Wall
  let keys: [KeyBinding]

  func draw(on sheet: inout Sheet) {
    let page = wall.page
    // Of those who look on nobody knows how many people they are: one wall watches every room.
    let count = wall.playerCount
    let people = Words[count, "\(count) player", "\(count) players"]
    sheet.header(page.isEmpty ? Words["the wall"] : headline, right: page.isEmpty ? "" : people)
    sheet.keyLine(keys)
    guard !page.isEmpty else { return nothing(on: &sheet) }
    let grid = WallLayout(width: sheet.width, height: sheet.height).fitting(wall.rooms.count)
    for (place, index) in page.indices.enumerated() {
      let tile = WallTile(
        listing: page[index], model: wall.tile(of: page[index].code),
        isChosen: index == wall.index, followed: wall.followed?.player)
      tile.draw(on: &sheet, grid[place])
      sheet.hits.mark(grid[place], as: .room(index))
    }
  }

  private var headline: String {
    let order =
      switch wall.order {
      case nil: ""
      case .players: Words[", by players"]
      case .name: Words[", by name"]
      case .round: Words[", by round"]
      }
    let followed = wall.followed.map { Words["   following \($0.label)"] }
    let (shown, all, rest) = (wall.page.count, wall.rooms.count, followed ?? order)
    return Words[
      all, "watching \(shown) of \(all) room\(rest)", "watching \(shown) of \(all) rooms\(rest)"]
  }

  /// What there is to read where there is nothing to see.
  private func nothing(on sheet: inout Sheet) {
    let isSure = wall.listedAt != nil
    let row = max(3, sheet.height / 3)
    sheet.canvas.text(
      isSure ? Words["Nobody is playing here now."] : Words["Looking for rooms…"], column: 5,
      row: row, .text)
    sheet.canvas.park(column: 5, row: row)
    guard isSure else { return }
    let ways: [(String, String, Key)] = [
      ("p", Words["plays at once; a bot may be all there is"], .character("p")),
      ("n", Words["opens a room; matches in it show up here"], .character("n")),
    ]
    for (offset, (key, word, press)) in ways.enumerated() {
      let end = sheet.canvas.text(key, column: 5, row: row + 2 + offset, .key)
      let last = sheet.canvas.text(word, column: end + 2, row: row + 2 + offset, .label)
      sheet.hits.mark(
        Area(column: 5, row: row + 2 + offset, width: last - 5, height: 1), as: .key(press))
    }
    sheet.canvas.text(
      Words["A room appears here as soon as someone sits in it."], column: 5, row: row + 5, .dim,
      limit: sheet.endColumn - 5)
  }
}

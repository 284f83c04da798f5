// A canvas in the making, with the map of its controls: what every screen has in common. Chrome is
// neutral; whatever shows a color of the game goes through `patch`, which is honest where the
// terminal cannot show it.

import Chroma
import ClientCore
import Game

/// What the mouse can press.
enum Control: Equatable, Sendable {
  /// Something that a key does too.
  case key(Key)
  /// A slider's track.
  case slider(Int)
  /// The wheel.
  case wheel
  /// The bar of brightness beside the wheel.
  case brightness
  /// A color of the palette.
  case color(Int)
  /// A row of the list of rooms.
  case listing(Int)
  /// A room on the wall, counted through all its pages.
  case room(Int)
  /// A figure to choose.
  case figure(Int)
  /// A row of a form.
  case field(Int)
  /// A row of a list in a panel.
  case choice(Int)
  /// A seat in a room; one more than the last is the free ones.
  case seat(Int)
  /// An end of a gradient.
  case stop(Int)
  /// A tile, counted from 1.
  case tile(Int)
  /// Something to say.
  case reaction(Int)
  /// The bar of a match that is seen again.
  case moment
}

/// A screen that is being drawn.
struct Sheet {
  var canvas: Canvas
  var hits = HitMap<Control>()
  /// Where colors are judged: nothing dims them.
  var judged: [Area] = []
  let setup: ScreenSetup

  /// Columns that stay empty at both sides.
  static let margin = 2

  init(width: Int, height: Int, setup: ScreenSetup) {
    self.init(over: Canvas(width: width, height: height), setup: setup)
  }

  /// Something that lies over a picture.
  init(over canvas: Canvas, setup: ScreenSetup) {
    self.canvas = canvas
    self.setup = setup
  }

  var width: Int { canvas.width }
  var height: Int { canvas.height }
  /// The first column of the right margin.
  var endColumn: Int { width - Sheet.margin }
  /// The columns between the margins.
  var columns: Int { width - 2 * Sheet.margin }
  /// Whether there is space for what is only there for beauty and comfort.
  var isBig: Bool { height >= 36 }
  /// The row that says how things stand, below the stepper.
  static let statusRow = 2
  /// With fewer columns than this a sentence is not begun.
  private static let labelColumnsMin = 12
  /// The row for notices, above the keys.
  var noticeRow: Int { height - 2 }

  // MARK: Lines

  /// The program's name, where one is, and what matters now at the right.
  ///
  /// - Parameters:
  ///   - isUrgent: whether the whole row stands out, or is bold where nothing flashes and where
  ///     there are no colors.
  ///   - color: what it stands out in; nil for the brightest gray.
  mutating func header(
    _ left: String, right: String, isUrgent: Bool = false, color: Color? = nil
  ) {
    let isInverted = isUrgent && !setup.isCalm && setup.support.depth > .monochrome
    let edge = setup.isByNumbers ? Neutral.bright : color ?? Neutral.bright
    if isInverted { canvas.fill(Area(column: 0, row: 0, width: width, height: 1), edge) }
    let urgent = isInverted ? Style(Neutral.ink(on: edge), bold: true) : .strong
    let end = canvas.text(right, endColumn: endColumn, row: 0, isUrgent ? urgent : .text)
    let (name, length) = ("chromatch", ShownText.columns(of: left))
    var column = Sheet.margin
    // Where one is matters more than whose screen it is.
    if column + name.count + 2 + length <= end - 2 || length == 0 {
      column = canvas.text(name, column: column, row: 0, isUrgent ? urgent : .strong) + 2
    }
    let limit = max(0, end - column - 2)
    canvas.text(
      Say.whole(left, in: limit), column: column, row: 0, isUrgent ? urgent : .label, limit: limit)
  }

  /// The keys along the bottom, as many as fit; each can be pressed. Those of the help, which lists
  /// all others, and of the way out are always there.
  ///
  /// - Parameter words: what stands before them, cut where they need the space.
  mutating func keyLine(_ keys: [KeyBinding], after words: String = "") {
    let line = KeyLine(isBrief: width < Sheet.keysWidth, setup: setup)
    var column = Sheet.margin
    if !words.isEmpty {
      let kept = keys.filter(\.isKept)
      let space = columns - line.columns(of: kept) - line.gap
      column = canvas.text(words, column: column, row: height - 1, .bright, limit: space) + line.gap
    }
    let keys = line.fitting(keys, columns: endColumn - column)
    let areas = canvas.keyLine(
      keys.map(line.hint), column: column, row: height - 1, gap: line.gap)
    for (key, area) in zip(keys, areas) {
      if let key = key.key { hits.mark(area, as: .key(key)) }
    }
  }

  /// With fewer columns the words of keys are brief.
  private static let keysWidth = 80

  /// What matters and what may be overlooked, in one row.
  ///
  /// - Parameters:
  ///   - wantedEnd: the column that it ends before; nil for the margin.
  ///   - style: how what matters looks.
  mutating func status(
    _ strong: String, _ label: String, row: Int = Sheet.statusRow, endColumn wantedEnd: Int? = nil,
    _ style: Style = .strong
  ) {
    let endColumn = wantedEnd ?? self.endColumn
    let end = canvas.text(
      strong, column: Sheet.margin, row: row, style, limit: max(0, endColumn - Sheet.margin))
    let column = strong.isEmpty ? end : end + 2
    let limit = max(0, endColumn - column)
    let fitting = Say.fitting(label, in: limit)
    // A word or two of a sentence say nothing.
    if ShownText.columns(of: fitting) > limit, limit < Sheet.labelColumnsMin { return }
    canvas.text(fitting, column: column, row: row, .label, limit: limit)
  }

  // MARK: Colors

  /// A patch of a color of the game; its name in a frame where it cannot be seen.
  mutating func patch(_ area: Area, _ color: Color, square: Bool = false) {
    if setup.isByNumbers {
      named(area, [name(of: color)])
    } else if square {
      canvas.fill(area, color)
    } else {
      canvas.swatch(area, color)
    }
  }

  /// A patch of whatever is to be matched or was made: a color, or a gradient in steps.
  ///
  /// - Parameter steps: how many steps a gradient has at most; nil for one a column.
  mutating func patch(_ area: Area, _ swatch: Swatch, square: Bool = false, steps: Int? = nil) {
    if setup.isByNumbers {
      named(area, Say.names(of: swatch))
    } else if swatch.to != nil {
      canvas.gradient(area, swatch.gradient, countMax: steps)
    } else {
      patch(area, swatch.color, square: square)
    }
  }

  /// A frame with lines of text in its middle.
  mutating func named(_ area: Area, _ lines: [String]) {
    let isFramed = area.height >= 3 && area.width >= 4
    if isFramed { canvas.frame(area, .label) }
    let inner = isFramed ? area.inset(columns: 1, rows: 1) : area
    let top = inner.row + max(0, inner.height - lines.count) / 2
    for (index, line) in lines.prefix(inner.height).enumerated() {
      canvas.text(
        line, centeredIn: inner.columns, row: top + index, index == 0 ? .strong : .text)
    }
  }

  /// How far what is seen is from the color that is meant; empty where nothing is off.
  func offText(_ color: Color) -> String {
    guard !setup.isByNumbers, let shown = setup.support.depth.shown(color),
      shown.difference > .zero
    else { return "" }
    return Words["shown \(Say.difference(shown.difference)) off"]
  }

  /// The same of what is to be matched or was made; of a gradient, its worse end.
  func offText(_ swatch: Swatch) -> String {
    guard let to = swatch.to else { return offText(swatch.color) }
    let ends = [swatch.color, to].compactMap { setup.support.depth.shown($0)?.difference }
    guard !setup.isByNumbers, let worst = ends.max(), worst > .zero else { return "" }
    return Words["ends shown \(Say.difference(worst)) off"]
  }

  /// A place where a color will be, with a big figure in it.
  mutating func hidden(_ area: Area, count: Int) {
    canvas.frame(area)
    guard let digit = BigDigit(count), area.height > BigDigit.height + 1 else {
      if count > 0 {
        canvas.text(
          "\(count)", centeredIn: area.columns, row: area.row + area.height / 2, .strong)
      }
      return
    }
    digit.draw(
      on: &canvas, column: area.column + (area.width - BigDigit.width) / 2,
      row: area.row + (area.height - BigDigit.height) / 2)
  }

  // MARK: Too small

  /// All that is drawn in a window too small to play in.
  mutating func askForRoom() {
    let wish = Words[
      "chromatch needs \(ScreenModel.widthMin)×\(ScreenModel.heightMin); the game goes on."]
    canvas.text(wish, column: 0, row: height / 2, .text, limit: width)
  }
}

/// A digit, three squares wide and five high, for counting down.
struct BigDigit {
  static let width = 6
  static let height = 5
  private let rows: [String]

  /// The digit; nil for what is none.
  init?(_ digit: Int) {
    guard BigDigit.shapes.indices.contains(digit), digit > 0 else { return nil }
    rows = BigDigit.shapes[digit]
  }

  func draw(on canvas: inout Canvas, column: Int, row: Int) {
    for (down, line) in rows.enumerated() {
      for (right, square) in line.enumerated() where square == "#" {
        for half in 0...1 {
          canvas.put("█", column: column + 2 * right + half, row: row + down, .text)
        }
      }
    }
  }

  private static let shapes = [
    ["###", "# #", "# #", "# #", "###"], [" # ", "## ", " # ", " # ", "###"],
    ["###", "  #", "###", "#  ", "###"], ["###", "  #", "###", "  #", "###"],
    ["# #", "# #", "###", "  #", "  #"], ["###", "#  ", "###", "  #", "###"],
    ["###", "#  ", "###", "# #", "###"], ["###", "  #", "  #", " # ", " # "],
    ["###", "# #", "###", "# #", "###"], ["###", "# #", "###", "  #", "###"],
  ]
}

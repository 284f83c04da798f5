// A canvas in the making, with the map of its controls: what every screen has in common. Chrome is
// neutral; whatever shows a color of the game goes through `patch`, which is honest where the
// terminal cannot show it.

import Chroma
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
}

/// A key of a screen: what is pressed, how it is written and what it does.
struct KeyBinding: Equatable, Sendable {
  /// What pressing the hint with the mouse does; nil where the hint stands for several keys.
  var key: Key?
  var hint: KeyHint
  /// What it does, for the help; the hint's word where that says enough.
  var meaning: String

  init(_ label: String, _ word: String, _ key: Key? = nil, _ meaning: String? = nil) {
    self.key = key
    hint = KeyHint(label, word)
    self.meaning = meaning ?? word
  }
}

/// A screen that is being drawn.
struct Sheet {
  var canvas: Canvas
  var hits = HitMap<Control>()
  let setup: ScreenSetup

  /// Columns that stay empty at both sides.
  static let margin = 2

  init(width: Int, height: Int, setup: ScreenSetup) {
    canvas = Canvas(width: width, height: height)
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
  mutating func header(_ left: String, right: String, style: Style = .text) {
    let end = canvas.text(right, endColumn: endColumn, row: 0, style)
    let (name, length) = ("chromatch", ShownText.columns(of: left))
    var column = Sheet.margin
    // Where one is matters more than whose screen it is.
    if column + name.count + 2 + length <= end - 2 || length == 0 {
      column = canvas.text(name, column: column, row: 0, .strong) + 2
    }
    let limit = max(0, end - column - 2)
    canvas.text(Say.whole(left, in: limit), column: column, row: 0, .label, limit: limit)
  }

  /// The keys along the bottom, as many as fit; each can be pressed. That of the help is always
  /// there, since it lists all others.
  mutating func keyLine(_ keys: [KeyBinding]) {
    let keys = fitting(keys)
    let areas = canvas.keyLine(keys.map(\.hint), row: height - 1)
    for (key, area) in zip(keys, areas) {
      if let key = key.key { hits.mark(area, as: .key(key)) }
    }
  }

  /// The keys without those right before the help's that leave no space for it.
  private func fitting(_ keys: [KeyBinding]) -> [KeyBinding] {
    guard let index = keys.firstIndex(where: { $0.key == .function(1) }) else { return keys }
    func columns(_ key: KeyBinding) -> Int {
      ShownText.columns(of: key.hint.key) + ShownText.columns(of: key.hint.word) + 4
    }
    var end = index
    var needed = keys[...index].reduce(-3) { $0 + columns($1) }
    while end > 0, needed > self.columns {
      end -= 1
      needed -= columns(keys[end])
    }
    return Array(keys[..<end] + keys[index...])
  }

  /// What matters and what may be overlooked, in one row.
  mutating func status(_ strong: String, _ label: String, row: Int = Sheet.statusRow) {
    let end = canvas.text(
      strong, column: Sheet.margin, row: row, .strong, limit: columns)
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
  mutating func patch(_ area: Area, _ swatch: Swatch, square: Bool = false) {
    if setup.isByNumbers {
      named(area, Say.names(of: swatch))
    } else if swatch.to != nil {
      canvas.gradient(area, swatch.gradient)
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

// The screen of one's own eye: the disk, a table of all hues, and a drill of the weakest one. It
// knows no file, no server and no clock. Invariant: nothing here is help in a race: it is seen
// outside of rooms alone.

import Chroma
package import ClientCore
package import Game

/// A report of an eye on a screen.
///
/// To drive it: `resize` at the start and whenever the terminal's size changes, `take` each input
/// event, and draw `frame(at:)` then, until `isOver`. Ctrl-C, Ctrl-Z and Ctrl-L are the program's.
package struct EyeModel: Sendable {
  /// Whether the viewer has seen enough.
  package private(set) var isOver = false
  /// What is known of the terminal; may change whenever more is known.
  package var setup: ScreenSetup
  private let report: EyeReport
  private var drill: EyeDrill?
  /// Whether a drill was wanted at once.
  private let drills: Bool
  private var practice = Practice()
  private var showsHelp = false
  private var width = 80
  private var height = 24

  /// With fewer columns there is no disk beside the table, and no spread in it.
  private static let diskWidth = 76
  private static let spreadWidth = 100
  /// Whether the table says how far answers spread.
  private var hasSpread: Bool { width >= EyeModel.spreadWidth }
  /// Columns of the table, and where in it the sides stand.
  private var tableColumns: Int { sideColumn + 17 }
  private var sideColumn: Int { hasSpread ? 29 : 21 }

  /// A report to be seen.
  ///
  /// - Parameter drills: whether to begin with the drill.
  package init(_ report: EyeReport, setup: ScreenSetup, drills: Bool) {
    (self.report, self.setup, self.drills) = (report, setup, drills)
    if drills { begin() }
  }

  /// The terminal's size in cells.
  package mutating func resize(columns: Int, rows: Int) { (width, height) = (columns, rows) }

  /// When the picture changes by itself: never.
  package func nextFrame(at now: Instant) -> Instant? { nil }

  // MARK: Input

  /// Takes one input event at a local moment.
  package mutating func take(_ event: InputEvent, at now: Instant) {
    switch event {
    case .key(let key, let modifiers):
      if modifiers.isDisjoint(with: [.control, .alt]) { press(key, modifiers, at: now) }
    case .mouse(let mouse): take(mouse, at: now)
    case .paste, .focus, .answer: break
    }
  }

  private mutating func press(_ key: Key, _ modifiers: Modifiers, at now: Instant) {
    if showsHelp { return showsHelp = false }
    switch key {
    case .function(1), .character("?"): showsHelp = true
    case .escape, .character("q"): leave()
    case .character("d") where drill?.target == nil: begin()
    case .enter, .character(" "): if drill?.target != nil { lock(at: now) }
    default: if drill?.target != nil { _ = practice.press(key, modifiers, at: now) }
    }
  }

  private mutating func take(_ mouse: Mouse, at now: Instant) {
    let hits = sheet().hits
    switch (mouse.action, hits.hit(at: mouse.point)?.control) {
    case (.press(.left), .key(let key)): press(key, [], at: now)
    case (.press(.left), _) where showsHelp: showsHelp = false
    case (.press(.left), .slider(let slider)):
      practice.hand.hold(.slider(slider))
      practice.drag(to: mouse.point, over: hits, at: now)
    case (.drag(.left), _): practice.drag(to: mouse.point, over: hits, at: now)
    case (.release(.left), _): practice.hand.release(with: practice.guess, at: now)
    case (_, .slider(let slider)): practice.turn(slider, mouse.action, at: now)
    default: break
    }
  }

  private mutating func leave() {
    if drill == nil { isOver = true }
    drill = nil
  }

  /// Begins a drill; each has other colors.
  private mutating func begin() {
    if setup.isByNumbers { return }
    drill = EyeDrill(of: report, from: Mode.startColor, seed: report.rounds + 1 + drillsCount)
    drillsCount += drill == nil ? 0 : 1
    practice = Practice(drilling: drill?.targets ?? [])
  }
  private var drillsCount = 0

  private mutating func lock(at now: Instant) {
    drill?.take(practice.yours)
    practice.goOn(at: now)
  }

  private var keys: [KeyBinding] {
    let drillKey = KeyBinding("d", Words["drill"], .character("d"), drillMeaning)
    let out = KeyBinding("Esc", drill == nil ? Words["end"] : Words["back"], .escape)
    guard drill?.target != nil else {
      let canDrill = report.whole?.drilled != nil && !setup.isByNumbers
      return (canDrill ? [drillKey] : []) + [ScreenModel.help, out]
    }
    return [
      KeyBinding("↑↓ ←→", Words["move"], nil, Words["choose and move a slider, with Shift by 10"]),
      KeyBinding("⏎", Words["next"], .enter, Words["take it, and go on to the next color"]),
      ScreenModel.help, out,
    ]
  }

  private var drillMeaning: String {
    Words["practice \(EyeDrill.count) colors of the weakest hue, unrated"]
  }

  // MARK: Drawing

  /// The picture at a local moment.
  package mutating func frame(at now: Instant) -> Canvas { sheet().canvas }

  func sheet() -> Sheet {
    var sheet = Sheet(width: width, height: height, setup: setup)
    guard height >= ScreenModel.heightMin, width >= ScreenModel.widthMin else {
      sheet.askForRoom()
      return sheet
    }
    sheet.header(
      Words["your eye"],
      right: Phrase.rounds(report.rounds))
    if let drill, drill.target != nil {
      draw(drill, on: &sheet)
    } else if let whole = report.whole {
      draw(whole, on: &sheet)
    } else {
      let sentences: [String?] = [
        report.headline, drills ? Words["A drill needs as many."] : nil, report.leftOutWords,
      ]
      sheet.canvas.paragraph(
        sentences.compactMap(\.self).joined(separator: " "),
        Area(column: 2, row: 2, width: sheet.columns, height: 4), .strong)
    }
    sheet.keyLine(keys)
    if showsHelp { sheet.help(keys, title: Words["your eye"]) }
    return sheet
  }

  private func draw(_ drill: EyeDrill, on sheet: inout Sheet) {
    let left = 3
    let right = sheet.width - left
    let count = drill.made.count
    let place = Words["color \(count + 1) of \(drill.targets.count)"]
    sheet.canvas.text(
      Words["Drill: \(drill.sector.words)"], column: left, row: 3, .strong)
    sheet.canvas.text(place, endColumn: right, row: 3, .text)
    let row = sheet.pair(practice, nil, left..<right)
    var sentence = Words["Match it, and take it with Enter. Nothing of this counts."]
    if count > 0 {
      let apart = drill.made[count - 1].difference(from: drill.targets[count - 1])
      sentence = Words["The last one: \(apart.words) apart."]
    }
    sheet.canvas.text(sentence, column: left, row: row, .text, limit: right - left)
  }

  private func draw(_ whole: EyeReport.Whole, on sheet: inout Sheet) {
    let hasDisk = width >= EyeModel.diskWidth && !setup.isByNumbers
    let tableColumn = hasDisk ? width - Sheet.margin - tableColumns : Sheet.margin
    if hasDisk {
      let area = Area(
        column: Sheet.margin, row: 2, width: tableColumn - Sheet.margin - 2, height: height - 6)
      let middle = EyeDisk(sectors: whole.sectors).draw(on: &sheet.canvas, area)
      let columns = middle.column - 5..<middle.column + 5
      let median = Difference(thousandths: whole.median).words
      sheet.canvas.text(median, centeredIn: columns, row: middle.row - 1, .strong)
      sheet.canvas.text(Words["apart"], centeredIn: columns, row: middle.row, .label)
    }
    let columns = hasDisk ? tableColumns : sheet.columns
    var row = sheet.canvas.paragraph(
      drill?.outcome ?? report.headline,
      Area(column: tableColumn, row: 2, width: columns, height: 2), .strong)
    let second = drill == nil ? report.margin ?? report.overall : nil
    if let second, height >= 22 {
      row = sheet.canvas.paragraph(
        second, Area(column: tableColumn, row: row, width: columns, height: 2), .label)
    }
    if height >= 24 {
      if hasSpread { drawHead(on: &sheet, column: tableColumn, row: row) }
      row += 1
    }
    for sector in whole.sectors where row < height - 2 {
      draw(
        sector, on: &sheet, column: tableColumn, row: row, isNamed: whole.drilled == sector.sector)
      row += 1
    }
    drawBelow(on: &sheet, from: row)
  }

  /// A hue: what was asked beside what was made of it, how far off, and to which side.
  private func draw(
    _ sector: EyeReport.Sector, on sheet: inout Sheet, column: Int, row: Int, isNamed: Bool
  ) {
    let style: Style = isNamed ? .strong : sector.findings == nil ? .dim : .text
    if let findings = sector.findings, !setup.isByNumbers {
      for (index, color) in [findings.asked, findings.made].enumerated() {
        sheet.canvas.fill(Area(column: column + 2 * index, row: row, width: 2, height: 1), color)
      }
    }
    sheet.canvas.text(sector.sector.words, column: column + 5, row: row, style)
    guard sector.findings != nil else {
      sheet.canvas.text(Words["too few rounds"], column: column + sideColumn, row: row, .dim)
      return
    }
    sheet.canvas.text(sector.median, endColumn: column + 19, row: row, style)
    if hasSpread { sheet.canvas.text(sector.spread, endColumn: column + 27, row: row, .label) }
    sheet.canvas.text(sector.verdict, column: column + sideColumn, row: row, style)
  }

  /// What the numbers of the table are.
  private func drawHead(on sheet: inout Sheet, column: Int, row: Int) {
    sheet.canvas.text(Words["apart"], endColumn: column + 19, row: row, .dim)
    sheet.canvas.text(Words["spread"], endColumn: column + 27, row: row, .dim)
  }

  /// The trend and what holds of every report, as far as there are rows.
  private func drawBelow(on sheet: inout Sheet, from start: Int) {
    let facts = [report.trend, report.remembered].compactMap(\.self) + report.pace
    var row = start + 1
    for fact in facts where row < height - 4 && hasSpread {
      let column = width - Sheet.margin - tableColumns
      row = sheet.canvas.paragraph(
        fact, Area(column: column, row: row, width: tableColumns, height: 2), .label)
    }
    // The first of them matters most.
    let rows = max(start, height - 3)..<max(start, height - 1)
    for (row, caution) in zip(rows, EyeReport.cautions) {
      let isWhole = ShownText.columns(of: caution) <= sheet.columns
      // Where columns are few, its first sentence says enough.
      let shown = isWhole ? caution : caution.prefix { $0 != "." } + "."
      sheet.canvas.text(shown, column: Sheet.margin, row: row, .dim, limit: sheet.columns)
    }
  }
}

extension EyeDrill {
  /// What became of it, beside what was before.
  var outcome: String? {
    guard let now, target == nil else { return nil }
    let (new, old) = (Difference(thousandths: abs(now)), Difference(thousandths: abs(before)))
    guard let part else {
      return Words["\(sector.title): \(new.words) apart in this drill, \(old.words) before."]
    }
    let (toward, then) = (sector.toward(part, now), sector.toward(part, before))
    return Words[
      "\(sector.title): \(new.words) ΔE \(toward) in this drill, \(old.words) \(then) before."]
  }
}

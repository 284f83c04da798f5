// One room on the wall: its name and its clock, the target above everybody's guess and touching it,
// and below each guess whose it is and how near. Where colors cannot be seen there are names and
// numbers in the same places.

import Chroma
import ClientCore
import Game
import Wire

/// A room among others.
struct WallTile {
  let listing: Listing
  /// What is seen there; nil before anybody looks.
  let model: WallTileModel?
  let isChosen: Bool
  /// Who is looked for.
  let followed: PlayerID?

  /// Rows besides the colors: the title above them, names and values below.
  private static let rowsAround = 3

  func draw(on sheet: inout Sheet, _ area: Area) {
    title(on: &sheet, area)
    let body = Area(
      column: area.column, row: area.row + 1, width: area.width,
      height: max(1, area.height - WallTile.rowsAround))
    guard let model, model.corner != nil || !model.message.isEmpty else {
      return message([Words["Joining…"]], on: &sheet, body)
    }
    if !model.message.isEmpty { message(model.message, on: &sheet, body) }
    colors(model, on: &sheet, body)
    guard model.tiles.isEmpty else { return names(model.people, on: &sheet, body) }
    for (index, person) in model.people.enumerated() {
      let column = column(index, of: model.people.count, in: body)
      label(person, on: &sheet, column, row: body.endRow)
    }
  }

  /// Everybody one after the other in the rows below, where the colors are tiles and nobody's.
  private func names(_ people: [WallTileModel.Person], on sheet: inout Sheet, _ body: Area) {
    var (column, row) = (body.column, body.endRow)
    for person in people {
      let isFollowed = person.player == followed
      let value = person.values.last.map { " \($0)" } ?? ""
      let text = "\(isFollowed ? "▸" : "")\(person.figure) \(person.name)\(value)"
      if column > body.column, column + ShownText.columns(of: text) > body.endColumn {
        (column, row) = (body.column, row + 1)
      }
      guard row < body.endRow + WallTile.rowsAround - 1 else { return }
      let style: Style = isFollowed ? .strong : person.isBright ? .text : .label
      column =
        sheet.canvas.text(
          text, column: column, row: row, style, limit: max(0, body.endColumn - column)) + 2
    }
  }

  private func title(on sheet: inout Sheet, _ area: Area) {
    if isChosen {
      sheet.canvas.put("▸", column: area.column - 2, row: area.row, .strong)
      sheet.canvas.park(column: area.column - 2, row: area.row)
    }
    let end = sheet.canvas.text(
      model?.corner ?? WallTileModel.corner(listing), endColumn: area.endColumn, row: area.row,
      model?.isUrgent == true ? .bright : isChosen ? .label : .dim)
    sheet.canvas.text(
      listing.name, column: area.column, row: area.row, isChosen ? .strong : .key,
      limit: max(0, end - area.column - 1))
  }

  private func message(_ message: [String], on sheet: inout Sheet, _ body: Area) {
    sheet.canvas.fill(body, Neutral.rail)
    let lines = message.flatMap { Say.wrapped($0, width: body.width - 2) }
    let top = body.row + max(0, body.height - lines.count) / 2
    for (index, line) in lines.prefix(body.height).enumerated() {
      sheet.canvas.text(line, centeredIn: body.columns, row: top + index, .text)
    }
  }

  // MARK: Colors

  private func column(_ index: Int, of count: Int, in body: Area) -> Area {
    let start = body.column + index * body.width / count
    let end = body.column + (index + 1) * body.width / count
    return Area(column: start, row: body.row, width: end - start, height: body.height)
  }

  private func colors(_ model: WallTileModel, on sheet: inout Sheet, _ body: Area) {
    guard let target = model.target else { return }
    let isShared = !model.tiles.isEmpty || model.people.contains { $0.swatch != nil }
    let top = isShared ? max(1, (body.height + 1) / 3) : body.height
    let above = Area(column: body.column, row: body.row, width: body.width, height: top)
    if sheet.setup.isByNumbers {
      numbers(of: target, on: &sheet, above)
    } else {
      sheet.patch(above, target, square: true, steps: StepBand.countAmongOthers)
    }
    let below = Area(
      column: body.column, row: above.endRow, width: body.width, height: body.height - top)
    for (index, color) in model.tiles.enumerated() {
      let place = column(index, of: model.tiles.count, in: below)
      sheet.guess(place, Swatch(color), gap: 0)
    }
    guard model.tiles.isEmpty else { return }
    for (index, person) in model.people.enumerated() {
      guard let swatch = person.swatch else { continue }
      let place = column(index, of: model.people.count, in: below)
      sheet.guess(place, swatch, gap: index + 1 < model.people.count ? 1 : 0)
    }
  }

  /// A target as its name and its values; of a gradient, the names of its ends.
  private func numbers(of target: Swatch, on sheet: inout Sheet, _ area: Area) {
    let values = target.to == nil ? [Say.hsb(target.color)] : []
    let lines = Say.names(of: target) + values
    for (offset, line) in lines.prefix(area.height).enumerated() {
      sheet.canvas.text(
        line, column: area.column, row: area.row + offset, offset == 0 ? .strong : .text,
        limit: area.width)
    }
  }

  // MARK: People

  private func label(
    _ person: WallTileModel.Person, on sheet: inout Sheet, _ column: Area, row: Int
  ) {
    let isFollowed = person.player == followed
    let name: Style = isFollowed ? .strong : .label
    sheet.canvas.put(person.figure, column: column.column, row: row, name)
    let space = max(0, column.width - 3)
    sheet.canvas.text(
      String(person.name.prefix(space)), column: column.column + 2, row: row, name, limit: space)
    if isFollowed { sheet.canvas.put("▸", column: column.column + 1, row: row, .strong) }
    let value = person.values.first { $0.count < column.width }
    sheet.canvas.text(
      value ?? "", column: column.column, row: row + 1, person.isBright ? .text : .dim)
  }
}

extension Sheet {
  /// Steps of a gradient in a guess: there is no space to compare more.
  private static let guessSteps = 5

  /// A guess among others: its color; a gradient in few steps and so many columns apart from the
  /// next; or hue, saturation and brightness below each other, as many as there are rows for.
  fileprivate mutating func guess(_ area: Area, _ swatch: Swatch, gap: Int) {
    if setup.isByNumbers {
      let hsb = HSB(nearest: swatch.color)
      let lines = ["H\(hsb.hue)", "S\(hsb.saturation)", "B\(hsb.brightness)"]
      for (offset, line) in lines.prefix(area.height).enumerated() {
        canvas.text(line, column: area.column, row: area.row + offset, .label, limit: area.width)
      }
    } else if swatch.to == nil {
      canvas.fill(area, swatch.color)
    } else {
      let place = Area(
        column: area.column, row: area.row, width: max(1, area.width - gap), height: area.height)
      canvas.gradient(place, swatch.gradient, countMax: Sheet.guessSteps)
    }
  }
}

extension Say {
  /// Text in lines of at most so many columns, broken between words.
  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

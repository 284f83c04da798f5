// The other players along the bottom of a race: their colors as they move, how near they are, who
// has locked, how many lives they have left, and what they show. In modes that keep guesses secret
// there are only their names and who has locked.

import Chroma
import ClientCore
import Game
import Wire

extension Sheet {
  /// A row of players, each with a swatch above the name where there is space for one.
  ///
  /// - Parameter crowd: all who play along, as one more of them; nil where it is not shown.
  mutating func rivals(
    _ rivals: [PlayerID], and crowd: CrowdCount?, of room: RoomModel, _ match: MatchState,
    _ layout: RaceLayout,
    at now: Instant
  ) {
    let count = rivals.count + (crowd == nil ? 0 : 1)
    guard count > 0, let row = layout.namesRow else { return }
    let width = layout.strip.width + Sheet.gapColumns
    func place(_ index: Int) -> Area {
      // What cannot be divided evenly is spread, so that the last one ends at the margin.
      let (start, next) = (index * width / count, (index + 1) * width / count)
      return Area(
        column: layout.strip.column + start, row: layout.strip.row,
        width: next - start - Sheet.gapColumns, height: layout.strip.height)
    }
    if let crowd { crowdLane(crowd, place(rivals.count), namesRow: row) }
    for (index, rival) in rivals.enumerated() {
      let area = place(index)
      let isGhost = room.profile(of: rival)?.isGhost == true
      let field = rivalColor(rival, match, area, namesRow: row, isGhost: isGhost)
      rivalName(rival, room, match, area, row: row, field: field, at: now)
    }
  }

  /// Fewer letters of a name say less than the figure does.
  private static let lettersMin = 3
  /// Columns between two players.
  private static let gapColumns = 2
  /// Columns of a swatch beside a name, and of both ends of a gradient.
  private static let fieldColumns = 3
  private static let gradientColumns = 4
  /// Steps of a gradient above a name: the others' are looked at, not compared.
  private static let gradientSteps = 5

  /// Answers how many columns of the row of names the color takes.
  private mutating func rivalColor(
    _ rival: PlayerID, _ match: MatchState, _ area: Area, namesRow: Int, isGhost: Bool
  ) -> Int {
    guard !setup.isByNumbers, !match.rules.mode.isSecret, match.isRacing(rival),
      let swatch = match.shownSwatch(of: rival)
    else { return 0 }
    let isField = area.height == 0
    let columns = swatch.to == nil ? Sheet.fieldColumns : Sheet.gradientColumns
    let place =
      isField ? Area(column: area.column, row: namesRow, width: columns, height: 1) : area
    if swatch.to == nil {
      canvas.swatch(place, swatch.color)
    } else {
      canvas.gradient(place, swatch.gradient, countMax: Sheet.gradientSteps)
    }
    // Hollow is not here.
    if isGhost { canvas.hollow(place) }
    return isField ? columns : 0
  }

  private mutating func rivalName(
    _ rival: PlayerID, _ room: RoomModel, _ match: MatchState, _ area: Area, row: Int, field: Int,
    at now: Instant
  ) {
    let isLocked = match.round?.lock(of: rival) != nil
    let reaction = room.shownReaction(of: rival, at: now)
    var end = canvas.text(
      reaction.map(Say.quoted) ?? match.stateText(of: rival, in: room), endColumn: area.endColumn,
      row: row, isLocked || reaction != nil ? .bright : .label)
    if let hearts = match.hearts(of: rival, isShort: area.width < Say.heartsWidth) {
      end = canvas.text(hearts, endColumn: end - 1, row: row, .text)
    }
    let figure = area.column + (field == Sheet.fieldColumns ? 1 : field == 0 ? 0 : field + 1)
    let ink = canvas.ink(column: figure, row: row)
    canvas.put(room.figure(of: rival), column: figure, row: row, Style(ink))
    let column = max(area.column + field + 1, figure + 2)
    guard end - column - 1 >= Sheet.lettersMin else { return }
    let (limit, style) = (end - column - 1, isLocked ? Style.bright : .text)
    guard let mark = room.profile(of: rival)?.nobody else {
      canvas.text(room.name(of: rival), column: column, row: row, style, limit: limit)
      return
    }
    // That it is a bot, or a ghost, matters more than the end of its name.
    let letters = limit - 1 - ShownText.columns(of: mark)
    let isNamed = letters >= Sheet.lettersMin
    let next = canvas.text(
      room.name(of: rival), column: column, row: row, style, limit: isNamed ? letters : 0)
    canvas.text(mark, column: isNamed ? next + 1 : column, row: row, .dim, limit: limit)
  }
}

extension MatchState {
  /// What a player's sliders make, as far as it may be seen; where everybody starts between rounds.
  func shownSwatch(of player: PlayerID) -> Swatch? {
    round?.move(of: player)?.swatch ?? rules.mode.swatch(of: rules.mode.start)
  }

  /// How a player is doing in the round, in a word or a number.
  func stateText(of player: PlayerID, in room: RoomModel) -> String {
    if room.seat(of: player)?.awayUntil != nil { return Words["away"] }
    if isOut(player) { return Words["out"] }
    let near = round?.move(of: player).map { "\($0.near)%" } ?? ""
    guard round?.lock(of: player) != nil else { return near }
    return near.isEmpty ? "✓" : "✓ \(near)"
  }

  /// A player's lives as figures; nil where nobody has any.
  func hearts(of player: PlayerID, isShort: Bool = false) -> String? {
    guard let most = rules.mode.lives, let left = lives(of: player) else { return nil }
    return isShort ? "\(left)♥" : Say.hearts(left, of: most)
  }
}

extension Canvas {
  /// What reads on whatever a cell is filled with.
  func ink(column: Int, row: Int) -> Color {
    guard contains(column: column, row: row) else { return Neutral.text }
    let background = self[column, row].background
    return background == surround ? Neutral.text : Neutral.ink(on: background)
  }
}

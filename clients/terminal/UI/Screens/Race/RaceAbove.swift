// What stands above the line between target and guess: what each of them is, and over the line
// itself the clock. What matters more than the clock stands there large instead: the seconds that
// somebody's bell leaves, beside the name of that player in their color, and what one's own lock is
// worth.

import Chroma
import ClientCore
import Game
import Wire

/// What stands over the line.
enum Headline: Equatable {
  /// Nothing: the round has not begun.
  case none
  /// What is left of the round.
  case clock(String)
  /// What the bell leaves: whole seconds, and what comes after them.
  case bell(seconds: Int, rest: String)
  /// What a lock is worth, and how many were before it or with it; nil where nobody is told.
  case points(Int, place: Int?)
}

extension Sheet {
  /// Blanks on both sides of what stands over the line.
  private static let headlineGap = 2

  /// Writes what stands over a line, in the middle of some columns, and in the two rows above its
  /// own when it is large.
  ///
  /// - Returns: the columns of its row that are taken.
  mutating func headline(
    _ headline: Headline, over columns: Range<Int>, row: Int
  ) -> Range<Int> {
    let line = (columns.lowerBound + columns.upperBound) / 2
    func place(_ width: Int) -> Range<Int> { line - width / 2..<line - width / 2 + width }
    switch headline {
    case .none: return line..<line
    case .clock(let text):
      let place = place(ShownText.columns(of: text))
      canvas.text(text, column: place.lowerBound, row: row, .strong)
      return place
    case .bell(let seconds, let rest):
      let large = LargeText("\(seconds)")
      let place = place(large.width + ShownText.columns(of: rest))
      large.draw(
        on: &canvas, column: place.lowerBound, row: row - LargeText.rows + 1, .bright)
      canvas.text(rest, column: place.lowerBound + large.width, row: row, .strong)
      return place
    case .points(let points, let rank):
      let large = LargeText("+\(points)")
      let words = Words["so far"]
      let place = place(large.width)
      guard place.count + 2 * Sheet.headlineSideColumns <= columns.count,
        place.upperBound + 1 + ShownText.columns(of: words) <= columns.upperBound
      else { return self.headline(.clock("+\(points) \(words)"), over: columns, row: row) }
      large.draw(
        on: &canvas, column: place.lowerBound, row: row - LargeText.rows + 1, .bright)
      canvas.text(words, column: place.upperBound + 1, row: row - 1, .label)
      canvas.text(
        rank.map(Phrase.lock) ?? "", column: place.upperBound + 1, row: row - 2, .strong,
        limit: columns.upperBound - place.upperBound - 1)
      return place
    }
  }

  /// Columns that a label beside a large figure needs.
  private static let headlineSideColumns = 9

  /// Writes what the two sides of a line are called in the row above them, each as much as fits
  /// beside what stands over the line.
  ///
  /// - Parameters:
  ///   - left: words and how they look, the most wanted first.
  ///   - right: the same, from the right end on.
  mutating func labels(
    left: [(String, Style)], right: [(String, Style)], around taken: Range<Int>,
    in columns: Range<Int>, row: Int
  ) {
    var (start, end) = (columns.lowerBound, columns.upperBound)
    for (text, style) in left where !text.isEmpty {
      let next = start + ShownText.columns(of: text)
      guard next <= taken.lowerBound - Sheet.headlineGap else { continue }
      start = canvas.text(text, column: start, row: row, style) + 2
    }
    for (text, style) in right where !text.isEmpty {
      guard end - ShownText.columns(of: text) >= taken.upperBound + Sheet.headlineGap else {
        continue
      }
      end = canvas.text(text, endColumn: end, row: row, style) - 2
    }
  }
}

extension RaceScreen {
  /// What stands over the line now.
  func headline(_ clock: RoundClock) -> Headline {
    guard let round, clock.isShown else { return .none }
    if let points = pointsSoFar {
      return .points(points, place: room.amAlong ? nil : match.place(ofLockBy: room.me))
    }
    return clock.headline(isUrgent: round.hasRung)
  }

  /// What the player's lock is worth; nil before there is one.
  var pointsSoFar: Int? {
    guard let round, let after = round.lock(of: room.me)?.elapsed,
      let difference = mode.difference(guess, in: round.challenge)
    else { return nil }
    return match.rules.points(difference, after: after, inRound: round.start.round)
  }

  /// Above two colors and two gradients: which is which.
  func labels(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    let row = layout.labelRow
    let taken = sheet.headline(headline(clock), over: layout.columns, row: row)
    let target = target(clock)
    let namesColors = helps(on: sheet) && !sheet.setup.isByNumbers
    let ringer = largeRinger(on: sheet, layout)
    if let ringer { ringer.draw(on: &sheet, row: row) }
    var left = ringer?.hidesLabel == true ? [] : [(Words["TARGET"], Style.label)]
    if let target, ringer == nil {
      left.append((namesColors ? name(of: target.color) : "", .text))
      left.append((sheet.offText(target), .label))
    }
    var right: [(String, Style)] = []
    if mode.look == .gradient {
      if namesColors, let to = target?.to { right.append((name(of: to), .text)) }
    } else {
      right.append((isLocked ? Words["YOURS ✓"] : Words["YOURS"], isLocked ? .strong : .label))
      right.append((namesColors ? name(of: swatch.color) : "", .text))
      right.append((sheet.offText(swatch), .label))
      right.append((sheet.setup.isByNumbers ? "" : swatch.color.hex.uppercased(), .label))
    }
    sheet.labels(left: left, right: right, around: taken, in: layout.columns, row: row)
  }
}

extension MatchState {
  /// The place of a player's lock among those of the round that are known, counted from 1.
  func place(ofLockBy player: PlayerID) -> Int {
    let mine = round?.lock(of: player)?.elapsed ?? 0
    return 1 + players.count { round?.lock(of: $0).map { $0.elapsed < mine } ?? false }
  }
}

extension Phrase {
  /// The place of a lock.
  static func lock(_ place: Int) -> String {
    place == 1 ? Words["first to lock"] : Words["number \(place) to lock"]
  }
}

/// A player who has rung the bell, in large letters.
struct LargeRinger {
  let figure: Unicode.Scalar
  let name: LargeText
  let style: Style
  /// Where the figure stands; the name is two columns behind it.
  let column: Int
  /// Whether the name of the target has no space beside it.
  let hidesLabel: Bool
  /// What is said at the right.
  let words: (label: String, strong: String)

  func draw(on sheet: inout Sheet, row: Int) {
    sheet.canvas.put(figure, column: column, row: row - 1, style)
    name.draw(on: &sheet.canvas, column: column + 2, row: row - LargeText.rows + 1, style)
    sheet.canvas.text(words.label, endColumn: sheet.endColumn, row: row - 2, .label)
    sheet.canvas.text(words.strong, endColumn: sheet.endColumn, row: row - 1, .strong)
  }
}

extension RaceScreen {
  /// Who has rung the bell for this player; nil once they need not hurry any more.
  var ringer: PlayerID? {
    guard let round, round.hasRung, !isDone else { return nil }
    if let end = round.frozenUntil(room.me), end > now { return nil }
    return round.firstLock?.player
  }

  /// A player's own color, bright enough to be read.
  func style(of player: PlayerID, on sheet: Sheet) -> Style {
    guard !sheet.setup.isByNumbers, let color = room.profile(of: player)?.color else {
      return .strong
    }
    let isDark = color.luminance < RaceScreen.leastLuminance
    return Style(isDark ? color.mixed(with: Neutral.bright, at: 0.4) : color, bold: true)
  }

  private static let leastLuminance = 0.12

  /// The ringer in large letters; nil where these have no shape or no space.
  func largeRinger(on sheet: Sheet, _ layout: RaceLayout) -> LargeRinger? {
    guard let ringer, layout.wheel == nil, mode.look != .tiles else { return nil }
    let name = LargeText(room.name(of: ringer))
    let middle = (layout.columns.lowerBound + layout.columns.upperBound) / 2
    let words = (Words["rang the bell"], Words["Lock before time runs out"])
    let columns = [words.0, words.1].map(ShownText.columns).max() ?? 0
    let end = middle - RaceScreen.bellReach
    guard name.isLegible, middle + RaceScreen.bellReach + columns <= sheet.endColumn else {
      return nil
    }
    let starts = [Sheet.margin + ShownText.columns(of: Words["TARGET"]) + 2, Sheet.margin]
    guard let column = starts.first(where: { $0 + 2 + name.width <= end }) else { return nil }
    return LargeRinger(
      figure: room.figure(of: ringer), name: name, style: style(of: ringer, on: sheet),
      column: column, hidesLabel: column == Sheet.margin, words: words)
  }
}

extension RoundClock {
  /// The clock over the line, and the bell's seconds large.
  func headline(isUrgent: Bool) -> Headline {
    guard isShown else { return .none }
    guard isUrgent else { return .clock(timeText) }
    let (seconds, tenths) = (left / 1_000, left / 100 % 10)
    return .bell(seconds: seconds, rest: isCalm ? Words[" s"] : Words[".\(tenths) s"])
  }
}

// What stands above the line between target and guess: what each of them is, and over the line
// itself the clock. What matters more than the clock stands there large instead: the seconds that
// somebody's bell leaves, and what one's own lock is worth.

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
  /// What a lock is worth.
  case points(Int)
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
    case .points(let points):
      let large = LargeText("+\(points)")
      let words = Words["so far"]
      let place = place(large.width)
      guard place.count + 2 * Sheet.headlineSideColumns <= columns.count,
        place.upperBound + 1 + ShownText.columns(of: words) <= columns.upperBound
      else { return self.headline(.clock("+\(points) \(words)"), over: columns, row: row) }
      large.draw(
        on: &canvas, column: place.lowerBound, row: row - LargeText.rows + 1, .bright)
      canvas.text(words, column: place.upperBound + 1, row: row - 1, .label)
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
    if let points = pointsSoFar { return .points(points) }
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
    var left = [(Words["TARGET"], Style.label)]
    if let target {
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

extension RoundClock {
  /// The clock over the line, and the bell's seconds large.
  func headline(isUrgent: Bool) -> Headline {
    guard isShown else { return .none }
    guard isUrgent else { return .clock(timeText) }
    let (seconds, tenths) = (left / 1_000, left / 100 % 10)
    return .bell(seconds: seconds, rest: isCalm ? Words[" s"] : Words[".\(tenths) s"])
  }
}

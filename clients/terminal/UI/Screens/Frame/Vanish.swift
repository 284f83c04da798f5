// The line between two colors that nobody can tell apart goes: it lights up and dissolves from its
// middle to its ends. It is told what has become one and where the colors touch; it judges no
// color. Invariant: no frame costs more bytes than one of a drag, and in the end every cell has the
// color that it had before.

import Chroma
import ClientCore
import Game

/// What has become one, and since when.
struct Vanish: Sendable {
  /// Where that is seen. Nothing of it is still to be judged.
  enum Place: Hashable, Sendable {
    case practice(pair: Int)
    case lock(match: Int, round: Int)
    case result(match: Int, round: Int)
    case mosaic(match: Int)
  }

  /// How long it takes, and how often it moves.
  static let milliseconds = 600
  private static let tickMilliseconds = 50

  private var place: Place?
  private var since: Instant?

  /// Takes a look at what is one now; nil for nothing.
  mutating func follow(_ place: Place?, isStill: Bool, at now: Instant) {
    if place != self.place { since = place == nil || isStill ? nil : now }
    self.place = place
  }

  /// How much of it is over, 0…1; nil while nothing goes.
  func progress(at now: Instant) -> Double? {
    guard let since, now < since + Vanish.milliseconds else { return nil }
    return Double(now - since) / Double(Vanish.milliseconds)
  }

  /// When it moves next; nil once it stands.
  func nextFrame(after now: Instant) -> Instant? {
    guard let since, now < since + Vanish.milliseconds else { return nil }
    return since + ((now - since) / Vanish.tickMilliseconds + 1) * Vanish.tickMilliseconds
  }

  /// What is said of it, such as "Gone. 0.4 apart in 6.2 s."
  ///
  /// - Parameter time: milliseconds; nil where nobody locked.
  static func headline(_ difference: Difference, in time: Int?) -> String {
    guard let time else { return Words["Gone. \(difference.words) apart."] }
    return Words["Gone. \(difference.words) apart in \(Say.tenths(time))."]
  }
}

extension Difference {
  /// Below this nobody can tell two colors apart, even where they touch.
  private static let leastSeen = Difference(thousandths: 1_000)

  /// Whether two colors look like one.
  var isGone: Bool { self < .leastSeen }
}

extension MatchState {
  /// Whether a guess looks like its target. Tiles are right or wrong, and no line is between them.
  func isGone(_ difference: Difference) -> Bool {
    rules.mode.answer == .sliders && difference.isGone
  }
}

extension ScreenModel {
  /// What the player looks at that has become one; nil while nothing has.
  var vanished: Vanish.Place? {
    guard let room = session?.room, let match = room.match else {
      return showsPractice && practice.isMatched ? .practice(pair: practice.count) : nil
    }
    switch screen {
    case .race:
      guard let round = match.round, round.lock(of: room.me) != nil,
        let difference = match.rules.mode.difference(guess, in: round.challenge),
        match.isGone(difference)
      else { return nil }
      return .lock(match: match.number, round: round.start.round)
    case .results where match.isOver:
      let isOne = match.results.contains { result in
        result.score(of: room.me).map { match.isGone($0.difference) } ?? false
      }
      return isOne ? .mosaic(match: match.number) : nil
    case .results:
      guard let result = match.results.last,
        let score = match.shownPlayer(in: result, to: room)
          .flatMap({ room.score(of: $0, in: result) }),
        match.isGone(score.difference)
      else { return nil }
      return .result(match: match.number, round: result.round)
    default: return nil
    }
  }
}

/// Where colors touch.
struct Seam {
  private enum Kind {
    /// Between a cell and the one at its right: the whole line lights up first.
    case upright
    /// Along the foot of a row, each of whose columns has a color of its own to be told.
    case level
    /// The edge of a field.
    case edge
  }

  private let kind: Kind
  /// Cells that are lit together, and when the light comes by, 0…1.
  private let steps: [(area: Area, way: Double)]

  /// The line between two areas that touch: beside each other or one above the other.
  init(between one: Area, _ other: Area) {
    func way(_ place: Int, _ range: Range<Int>) -> Double {
      let half = Double(range.count) / 2
      return abs(Double(place - range.lowerBound) + 0.5 - half) / max(1, half)
    }
    kind = one.row == other.row ? .upright : .level
    steps =
      one.row == other.row
      ? one.rows.map { row in
        (Area(column: other.column - 1, row: row, width: 2, height: 1), way(row, one.rows))
      }
      : one.columns.map { column in
        (Area(column: column, row: other.row - 1, width: 1, height: 1), way(column, one.columns))
      }
  }

  /// The upright edges of fields, in the order in which the light comes by.
  init(edgesOf fields: [Area]) {
    kind = .edge
    let last = Double(max(1, 2 * fields.count - 1))
    steps = fields.enumerated()
      .flatMap { index, field in
        [field.column, field.endColumn - 1].enumerated()
          .map { side, column in
            let edge = Area(column: column, row: field.row, width: 1, height: field.height)
            return (edge, Double(2 * index + side) / last)
          }
      }
  }

  /// How much of the whole time a cell is lit from the moment on that the light has come to it, and
  /// how brightly; and how brightly before that.
  private static let litShare = 0.35
  private static let glows = [0.9, 0.6, 0.35, 0.15], glowBefore = 0.35

  /// Lights the cells that are lit when so much of the time is over.
  func draw(on canvas: inout Canvas, progress: Double) {
    let front = progress * (1 + Seam.litShare)
    for (area, way) in steps {
      let age = (front - way) / Seam.litShare
      guard age < 1, age >= 0 || kind == .upright else { continue }
      let glow = age < 0 ? Seam.glowBefore : Seam.glows[Int(age * Double(Seam.glows.count))]
      for row in area.rows {
        for column in area.columns where canvas.contains(column: column, row: row) {
          let cell = canvas[column, row]
          let light = cell.background.luminance < 0.35 ? Neutral.bright : Neutral.surround
          let color = cell.background.mixed(with: light, at: glow)
          switch kind {
          case .upright:
            let side: Unicode.Scalar = column == area.column ? "▐" : "▌"
            canvas.put(side, column: column, row: row, Style(color))
          case .level: canvas.put("▄", column: column, row: row, Style(light))
          case .edge: canvas.put(cell.mixed(with: light, at: glow), column: column, row: row)
          }
        }
      }
    }
  }
}

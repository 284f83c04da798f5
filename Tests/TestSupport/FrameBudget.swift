// How many bytes a frame may have, for every kind of frame there is: the terminal client's budgets,
// each once, with where it comes from. A slow line feels these numbers; nothing else does. They
// count a whole frame on a terminal with all colors, the ends of its synchronization included.

/// The budgets at one size of terminal.
public struct FrameBudget: Sendable, CustomStringConvertible {
  /// The terminal, in cells.
  public let columns: Int
  /// The terminal, in cells.
  public let rows: Int

  /// A race painted whole: measured at 10.4 and 17.2 KB.
  public let firstFrame: Int
  /// The clock goes on by a tenth of a second: measured at 72 B.
  public let tick = 120
  /// The same when a second of the bell's three is over, whose figure is large.
  public let bell = 200
  /// A slider is dragged: one's own color, the knob and the figures. Eight times a second at the
  /// most the tracks follow in the same frame, and at once on release.
  public let drag: Int
  /// The loupe moves on the wheel, to wherever: measured at 1.6 and 2.7 KB.
  public let loupe: Int
  /// The brightness moves beside the wheel.
  public let brightness = 500
  /// The wall painted whole.
  public let firstWall: Int
  /// One room of the wall has news: for each color that changes.
  public let wallSwatch = 150

  /// A race on the wheel painted whole, once a round. Each cell of a wheel has two colors to be
  /// told, 39 bytes: 12 and 34 KB. That is why nothing in a round repaints it.
  public let firstWheelFrame: Int
  /// What stands beside the wheel follows the loupe, in a frame of its own, at most eight a second:
  /// the bar, a color for each half row.
  public let bar: Int
  /// The same where a gradient is made, which follows together with the bar.
  public let barAndGradient: Int

  /// The sizes that the screens are designed for.
  public static let all = [
    FrameBudget(
      columns: 80, rows: 24, firstFrame: 11_000, drag: 700, loupe: 2_000, firstWall: 4_600,
      firstWheelFrame: 18_000, bar: 1_000, barAndGradient: 2_000),
    FrameBudget(
      columns: 120, rows: 40, firstFrame: 18_000, drag: 900, loupe: 3_000, firstWall: 11_100,
      firstWheelFrame: 48_000, bar: 2_000, barAndGradient: 4_500),
  ]

  /// The size, as tests call it.
  public var description: String { "\(columns)×\(rows)" }
}

// When who moves, fixed before anything is sent: an open loop. Times are ticks, whole milliseconds
// from the first, because that is where the reactor's timer can be on time. A slow server changes
// nothing here, so what it delays is measured and never left out (coordinated omission).

/// The intended time of every move of every player.
///
/// Each player moves `movesPerSecond` times a second: regularly, but for a sway of each move, as a
/// hand has it. Without the sway, moves could keep step with the server's batches, and a latency
/// would say how the two happened to meet. All is drawn once from a fixed seed, and every second is
/// like the first: the same load on every run.
struct Schedule {
  /// How often each player may move: a server takes no more.
  static let movesPerSecondRange = 1...60
  /// How much later than regular a move is at most, in ticks: so little that the moves of one who
  /// makes 10 a second stay farther apart than the 50 ms between two batches of a room.
  static let swayMax = 25

  private let movesPerSecond: Int
  /// The ticks of a second at which each mover moves, one mover after the other.
  private let ticks: [Int]
  /// The moves at each tick of a second: whose, and which of those in a second, counted from 0.
  private let calendar: [[(mover: Int, move: Int)]]

  init(movers: Int, movesPerSecond: Int) {
    precondition(Schedule.movesPerSecondRange.contains(movesPerSecond))
    var generator = Generator(state: 1)
    let period = ticksPerSecond / movesPerSecond
    let sway = min(Schedule.swayMax, period - 1)
    var ticks: [Int] = []
    var calendar = [[(mover: Int, move: Int)]](repeating: [], count: ticksPerSecond)
    for mover in 0..<movers {
      let phase = Int.random(in: 0..<(period - sway), using: &generator)
      for move in 0..<movesPerSecond {
        let regular = phase + move * ticksPerSecond / movesPerSecond
        let tick = regular + Int.random(in: 0...sway, using: &generator)
        ticks.append(tick)
        calendar[tick].append((mover, move))
      }
    }
    self.movesPerSecond = movesPerSecond
    self.ticks = ticks
    self.calendar = calendar
  }

  /// Who moves at a tick, and which move of its mover that is, counted from 0 at tick 0.
  func moves(at tick: Int) -> some Sequence<(mover: Int, sequence: Int)> {
    let before = tick / ticksPerSecond * movesPerSecond
    return calendar[tick % ticksPerSecond].lazy.map { ($0.mover, before + $0.move) }
  }

  /// The tick at which a move of a mover is due.
  func tick(of sequence: Int, by mover: Int) -> Int {
    let (second, move) = sequence.quotientAndRemainder(dividingBy: movesPerSecond)
    return second * ticksPerSecond + ticks[mover * movesPerSecond + move]
  }

  /// The first tick after this one at which anybody moves.
  func tick(after tick: Int) -> Int {
    var next = tick + 1
    while calendar[next % ticksPerSecond].isEmpty { next += 1 }
    return next
  }
}

private let ticksPerSecond = 1_000

/// Knuth's generator (MMIX): small, and the same everywhere.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}

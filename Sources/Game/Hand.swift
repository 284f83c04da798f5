// A bot's hand: how it reacts, reaches, overshoots, settles and locks, one slider at a time, as a
// person does. It plays through the same commands as everybody and sees the target only when they
// do. A hand is planned whole when a round is announced, from a stream of random numbers, so that
// the same stream plays the same round again.
// Invariant: every step is on the mode's grid, and no step comes before the round opens.

public import Chroma

/// How good a bot is, 1 (a beginner) to 4 (hard to beat).
public struct Skill: Hashable, Sendable {
  /// The levels a room may ask for.
  public static let levels = 1...4

  /// The level itself.
  public let level: Int
  /// Milliseconds before the first move.
  let reaction: ClosedRange<Int>
  /// Milliseconds from one move to the next.
  let pace: ClosedRange<Int>
  /// How much of the way that is left one move covers, in percent.
  let reach: ClosedRange<Int>
  /// How far past its aim a slider goes before it settles, in percent of the whole way.
  let overshoot: ClosedRange<Int>
  /// How far off its first aim is.
  let miss: ClosedRange<Difference>

  /// The skill of a level; nil outside 1…4.
  public init?(level: Int) {
    switch level {
    case 1: self.init(1, 1_500...3_000, 420...800, 30...50, 15...40, 4_000...9_000)
    case 2: self.init(2, 1_000...2_000, 400...750, 40...60, 10...30, 2_500...6_000)
    case 3: self.init(3, 700...1_300, 280...550, 50...70, 5...20, 1_500...4_000)
    case 4: self.init(4, 400...800, 160...300, 60...80, 0...10, 0...2_500)
    default: return nil
    }
  }

  private init(
    _ level: Int, _ reaction: ClosedRange<Int>, _ pace: ClosedRange<Int>,
    _ reach: ClosedRange<Int>, _ overshoot: ClosedRange<Int>, _ miss: ClosedRange<Int>
  ) {
    self.level = level
    self.reaction = reaction
    self.pace = pace
    self.reach = reach
    self.overshoot = overshoot
    self.miss = Skill.span(miss.lowerBound, miss.upperBound)
  }

  static func span(_ near: Int, _ far: Int) -> ClosedRange<Difference> {
    Difference(thousandths: near)...Difference(thousandths: far)
  }
}

/// One round as a bot will play it.
public struct Hand: Sendable {
  /// One move and its moment.
  private struct Step: Sendable {
    let at: Instant
    let command: Command
  }

  private var steps: [Step] = []
  private var played = 0

  /// A lock that misses is tried again from half as far off, this often.
  static let locksMax = 8
  /// A hand looks for an aim that is as far off as its skill says, this often.
  static let aimsMax = 24

  /// Plans a round.
  ///
  /// - Parameters:
  ///   - opens: when the round opens.
  ///   - tolerance: what locks; a hand whose aim was farther off waits out the freeze, then aims
  ///     again.
  public init(
    skill: Skill, mode: Mode, target: Guess, opens: Instant, tolerance: Difference,
    draw: inout Draw
  ) {
    var planner = Planner(skill: skill, mode: mode, now: opens, guess: mode.start)
    planner.wait(skill.reaction, &draw)
    var miss = skill.miss
    for _ in 1...Hand.locksMax {
      let aim = planner.aim(near: target, miss: miss, &draw)
      planner.move(to: aim, &draw)
      planner.wait(skill.pace, &draw)
      planner.steps.append(Step(at: planner.now, command: .lock(planner.guess)))
      if mode.difference(planner.guess, from: target) <= tolerance { break }
      planner.now = planner.now + Rules.freezeMilliseconds
      miss = Skill.span(miss.lowerBound.thousandths / 2, miss.upperBound.thousandths / 2)
    }
    steps = planner.steps
  }

  /// When the next move is due; nil when the hand is done.
  public var deadline: Instant? { played < steps.count ? steps[played].at : nil }

  /// The moves that are due at `now`, in order.
  public mutating func act(at now: Instant) -> [Command] {
    var commands: [Command] = []
    while let deadline, deadline <= now {
      commands.append(steps[played].command)
      played += 1
    }
    return commands
  }

  /// Walks through a round before it is played.
  private struct Planner {
    let skill: Skill
    let mode: Mode
    var now: Instant
    var guess: Guess
    var steps: [Step] = []

    mutating func wait(_ span: ClosedRange<Int>, _ draw: inout Draw) {
      now = now + draw.next(in: span)
    }

    /// A guess about as far from the target as `miss` says: each channel a little off.
    func aim(near target: Guess, miss: ClosedRange<Difference>, _ draw: inout Draw) -> Guess {
      var best = target
      for _ in 1...Hand.aimsMax {
        let aim = Guess(
          zip(target.values, mode.channels)
            .map { value, channel in
              let off = max(1, channel.grid.count * miss.upperBound.thousandths / 100_000)
              return channel.nearest(to: value + draw.next(in: -off...off))
            })
        let difference = mode.difference(aim, from: target)
        if difference <= miss.upperBound { best = aim }
        if miss.contains(difference) { break }
      }
      return best
    }

    /// Moves one slider after the other to where the aim has it.
    mutating func move(to aim: Guess, _ draw: inout Draw) {
      for (index, channel) in mode.channels.enumerated() {
        let from = guess.values[index]
        let way = Planner.way(from: from, to: aim.values[index], on: channel)
        if way == 0 { continue }
        var left = way
        while abs(left) > max(2, abs(way) / 10) {
          left -= left.signum() * max(1, abs(left) * draw.next(in: skill.reach) / 100)
          place(index, channel.nearest(to: from + way - left), &draw)
        }
        let past = way * draw.next(in: skill.overshoot) / 100
        if past != 0 { place(index, channel.nearest(to: from + way + past), &draw) }
        place(index, aim.values[index], &draw)
      }
    }

    private mutating func place(_ index: Int, _ value: Int, _ draw: inout Draw) {
      wait(skill.pace, &draw)
      guess.values[index] = value
      steps.append(Step(at: now, command: .set(guess)))
    }

    /// The signed way from one value to another, the short way round where the ends meet.
    private static func way(from: Int, to: Int, on channel: Channel) -> Int {
      let straight = to - from
      guard channel.wraps else { return straight }
      let half = channel.grid.count / 2
      if straight > half { return straight - channel.grid.count }
      if straight < -half { return straight + channel.grid.count }
      return straight
    }
  }
}

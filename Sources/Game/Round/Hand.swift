// A bot's hand: how it reacts, reaches, overshoots, settles and locks, one slider or tile at a
// time, as a person does. It plays through the same commands as everybody and sees the target only
// when they do. A hand is planned whole when a round is announced, from a stream of random numbers,
// so that the same stream plays the same round again.
// Invariant: every step is on the mode's grid, and no step comes before the round opens.

public import Chroma

/// One round as a bot will play it.
public struct Hand: Sendable {
  /// One move and its moment.
  struct PlannedMove: Sendable {
    var at: Instant
    let command: Command
  }

  private var steps: [PlannedMove]
  private var played = 0

  init(_ steps: [PlannedMove]) { self.steps = steps }

  /// Plans a round.
  ///
  /// - Parameters:
  ///   - skill: how well it plays.
  ///   - mode: the mode of the round.
  ///   - challenge: what the round asks.
  ///   - opens: when the round opens.
  ///   - tolerance: what locks; a hand whose aim was farther off waits out the freeze, then aims
  ///     again.
  ///   - draw: where its mistakes come from.
  public init(
    skill: Skill, mode: Mode, challenge: Challenge, opens: Instant, tolerance: Difference,
    draw: inout RandomStream
  ) {
    var planner = Planner(skill: skill, mode: mode, opens: opens, &draw)
    switch mode.answer {
    case .sliders: planner.slide(to: challenge, tolerance: tolerance, &draw)
    case .tiles: planner.pick(from: challenge, &draw)
    }
    steps = planner.steps
  }

  /// When the next move is due; nil when the hand is done.
  public var deadline: Instant? { played < steps.count ? steps[played].at : nil }

  /// Makes every move to come so many milliseconds later.
  public mutating func hold(by span: Int) {
    for index in played..<steps.count { steps[index].at = steps[index].at + span }
  }

  /// The moves that are due at `now`, in order.
  public mutating func act(at now: Instant) -> [Command] {
    var commands: [Command] = []
    while let deadline, deadline <= now {
      commands.append(steps[played].command)
      played += 1
    }
    return commands
  }
}

// How a bot's hand goes through a round before it is played: where it aims, how it gets there, what
// it takes for right, and when. It uses the target only to be as far off as its skill says.

import Chroma

/// A round being planned.
struct Planner {
  /// A lock that misses is tried again, this often.
  static let locksMax = 8
  /// A hand looks for an aim that is as far off as its skill says, this often.
  static let aimsMax = 24
  /// How slow a hand is in one round, in percent of its usual: nobody is always at their best.
  static let tempos = 70...125

  private let skill: Skill
  private let mode: Mode
  private let tempo: Int
  private var now: Instant
  private var guess: Guess
  private(set) var steps: [Hand.PlannedMove] = []

  /// Sees the target when it opens, and reacts.
  init(skill: Skill, mode: Mode, opens: Instant, _ draw: inout RandomStream) {
    self.skill = skill
    self.mode = mode
    now = opens
    guess = mode.start
    tempo = draw.next(in: Planner.tempos)
    wait(skill.reaction, &draw)
  }

  private mutating func wait(_ span: ClosedRange<Int>, _ draw: inout RandomStream) {
    now = now + draw.next(in: span) * tempo / 100
  }

  /// Locks here, and waits out the freeze in case it misses.
  private mutating func lock() {
    steps.append(Hand.PlannedMove(at: now, command: .lock(guess, claim: nil)))
    now = now + Rules.freezeMilliseconds
  }
}

// Sliders.
extension Planner {
  /// Locks when near enough. When not, tries again from half as far off, because it compares; but
  /// from as far off as before when the target is only remembered.
  mutating func slide(to challenge: Challenge, tolerance: Difference, _ draw: inout RandomStream) {
    let isRemembered = mode.hidesAfter != nil
    var miss = skill.miss
    if isRemembered {
      miss = miss.lowerBound...(miss.upperBound * (100 + skill.fading) / 100)
    }
    for _ in 1...Planner.locksMax {
      move(to: aim(near: challenge, miss: miss, &draw), &draw)
      wait(skill.pace, &draw)
      lock()
      if difference(of: guess, in: challenge) <= tolerance.thousandths { break }
      if !isRemembered { miss = (miss.lowerBound / 2)...(miss.upperBound / 2) }
    }
  }

  private func difference(of guess: Guess, in challenge: Challenge) -> Int {
    mode.difference(guess, in: challenge)?.thousandths ?? 0
  }

  /// A guess about as far from the target as `miss` says: each channel a little off.
  private func aim(
    near challenge: Challenge, miss: ClosedRange<Int>, _ draw: inout RandomStream
  ) -> Guess {
    var best = (guess: challenge.answer, outside: Int.max)
    for _ in 1...Planner.aimsMax where best.outside > 0 {
      let aim = Guess(
        zip(challenge.answer.values, mode.channels)
          .map { value, channel in
            let off = max(1, channel.grid.count * miss.upperBound / 100_000)
            return channel.nearest(to: value + draw.next(in: -off...off))
          })
      let difference = difference(of: aim, in: challenge)
      let outside = max(miss.lowerBound - difference, difference - miss.upperBound, 0)
      if outside < best.outside { best = (aim, outside) }
    }
    return best.guess
  }

  /// Moves one slider after the other to where the aim has it.
  private mutating func move(to aim: Guess, _ draw: inout RandomStream) {
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

  private mutating func place(_ index: Int, _ value: Int, _ draw: inout RandomStream) {
    wait(skill.pace, &draw)
    guess.values[index] = value
    steps.append(Hand.PlannedMove(at: now, command: .set(guess)))
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

// Tiles.
extension Planner {
  /// Picks what looks right until it is.
  mutating func pick(from challenge: Challenge, _ draw: inout RandomStream) {
    var left = Array(challenge.tiles.indices)
    while !left.isEmpty {
      let choice = look(at: left, in: challenge, &draw)
      guess = Guess([choice + 1])
      lock()
      if guess == challenge.answer { break }
      left.removeAll { $0 == choice }
    }
  }

  /// Looks at one tile after another, in no order, and takes the first that looks just right, or
  /// else the one that looked best. The nearer a tile is, the sooner it is taken for the target.
  private mutating func look(
    at tiles: [Int], in challenge: Challenge, _ draw: inout RandomStream
  ) -> Int {
    let blur = skill.miss.upperBound
    var unseen = tiles
    var best = (tile: tiles[0], difference: Int.max)
    while !unseen.isEmpty, best.difference > blur / 2 {
      let tile = unseen.remove(at: draw.next(below: unseen.count))
      wait(skill.pace, &draw)
      let difference = challenge.tiles[tile].difference(from: challenge.target.color).thousandths
      let seen = abs(difference + draw.next(in: -blur...blur))
      if seen < best.difference { best = (tile, seen) }
    }
    return best.tile
  }
}

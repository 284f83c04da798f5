// Those who look on in a match and play along: each has a cell, which the match judges as it judges
// a seat. All of them together are one more player, whose guess is the mean of theirs. A crowd
// changes nothing of the match. It knows players by number; it does not know rooms or connections.
// Invariants: a number with points is given to one player in a match; who has not moved in a round
// gets nothing for it; what all guessed together does not change once half of those who moved have
// locked.

import Chroma

/// Everybody who plays along.
public struct Crowd: Sendable {
  /// Somebody's part in it.
  private struct Cell: Sendable {
    var racer: Racer
    /// Whether they have moved in this round.
    var hasMoved = false
  }

  /// By number, the first is number 1; nil for those that are free, or whose players have gone.
  private var cells: [Cell?] = []
  /// Numbers that may be given again, the next one last.
  private var free: [Int] = []
  /// Cells of players who have locked in this round, near enough or not, and gone; nil while no
  /// round is open.
  private var kept: [PlayerID: (number: Int, cell: Cell)]?
  /// How many play along.
  public private(set) var count = 0
  /// How many of them have moved in this round, and locked.
  public private(set) var (moved, locked) = (0, 0)
  /// The round that is announced, open or was shut last.
  public private(set) var round: RoundStart?
  /// What it asks.
  private var challenge: Challenge?
  private var rules = Rules.standard
  /// Every how many cells are shown in this round.
  private var step = 1
  /// What all guess together, once that is locked, and when.
  private var lock: (guess: Guess, elapsed: Int)?
  /// All points of what they guess together.
  private var total = 0
  /// All totals, the greatest first, as they were when the round was shut.
  private var ranking: [Int] = []

  /// What one of them takes here.
  package static var bytesEach: Int { MemoryLayout<Cell?>.stride }

  /// Nobody yet.
  ///
  /// - Parameter total: the points of what all guessed together, where the match has had a crowd
  ///   before that is gone, as after a restart.
  public init(total: Int = 0) { self.total = total }

  /// How many numbers are given, with those of players who have gone with points, or with a lock in
  /// this round.
  public var numbersGiven: Int { cells.count - free.count }

  /// One more than the greatest number.
  public var numbersEnd: Int { cells.count + 1 }

  /// Whose a cell is; nil for one that nobody has.
  public func player(of number: Int) -> PlayerID? { cell(number)?.racer.player }
}

// Playing.
extension Crowd {
  /// Begins a round; with the first of a match everybody has no points, and numbers are free again
  /// of those who have gone.
  public mutating func begin(_ start: RoundStart, of rules: Rules) {
    (round, challenge, self.rules) = (start, rules.mode.challenge(of: start), rules)
    (moved, locked, lock) = (0, 0, nil)
    dropKept()
    kept = [:]
    if start.round == 1 { beginMatch() }
    step = max(1, (cells.count + CrowdField.countMax - 1) / CrowdField.countMax)
    for index in cells.indices {
      cells[index]?.racer.begin(rules.mode)
      cells[index]?.hasMoved = false
    }
  }

  private mutating func beginMatch() {
    (total, ranking) = (0, [])
    while let last = cells.last, last == nil { cells.removeLast() }
    free = cells.indices.reversed().filter { cells[$0] == nil }.map { $0 + 1 }
    for index in cells.indices {
      guard let cell = cells[index] else { continue }
      cells[index] = Cell(racer: Racer(alongside: cell.racer.player, like: cell.racer, rules.mode))
    }
  }

  /// Takes a move. Who has no cell has one from then on, unless the move is refused.
  ///
  /// - Parameters:
  ///   - command: the move.
  ///   - player: who makes it.
  ///   - number: the number of the player's cell; nil for somebody new.
  ///   - roundTrip: the newcomer's shortest in milliseconds; 0 while it is not known.
  ///   - arrived: when it came, as for `Match.apply`.
  ///   - match: the match that runs; nil between matches, when no move is taken.
  /// - Returns: the number, and whether it was a lock that was too far off.
  /// - Throws: why it was not taken; nothing has changed then.
  public mutating func play(
    _ command: Command, by player: PlayerID, as number: Int?, roundTrip: Int,
    arrived: ClosedRange<Instant>, in match: inout Match?
  ) throws(Refusal) -> (number: Int, isMiss: Bool) {
    guard let rules = match?.rules else { throw .notNow }
    if round == nil, let round = match?.round?.start { begin(round, of: rules) }
    if let number {
      guard var cell = cell(number), cell.racer.player == player else { throw .notNow }
      let lock = try match?.judge(command, of: &cell.racer, arrived: arrived)
      cells[number - 1] = cell
      note(lock, of: number - 1)
      return (number, lock?.isTaken == false)
    }
    var newcomer = Racer(alongside: player, rules.mode)
    newcomer.lag.roundTrip = roundTrip
    newcomer.begin(rules.mode)
    let lock = try match?.judge(command, of: &newcomer, arrived: arrived)
    let number = settle(newcomer)
    note(lock, of: number - 1)
    return (number, lock?.isTaken == false)
  }

  private mutating func settle(_ racer: Racer) -> Int {
    count += 1
    guard let number = free.popLast() else {
      cells.append(Cell(racer: racer))
      return cells.count
    }
    cells[number - 1] = Cell(racer: racer)
    return number
  }

  private mutating func note(_ lock: Lock?, of index: Int) {
    if cells[index]?.hasMoved == false {
      cells[index]?.hasMoved = true
      moved += 1
    }
    guard let lock, lock.isTaken else { return }
    locked += 1
    if self.lock == nil, 2 * locked >= moved, let guess { self.lock = (guess, lock.elapsed) }
  }

  /// Notes a player's shortest round trip in milliseconds: it counts from the next round on.
  public mutating func measure(_ number: Int, roundTrip: Int) {
    if cells.indices.contains(number - 1) { cells[number - 1]?.racer.lag.roundTrip = roundTrip }
  }

  /// Somebody goes. A number without points is free again at once, or one who comes and goes would
  /// soon have had them all; but after a lock `comeBack` gives the cell back until the round is
  /// shut, so nobody gets rid of a lock or a freeze.
  public mutating func leave(_ number: Int) {
    guard cells.indices.contains(number - 1), let cell = cells[number - 1] else { return }
    cells[number - 1] = nil
    count -= 1
    if cell.hasMoved { moved -= 1 }
    if cell.hasMoved, cell.racer.lockedAfter != nil { locked -= 1 }
    if kept != nil, cell.racer.lockedAfter != nil || cell.racer.misses > 0 {
      kept?[cell.racer.player] = (number, cell)
    } else if cell.racer.total == 0 {
      free.append(number)
    }
  }

  /// Gives a player the cell again that they left after a lock in this round.
  ///
  /// - Returns: its number; nil where there is none.
  public mutating func comeBack(_ player: PlayerID) -> Int? {
    guard let left = kept?.removeValue(forKey: player) else { return nil }
    cells[left.number - 1] = left.cell
    count += 1
    moved += 1
    if left.cell.racer.lockedAfter != nil { locked += 1 }
    return left.number
  }

  private mutating func dropKept() {
    let left = (kept ?? [:]).values.filter { $0.cell.racer.total == 0 }
    free += left.map { $0.number }.sorted(by: >)
    kept = nil
  }
}

// Together.
extension Crowd {
  /// What all who have moved make together, as it is now or was when it was locked; nil while
  /// nobody has moved.
  public var swatch: Swatch? {
    guard let lock else { return mean }
    return rules.mode.swatch(of: lock.guess, among: challenge?.tiles ?? [])
  }

  /// How near to the target a swatch is, 0…100.
  public func nearness(of swatch: Swatch) -> Int {
    guard let challenge else { return 0 }
    return rules.mode.nearness(of: challenge.difference(of: swatch))
  }

  private var mean: Swatch? {
    guard let challenge else { return nil }
    var blend = Blend()
    for case let cell? in cells where cell.hasMoved {
      if let swatch = rules.mode.swatch(of: cell.racer.guess, among: challenge.tiles) {
        blend.add(swatch)
      }
    }
    return blend.mean(hasEnds: challenge.target.to != nil)
  }

  /// The mean as a guess: the nearest one on the grid, of tiles the nearest of them.
  private var guess: Guess? {
    guard let mean, let challenge else { return nil }
    let nearest = challenge.tiles.indices.min {
      let (one, other) = (challenge.tiles[$0], challenge.tiles[$1])
      return (mean.color.difference(from: one), $0) < (mean.color.difference(from: other), $1)
    }
    return nearest.map { Guess([$0 + 1]) } ?? rules.mode.nearest(mean)
  }

  /// The round is shut: everybody who moved is scored where the sliders stand.
  ///
  /// - Returns: what all got together, and the best five; nil when nobody has moved.
  public mutating func shut() -> (together: Together, best: [Best])? {
    dropKept()
    guard let round = round?.round, let challenge, let guess = lock?.guess ?? guess,
      let difference = rules.mode.difference(guess, in: challenge)
    else { return nil }
    var best: [Best] = []
    for index in cells.indices where cells[index]?.hasMoved == true {
      guard let distance = cells[index]?.racer.difference(in: challenge, rules.mode),
        let score = cells[index]?.racer.score(distance, inRound: round, rules)
      else { continue }
      Crowd.keep(
        Best(
          round: round, cell: index + 1, guess: score.guess, elapsed: score.elapsed,
          points: score.points, total: score.total),
        worth: { $0.points ?? 0 }, in: &best)
    }
    ranking = cells.compactMap { $0?.racer.total }.sorted(by: >)
    let elapsed = lock?.elapsed ?? rules.milliseconds(ofRound: round)
    let points = rules.points(difference, after: elapsed, inRound: round)
    total += points
    let together = Together(
      round: round, of: count, locked: locked, guess: guess, difference: difference,
      elapsed: elapsed, points: points, total: total)
    return (together, best)
  }

  /// The best of the match.
  public var best: [Best] {
    var best: [Best] = []
    for (index, cell) in cells.enumerated() {
      guard let total = cell?.racer.total, total > 0 else { continue }
      Crowd.keep(Best(round: 0, cell: index + 1, total: total), worth: { $0.total }, in: &best)
    }
    return best
  }

  /// Takes one in, if it is one of the best; of equals those with smaller numbers.
  private static func keep(_ new: Best, worth: (Best) -> Int, in best: inout [Best]) {
    let place = best.firstIndex { worth($0) < worth(new) } ?? best.count
    guard place < Best.countMax else { return }
    best.insert(new, at: place)
    if best.count > Best.countMax { best.removeLast() }
  }
}

// Telling.
extension Crowd {
  /// What somebody got for the round that was shut; nil for who has not moved in it.
  public func yours(_ number: Int) -> Yours? {
    guard let cell = cell(number), cell.hasMoved, let round = round?.round, let challenge else {
      return nil
    }
    let racer = cell.racer
    let difference = racer.difference(in: challenge, rules.mode)
    let elapsed = racer.lockedAfter ?? rules.milliseconds(ofRound: round)
    return Yours(
      round: round, guess: racer.guess, difference: difference, elapsed: elapsed,
      points: rules.points(difference, after: elapsed, inRound: round), total: racer.total,
      place: place(of: racer.total), of: ranking.count, lag: racer.lagOfLock,
      misses: racer.misses)
  }

  /// What somebody has in all.
  public func standing(_ number: Int) -> Yours? {
    cell(number)
      .map {
        Yours(
          round: 0, total: $0.racer.total, place: place(of: $0.racer.total), of: ranking.count)
      }
  }

  private func cell(_ number: Int) -> Cell? {
    cells.indices.contains(number - 1) ? cells[number - 1] : nil
  }

  /// One more than how many have more.
  private func place(of total: Int) -> Int {
    var (low, high) = (0, ranking.count)
    while low < high {
      let middle = (low + high) / 2
      if ranking[middle] > total { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }

  /// Which cells are shown in this round: all, or every so many, others in each round.
  public var field: CrowdField {
    CrowdField(
      first: ((round?.round ?? 1) - 1) % step + 1, step: step, of: cells.count)
  }

  /// The colors of the cells that are shown, three bytes each; none of gradients.
  public var colors: [UInt8] {
    guard let round, challenge?.target.to == nil else { return [] }
    var bytes: [UInt8] = []
    for number in field.numbers {
      let guess = cell(number).flatMap { $0.hasMoved ? $0.racer.guess : nil }
      let swatch = guess.flatMap { rules.mode.swatch(of: $0, among: round.tiles) }
      let color = swatch?.color ?? round.start
      bytes += [color.red, color.green, color.blue]
    }
    return bytes
  }

  /// A bit for each of the cells that are shown, the first highest: whether it is locked, and
  /// whether nobody has it any more.
  public var bits: (locked: [UInt8], gone: [UInt8]) {
    var (locked, gone): ([UInt8], [UInt8]) = ([], [])
    for (index, number) in field.numbers.enumerated() {
      if index % 8 == 0 { (locked, gone) = (locked + [0], gone + [0]) }
      let bit: UInt8 = 0x80 >> UInt8(index % 8)
      let cell = cell(number)
      if cell == nil { gone[index / 8] |= bit }
      if cell?.hasMoved == true, cell?.racer.lockedAfter != nil { locked[index / 8] |= bit }
    }
    return (locked, gone)
  }
}

// A race between hands, driven as a room drives it: whatever is due next happens next, the match
// before the hands. What was said and told is written down as a ledger (see Ledger.swift).

import Game
import Testing

/// A match that bots play to its end.
struct Race {
  /// What was said and told.
  private(set) var lines: [String] = []
  private(set) var totals: [PlayerID: Int] = [:]
  /// The milliseconds of every lock that was taken, round by round.
  private(set) var locks: [[PlayerID: Int]] = []
  /// The refusals that hands ran into.
  private(set) var refusals: [Refusal] = []

  private let skills: [Skill]
  private let rules: Rules
  private var match: Match
  private var hands: [Hand?]
  private var draw: Draw

  init(_ rules: Rules, levels: [Int], seed: Int) throws {
    self.rules = rules
    skills = try levels.map { try #require(Skill(level: $0)) }
    hands = levels.map { _ in nil }
    draw = Draw(key: [UInt8(truncatingIfNeeded: seed), UInt8(seed >> 8)], hashing: .openSSL)
    match = Match(
      rules: rules, players: (1...levels.count).map(PlayerID.init(number:)),
      seed: try .numbered(seed), nonces: levels.map { _ in .none }, hashing: .openSSL,
      start: Instant(milliseconds: 0))
  }

  /// Lets everything happen until the places are given.
  mutating func run() {
    while let due = match.deadline {
      let hand = hands.indices.filter { hands[$0]?.deadline != nil }
        .min { (hands[$0]?.deadline ?? due, $0) < (hands[$1]?.deadline ?? due, $1) }
      if let hand, let moment = hands[hand]?.deadline, moment < due {
        move(hand, at: moment)
      } else {
        lines.append("\(due.milliseconds)")
        take(match.advance(to: due))
      }
    }
  }

  private mutating func move(_ index: Int, at now: Instant) {
    let player = PlayerID(number: index + 1)
    for command in hands[index]?.act(at: now) ?? [] {
      lines.append("\(now.milliseconds) p\(player.number) \(command.line)")
      do throws(Refusal) {
        take(try match.apply(command, by: player, at: now))
      } catch {
        lines.append("  NO \(error)")
        refusals.append(error)
      }
    }
  }

  private mutating func take(_ events: [Event]) {
    for event in events {
      lines.append("  \(event.line)")
      switch event {
      case .round(let start): plan(start)
      case .locked(let player, let elapsed): locks[locks.count - 1][player] = elapsed
      case .shut: hands = hands.map { _ in nil }
      case .score(let score): totals[score.who] = score.total
      default: break
      }
    }
  }

  private mutating func plan(_ start: RoundStart) {
    locks.append([:])
    guard let target = match.round?.target else { return }
    for (index, skill) in skills.enumerated() {
      hands[index] = Hand(
        skill: skill, mode: rules.mode, target: target, opens: start.opens,
        tolerance: rules.level.tolerance, draw: &draw)
    }
  }
}

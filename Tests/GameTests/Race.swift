// A race between hands, driven as a room drives it: whatever is due next happens next, the match
// before the hands. What was said and told is written down as a ledger (see Ledger.swift).

import Game
import TestSupport
import Testing
import Wire

/// A match that bots play to its end.
struct Race {
  /// Everything that was told, in order.
  private(set) var events: [Event] = []
  /// What was said and told; empty unless asked for.
  private(set) var lines: [String] = []
  /// The refusals that hands ran into.
  private(set) var refusals: [Refusal] = []

  let rules: Rules
  let players: [PlayerID]
  let seed: MatchSeed
  let nonces: [Nonce]
  private let skills: [Skill]
  private let isWritten: Bool
  private var match: Match
  private var hands: [Hand?]
  private var draw: RandomStream

  init(_ rules: Rules, levels: [Int], seed: Int, isWritten: Bool = false) throws {
    self.rules = rules
    self.isWritten = isWritten
    self.seed = try .numbered(seed)
    players = (1...levels.count).map(PlayerID.init(number:))
    nonces = levels.map { _ in .none }
    skills = try levels.map { try require(Skill(level: $0)) }
    hands = levels.map { _ in nil }
    draw = RandomStream(key: Array("hands \(seed)".utf8), hashing: .openSSL)
    match = Match(
      rules: rules, players: players, seed: self.seed, nonces: nonces, hashing: .openSSL,
      start: Instant(milliseconds: 0))
  }

  /// An audit by somebody who has heard nothing yet but the promise.
  var audit: HeardMatch {
    HeardMatch(
      rules: rules, players: players, nonces: nonces, commitment: seed.commitment(.openSSL),
      opens: Instant(milliseconds: Rules.countdownMilliseconds))
  }

  /// Lets everything happen until the places are given.
  mutating func run() {
    while let due = match.deadline {
      let hand = hands.indices.filter { hands[$0]?.deadline != nil }
        .min { (hands[$0]?.deadline ?? due, $0) < (hands[$1]?.deadline ?? due, $1) }
      if let hand, let moment = hands[hand]?.deadline, moment < due {
        move(hand, at: moment)
      } else {
        write("\(due.milliseconds)")
        take(match.advance(to: due))
      }
    }
  }

  /// A player's place; nil before the end.
  func place(of player: Int) -> Int? {
    for case .place(let place, PlayerID(number: player), _) in events { return place }
    return nil
  }

  private mutating func write(_ line: @autoclosure () -> String) {
    if isWritten { lines.append(line()) }
  }

  private mutating func move(_ index: Int, at now: Instant) {
    let player = players[index]
    for command in hands[index]?.act(at: now) ?? [] {
      write("\(now.milliseconds) \(player.wire) \(command.line)")
      do throws(Refusal) {
        take(try match.apply(command, by: player, arrived: now...now))
      } catch {
        write("  NO \(error)")
        refusals.append(error)
      }
    }
  }

  private mutating func take(_ new: [Event]) {
    events += new
    for event in new {
      write("  \(event.line)")
      switch event {
      case .round(let start): plan(start)
      case .shut: hands = hands.map { _ in nil }
      default: break
      }
    }
  }

  private mutating func plan(_ start: RoundStart) {
    guard let challenge = match.round?.challenge else { return }
    for (index, skill) in skills.enumerated() where match.players.contains(players[index]) {
      hands[index] = Hand(
        skill: skill, mode: rules.mode, challenge: challenge, opens: start.opens,
        tolerance: rules.tolerance(inRound: start.round), draw: &draw)
    }
  }
}

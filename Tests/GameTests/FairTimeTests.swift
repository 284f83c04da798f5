// Time is fair: players of the same skill get the same far away as near, and who lies about time or
// distance gains no more than the quota. Lines here take their time both ways, as on a network.

import Game
import TestSupport
import Testing

@Suite("Fair time")
struct FairTimeTests {
  /// A player at the far end of a line.
  private struct Guest {
    let level: Int
    /// How long a line and its answer take, in milliseconds.
    let roundTrip: Int
    /// The shortest round trip that the server believes in.
    let measured: Int
    /// What the player says of a lock that was really given then, in milliseconds after the
    /// opening.
    let claim: @Sendable (_ elapsed: Int) -> Int?

    static func honest(_ roundTrip: Int, level: Int = 3) -> Guest {
      Guest(level: level, roundTrip: roundTrip, measured: roundTrip) { $0 }
    }
  }

  /// A line on its way to the server.
  private struct Line {
    let arrives: Instant
    let guest: Int
    let command: Command
  }

  /// What one match came to for each guest.
  private struct Outcome {
    var totals: [Int]
    var firsts: [Int]
    var lags: [Int]

    init(guests: Int) {
      totals = Array(repeating: 0, count: guests)
      (firsts, lags) = (totals, totals)
    }
  }

  /// Plays a match. The guest on the first seat draws from the stream first, so a test swaps seats.
  private func play(_ guests: [Guest], rules: Rules, seed: Int) throws -> Outcome {
    let players = guests.indices.map { PlayerID(number: $0 + 1) }
    var match = Match(
      rules: rules, players: players, seed: try .numbered(seed),
      nonces: guests.map { _ in .none }, hashing: .openSSL, start: Instant(milliseconds: 0))
    for (player, guest) in zip(players, guests) {
      match.measure(player, roundTrip: guest.measured)
    }
    var draws = guests.indices.map {
      RandomStream(key: Array("\(seed) \($0)".utf8), hashing: .openSSL)
    }
    var jitter = SplitMix64(seed: UInt64(seed))
    var outcome = Outcome(guests: guests.count)
    var lines: [Line] = []
    func take(_ events: [Event]) {
      for case .score(let score) in events {
        let index = score.who.number - 1
        outcome.totals[index] = score.total
        outcome.firsts[index] += score.isFirst ? 1 : 0
        outcome.lags[index] += score.lag
      }
    }
    while let due = match.deadline {
      if let line = lines.first, line.arrives < due {
        lines.removeFirst()
        let events = try? match.apply(line.command, by: players[line.guest], at: line.arrives)
        take(events ?? [])
        continue
      }
      take(match.advance(to: due))
      lines = []
      guard let round = match.round else { continue }
      for (index, guest) in guests.enumerated() {
        var hand = Hand(
          skill: try require(Skill(level: guest.level)), mode: rules.mode,
          challenge: round.challenge, opens: round.start.opens,
          tolerance: rules.tolerance(inRound: round.start.round), draw: &draws[index])
        while let moment = hand.deadline {
          for command in hand.act(at: moment) {
            let arrives = moment + guest.roundTrip / 2 + jitter.int(0...4)
            lines.append(
              Line(
                arrives: arrives, guest: index,
                command: claimed(command, by: guest, at: moment - round.start.opens)))
          }
        }
      }
      lines.sort { ($0.arrives, $0.guest) < ($1.arrives, $1.guest) }
    }
    return outcome
  }

  private func claimed(_ command: Command, by guest: Guest, at elapsed: Int) -> Command {
    guard case .lock(let guess, _) = command else { return command }
    return .lock(guess, claim: guest.claim(elapsed))
  }

  @Test("equal skill scores the same at 10 ms and at 150 ms, within 1 %", arguments: [Mode.rgb])
  func equal(mode: Mode) throws {
    var near = 0
    var far = 0
    for seed in 0..<16 {
      let isFarFirst = seed % 2 == 1
      let guests = [Guest.honest(isFarFirst ? 150 : 10), .honest(isFarFirst ? 10 : 150)]
      // Both hands of a seed are drawn from streams of their own; the next seed changes them over.
      let outcome = try play(guests, rules: .usual(of: mode), seed: seed / 2)
      far += outcome.totals[isFarFirst ? 0 : 1]
      near += outcome.totals[isFarFirst ? 1 : 0]
    }
    expect(abs(near - far) * 100, isBelow: max(near, far), "\(near) near, \(far) far")
  }

  @Test("a player who lies about time and distance gains no more than the quota", arguments: 0..<3)
  func forged(seed: Int) throws {
    let rules = Rules.usual(of: .rgb)
    // Alone, so that nothing but the clock decides.
    let honest = try play([.honest(10)], rules: rules, seed: seed)
    let liar = Guest(level: 3, roundTrip: 10, measured: 10_000) { _ in 0 }
    let forged = try play([liar], rules: rules, seed: seed)
    let quota = Rules.lagQuotaMax + (rules.rounds - 1) * Rules.lagQuotaRefill
    expect(forged.lags[0], isAtMost: quota)
    // Lag is worth at most 1000 points for two lengths of a round; each round rounds once.
    let worth = quota * 1_000 / (2 * rules.milliseconds(ofRound: 1)) + rules.rounds
    expect(forged.totals[0] - honest.totals[0], isAtMost: worth)
    expect(forged.totals[0], isAtLeast: honest.totals[0])
    let near = Guest(level: 3, roundTrip: 40, measured: 40) { _ in 0 }
    try expect(play([near], rules: rules, seed: seed).lags[0], isAtMost: 20 * rules.rounds)
  }
}

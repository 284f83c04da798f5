// A move is judged by when it arrived, however late somebody gets round to handing it in, and what
// the server cannot know of that is the player's gain only as far as to be in time at all.

import Game
import TestSupport
import Testing

@Suite("Arrival")
struct ArrivalTests {
  private let players = [PlayerID(number: 1), PlayerID(number: 2)]

  /// A match of two whose only round is open, and when it closes.
  private func openRound(roundTrip: Int = 0) throws -> (match: Match, closes: Instant) {
    var match = Match(
      rules: try .checked(), players: players, seed: try .counting(), nonces: [.none, .none],
      hashing: .openSSL, start: Instant(milliseconds: 0))
    match.measure(players[1], roundTrip: roundTrip)
    _ = match.advance(to: Instant(milliseconds: 2_900))
    return (match, try require(match.round).closes)
  }

  /// Where the first player's sliders stand for the score, after a SET that came then.
  private func scored(_ arrived: (Instant) -> ClosedRange<Instant>) throws -> Guess? {
    var (match, closes) = try openRound()
    do throws(Refusal) {
      _ = try match.apply(.set(Guess([1, 2, 3])), by: players[0], arrived: arrived(closes))
    } catch {
      expect(error, equals: .notNow)
    }
    for case .score(let score) in match.advance(to: closes + 10_000) where score.who == players[0] {
      return score.guess
    }
    return nil
  }

  @Test("a SET that arrived, or may have arrived, before the round closed is scored")
  func sets() throws {
    try expect(scored { $0 - 436...$0 - 436 }, equals: Guess([1, 2, 3]))
    try expect(scored { $0 - 1...$0 + 500 }, equals: Guess([1, 2, 3]))
    try expect(scored { $0...$0 }, equals: Mode.rgb.start)
    try expect(scored { $0...$0 + 500 }, equals: Mode.rgb.start)
  }

  @Test("a lock counts from when it arrived, and one in doubt from just before the close")
  func locks() throws {
    let opens = Instant(milliseconds: 3_000)
    for (arrived, elapsed) in [
      (opens + 700...opens + 700, 700), (opens + 300...opens + 700, 700),
      (opens + 300...opens + 40_000, 29_999),
    ] {
      var (match, _) = try openRound()
      let answer = try require(match.round).challenge.answer
      let events = try match.apply(
        .lock(answer, claim: nil), by: players[0], arrived: arrived)
      expect(events.first, equals: .locked(players[0], elapsed: elapsed, lag: 0))
    }
    var (match, closes) = try openRound()
    let answer = try require(match.round).challenge.answer
    #expect(throws: Refusal.notNow) {
      try match.apply(.lock(answer, claim: nil), by: players[0], arrived: closes...closes + 5)
    }
  }

  /// What a match of two rounds says of the next one, when both lock and the one that came later is
  /// read first; or when, instead of the second lock, its player goes.
  private func next(leaves: Bool) throws -> (next: Instant?, last: Instant) {
    var match = Match(
      rules: try .checked(rounds: 2), players: players, seed: try .counting(),
      nonces: [.none, .none], hashing: .openSSL, start: Instant(milliseconds: 0))
    match.measure(players[0], roundTrip: 300)
    _ = match.advance(to: Instant(milliseconds: 2_900))
    let (start, challenge, closes) = try require(match.round)
    let last = leaves ? closes + 60 : start.opens + 1_000
    let lock = Command.lock(challenge.answer, claim: leaves ? 29_990 : nil)
    var events = try match.apply(lock, by: players[0], at: last)
    if leaves {
      events += match.withdraw(players[1], at: closes + 90)
    } else {
      events += try match.apply(
        .lock(challenge.answer, claim: nil), by: players[1], at: start.opens + 900)
    }
    for case .shut(_, _, let next) in events { return (next, last) }
    return (nil, last)
  }

  @Test(
    "the pause after a round is never short, whatever a late server hears of last",
    arguments: [false, true])
  func pause(leaves: Bool) throws {
    let (next, last) = try next(leaves: leaves)
    expect(next, equals: last + Rules.intervalMilliseconds)
  }

  @Test("a claim reaches no farther back than from the arrival")
  func claims() throws {
    var (match, _) = try openRound(roundTrip: 100)
    let opens = Instant(milliseconds: 3_000)
    let answer = try require(match.round).challenge.answer
    let events = try match.apply(
      .lock(answer, claim: 0), by: players[1], arrived: opens + 300...opens + 700)
    expect(events.first, equals: .locked(players[1], elapsed: 650, lag: 50))
  }

  @Test("a bell rings from the arrival of the lock")
  func bell() throws {
    var (match, _) = try openRound()
    let opens = Instant(milliseconds: 3_000)
    let answer = try require(match.round).challenge.answer
    let events = try match.apply(
      .lock(answer, claim: nil), by: players[0], at: opens + 700)
    expect(events.last, equals: .bell(closes: opens + 700 + Rules.graceMilliseconds))
  }
}

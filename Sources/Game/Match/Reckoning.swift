// A match that was told, worked out again from its seed: what was asked, what everybody got for it,
// and who came where. It shares the rules with `Match` and nothing of its state.

import Chroma

/// The sums of an audit, done round by round.
struct Reckoning {
  /// What one player has come to.
  private struct Account {
    let player: PlayerID
    var total = 0
    var lives: Int?
    /// What lag can have taken off at the most.
    var lag = Lag(roundTrip: .max)
    /// The last round that was scored.
    var lastRound = 0
    /// Whether a round was not scored, which happens only to those who are gone.
    var hasLeft = false

    var isOut: Bool { lives == 0 }
    var rank: (survived: Int, total: Int) {
      (lives == nil ? 0 : lastRound - (isOut ? 1 : 0), total)
    }
  }

  /// A round as far as it was told.
  fileprivate struct Round {
    /// How it was announced; nil for who came later, to a server that told no more of it.
    var start: RoundStart?
    /// Whether it was heard as it happened, so that no lock is unknown.
    var isWhole = false
    /// The locks that were told, in the order in which they arrived.
    var locks: [Lock] = []
    /// When it was said to close once the bell had rung.
    var bell: Instant?
    /// The answer; nil while it is open.
    var answer: Guess?
    /// When the next round was to open; nil when none was to follow.
    var next: Instant?
    var scores: [Score] = []
  }

  private let match: MatchState
  private let rounds: [Round]
  private let rules: Rules
  private let seed: MatchSeed
  private let hashing: Hashing
  /// In seat order.
  private var accounts: [Account]
  private var streak = 0

  /// - Parameter heard: all locks of the rounds that were heard as they happened.
  init(_ match: MatchState, heard: [Int: [Lock]], seed: MatchSeed, hashing: Hashing) {
    self.match = match
    self.seed = seed
    self.hashing = hashing
    rules = match.rules
    let lives = rules.mode.lives
    accounts = match.players.map { Account(player: $0, lives: lives) }
    let shut = match.results.map {
      var round = Round($0.told, heard[$0.round])
      (round.answer, round.next, round.scores) = ($0.answer, $0.next, $0.scores)
      return round
    }
    rounds = shut + (match.announced.map { [Round($0, heard[$0.start.round])] } ?? [])
  }

  /// The first thing that does not follow; nil when everything does.
  mutating func flaw() -> Flaw? {
    for (index, round) in rounds.enumerated() {
      if let flaw = flaw(in: round, number: index + 1) { return flaw }
    }
    return areRight(match.places) ? nil : .places
  }

  private mutating func flaw(in round: Round, number: Int) -> Flaw? {
    let isOneTooMany = isDecided(after: number - 1)
    let nonces = match.copied.nonces(beside: match.nonces)
    var draw = RandomStream(seed: seed, round: number, nonces: nonces, hashing: hashing)
    let streak = match.copied.streak(before: number, beside: streak)
    let challenge = rules.mode.challenge(
      &draw, Course(round: number, streak: streak, level: rules.level))
    if let start = round.start,
      start
        != RoundStart(
          challenge, round: number, of: rules, opens: start.opens, late: start.late)
    {
      return .target(round: number)
    }
    guard !isOneTooMany, isRungRight(round) else { return .round(number) }
    if let player = round.wronglyTimed { return .score(round: number, player) }
    // A match that ends because its players left can have a round without an answer.
    guard let answer = round.answer else { return nil }
    guard answer == challenge.answer else { return .target(round: number) }
    if let player = wronglyScored(in: round, number: number, challenge) {
      return .score(round: number, player)
    }
    self.streak = Course.streak(self.streak, after: round.scores)
    // A late viewer cannot tell those put out before this round was shut from those after it.
    let isLast = number == match.copied.roundsMax(rules)
    let isWrong =
      round.next != nil
      ? isLast || isDecided(after: number - 1) : !isLast && !isDecided(after: number)
    return isWrong || !isShutInTime(round, number: number) ? .round(number) : nil
  }

  /// Whether the round closed when it had to after the first lock had arrived, and nobody locked
  /// later than that.
  private func isRungRight(_ round: Round) -> Bool {
    guard let start = round.start else { return true }
    var closes = start.closes
    if let bell = round.bell {
      let ringer = round.locks.first { $0.isTaken && match.copied.rings($0.player) }
      guard rules.mode.ringsBell, let first = ringer else { return false }
      closes = min(closes, start.opens + first.arrival + Rules.graceMilliseconds)
      guard bell == closes else { return false }
    }
    return round.locks.allSatisfy { start.opens + $0.elapsed < closes }
  }

  /// Whether the round was shut when it had to be, as far as the opening of the next one tells:
  /// with the lock that came last, or when all can have arrived that were made in time.
  private func isShutInTime(_ round: Round, number: Int) -> Bool {
    guard let start = round.start, let next = round.next, !accounts.isEmpty else { return true }
    // When somebody goes who has not locked, that may be what ends the round.
    let departed = match.withdrawals.filter { $0.value.lastRound == number }
    let closes = round.bell ?? start.closes
    var earliest = closes
    var latest = closes + Rules.lagQuotaMax
    if round.scores.allSatisfy({ round.isLocked($0.who) || departed[$0.who] != nil }) {
      let locks = round.locks.lazy.filter { $0.isTaken && departed[$0.player] == nil }
      earliest = start.opens + (locks.map(\.arrival).max() ?? 0)
      if departed.isEmpty { latest = earliest }
    }
    return earliest + Rules.intervalMilliseconds <= next
      && next <= latest + Rules.intervalMilliseconds
  }

  /// Whether no further round is needed, as far as is known of those who were gone when a round was
  /// over, and of lives by what has been scored so far.
  private func isDecided(after round: Int) -> Bool {
    let putOut = match.withdrawals.filter { $0.value.isPutOut && $0.value.lastRound <= round }
    let racing = accounts.count { !$0.hasLeft && !$0.isOut && putOut[$0.player] == nil }
    let needsRivals = rules.mode.isEndless || !putOut.isEmpty
    return racing < min(accounts.count, needsRivals ? 2 : 1)
  }
}

// Scores.
extension Reckoning {
  /// Does the sums of a round.
  ///
  /// - Returns: the first player whose score does not follow; nil when all do.
  private mutating func wronglyScored(
    in round: Round, number: Int, _ challenge: Challenge
  ) -> PlayerID? {
    let length = rules.milliseconds(ofRound: number)
    for score in round.scores {
      let difference = rules.mode.difference(score.guess, in: challenge)
      if difference != score.difference || !round.allows(score, length: length) {
        return score.who
      }
    }
    let locks = round.scores.map { score in
      round.isLocked(score, length: length)
        ? (elapsed: score.elapsed, difference: score.difference) : nil
    }
    let first = Match.first(among: locks)
    for index in accounts.indices {
      accounts[index].lag.begin()
      let player = accounts[index].player
      let lags = round.locks.filter { $0.player == player }.map(\.lag)
      guard let order = round.scores.firstIndex(where: { $0.who == player }) else {
        if accounts[index].isOut || accounts[index].hasLeft { continue }
        // A viewer who heard all of the round has heard who went.
        if round.isWhole, match.withdrawals[player] == nil { return player }
        accounts[index].hasLeft = true
        continue
      }
      let score = round.scores[order]
      let isLocked = locks[order] != nil
      guard spend(round.start == nil ? [score.lag] : lags, at: index),
        !accounts[index].isOut, !accounts[index].hasLeft,
        number <= match.withdrawals[player]?.lastRound ?? number,
        !isLocked || score.difference <= rules.tolerance(inRound: number),
        book(score, inRound: number, at: index, isLocked: isLocked, isFirst: first.contains(order))
      else { return player }
    }
    return nil
  }

  /// Takes what lag took off a player's locks from what it may; false when that was too much.
  private mutating func spend(_ lags: [Int], at index: Int) -> Bool {
    for lag in lags {
      guard lag <= accounts[index].lag.reach else { return false }
      accounts[index].lag.spend(lag)
    }
    return true
  }

  /// Does one player's sums.
  ///
  /// - Returns: whether the score says the same.
  private mutating func book(
    _ score: Score, inRound round: Int, at index: Int, isLocked: Bool, isFirst: Bool
  ) -> Bool {
    let points = rules.points(score.difference, after: score.elapsed, inRound: round)
    accounts[index].total += points
    accounts[index].lastRound = round
    if let lives = accounts[index].lives, !isLocked { accounts[index].lives = lives - 1 }
    var expected = score
    expected.points = points
    expected.total = accounts[index].total
    expected.isFirst = isFirst
    expected.isAssisted = rules.isAssisted
    expected.lives = accounts[index].lives
    return score == expected
  }
}

extension Reckoning.Round {
  init(_ told: RoundState?, _ heard: [Lock]?) {
    (start, bell) = (told?.start, told?.bell)
    locks = heard ?? told?.locks ?? []
    isWhole = heard != nil
  }

  /// Whether a player's lock was told to be taken.
  fileprivate func isLocked(_ player: PlayerID) -> Bool {
    locks.contains { $0.player == player && $0.isTaken }
  }

  /// Whether a score is one of a lock. Without one it has the round's whole length, which no lock
  /// can have.
  fileprivate func isLocked(_ score: Score, length: Int) -> Bool {
    start == nil ? score.elapsed != length : isLocked(score.who)
  }

  /// Somebody whose lock is told after one of theirs that arrived later, or came while one that was
  /// too far off still froze it; nil when there is nobody. A server that is late need not read
  /// different players' locks in their order.
  fileprivate var wronglyTimed: PlayerID? {
    var latest: [PlayerID: Int] = [:]
    var frozenUntil: [PlayerID: Int] = [:]
    for lock in locks {
      guard lock.arrival >= latest[lock.player, default: 0],
        lock.elapsed >= frozenUntil[lock.player, default: 0]
      else { return lock.player }
      latest[lock.player] = lock.arrival
      if !lock.isTaken { frozenUntil[lock.player] = lock.elapsed + Rules.freezeMilliseconds }
    }
    return nil
  }

  /// Whether a score agrees with what was told while the round was open.
  fileprivate func allows(_ score: Score, length: Int) -> Bool {
    let misses = locks.count { $0.player == score.who && !$0.isTaken }
    guard isWhole ? score.misses == misses : score.misses >= misses else { return false }
    guard isLocked(score, length: length) else { return score.elapsed == length && score.lag == 0 }
    guard score.elapsed >= 0, score.elapsed < length, score.lag >= 0 else { return false }
    return start == nil
      || locks.contains(
        Lock(player: score.who, elapsed: score.elapsed, lag: score.lag, isTaken: true))
  }
}

// Places.
extension Reckoning {
  private func areRight(_ places: [Standing]) -> Bool {
    let placed = places.compactMap { place in accounts.firstIndex { $0.player == place.who } }
    guard isComplete(placed) else { return false }
    let isInOrder = zip(placed, placed.dropFirst())
      .allSatisfy { one, other in
        let (rank, next) = (accounts[one].rank, accounts[other].rank)
        return rank > next || (rank == next && one < other)
      }
    return isInOrder
      && zip(places, placed)
        .allSatisfy { place, index in
          let better = placed.count { accounts[$0].rank > accounts[index].rank }
          return place.total == accounts[index].total && place.place == better + 1
        }
  }

  /// Whether those who have to have a place have one, and nobody who gave up has.
  private func isComplete(_ placed: [Int]) -> Bool {
    let putOut = accounts.indices.filter { isPutOut(accounts[$0]) }
    guard putOut.allSatisfy({ placed.contains($0) && wasScoredToTheEnd(accounts[$0]) }),
      placed.allSatisfy({ putOut.contains($0) || !hasGivenUp(accounts[$0]) })
    else { return false }
    if rounds.last?.answer != nil, rounds.last?.next == nil {
      // After the last round everybody has who was scored in it.
      return accounts.indices.allSatisfy { index in
        accounts[index].hasLeft || accounts[index].isOut || placed.contains(index)
      }
    }
    // An open floor ends when its presenter wants.
    if accounts.isEmpty { return true }
    // Before it, a match ends only when too few are left: those who gave up have no place.
    let racing = placed.count { !accounts[$0].isOut && !putOut.contains($0) }
    let needsRivals = rules.mode.isEndless || !putOut.isEmpty
    return racing < min(accounts.count, needsRivals ? 2 : 1)
  }

  private func isPutOut(_ account: Account) -> Bool {
    match.withdrawals[account.player]?.isPutOut == true
  }

  private func hasGivenUp(_ account: Account) -> Bool {
    account.hasLeft || match.withdrawals[account.player]?.isPutOut == false
  }

  /// Whether somebody who was put out got every round until then, the open one included.
  private func wasScoredToTheEnd(_ account: Account) -> Bool {
    guard !account.isOut, let end = match.withdrawals[account.player]?.lastRound else {
      return true
    }
    return account.lastRound == min(end, rounds.count { $0.answer != nil })
  }
}

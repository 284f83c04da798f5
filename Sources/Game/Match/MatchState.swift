// A match as it was told, folded from its events one after another: what everybody in a room can
// know of it, whenever they came. Servers, clients and audits read this one value. It decides
// nothing: locks, scores and places are the server's. Moments are the server's, too.
// Invariants: rounds come in their order and none is left out; what is told at a moment when it
// cannot be is not kept; it never holds more than a match of those rules and players can have.

/// A match from its countdown until the next one's.
public struct MatchState: Hashable, Sendable {
  /// How a player's part in the match ended before the match did.
  public struct Withdrawal: Hashable, Sendable {
    /// Whether the player was put out, and keeps what they had.
    public let isPutOut: Bool
    /// The last round that can be scored for them, 0 before the first.
    public let lastRound: Int
  }

  /// A match that stood still, because its server was gone.
  public struct Pause: Hashable, Sendable {
    /// How much later than promised the round opens that is to come; 0 once it is announced.
    public let by: Int
    /// When it goes on.
    public let until: Instant
  }

  /// The round that was announced last, until it is shut, or forever when the match ended first.
  public private(set) var announced: RoundState?
  /// Which match of the room, counted from 1.
  public let number: Int
  /// The rules that it is played by.
  public let rules: Rules
  /// Everybody who began it, in seat order.
  public let players: [PlayerID]
  /// What each of them added to its randomness.
  public let nonces: [Nonce]
  /// When its first round was to open; nil when nobody told it.
  public let begins: Instant?
  /// Whether it is its player's one ranked try of the day.
  public let isRanked: Bool
  /// What it takes from the match that it copies.
  public let copied: Copied
  /// The rounds that are over.
  public private(set) var results: [RoundResult] = []
  /// Those whose seats were emptied while it ran; the first time counts.
  public private(set) var withdrawals: [PlayerID: Withdrawal] = [:]
  /// Why everything is later, until the next round is announced or the present one is shut; nil
  /// when nothing is.
  public private(set) var pause: Pause?
  /// Whether it is over.
  public private(set) var isOver = false
  /// The places as the server gave them, the best first.
  public private(set) var places: [Standing] = []
  /// The seed, once it was revealed.
  public private(set) var seed: MatchSeed?
  /// What was told of those who play along; nil while nothing was.
  public internal(set) var crowd: CrowdHeard?

  /// A match that begins.
  ///
  /// - Parameters:
  ///   - number: which match of the room, from 1.
  ///   - rules: what it is played by.
  ///   - players: everybody who begins it, in seat order.
  ///   - nonces: each one's share of the randomness, as the match is said to use it.
  ///   - begins: when the first round is to open; nil when nobody told it.
  ///   - isRanked: whether it is its player's one ranked try of the day.
  ///   - copied: what it takes from the match that it copies, if it does.
  public init(
    number: Int = 1, rules: Rules, players: [PlayerID], nonces: [Nonce], begins: Instant? = nil,
    isRanked: Bool = false, copied: Copied = .none
  ) {
    self.number = number
    self.rules = rules
    self.players = players
    self.nonces = nonces
    self.begins = begins
    self.isRanked = isRanked
    self.copied = copied
  }
}

// Folding.
extension MatchState {
  /// Takes what is told next.
  ///
  /// - Returns: what is wrong with it at this moment; nil when it can be.
  public mutating func fold(_ event: Event) -> Flaw? {
    switch event {
    case .round(let start): announce(start)
    case .locked(let player, let elapsed, let lag):
      lock(Lock(player: player, elapsed: elapsed, lag: lag, isTaken: true))
    case .missed(let player, let elapsed, let lag):
      lock(Lock(player: player, elapsed: elapsed, lag: lag, isTaken: false))
    case .bell(let closes): ring(closes)
    case .held(let span, let until): hold(by: span, until: until)
    case .shut(let round, let answer, let next): shut(round, answer, next: next)
    case .score(let score): take(score)
    case .over: finish()
    case .place(let place, let player, let total):
      take(Standing(place: place, who: player, total: total))
    case .seed(let seed): reveal(seed)
    }
  }

  /// Takes where a player's sliders are. Players move all the time, so it makes no copies.
  public mutating func fold(_ move: Move) {
    announced?.take(move)
  }

  /// Takes a try of somebody who plays along. Nobody is told of it: it is in no sum and no proof.
  public mutating func note(tryOf player: PlayerID, after elapsed: Int, isTaken: Bool) {
    announced?.own = Lock(player: player, elapsed: elapsed, lag: 0, isTaken: isTaken)
  }

  /// Takes that a player's seat is empty: given up, or taken by somebody who put the player out.
  public mutating func lose(_ player: PlayerID, isPutOut: Bool) {
    guard !isOver, isPlaying(player) else { return }
    withdrawals[player] = Withdrawal(isPutOut: isPutOut, lastRound: newestRound)
    announced?.moves.removeAll { $0.who == player }
  }

  /// Whether a round of that number can be told now.
  private func isNext(_ round: Int) -> Bool {
    !isOver && announced == nil && round == results.count + 1 && round <= rules.roundsMax
      && results.last?.isLast != true
  }

  private mutating func announce(_ start: RoundStart) -> Flaw? {
    guard isNext(start.round) else { return .round(start.round) }
    // On an open floor the presenter may want the next round sooner.
    let isLate = !players.isEmpty && promised.map { start.opens - $0 != start.late } ?? false
    pause = nil
    announced = RoundState(start, rules: rules, players: players.filter(isRacing))
    return isLate ? .round(start.round) : nil
  }

  private mutating func lock(_ lock: Lock) -> Flaw? {
    let length = rules.milliseconds(ofRound: newestRound)
    guard let round, players.contains(lock.player), withdrawals[lock.player] == nil,
      (0..<length).contains(lock.elapsed), (0...Rules.lagQuotaMax).contains(lock.lag),
      round.lock(of: lock.player) == nil
    else { return .score(round: newestRound, lock.player) }
    if lock.isTaken {
      announced?.locks.append(lock)
    } else {
      announced?.misses.removeAll { $0.player == lock.player }
      announced?.misses.append(lock)
    }
    return nil
  }

  private mutating func ring(_ closes: Instant) -> Flaw? {
    guard let round, round.bell == nil else { return .round(newestRound) }
    announced?.bell = closes
    return nil
  }

  private mutating func hold(by span: Int, until: Instant) -> Flaw? {
    if isOver { return .places }
    guard (0...Rules.heldMillisecondsMax).contains(span) else { return .round(newestRound) }
    announced?.hold(by: span, until: until)
    pause = Pause(by: announced == nil ? (pause?.by ?? 0) + span : 0, until: until)
    return nil
  }

  private mutating func shut(_ number: Int, _ answer: Guess, next: Instant?) -> Flaw? {
    guard isNext(number) || (!isOver && announced?.start.round == number) else {
      return .round(number)
    }
    let target = announced?.challenge.target
    pause = nil
    announced?.resumes = nil
    announced?.moves = []
    announced?.misses = []
    let result = RoundResult(number, announced, answer: answer, next: next, mode: rules.mode)
    results.append(result)
    announced = nil
    return target.map { $0 != result.target } ?? false ? .target(round: number) : nil
  }

  private mutating func take(_ score: Score) -> Flaw? {
    let told = results.last?.scores.map(\.who) ?? []
    guard let seat = players.firstIndex(of: score.who), !results.isEmpty, announced == nil, !isOver,
      players[..<seat].count(where: told.contains) == told.count
    else { return .score(round: newestRound, score.who) }
    results[results.count - 1].scores.append(score)
    return nil
  }

  private mutating func finish() -> Flaw? {
    if isOver { return .places }
    announced?.moves = []
    announced?.resumes = nil
    pause = nil
    isOver = true
    return nil
  }

  private mutating func take(_ place: Standing) -> Flaw? {
    guard isOver, seed == nil, players.contains(place.who),
      places.allSatisfy({ $0.who != place.who })
    else { return .places }
    places.append(place)
    return nil
  }

  private mutating func reveal(_ seed: MatchSeed) -> Flaw? {
    let isInTime = isOver && self.seed == nil
    self.seed = self.seed ?? seed
    return isInTime ? nil : .places
  }
}

// Asking.
extension MatchState {
  /// The round that is announced or open.
  public var round: RoundState? { isOver ? nil : announced }

  /// The number of the newest round that was told, 0 before the first.
  public var newestRound: Int { announced?.start.round ?? results.count }

  /// When the next round opens; nil while one is announced or open, and after the last.
  public var opens: Instant? { promised.map { $0 + (pause?.by ?? 0) } }

  /// When it was to open by the promise that was made last.
  private var promised: Instant? {
    if isOver || announced != nil { return nil }
    return results.isEmpty ? begins : results.last?.next
  }

  /// Whether a player began the match and is still in it, out of lives or not.
  public func isPlaying(_ player: PlayerID) -> Bool {
    players.contains(player) && withdrawals[player] == nil
  }

  /// Whether a player has lost the last life: still there, but no longer scored.
  public func isOut(_ player: PlayerID) -> Bool { lives(of: player) == 0 }

  /// Whether a player may play the rounds to come.
  public func isRacing(_ player: PlayerID) -> Bool { isPlaying(player) && !isOut(player) }

  /// How many lives a player has left; nil where nobody has any.
  public func lives(of player: PlayerID) -> Int? {
    rules.mode.lives.map { newestScore(of: player)?.lives ?? $0 }
  }

  /// A player's points so far.
  public func total(of player: PlayerID) -> Int { newestScore(of: player)?.total ?? 0 }

  /// Where those stand who have moved since the round was announced.
  public var moved: [Move] {
    guard let round else { return [] }
    let first = RoundState.firstMoves(of: players, in: round.start, mode: rules.mode)
    return round.moves.filter { !first.contains($0) }
  }

  /// Whether every score of a result is there: as many as there were players in that round, or
  /// something later has happened already.
  public func isScored(_ index: Int) -> Bool {
    if index + 1 < results.count || isOver || announced != nil { return true }
    let round = results[index].round
    let out = results[..<index].flatMap(\.scores).filter { $0.lives == 0 }.map(\.who)
    let expected = players.count { player in
      (isPlaying(player) || lastRoundOfPutOut(player) == round) && !out.contains(player)
    }
    return results[index].scores.count >= expected
  }

  /// Who stands where, best first, in seat order within a place: as the server has it once the
  /// match is over, before that by the rounds that those who will have a place have survived, then
  /// by totals.
  public var standings: [Standing] {
    guard places.isEmpty else { return places }
    let ranked = players.filter { isPlaying($0) || lastRoundOfPutOut($0) != nil }
      .map { player in
        (who: player, survived: roundsSurvived(by: player), total: total(of: player))
      }
    func isBetter(_ one: Int, _ other: Int) -> Bool {
      (ranked[one].survived, ranked[one].total) > (ranked[other].survived, ranked[other].total)
    }
    let order = ranked.indices.sorted { isBetter($0, $1) || (!isBetter($1, $0) && $0 < $1) }
    return order.map { racer in
      let better = ranked.indices.count { isBetter($0, racer) }
      return Standing(place: better + 1, who: ranked[racer].who, total: ranked[racer].total)
    }
  }

  private func newestScore(of player: PlayerID) -> Score? {
    results.reversed().lazy.compactMap { $0.score(of: player) }.first
  }

  private func lastRoundOfPutOut(_ player: PlayerID) -> Int? {
    withdrawals[player].flatMap { $0.isPutOut ? $0.lastRound : nil }
  }

  /// How many rounds a player got through who has lives to lose; 0 where nobody has any.
  private func roundsSurvived(by player: PlayerID) -> Int {
    guard rules.mode.lives != nil else { return 0 }
    if isRacing(player) { return results.count }
    let last = results.last { $0.score(of: player) != nil }?.round ?? 0
    return isOut(player) ? last - 1 : last
  }
}

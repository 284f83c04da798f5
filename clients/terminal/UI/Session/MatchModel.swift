// A match as its viewers know it, folded from the server's events one after another. It decides
// nothing: locks, scores and places are the server's, and only the seed is checked here, because
// that is what it is revealed for. Moments are the server's.
// Invariants: at most one of `round` and `opens` is there; results are in the order of rounds;
// whoever came late and got the room as it is knows the same as whoever saw it all, but for misses.

public import Chroma
public import Game
public import Wire

/// A round that is announced or open.
public struct RoundModel: Hashable, Sendable {
  /// How it was announced.
  public let start: RoundStart
  /// When it shuts as things stand: earlier than announced once the bell has rung.
  public internal(set) var closes: Instant
  /// Whether somebody has locked, so that the others have only the grace left.
  public internal(set) var hasRung = false
  /// Who has locked, and how many milliseconds after the round opened.
  public internal(set) var locks: [PlayerID: Int] = [:]
  /// Whose last lock was too far off, and how many milliseconds after the round opened.
  public internal(set) var misses: [PlayerID: Int] = [:]
  /// Where everybody's sliders are, as far as that may be seen.
  public internal(set) var moves: [PlayerID: Move] = [:]

  init(_ start: RoundStart, players: [PlayerID]) {
    self.start = start
    closes = start.closes
    let near =
      Accuracy.of(start.start.difference(from: start.target)) * 100 / Accuracy.best
    for player in players {
      moves[player] = Move(who: player, near: near, color: start.start)
    }
  }

  /// Whether players may move at a moment of the server's clock.
  public func isOpen(at now: Instant) -> Bool { start.opens <= now && now < closes }

  /// Until when a player's lock is frozen; nil when none of theirs was too far off.
  public func frozenUntil(_ player: PlayerID) -> Instant? {
    misses[player].map { start.opens + $0 + Rules.freezeMilliseconds }
  }
}

/// A round that is over.
public struct RoundResult: Hashable, Sendable {
  /// Which round, counted from 1.
  public let round: Int
  /// The target, on the mode's grid.
  public let answer: Guess
  /// The target's color.
  public let color: Color
  /// What everybody got, in seat order.
  public internal(set) var scores: [Score] = []

  /// What a player got; nil for those who did not play the round.
  public func score(of player: PlayerID) -> Score? {
    scores.first { $0.who == player }
  }
}

/// A player's place; equal totals share one.
public struct Standing: Hashable, Sendable {
  /// Counted from 1.
  public let place: Int
  /// Whose.
  public let who: PlayerID
  /// All points of the match so far.
  public let total: Int
}

/// A match from its countdown until the next one's.
public struct MatchModel: Hashable, Sendable {
  /// Which match of the room, counted from 1.
  public let number: Int
  /// The rules that it is played by.
  public let rules: Rules
  /// Everybody who began it, in seat order.
  public let players: [PlayerID]
  /// What each of them added to its randomness.
  public let nonces: [Nonce]
  /// When the next round opens; nil while one is announced or open, and after the last.
  public internal(set) var opens: Instant?
  /// The round that is announced or open.
  public internal(set) var round: RoundModel?
  /// The rounds that are over.
  public internal(set) var results: [RoundResult] = []
  /// Whether it is over.
  public internal(set) var isOver = false
  /// The seed, once it was revealed.
  public internal(set) var seed: MatchSeed?
  /// Whether the seed is the promised one and gives the targets; nil until it was revealed.
  public internal(set) var verdict: Verdict?
  /// The promise: SHA-256 of the seed. Nil when nobody told it in time.
  var commitment: [UInt8]?
  /// The first thing that was not as it had been told.
  var flaw: Flaw?
  /// Who gave up the seat while it ran.
  var withdrawn: Set<PlayerID> = []
  private var places: [Standing] = []

  init(number: Int, rules: Rules, players: [PlayerID], nonces: [Nonce], opens: Instant) {
    self.number = number
    self.rules = rules
    self.players = players
    self.nonces = nonces
    self.opens = opens
  }

  /// Whether a player began the match and is still in it.
  public func isPlaying(_ player: PlayerID) -> Bool {
    players.contains(player) && !withdrawn.contains(player)
  }

  /// A player's points so far.
  public func total(of player: PlayerID) -> Int {
    results.reversed().lazy.compactMap { $0.score(of: player)?.total }.first ?? 0
  }

  /// Who stands where, best first, in seat order within a place: as the server has it once the
  /// match is over, before that by the totals of those who are still in it.
  public var standings: [Standing] {
    guard places.isEmpty else { return places }
    let totals = players.filter(isPlaying).map { (who: $0, total: total(of: $0)) }
    let ranked = totals.enumerated()
      .sorted { one, other in
        one.element.total == other.element.total
          ? one.offset < other.offset : one.element.total > other.element.total
      }
    return ranked.map { racer in
      let better = totals.count { $0.total > racer.element.total }
      return Standing(place: better + 1, who: racer.element.who, total: racer.element.total)
    }
  }
}

// Folding.
extension MatchModel {
  mutating func fold(_ event: Event, hashing: Hashing) {
    switch event {
    case .round(let start):
      opens = nil
      round = RoundModel(start, players: players.filter(isPlaying))
    case .locked(let who, let elapsed): round?.locks[who] = elapsed
    case .missed(let who, let elapsed): round?.misses[who] = elapsed
    case .bell(let closes):
      round?.closes = closes
      round?.hasRung = true
    case .shut(let number, let answer, let next): shut(number, answer: answer, next: next)
    case .score(let score):
      if !results.isEmpty { results[results.count - 1].scores.append(score) }
    case .over:
      opens = nil
      round = nil
      isOver = true
    case .place(let place, let who, let total):
      places.append(Standing(place: place, who: who, total: total))
    case .seed(let seed):
      self.seed = seed
      verdict = judge(seed, hashing: hashing)
    }
  }

  mutating func fold(_ move: Move) {
    if round?.moves[move.who] != nil { round?.moves[move.who] = move }
  }

  /// Somebody gave up the seat.
  mutating func withdraw(_ player: PlayerID) {
    guard !isOver, players.contains(player) else { return }
    withdrawn.insert(player)
    round?.moves[player] = nil
  }

  private mutating func shut(_ number: Int, answer: Guess, next: Instant?) {
    let shown = round?.start.round == number ? round?.start.target : nil
    let color = rules.mode.color(of: answer)
    if let shown, shown != color { flaw = flaw ?? .target(round: number) }
    let result = RoundResult(
      round: number, answer: answer, color: color ?? shown ?? Mode.startColor)
    results.append(result)
    round = nil
    opens = next
  }
}

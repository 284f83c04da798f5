// A match as its viewers know it, folded from the server's events one after another. It decides
// nothing: locks, scores and places are the server's, and an audit listens to all of them, to be
// asked when the seed is revealed. Moments are the server's.
// Invariants: at most one of `round` and `opens` is there; results are in the order of rounds;
// whoever came late and got the room as it is knows the same as whoever saw it all, but for misses
// and for the tiles of rounds that are over.

public import Game
import Wire

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
  /// Whether the seed is the promised one and gives the targets and everything that follows; nil
  /// until it was revealed.
  public internal(set) var verdict: Verdict?
  /// What was found to be wrong before the seed was revealed, to be remembered whatever comes.
  private(set) var flaw: Flaw?
  /// What was told of the match, to be checked against the seed.
  var audit: Audit
  /// Whose seat was emptied while it ran.
  var withdrawn: Set<PlayerID> = []
  /// Those of them whom the host put out: the last round that is scored for each.
  private var putOut: [PlayerID: Int] = [:]
  private var places: [Standing] = []

  /// - Parameter commitment: the promise, SHA-256 of the seed; nil when nobody told it in time.
  init(
    number: Int, rules: Rules, players: [PlayerID], nonces: [Nonce], opens: Instant,
    commitment: [UInt8]?
  ) {
    self.number = number
    self.rules = rules
    self.players = players
    self.nonces = nonces
    self.opens = opens
    audit = Audit(
      rules: rules, players: players, nonces: nonces, commitment: commitment,
      opens: opens)
  }
}

// Asking.
extension MatchModel {
  /// Whether a player began the match and is still in it, out of lives or not.
  public func isPlaying(_ player: PlayerID) -> Bool {
    players.contains(player) && !withdrawn.contains(player)
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

  /// What a guess looked like in a round that is over; nil for a tile that is not known.
  public func swatch(of guess: Guess, in result: RoundResult) -> Swatch? {
    rules.mode.swatch(of: guess, among: result.tiles)
  }

  /// Whether every score of a result is there: as many as there were players in that round, or
  /// something later has happened already.
  public func isScored(_ index: Int) -> Bool {
    if index + 1 < results.count || isOver || round != nil { return true }
    let out = results[..<index].flatMap(\.scores).filter { $0.lives == 0 }.map(\.who)
    let expected = players.count { player in
      (isPlaying(player) || putOut[player] == results[index].round) && !out.contains(player)
    }
    return results[index].scores.count >= expected
  }

  /// Who stands where, best first, in seat order within a place: as the server has it once the
  /// match is over, before that by the rounds that those who will have a place have survived, then
  /// by totals.
  public var standings: [Standing] {
    guard places.isEmpty else { return places }
    let ranked = players.filter { isPlaying($0) || putOut[$0] != nil }
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

  /// How many rounds a player got through who has lives to lose; 0 where nobody has any.
  private func roundsSurvived(by player: PlayerID) -> Int {
    guard rules.mode.lives != nil else { return 0 }
    if isRacing(player) { return results.count }
    let last = results.last { $0.score(of: player) != nil }?.round ?? 0
    return isOut(player) ? last - 1 : last
  }
}

// Folding.
extension MatchModel {
  mutating func fold(_ event: Event, isNews: Bool, hashing: Hashing) {
    audit.hear(event, isNews: isNews)
    switch event {
    case .round(let start):
      opens = nil
      round = RoundModel(start, rules: rules, players: players.filter(isRacing))
    case .locked(let who, let elapsed, let lag):
      round?.locks[who] = elapsed
      round?.lags[who] = lag
    case .missed(let who, let elapsed, _): round?.misses[who] = elapsed
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
      verdict = audit.verdict(hashing)
    }
  }

  mutating func fold(_ move: Move) {
    if round?.moves[move.who] != nil { round?.moves[move.who] = move }
  }

  /// Something is not as it had been promised, whatever the seed will be.
  mutating func blame(_ flaw: Flaw) {
    self.flaw = self.flaw ?? flaw
    audit.blame(flaw)
  }

  /// Somebody's seat is empty.
  mutating func lose(_ player: PlayerID, _ why: Departure) {
    guard !isOver, isPlaying(player) else { return }
    audit.lose(player, isPutOut: why.isPutOut)
    withdrawn.insert(player)
    if why.isPutOut { putOut[player] = round?.start.round ?? results.count }
    round?.moves[player] = nil
  }

  private mutating func shut(_ number: Int, answer: Guess, next: Instant?) {
    let asked = round?.start.round == number ? round?.challenge : nil
    let tiles = asked?.tiles ?? []
    let target = rules.mode.swatch(of: answer, among: tiles)
    if let asked, asked.target != target { blame(.target(round: number)) }
    results.append(
      RoundResult(
        round: number, answer: answer, target: target ?? asked?.target ?? Swatch(Mode.startColor),
        tiles: tiles, isLast: next == nil))
    round = nil
    opens = next
  }
}

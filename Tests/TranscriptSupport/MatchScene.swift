// A match as a viewer knows it, which is also its referee: points, totals and places are computed
// again, and at the end the seed has to explain the promise and every target.

import Chroma
package import Game
import Wire

package struct MatchScene: Sendable, Equatable {
  package struct Ranking: Sendable, Equatable {
    package let place: Int
    package let player: PlayerID
    package let total: Int
  }

  package let number: Int
  /// When the first round opens, as it was promised at first.
  package let opens: Instant
  /// Who began it, in seat order, and what each gave to its randomness.
  package let players: [PlayerID]
  let nonces: [Nonce]
  private let copied: Copied
  package private(set) var racers: [PlayerID]
  /// Who was put out of it: the last round that is scored for each.
  package private(set) var putOut: [PlayerID: Int] = [:]
  /// The round that is announced or open; nil between rounds.
  package private(set) var round: RoundStart?
  package private(set) var announced: [RoundStart] = []
  package private(set) var closes: Instant?
  /// Who has locked in it, and after how many milliseconds.
  package private(set) var locked: [PlayerID: Int] = [:]
  /// What sliders make that were moved in it.
  package private(set) var swatches: [PlayerID: Swatch] = [:]
  /// The answers of all rounds that are shut, and what everybody got for each.
  package private(set) var answers: [Guess] = []
  package private(set) var scores: [[PlayerID: Score]] = []
  package private(set) var totals: [PlayerID: Int] = [:]
  package private(set) var places: [Ranking] = []
  package private(set) var isOver = false
  let rules: Rules
  private let promise: [UInt8]?
  /// The locks of the round that is being scored; nil unless the round was seen and is not over.
  private var judged: [PlayerID: Int]?
  /// Whether this is of somebody who came between the end of the last round and its scores.
  private var hasComeLate = false
  /// What was told of the round; nil unless it was seen from its announcement on.
  private var witness: RoundWitness?
  /// What the round asked that was shut last; nil unless it was seen.
  private var asked: Challenge?
  /// How far everybody got who has lives to lose.
  private var lives: [PlayerID: Int] = [:]
  private var lasted: [PlayerID: Int] = [:]
  private var hasEnded = false
  /// When the next round opens at the earliest.
  private var promised: Instant

  init(
    number: Int, opens: Instant, players: [PlayerID], nonces: [Nonce], racers: [PlayerID],
    promise: [UInt8]?, rules: Rules, copied: Copied
  ) {
    self.number = number
    self.opens = opens
    promised = opens
    self.players = players
    self.nonces = nonces
    self.racers = racers
    self.promise = promise
    self.rules = rules
    self.copied = copied
  }

  /// Equal knowledge; what a referee remembers for a judgement is not compared.
  package static func == (one: MatchScene, other: MatchScene) -> Bool {
    one.difference(from: other) == nil
  }

  func difference(from other: MatchScene) -> String? {
    func line<Value: Equatable>(_ name: String, _ one: Value, _ two: Value) -> String? {
      one == two ? nil : "\(name): \(one) / \(two)"
    }
    let lines: [String?] = [
      line("number", number, other.number), line("opens", opens, other.opens),
      line("players", players, other.players), line("nonces", nonces, other.nonces),
      line("racers", racers, other.racers), line("put out", putOut, other.putOut),
      line("round", round, other.round), line("announced", announced, other.announced),
      line("closes", closes, other.closes), line("locked", locked, other.locked),
      line("swatches", swatches, other.swatches), line("answers", answers, other.answers),
      line("scores", scores, other.scores), line("totals", totals, other.totals),
      line("places", places, other.places), line("is over", isOver, other.isOver),
    ]
    return lines.lazy.compactMap { $0 }.first
  }

  /// Forgets where sliders stand: that is told late, and dropped when there is too much to tell.
  mutating func forgetMoves() { swatches = [:] }

  mutating func lose(_ player: PlayerID, isPutOut: Bool) {
    guard racers.contains(player) else { return }
    racers.removeAll { $0 == player }
    swatches[player] = nil
    if isPutOut {
      putOut[player] = answers.count + (round == nil ? 0 : 1)
    } else {
      locked[player] = nil
    }
  }

  mutating func fold(_ event: Event, isPicture: Bool, _ hashing: Hashing) throws(Violation) {
    if isOver { throw Violation("an event after the match") }
    witness?.take(event)
    switch event {
    case .round(let start): try open(start, isPicture: isPicture)
    case .locked(let player, let elapsed, _): try lock(player, elapsed, isPicture: isPicture)
    case .missed(let player, let elapsed, _):
      try expectRacing(player)
      try expectElapsed(elapsed)
    case .bell(let moment):
      guard let latest = closes, moment <= latest, locked.count == 1 || isPicture || copied.isCopy
      else {
        throw Violation("BELL without a first lock, or to a later end")
      }
      closes = moment
    case .held(let span, _): hold(by: span)
    case .shut(let number, let answer, let next):
      try shut(number, answer, isLast: next == nil, isPicture: isPicture)
      promised = next ?? promised
    case .score(let score): try take(score, isPicture: isPicture)
    case .over:
      try demand(
        judged == nil && (isDecided || isPicture || isOpenFloor), "OVER before the last round")
      hasEnded = true
      // When the last player leaves, a round that is open is never shut.
      round = nil
      closes = nil
      locked = [:]
      swatches = [:]
    case .place(let place, let player, let total):
      try take(Ranking(place: place, player: player, total: total), isPicture: isPicture)
    case .seed(let seed): try verify(seed, isPicture: isPicture, hashing)
    }
  }

  mutating func fold(_ move: Move) throws(Violation) {
    guard let round, racing.contains(move.who) else { throw Violation("MOVE outside of a round") }
    guard !rules.mode.isSecret else { throw Violation("a MOVE that is a secret") }
    let difference = move.swatch.difference(from: round.swatch)
    let near = rules.mode.nearness(of: difference)
    guard move.near == near else { throw Violation("near=\(move.near) where it is \(near)") }
    let start = rules.mode.swatch(of: rules.mode.start)
    swatches[move.who] = move.swatch == start ? nil : move.swatch
  }

  /// Who still races: not those who are out of lives.
  private var racing: [PlayerID] { racers.filter { lives[$0] != 0 } }

  /// Nobody sits there, so a presenter says when rounds and the match are over.
  private var isOpenFloor: Bool { players.isEmpty }

  private var roundsMax: Int { copied.isCopy ? copied.rounds : rules.roundsMax }

  private var isDecided: Bool {
    let needsRivals = rules.mode.isEndless || !putOut.isEmpty
    return (racers.isEmpty && !isOpenFloor) || answers.count == roundsMax
      || (needsRivals && racing.count < min(players.count, 2))
  }

  /// Whether the round that is being scored, or was last, has a score for a player.
  private func isScored(_ player: PlayerID) -> Bool {
    lives[player] != 0 && (racers.contains(player) || putOut[player] == answers.count)
  }

  private var placed: [PlayerID] { players.filter { racers.contains($0) || putOut[$0] != nil } }

  private mutating func open(_ start: RoundStart, isPicture: Bool) throws(Violation) {
    let rounds = rules.mode.isEndless ? 0 : rules.rounds
    guard start.round == answers.count + 1, start.of == rounds else {
      throw Violation("round \(start.round) of \(start.of) after \(answers.count)")
    }
    guard round == nil, judged == nil, !hasEnded else { throw Violation("ROUND too early") }
    let length = rules.milliseconds(ofRound: start.round)
    guard start.closes - start.opens == length, start.opens >= promised || isOpenFloor else {
      throw Violation("a round of another length, or before its time")
    }
    round = start
    announced.append(start)
    witness = isPicture ? nil : RoundWitness()
    closes = start.closes
    locked = [:]
    swatches = [:]
  }

  /// What is announced is later by so much; what is to come says so itself.
  private mutating func hold(by span: Int) {
    guard let start = round else { return }
    round = start.held(by: span)
    announced[announced.count - 1] = start.held(by: span)
    closes = closes.map { $0 + span }
  }

  private mutating func lock(
    _ player: PlayerID, _ elapsed: Int, isPicture: Bool
  ) throws(Violation) {
    // A newcomer also hears of locks whose players have left since.
    if isPicture && !racers.contains(player) { return }
    try expectRacing(player)
    try expectElapsed(elapsed)
    locked[player] = elapsed
  }

  private func expectRacing(_ player: PlayerID) throws(Violation) {
    try demand(
      round != nil && racing.contains(player) && locked[player] == nil, "\(player.wire) cannot lock"
    )
  }

  private func expectElapsed(_ elapsed: Int) throws(Violation) {
    guard let round, let closes, (0..<(closes - round.opens)).contains(elapsed) else {
      throw Violation("t=\(elapsed) is outside of the round")
    }
  }

  private mutating func shut(
    _ number: Int, _ answer: Guess, isLast: Bool, isPicture: Bool
  ) throws(Violation) {
    try demand(number == answers.count + 1, "SHUT \(number) after \(answers.count)")
    // Lives are lost only with the scores, and a picture tells later who had gone by then.
    let mustEnd = number == roundsMax || (isDecided && !rules.mode.isEndless)
    guard isLast == mustEnd || isPicture || rules.mode.isEndless else {
      throw Violation("SHUT \(number) is the last, or is not")
    }
    if let round {
      guard rules.mode.swatch(of: answer, among: round.tiles) == round.swatch else {
        throw Violation("an answer that is not the target")
      }
    } else if !isPicture {
      throw Violation("SHUT without a round")
    }
    asked = round.map { Challenge(answer: answer, target: $0.swatch, tiles: $0.tiles) }
    answers.append(answer)
    scores.append([:])
    judged = isPicture || isOpenFloor ? nil : locked
    hasComeLate = isPicture
    round = nil
    closes = nil
    locked = [:]
    swatches = [:]
  }

  private mutating func take(_ score: Score, isPicture: Bool) throws(Violation) {
    guard let answer = answers.last, scores.last?[score.who] == nil else {
      throw Violation("SCORE of no round, or twice")
    }
    let length = rules.milliseconds(ofRound: answers.count)
    if !isPicture {
      guard judged != nil || hasComeLate, isScored(score.who) else {
        throw Violation("SCORE of \(score.who.wire), who does not race")
      }
      if let judged, score.elapsed != judged[score.who] ?? length {
        throw Violation("t=\(score.elapsed) is not when it was locked")
      }
    }
    guard score.guess.isOnGrid(of: rules.mode.channels) else { throw Violation("off the grid") }
    // A client that did not see the round cannot tell what its tiles were.
    let challenge =
      asked
      ?? rules.mode.swatch(of: answer)
      .map { Challenge(answer: answer, target: $0) }
    let difference =
      challenge.flatMap { rules.mode.difference(score.guess, in: $0) } ?? score.difference
    let points = rules.points(difference, after: score.elapsed, inRound: answers.count)
    let total = (totals[score.who] ?? 0) + points
    guard score.difference == difference, score.points == points, score.total == total else {
      throw Violation("\(score) where it is \(difference), \(points), \(total)")
    }
    if isPicture { witness = nil }
    try witness?.judge(score, lives: lives[score.who] ?? rules.mode.lives, rules)
    totals[score.who] = total
    scores[scores.count - 1][score.who] = score
    lasted[score.who] = answers.count
    let isLastScore = players.filter(isScored).allSatisfy { scores[scores.count - 1][$0] != nil }
    lives[score.who] = score.lives
    guard isLastScore else { return }
    judged = nil
    try witness?.judgeFirst(Array(scores[scores.count - 1].values))
  }

  private mutating func take(_ place: Ranking, isPicture: Bool) throws(Violation) {
    guard hasEnded else { throw Violation("PLACE before OVER") }
    if !isPicture {
      let better = placed.count { isBetter($0, than: place.player) }
      guard placed.contains(place.player), totals[place.player] ?? 0 == place.total,
        place.place == better + 1, !places.contains(where: { $0.player == place.player })
      else { throw Violation("\(place) is not so") }
    }
    places.append(place)
  }

  /// By rounds survived, then by points.
  private func isBetter(_ one: PlayerID, than other: PlayerID) -> Bool {
    func rank(_ player: PlayerID) -> (Int, Int) {
      let survived = (lasted[player] ?? 0) - (lives[player] == 0 ? 1 : 0)
      return (rules.mode.lives == nil ? 0 : survived, totals[player] ?? 0)
    }
    return rank(one) > rank(other)
  }

  private mutating func verify(
    _ seed: MatchSeed, isPicture: Bool, _ hashing: Hashing
  ) throws(Violation) {
    try demand(hasEnded && (isPicture || places.count == placed.count), "SEED before all places")
    if let promise, seed.commitment(hashing) != promise {
      throw Violation("a seed that was not promised")
    }
    var streak = 0
    for (index, answer) in answers.enumerated() {
      let before = copied.isCopy ? copied.streaks.dropFirst(index).first ?? 0 : streak
      let course = Course(round: index + 1, streak: before, level: rules.level)
      streak = Course.streak(streak, after: Array(scores[index].values))
      var draw = RandomStream(
        seed: seed, round: index + 1, nonces: copied.isCopy ? copied.nonces : nonces,
        hashing: hashing)
      guard rules.mode.challenge(&draw, course).answer == answer else {
        throw Violation("a target that the seed does not explain")
      }
    }
    isOver = true
    racers = []
  }
}

/// What somebody remembers of one round until it is scored.
struct RoundWitness: Sendable {
  private var lags: [PlayerID: Int] = [:]
  private var misses: [PlayerID: Int] = [:]

  mutating func take(_ event: Event) {
    switch event {
    case .locked(let player, _, let lag): lags[player] = lag
    case .missed(let player, _, _): misses[player, default: 0] += 1
    default: break
    }
  }

  /// Judges what one player got; `lives` is how many were left before the round.
  func judge(_ score: Score, lives: Int?, _ rules: Rules) throws(Violation) {
    let left = lives.map { $0 - (lags[score.who] == nil ? 1 : 0) }
    guard score.lag == lags[score.who] ?? 0, score.misses == misses[score.who] ?? 0 else {
      throw Violation("\(score) of other lag or misses than were told")
    }
    guard score.isAssisted == rules.isAssisted, score.lives == left else {
      throw Violation("\(score) of other help or lives than there are")
    }
  }

  /// Judges who was first, from all scores of the round: of those within 10 ms of the soonest lock
  /// the nearest, and nobody where nobody else raced.
  func judgeFirst(_ scores: [Score]) throws(Violation) {
    let locked = scores.count > 1 ? scores.filter { lags[$0.who] != nil } : []
    let soonest = locked.map(\.elapsed).min() ?? 0
    let tied = locked.filter { $0.elapsed <= soonest + Rules.tieMilliseconds }
    let nearest = tied.map(\.difference).min()
    for score in scores {
      let isFirst = tied.contains { $0.who == score.who } && score.difference == nearest
      try demand(score.isFirst == isFirst, "\(score.who.wire) \(isFirst ? "was" : "was not") first")
    }
  }
}

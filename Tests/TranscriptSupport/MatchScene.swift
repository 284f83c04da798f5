// A match as a viewer knows it, which is also its referee: points, totals and places are computed
// again, and at the end the seed has to explain the promise and every target.

public import Chroma
public import Game
import Wire

/// A match, seen from a client.
public struct MatchScene: Sendable, Equatable {
  /// A place at the end.
  public struct Place: Sendable, Equatable {
    /// Counted from 1.
    public let place: Int
    /// Whose.
    public let player: PlayerID
    /// All points.
    public let total: Int
  }

  /// Which match of the room.
  public let number: Int
  /// When the first round opens, as it was promised at first.
  public let opens: Instant
  /// Who began it, in seat order, and what each gave to its randomness.
  public let players: [PlayerID]
  let nonces: [Nonce]
  /// Who is still in it.
  public private(set) var racers: [PlayerID]
  /// The round that is announced or open; nil between rounds.
  public private(set) var round: RoundStart?
  /// When it closes.
  public private(set) var closes: Instant?
  /// Who has locked in it, and after how many milliseconds.
  public private(set) var locked: [PlayerID: Int] = [:]
  /// Where sliders stand that were moved in it.
  public private(set) var colors: [PlayerID: Color] = [:]
  /// The answers of all rounds that are shut, and what everybody got for each.
  public private(set) var answers: [Guess] = []
  /// What everybody got for each of those.
  public private(set) var scores: [[PlayerID: Score]] = []
  /// All points so far.
  public private(set) var totals: [PlayerID: Int] = [:]
  /// The places; empty until the match is over.
  public private(set) var places: [Place] = []
  /// Whether everything has been told.
  public private(set) var isOver = false
  private let rules: Rules
  private let promise: [UInt8]?
  /// The locks of the round that is being scored; nil unless the round was seen and is not over.
  private var judged: [PlayerID: Int]?
  private var hasEnded = false

  init(
    number: Int, opens: Instant, players: [PlayerID], nonces: [Nonce], racers: [PlayerID],
    promise: [UInt8]?, rules: Rules
  ) {
    self.number = number
    self.opens = opens
    self.players = players
    self.nonces = nonces
    self.racers = racers
    self.promise = promise
    self.rules = rules
  }

  /// Equal knowledge; what a referee remembers for a judgement is not compared.
  public static func == (one: MatchScene, other: MatchScene) -> Bool {
    one.number == other.number && one.opens == other.opens && one.players == other.players
      && one.nonces == other.nonces && one.racers == other.racers && one.round == other.round
      && one.closes == other.closes && one.locked == other.locked && one.colors == other.colors
      && one.answers == other.answers && one.scores == other.scores && one.totals == other.totals
      && one.places == other.places && one.isOver == other.isOver
  }

  /// A player's seat was emptied.
  mutating func lose(_ player: PlayerID) {
    racers.removeAll { $0 == player }
    locked[player] = nil
    colors[player] = nil
  }

  mutating func fold(
    _ event: Event, isPicture: Bool, _ hashing: Hashing
  ) throws(Violation) {
    if isOver { throw Violation("an event after the match") }
    switch event {
    case .round(let start): try open(start, isPicture: isPicture)
    case .locked(let player, let elapsed): try lock(player, elapsed, isPicture: isPicture)
    case .missed(let player, let elapsed):
      try expectRacing(player)
      try expectElapsed(elapsed)
    case .bell(let moment):
      guard let latest = closes, moment <= latest, locked.count == 1 || isPicture else {
        throw Violation("BELL without a first lock, or to a later end")
      }
      closes = moment
    case .shut(let number, let answer, let next):
      try shut(number, answer, isLast: next == nil, isPicture: isPicture)
    case .score(let score): try take(score, isPicture: isPicture)
    case .over:
      guard judged == nil, answers.count == rules.rounds || racers.isEmpty || isPicture else {
        throw Violation("OVER before the last round")
      }
      hasEnded = true
      round = nil
    case .place(let place, let player, let total):
      try take(Place(place: place, player: player, total: total), isPicture: isPicture)
    case .seed(let seed): try verify(seed, isPicture: isPicture, hashing)
    }
  }

  mutating func fold(_ move: Move) throws(Violation) {
    guard let round, racers.contains(move.who) else { throw Violation("MOVE outside of a round") }
    let near = Accuracy.of(move.color.difference(from: round.target)) * 100 / Accuracy.best
    guard move.near == near else { throw Violation("near=\(move.near) where it is \(near)") }
    colors[move.who] = move.color == round.start ? nil : move.color
  }
}

// Rounds.
extension MatchScene {
  private mutating func open(_ start: RoundStart, isPicture: Bool) throws(Violation) {
    guard start.round == answers.count + 1, start.of == rules.rounds else {
      throw Violation("round \(start.round) of \(start.of) after \(answers.count)")
    }
    guard round == nil, judged == nil, !hasEnded else { throw Violation("ROUND too early") }
    guard start.closes - start.opens == rules.seconds * 1_000, start.opens >= opens else {
      throw Violation("a round of another length, or before its time")
    }
    round = start
    closes = start.closes
    locked = [:]
    colors = [:]
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
    guard round != nil, racers.contains(player), locked[player] == nil else {
      throw Violation("\(player.wire) cannot lock")
    }
  }

  private func expectElapsed(_ elapsed: Int) throws(Violation) {
    guard let round, let closes, (0..<(closes - round.opens)).contains(elapsed) else {
      throw Violation("t=\(elapsed) is outside of the round")
    }
  }

  private mutating func shut(
    _ number: Int, _ answer: Guess, isLast: Bool, isPicture: Bool
  ) throws(Violation) {
    guard number == answers.count + 1, isLast == (number == rules.rounds) else {
      throw Violation("SHUT \(number) after \(answers.count)")
    }
    if let round {
      guard rules.mode.color(of: answer) == round.target else {
        throw Violation("an answer that is not the target")
      }
    } else if !isPicture {
      throw Violation("SHUT without a round")
    }
    answers.append(answer)
    scores.append([:])
    judged = isPicture ? nil : locked
    round = nil
    closes = nil
    locked = [:]
    colors = [:]
  }
}

// What it was worth.
extension MatchScene {
  private mutating func take(_ score: Score, isPicture: Bool) throws(Violation) {
    guard let answer = answers.last, scores.last?[score.who] == nil else {
      throw Violation("SCORE of no round, or twice")
    }
    let length = rules.seconds * 1_000
    if !isPicture {
      guard let judged, racers.contains(score.who) else {
        throw Violation("SCORE of \(score.who.wire), who does not race")
      }
      guard score.elapsed == judged[score.who] ?? length else {
        throw Violation("t=\(score.elapsed) is not when it was locked")
      }
    }
    guard score.guess.isOnGrid(of: rules.mode.channels) else { throw Violation("off the grid") }
    let difference = rules.mode.difference(score.guess, from: answer)
    let points = Points.of(difference, after: score.elapsed, of: length)
    let total = (totals[score.who] ?? 0) + points
    guard score.difference == difference, score.points == points, score.total == total else {
      throw Violation("\(score) where it is \(difference), \(points), \(total)")
    }
    totals[score.who] = total
    scores[scores.count - 1][score.who] = score
    if racers.allSatisfy({ scores[scores.count - 1][$0] != nil }) { judged = nil }
  }

  private mutating func take(_ place: Place, isPicture: Bool) throws(Violation) {
    guard hasEnded else { throw Violation("PLACE before OVER") }
    if !isPicture {
      let better = racers.count { totals[$0] ?? 0 > place.total }
      guard racers.contains(place.player), totals[place.player] == place.total,
        place.place == better + 1, !places.contains(where: { $0.player == place.player })
      else { throw Violation("\(place) is not so") }
    }
    places.append(place)
  }

  private mutating func verify(
    _ seed: MatchSeed, isPicture: Bool, _ hashing: Hashing
  ) throws(Violation) {
    guard hasEnded, isPicture || places.count == racers.count else {
      throw Violation("SEED before all places")
    }
    if let promise, seed.commitment(hashing) != promise {
      throw Violation("a seed that was not promised")
    }
    for (index, answer) in answers.enumerated() {
      var draw = Draw(seed: seed, round: index + 1, nonces: nonces, hashing: hashing)
      guard rules.mode.target(&draw) == answer else {
        throw Violation("a target that the seed does not explain")
      }
    }
    isOver = true
    racers = []
  }
}

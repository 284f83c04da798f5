// A witness who sees nothing of a match but what goes in and what comes out, keeps its own books,
// and says where the laws of the game were broken. It is a second, slower way to know what has to
// happen.

import Chroma
import Game
import Testing

/// Checks every command and event of one match.
struct Witness {
  private let rules: Rules
  /// Who is still in the match, in seat order.
  private var players: [PlayerID]
  private var round: RoundStart?
  private var closes = Instant(milliseconds: 0)
  private var guesses: [PlayerID: Guess] = [:]
  private var locks: [PlayerID: Int] = [:]
  private var frozenUntil: [PlayerID: Instant] = [:]
  private var hasRung = false
  /// Players whose scores of the round that was shut are still to come, in order.
  private var unscored: [PlayerID] = []
  private var answer: Guess?
  private var totals: [PlayerID: Int] = [:]
  private var places: [(place: Int, player: PlayerID, total: Int)] = []
  private(set) var roundsShut = 0
  private(set) var isOver = false
  private(set) var hasSeed = false

  init(rules: Rules, players: [PlayerID]) {
    self.rules = rules
    self.players = players
  }

  /// A command as the match answers it: what was refused, or that it was taken.
  mutating func said(
    _ command: Command, by player: PlayerID, at now: Instant, refusal: Refusal?
  ) {
    #expect(refusal == expectedRefusal(of: command, by: player, at: now), "\(player) \(command)")
    guard refusal == nil else { return }
    switch command {
    case .set(let guess), .lock(let guess): guesses[player] = guess
    }
  }

  private func expectedRefusal(
    of command: Command, by player: PlayerID, at now: Instant
  ) -> Refusal? {
    guard let round, round.opens <= now, now < closes, players.contains(player),
      locks[player] == nil
    else { return .notNow }
    switch command {
    case .set(let guess): return guess.isOnGrid(of: rules.mode.channels) ? nil : .offGrid
    case .lock(let guess):
      guard guess.isOnGrid(of: rules.mode.channels) else { return .offGrid }
      return frozenUntil[player].map { now < $0 } == true ? .frozen : nil
    }
  }

  mutating func left(_ player: PlayerID) {
    // Whoever was announced stays in the books; nobody who left may be scored later.
    if !isOver { players.removeAll { $0 == player } }
  }

  /// An event, in the order in which it came.
  mutating func saw(_ event: Event, at now: Instant) {
    #expect(!hasSeed, "nothing comes after the seed: \(event)")
    if case .score = event {} else { #expect(unscored.isEmpty, "scores come first: \(event)") }
    switch event {
    case .round(let start): announced(start, at: now)
    case .locked(let player, let elapsed): locked(player, elapsed, at: now)
    case .missed(let player, let elapsed): missed(player, elapsed, at: now)
    case .bell(let end): rang(end, at: now)
    case .shut(let number, let answer, let next): shut(number, answer, next, at: now)
    case .score(let score): scored(score)
    case .over:
      #expect(!isOver && round == nil || players.isEmpty)
      #expect(roundsShut == rules.rounds || players.isEmpty)
      isOver = true
    case .place(let place, let player, let total):
      #expect(isOver && players.contains(player) && totals[player] == total)
      places.append((place, player, total))
    case .seed:
      #expect(isOver)
      checkPlaces()
      hasSeed = true
    }
  }

  private mutating func announced(_ start: RoundStart, at now: Instant) {
    #expect(round == nil && !isOver && start.round == roundsShut + 1 && start.of == rules.rounds)
    #expect(start.opens >= now + Rules.leadRange.lowerBound)
    #expect(start.closes - start.opens == rules.seconds * 1_000)
    #expect(start.start == rules.mode.color(of: rules.mode.start))
    round = start
    closes = start.closes
    hasRung = false
    (locks, frozenUntil) = ([:], [:])
    guesses = Dictionary(uniqueKeysWithValues: players.map { ($0, rules.mode.start) })
  }

  private mutating func locked(_ player: PlayerID, _ elapsed: Int, at now: Instant) {
    #expect(isOpen(at: now) && players.contains(player) && locks[player] == nil)
    #expect(elapsed == now - (round?.opens ?? now))
    #expect(isNear(player) == true)
    locks[player] = elapsed
  }

  private mutating func missed(_ player: PlayerID, _ elapsed: Int, at now: Instant) {
    #expect(isOpen(at: now) && players.contains(player) && locks[player] == nil)
    #expect(elapsed == now - (round?.opens ?? now))
    #expect(isNear(player) == false)
    frozenUntil[player] = now + Rules.freezeMilliseconds
  }

  private mutating func rang(_ end: Instant, at now: Instant) {
    #expect(!hasRung && locks.count == 1 && players.count > 1)
    #expect(end == min(closes, now + Rules.graceMilliseconds))
    hasRung = true
    closes = end
  }

  private mutating func shut(_ number: Int, _ answer: Guess, _ next: Instant?, at now: Instant) {
    #expect(round?.round == number && rules.mode.color(of: answer) == round?.target)
    let hasAllLocked = players.allSatisfy { locks[$0] != nil }
    #expect(hasAllLocked || now >= closes)
    let expected = min(now, closes) + Rules.intervalMilliseconds
    #expect(next == (number == rules.rounds ? nil : expected))
    roundsShut += 1
    unscored = players
    self.answer = answer
    round = nil
  }

  private mutating func scored(_ score: Score) {
    #expect(unscored.first == score.who)
    unscored = Array(unscored.dropFirst())
    let length = rules.seconds * 1_000
    guard let answer else { return }
    #expect(score.guess == guesses[score.who] && score.guess.isOnGrid(of: rules.mode.channels))
    #expect(score.difference == rules.mode.difference(score.guess, from: answer))
    #expect(score.elapsed == locks[score.who] ?? length)
    #expect(score.points == Points.of(score.difference, after: score.elapsed, of: length))
    totals[score.who, default: 0] += score.points
    #expect(score.total == totals[score.who])
  }

  private func checkPlaces() {
    let best = players.sorted { totals[$0] ?? 0 > totals[$1] ?? 0 }
    #expect(places.map(\.total) == best.map { totals[$0] ?? 0 })
    #expect(Set(places.map(\.player)) == Set(players) && places.count == players.count)
    for place in places {
      #expect(place.place == 1 + players.count { totals[$0] ?? 0 > place.total })
    }
  }

  private func isOpen(at now: Instant) -> Bool {
    round.map { $0.opens <= now && now < closes } ?? false
  }

  private func isNear(_ player: PlayerID) -> Bool? {
    guard let target = round?.target, let guess = guesses[player] else { return nil }
    return rules.mode.color(of: guess).map { $0.difference(from: target) <= rules.level.tolerance }
  }
}

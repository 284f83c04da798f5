// A witness who sees nothing of a match but what goes in and what comes out, keeps its own books,
// and says where the laws of the game were broken. It is a second, slower way to know what has to
// happen.

import Chroma
import Game
import TestSupport
import Testing

/// Checks every command and event of one match.
struct Witness {
  /// What is known of one player.
  private struct Page {
    let player: PlayerID
    var hasLeft = false
    var isPutOut = false
    /// Whether the present round is to be scored.
    var isInRound = false
    var guess: Guess
    /// Milliseconds after the opening of this round.
    var locked: Int?
    var frozenUntil: Int?
    var misses = 0
    var total = 0
    var lives: Int?
    var roundsScored = 0
    var roundTrip = 0
    /// What lag may still take off, at all and in this round.
    var quota = 150
    var reach = 0
    /// What it took off the last answer.
    var taken = 0

    var isRacing: Bool { !hasLeft && !isPutOut && lives != 0 }
  }

  private let rules: Rules
  private var mode: Mode { rules.mode }
  /// In seat order.
  private var pages: [Page]
  private var round: RoundStart?
  private var closes = Instant(milliseconds: 0)
  private var hasRung = false
  /// The scores of the round that was shut, and whose are still to come.
  private var scores: [Score] = []
  private var unscored: [PlayerID] = []
  private var isLastShut = false
  private var places: [(place: Int, player: PlayerID, total: Int)] = []
  private(set) var roundsShut = 0
  private(set) var isOver = false
  private(set) var hasSeed = false

  init(rules: Rules, players: [PlayerID]) {
    self.rules = rules
    pages = players.map {
      Page(player: $0, guess: rules.mode.start, lives: rules.mode.isEndless ? 3 : nil)
    }
  }

  private var racing: [Page] { pages.filter(\.isRacing) }

  /// How many have to race for another round.
  private var racersNeeded: Int {
    mode.isEndless || pages.contains(where: \.isPutOut) ? min(2, pages.count) : 1
  }

  private func index(of player: PlayerID) -> Int? {
    pages.firstIndex { $0.player == player && $0.isRacing }
  }

  mutating func left(_ player: PlayerID) {
    guard !isOver, let index = pages.firstIndex(where: { $0.player == player }),
      !pages[index].isPutOut
    else { return }
    pages[index].hasLeft = true
    pages[index].isInRound = false
  }

  mutating func wasPutOut(_ player: PlayerID) {
    guard !isOver, let index = pages.firstIndex(where: { $0.player == player }),
      !pages[index].hasLeft
    else { return }
    pages[index].isPutOut = true
  }

  mutating func measured(_ player: PlayerID, _ roundTrip: Int) {
    if let index = pages.firstIndex(where: { $0.player == player }) {
      pages[index].roundTrip = roundTrip
    }
  }
}

// What goes in.
extension Witness {
  /// A command as the match answers it: what was refused, or that it was taken.
  mutating func said(
    _ command: Command, by player: PlayerID, at now: Instant, refusal: Refusal?
  ) {
    expect(
      refusal, equals: expectedRefusal(of: command, by: player, at: now), "\(player) \(command)")
    guard refusal == nil, let index = index(of: player), let round else { return }
    switch command {
    case .set(let guess): pages[index].guess = guess
    case .lock(let guess, let claim):
      pages[index].guess = guess
      let arrival = now - round.opens
      pages[index].taken = arrival - time(arrival, claim, pages[index])
      pages[index].quota -= pages[index].taken
      pages[index].reach = min(pages[index].reach, pages[index].quota)
    }
  }

  private func expectedRefusal(
    of command: Command, by player: PlayerID, at now: Instant
  ) -> Refusal? {
    guard let round, round.opens <= now, let index = index(of: player),
      pages[index].locked == nil
    else { return .notNow }
    let page = pages[index]
    switch command {
    case .set(let guess):
      guard mode != .tiles, now < closes + page.reach else { return .notNow }
      return isOnGrid(guess) ? nil : .offGrid
    case .lock(let guess, let claim):
      let time = time(now - round.opens, claim, page)
      guard round.opens + time < closes else { return .notNow }
      guard isOnGrid(guess) else { return .offGrid }
      return page.frozenUntil.map { time < $0 } == true ? .frozen : nil
    }
  }

  /// When an answer counts as given: as claimed, no sooner than lag can explain, not before the
  /// opening and not after its arrival.
  private func time(_ arrival: Int, _ claim: Int?, _ page: Page) -> Int {
    guard let claim else { return arrival }
    let earliest = max(0, arrival - page.reach)
    return claim < earliest ? earliest : claim > arrival ? arrival : claim
  }

  private func isOnGrid(_ guess: Guess) -> Bool {
    guard guess.values.count == mode.channels.count else { return false }
    if mode == .tiles { return (0...(round?.tiles.count ?? 0)).contains(guess.values[0]) }
    return zip(guess.values, mode.channels).allSatisfy { $1.grid.contains($0) }
  }
}

// What comes out.
extension Witness {
  /// An event, in the order in which it came.
  mutating func saw(_ event: Event, at now: Instant) {
    expect(!hasSeed, "nothing comes after the seed: \(event)")
    if case .score = event {} else { expect(isEmpty: unscored, "scores come first: \(event)") }
    switch event {
    case .round(let start): announced(start, at: now)
    case .locked(let player, let elapsed, let lag): locked(player, elapsed, lag, at: now)
    case .missed(let player, let elapsed, let lag): missed(player, elapsed, lag, at: now)
    case .bell(let end): rang(end, at: now)
    case .held(let span, _): held(by: span)
    case .shut(let number, let answer, let next): shut(number, answer, next, at: now)
    case .score(let score): scored(score)
    case .over: over()
    case .place(let place, let player, let total):
      expect(isOver)
      places.append((place, player, total))
    case .seed:
      expect(isOver)
      checkPlaces()
      hasSeed = true
    }
  }

  private mutating func announced(_ start: RoundStart, at now: Instant) {
    expect(round == nil && !isOver && !isLastShut && start.round == roundsShut + 1)
    expect(start.of, equals: (mode.isEndless ? 0 : rules.rounds))
    expect(start.opens, isAtLeast: now + 50)
    expect(start.closes - start.opens, equals: rules.milliseconds(ofRound: start.round))
    expect(start.start, equals: mode.color(of: mode.start))
    expect(start.hides, equals: (mode == .memory ? start.opens + 3_000 : nil))
    expect((start.to != nil) == (mode == .gradient) && start.tiles.isEmpty == (mode != .tiles))
    expect(
      (start.tolerance ?? rules.level.tolerance), equals: rules.tolerance(inRound: start.round))
    round = start
    closes = start.closes
    hasRung = false
    for index in pages.indices {
      pages[index].isInRound = pages[index].isRacing
      pages[index].guess = mode.start
      (pages[index].locked, pages[index].frozenUntil) = (nil, nil)
      (pages[index].misses, pages[index].taken) = (0, 0)
      if start.round > 1 { pages[index].quota = min(150, pages[index].quota + 50) }
      pages[index].reach = min(pages[index].roundTrip / 2, pages[index].quota)
    }
  }

  private mutating func locked(_ player: PlayerID, _ elapsed: Int, _ lag: Int, at now: Instant) {
    guard let round, let index = index(of: player) else {
      Issue.record("\(player) locks at \(now)")
      return
    }
    expect(round.opens <= now && pages[index].locked == nil && isNear(pages[index]))
    expect(lag == pages[index].taken && elapsed == now - round.opens - lag)
    expect(round.opens + elapsed, isBelow: closes)
    pages[index].locked = elapsed
  }

  private mutating func missed(_ player: PlayerID, _ elapsed: Int, _ lag: Int, at now: Instant) {
    guard let round, let index = index(of: player) else {
      Issue.record("\(player) misses at \(now)")
      return
    }
    expect(round.opens <= now && pages[index].locked == nil && !isNear(pages[index]))
    expect(lag == pages[index].taken && elapsed == now - round.opens - lag)
    pages[index].frozenUntil = elapsed + 1_500
    pages[index].misses += 1
  }

  private func isNear(_ page: Page) -> Bool {
    guard let round, let swatch = mode.swatch(of: page.guess, among: round.tiles) else {
      return false
    }
    return swatch.difference(from: round.swatch) <= rules.tolerance(inRound: round.round)
  }

  private mutating func rang(_ end: Instant, at now: Instant) {
    expect(!hasRung && mode != .arcade && racing.contains { $0.locked == nil })
    expect(end, equals: min(closes, now + 3_000))
    hasRung = true
    closes = end
  }

  private mutating func held(by span: Int) {
    round = round?.held(by: span)
    closes = closes + span
  }

  private mutating func shut(_ number: Int, _ answer: Guess, _ next: Instant?, at now: Instant) {
    guard let round else {
      Issue.record("round \(number) is shut and was not open")
      return
    }
    expect(round.round, equals: number)
    expect(mode.swatch(of: answer, among: round.tiles), equals: round.swatch)
    // Who is left alone by somebody's putting others out has nobody to play against.
    let isForsaken = pages.contains(where: \.isPutOut) && racing.count < racersNeeded
    let waiting = isForsaken ? [] : racing.filter { $0.locked == nil }
    let due = closes + (waiting.map(\.reach).max() ?? 0)
    expect(waiting.isEmpty || now >= due)
    expect(hasRung || !racing.contains { $0.locked != nil } || waiting.isEmpty || mode == .arcade)
    isLastShut = next == nil
    // The last lock may have arrived after the round closed.
    if let next { expect(next, equals: (waiting.isEmpty ? now : min(now, due)) + 5_000) }
    roundsShut += 1
    scores = []
    unscored = pages.filter(\.isInRound).map(\.player)
  }
}

// Scores and places.
extension Witness {
  private mutating func scored(_ score: Score) {
    guard let round, unscored.first == score.who,
      let index = pages.firstIndex(where: { $0.player == score.who })
    else {
      Issue.record("\(score.who) is scored")
      return
    }
    unscored = Array(unscored.dropFirst())
    let page = pages[index]
    let length = rules.milliseconds(ofRound: round.round)
    let difference = mode.swatch(of: page.guess, among: round.tiles)?
      .difference(from: round.swatch)
    expect(score.guess == page.guess && score.difference == difference)
    expect(score.elapsed == page.locked ?? length && score.misses == page.misses)
    expect(score.lag, equals: (page.locked == nil ? 0 : page.taken))
    let best =
      mode == .tiles ? (score.difference == .zero ? 1_000 : 0) : Accuracy.of(score.difference)
    expect(score.points, equals: Points.of(accuracy: best, after: score.elapsed, of: length))
    pages[index].total += score.points
    expect(score.total == pages[index].total && score.isAssisted == rules.isAssisted)
    if mode.isEndless, page.locked == nil { pages[index].lives = (page.lives ?? 0) - 1 }
    expect(score.lives, equals: pages[index].lives)
    pages[index].roundsScored = roundsShut
    scores.append(score)
    if unscored.isEmpty { closeRound() }
  }

  private mutating func closeRound() {
    for score in scores { expect(score.isFirst, equals: isFirst(score), "\(score)") }
    let isEnough = racing.count >= racersNeeded
    let last = mode.isEndless ? 99 : rules.rounds
    expect(isLastShut, equals: (!isEnough || roundsShut == last))
    round = nil
  }

  /// Whether nobody beat the lock: 10 ms sooner or more, or as soon and nearer.
  private func isFirst(_ score: Score) -> Bool {
    func lock(_ score: Score) -> Int? { pages.first { $0.player == score.who }?.locked }
    guard scores.count > 1, let mine = lock(score), let soonest = scores.compactMap(lock).min(),
      mine <= soonest + 10
    else { return false }
    return scores.allSatisfy { other in
      lock(other).map { $0 > soonest + 10 || other.difference >= score.difference } ?? true
    }
  }

  private mutating func over() {
    expect(!isOver)
    expect(isLastShut || racing.count < (round == nil ? racersNeeded : 1))
    isOver = true
  }

  private func checkPlaces() {
    func survived(_ page: Page) -> Int {
      page.lives.map { page.roundsScored - ($0 == 0 ? 1 : 0) } ?? 0
    }
    func beats(_ one: Page, _ other: Page) -> Bool {
      let (mine, theirs) = (survived(one), survived(other))
      return mine == theirs ? one.total > other.total : mine > theirs
    }
    let staying = pages.filter { !$0.hasLeft }
    expect(Set(places.map(\.player)), equals: Set(staying.map(\.player)))
    expect(places.count == staying.count && places.map(\.place) == places.map(\.place).sorted())
    for place in places {
      guard let page = staying.first(where: { $0.player == place.player }) else { continue }
      expect(place.total, equals: page.total)
      expect(place.place, equals: 1 + staying.count { beats($0, page) })
    }
  }
}

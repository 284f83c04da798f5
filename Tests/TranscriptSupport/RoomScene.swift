// A room as a viewer knows it: its settings, who sits there, the match. Equal scenes mean equal
// knowledge, so only what every viewer can know is compared.

import Chroma
package import Game
package import Wire

package struct RoomScene: Sendable, Equatable {
  package struct Seat: Sendable, Equatable {
    package let player: PlayerID
    package var profile: Profile
    /// Until when the seat of an absent player is kept.
    package var awayUntil: Instant?
    package var isReady = false
    package var isIdle = false
    package var share = Share.none
  }

  package let code: RoomCode
  package private(set) var last: Int
  /// How the room is set; nil until the picture has begun.
  package internal(set) var settings: RoomSettings?
  /// Taken seats, the longest-seated first.
  package private(set) var seats: [Seat] = []
  /// Who may start and add bots.
  package private(set) var host: PlayerID?
  /// The number of the next match, or of the one that is running.
  package private(set) var matchNumber: Int?
  package private(set) var match: MatchScene?
  /// How many look on, as far as was told; told late, so it is not compared.
  package internal(set) var watchers = 0
  /// Who is to open their seals, so that the next match can begin; nil while nobody is.
  package private(set) var called: [PlayerID]?
  private var promise: [UInt8] = []
  /// Whether what comes is still the picture of the room as it was.
  private var isPicture = true

  init(code: RoomCode, last: Int) {
    self.code = code
    self.last = last
  }

  package static func == (one: RoomScene, other: RoomScene) -> Bool {
    one.differences(from: other).isEmpty
  }

  /// The same without where sliders stand: what follows from numbered events alone.
  package var withoutMoves: RoomScene {
    var scene = self
    scene.match?.forgetMoves()
    return scene
  }

  package func differences(from other: RoomScene) -> [String] {
    func line<Value: Equatable>(_ name: String, _ one: Value, _ two: Value) -> String? {
      one == two ? nil : "\(name): \(one) / \(two)"
    }
    return [
      line("code", code, other.code), line("last", last, other.last),
      line("settings", settings, other.settings), line("seats", seats, other.seats),
      line("host", host, other.host), line("called", called, other.called),
      line("match number", matchNumber, other.matchNumber),
      line("commitment", promise, other.promise), matchDifference(from: other),
    ]
    .compactMap { $0 }
  }

  private func matchDifference(from other: RoomScene) -> String? {
    guard let match, let otherMatch = other.match else {
      // A match of the day is told nobody but who plays it.
      guard let known = match ?? other.match, !known.rules.mode.isDaily else { return nil }
      return "a match that only one knows"
    }
    return match.difference(from: otherMatch).map { "match: \($0)" }
  }

  /// Takes the number of an event; without one it has to be part of the picture.
  mutating func count(_ number: Int?) throws(Violation) {
    guard let number else {
      guard isPicture else { throw Violation("an event without a number after the picture") }
      return
    }
    guard number == last + 1 else { throw Violation("event \(number) after \(last)") }
    last = number
    isPicture = false
  }

  mutating func fold(_ event: RoomEvent, isPicture: Bool) throws(Violation) {
    if case .countdown(let number, let opens, let players, let nonces, let isRanked, let copied) =
      event
    {
      if !isPicture { try expectCountdown(number, players, nonces) }
      let isOfDay = settings?.rules.mode.isDaily == true && players.count == 1
      guard !isRanked || isOfDay else { throw Violation("a ranked match that is none of a day") }
      let racers = players.filter { player in seats.contains { $0.player == player } }
      match = MatchScene(
        number: number, opens: opens, players: players, nonces: nonces, racers: racers,
        promise: number == matchNumber ? promise : nil, rules: settings?.rules ?? .standard,
        copied: copied)
      called = nil
      for index in seats.indices {
        seats[index].isReady = false
        seats[index].share = .none
      }
    }
    switch event {
    case .settings(let view): settings = view
    case .seat(let player, let profile): try sit(player, profile, isPicture: isPicture)
    case .away(let player, let until):
      let index = try index(of: player)
      (seats[index].awayUntil, seats[index].isIdle) = (until, false)
      callOff(without: player)
    case .back(let player): seats[try index(of: player)].awayUntil = nil
    case .idle(let player, let isIdle): seats[try index(of: player)].isIdle = isIdle
    case .gone(let player, _) where host == player && !seats.contains { $0.player == player }:
      host = nil
    case .gone(let player, let why):
      seats.remove(at: try index(of: player))
      match?.lose(player, isPutOut: why.isPutOut)
      callOff(without: player)
      if host == player { host = nil }
    case .hosted(let player):
      if settings?.isPresented != true { _ = try index(of: player) }
      host = player
    case .readied(let player, let isReady, let share):
      guard match?.isOver != false else { throw Violation("READIED during a match") }
      let index = try index(of: player)
      if !isPicture { try expectShare(share, after: seats[index]) }
      seats[index].isReady = isReady
      seats[index].share = share
    case .reveal(let number, let players):
      try expectCall(number, players, isPicture: isPicture)
      called = players
    case .commit(let number, let hash):
      let isPlaying = match?.isOver == false
      let isNext = matchNumber.map { number == $0 + 1 && match?.number == $0 } ?? true
      // Another day, or another kind of mode, has another seed.
      let isAgain = number == matchNumber && hash != promise
      guard isNext || isAgain, !isPlaying || isPicture else {
        throw Violation("COMMIT \(number) after \(matchNumber ?? 0)")
      }
      matchNumber = number
      promise = hash
    default: break
    }
  }

  mutating func fold(_ event: Event, isPicture: Bool, _ hashing: Hashing) throws(Violation) {
    guard match != nil else { throw Violation("an event of no match") }
    try match?.fold(event, isPicture: isPicture, hashing)
  }

  mutating func fold(_ move: Move) throws(Violation) {
    guard match != nil else { throw Violation("a MOVE of no match") }
    try match?.fold(move)
  }

  func fold(_ reaction: Reaction, of player: PlayerID) throws(Violation) {
    _ = try index(of: player)
  }

  private mutating func sit(
    _ player: PlayerID, _ profile: Profile, isPicture: Bool
  ) throws(Violation) {
    let own = seats.firstIndex { $0.player == player }
    if seats.contains(where: { $0.player != player && $0.profile.name == profile.name }) {
      throw Violation("two are called \(profile.name)")
    }
    if let own {
      guard !isPicture, match?.isOver != false else { throw Violation("SEAT of one who plays") }
      seats[own].profile = profile
      return
    }
    // A picture also seats those who began the match and have gone since.
    if let settings, seats.count >= settings.seats, !isPicture {
      throw Violation("more than all seats taken")
    }
    seats.append(Seat(player: player, profile: profile))
  }

  private func index(of player: PlayerID) throws(Violation) -> Int {
    guard let index = seats.firstIndex(where: { $0.player == player }) else {
      throw Violation("\(player.wire) does not sit here")
    }
    return index
  }

  private mutating func callOff(without player: PlayerID) {
    if called?.contains(player) == true { called = nil }
  }

  /// A seal is only opened when its player is called on to do so, and then nothing else is given;
  /// a player who is not ready any more calls the match off.
  private mutating func expectShare(_ share: Share, after seat: Seat) throws(Violation) {
    let isCalled = called?.contains(seat.player) == true
    if let nonce = share.nonce, let seal = share.seal {
      guard isCalled, seat.share == Share(seal: seal), nonce.seal(.genuine) == seal else {
        throw Violation("a seal that is opened too early, or by another nonce")
      }
    } else if called != nil {
      guard share == .none else { throw Violation("a share that is given too late") }
      callOff(without: seat.player)
    }
  }

  private func expectCall(_ number: Int, _ players: [PlayerID], isPicture: Bool) throws(Violation) {
    guard number == matchNumber, match?.isOver != false, called == nil,
      settings?.rules.mode.isDaily == false
    else { throw Violation("REVEAL for no match") }
    if isPicture { return }
    let racing = racing(players, of: seats.filter { $0.awayUntil == nil })
    guard players == racing.map(\.player), racing.contains(where: \.share.isSealed),
      racing.allSatisfy({ $0.share.nonce == nil || $0.share.seal == nil })
    else { throw Violation("REVEAL of others than sit, or of nothing") }
  }

  /// Who plays as these players do: who is not ready may not be waited for, nor in a series who is
  /// idle.
  private func racing(_ players: [PlayerID], of present: [Seat]) -> [Seat] {
    let awake = settings?.series == 0 ? present : present.filter { !$0.isIdle }
    return [present.filter(\.isReady), awake].first { $0.map(\.player) == players } ?? present
  }

  /// A match is of everyone who sits and is there, with the nonces that they gave; where some of
  /// them were sealed, of those who were called on to open them.
  private func expectCountdown(
    _ number: Int, _ players: [PlayerID], _ nonces: [Nonce]
  ) throws(Violation) {
    let isDaily = settings?.rules.mode.isDaily == true
    try demand(
      number == matchNumber && match?.isOver != false, "COUNTDOWN \(number) at \(matchNumber ?? 0)")
    let present = seats.filter { called?.contains($0.player) ?? ($0.awayUntil == nil) }
    let racing = racing(players, of: present)
    try demand(
      players.isEmpty == (settings?.seats == 0) && players == racing.map(\.player),
      "a match of others than sit")
    guard called != nil || isDaily || racing.allSatisfy({ $0.share.seal == nil }) else {
      throw Violation("COUNTDOWN without REVEAL")
    }
    guard nonces == racing.map({ isDaily ? .none : $0.share.nonce ?? .none }) else {
      throw Violation("other nonces")
    }
  }
}

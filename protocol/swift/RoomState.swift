// A room as it was told: the one place where a room's messages become state, for servers, clients
// and audits alike. It holds what everybody in the room can know of it, asks for nothing and
// decides nothing. Moments are the server's.
// Invariants: seats are in the order in which they were taken; an event that was folded already, by
// its number, changes nothing; folding the snapshot of a state gives that state.

public import Game

/// Somebody on a seat.
public struct SeatState: Hashable, Sendable {
  /// Who.
  public let player: PlayerID
  /// How they are shown.
  public fileprivate(set) var profile: Profile
  /// Whether they want the next match to begin.
  public fileprivate(set) var isReady = false
  /// What they add to its randomness.
  public fileprivate(set) var share = Share.none
  /// Until when the seat of a player who lost the connection is kept; nil for those who are there.
  public fileprivate(set) var awayUntil: Instant?
  /// Whether somebody who is there has said nothing for a minute.
  public fileprivate(set) var isIdle = false
  /// Whether the seat was taken after the present or last match had begun.
  fileprivate var isLate: Bool
}

/// The promise of a match's seed.
public struct Commitment: Hashable, Sendable {
  /// Which match of the room.
  public let match: Int
  /// SHA-256 of its seed.
  public let hash: [UInt8]
}

/// A room, from its settings to the sliders of everybody in it.
public struct RoomState: Hashable, Sendable {
  /// A match that waits for the seals of its players.
  private struct Call: Hashable, Sendable {
    let match: Int
    let players: [PlayerID]
  }

  /// Somebody who began the match, and whose seat has been emptied since.
  private struct Gone: Hashable, Sendable {
    let player: PlayerID
    let profile: Profile
    let why: Departure
  }

  /// The number of the newest event, 0 before the first.
  public private(set) var last: Int
  /// The match that runs, or the last one; nil before the first.
  public private(set) var match: MatchState?
  /// How the room is set.
  public private(set) var settings: RoomSettings
  /// Taken seats, the longest-seated first.
  public private(set) var seats: [SeatState] = []
  /// Who may set the room, start and seat bots.
  public private(set) var host: PlayerID?
  /// What was promised last.
  public private(set) var commitment: Commitment?
  /// Whether a match runs whose seed is still a secret.
  public private(set) var isPlaying = false
  /// When the next match begins with those who are ready by then; nil while no such clock runs.
  public private(set) var startsAt: Instant?
  /// The series that is on, or was decided last; nil before its first match is over.
  public private(set) var series: Series?
  private var call: Call?
  private var gone: [Gone] = []

  /// A room of which nothing is known but how it is set, before what comes after event `last`.
  public init(settings: RoomSettings, last: Int = 0) {
    self.settings = settings
    self.last = last
  }
}

// Asking.
extension RoomState {
  /// A player's seat; nil for those who have none.
  public func seat(of player: PlayerID) -> SeatState? { seats.first { $0.player == player } }

  /// Who is called on to open their seals, so that the next match can begin; nil when nobody is.
  public var called: [PlayerID]? { call?.players }

  /// Whether no match is running or about to begin. Servers ask after every move.
  public var isWaiting: Bool { !isPlaying && call == nil }

  /// Whether a match has been played here, and every person who sat here has left.
  public var isDeserted: Bool {
    match?.players.isEmpty == false && seats.allSatisfy(\.profile.isBot)
  }

  /// Whether somebody who sits down soon plays: a seat is free, nobody is idle, and the host is
  /// ready, unless matches begin without the host.
  public func isOpen(withoutHost: Bool) -> Bool {
    isWaiting && seats.count < settings.seats && !seats.contains(where: \.isIdle)
      && (withoutHost || host.flatMap(seat)?.isReady == true)
  }
}

// Leaving out.
extension RoomState {
  /// The room as it is for somebody who is not to know what was played last; no match may run.
  public var withoutMatch: RoomState {
    var state = self
    (state.match, state.gone) = (nil, [])
    for index in state.seats.indices { state.seats[index].isLate = false }
    return state
  }
}

// Folding.
extension RoomState {
  /// Whether an event is not known yet. What has no number is part of the room as it is.
  public func isNews(_ number: Int?) -> Bool { number.map { $0 > last } ?? true }

  /// Takes one message; those that are not about a room change nothing.
  ///
  /// - Returns: what is wrong with an event of the match at this moment; nil when it can be.
  @discardableResult
  public mutating func fold(_ message: ServerMessage) -> Flaw? {
    switch message {
    case .move(let move): fold(move)
    case .play(let number, let event):
      guard isNews(number) else { return nil }
      last = number ?? last
      if case .seed = event { isPlaying = false }
      return match?.fold(event)
    case .room(let number, let event):
      guard isNews(number) else { return nil }
      last = number ?? last
      return fold(event, isNews: number != nil)
    default: break
    }
    return nil
  }

  /// Takes where a player's sliders are.
  public mutating func fold(_ move: Move) { match?.fold(move) }

  private mutating func fold(_ event: RoomEvent, isNews: Bool) -> Flaw? {
    if case .countdown(let number, let opens, let players, let nonces, let isRanked, let copied) =
      event
    {
      match = MatchState(
        number: number, rules: settings.rules, players: players, nonces: nonces, begins: opens,
        isRanked: isRanked, copied: copied)
      (isPlaying, call, startsAt, gone) = (true, nil, nil, [])
      if series?.isDecided(of: settings.series) == true { series = nil }
      for index in seats.indices {
        (seats[index].isReady, seats[index].share) = (false, .none)
        seats[index].isLate = false
      }
    }
    switch event {
    case .settings(let view):
      if view.series != settings.series { series = nil }
      settings = view
    case .seat(let player, let profile): sit(player, profile)
    case .away(let player, let until):
      change(player) { ($0.awayUntil, $0.isIdle) = (until, false) }
      callOff(without: player)
    case .back(let player): change(player) { $0.awayUntil = nil }
    case .gone(let player, let why): vacate(player, why)
    case .idle(let player, let isIdle): change(player) { $0.isIdle = isIdle }
    case .hosted(let player): host = player
    case .readied(let player, let isReady, let share):
      change(player) { ($0.isReady, $0.share) = (isReady, share) }
      // While seals are opened, a player who opens none calls the match off.
      if share.nonce == nil || share.seal == nil { callOff(without: player) }
    case .commit(let match, let hash): commitment = Commitment(match: match, hash: hash)
    case .starts(let moment): startsAt = moment
    case .series(let table): series = table
    case .reveal(let match, let players):
      (call, startsAt) = (Call(match: match, players: players), nil)
    case .together(let together): return match?.fold(together, isNews: isNews)
    case .best(let best): return match?.fold(best)
    // What remains is only for those who hear it.
    default: break
    }
    return nil
  }

  private mutating func change(_ player: PlayerID, _ change: (inout SeatState) -> Void) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    change(&seats[index])
  }

  private mutating func sit(_ player: PlayerID, _ profile: Profile) {
    if seat(of: player) == nil {
      seats.append(SeatState(player: player, profile: profile, isLate: match != nil))
    }
    change(player) { $0.profile = profile }
  }

  private mutating func vacate(_ player: PlayerID, _ why: Departure) {
    // A presenter has no seat.
    if host == player { host = nil }
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    let seat = seats.remove(at: index)
    series = series?.without(player)
    callOff(without: player)
    guard !seat.isLate, match?.players.contains(player) == true else { return }
    gone.append(Gone(player: player, profile: seat.profile, why: why))
    match?.lose(player, isPutOut: why.isPutOut)
  }

  private mutating func callOff(without player: PlayerID) {
    if call?.players.contains(player) == true { call = nil }
  }
}

// The inverse of folding.
extension RoomState {
  /// The room as it is, in messages without numbers for somebody who knows nothing of it but the
  /// number of its newest event. They come in the order in which things came about, because some
  /// change what others mean: a match is of those who sit when it begins, those who have gone since
  /// among them; it is played by the rules of that moment; and players who were ready for it
  /// are not ready for the next. A round that is over takes at most `3 + 2 * players` of them, and
  /// the crowd of the last one eleven more.
  public func snapshot() -> [ServerMessage] {
    var told = Snapshot()
    var first = settings
    first.rules = match?.rules ?? settings.rules
    told.tell(.settings(first))
    for seat in seats where !seat.isLate { told.tell(seat) }
    for player in gone { told.tell(.seat(player.player, player.profile)) }
    if isPlaying { told.tell(commitment) }
    if let match {
      told.tell(
        .countdown(
          match: match.number, opens: match.begins ?? Instant(milliseconds: 0),
          players: match.players, nonces: match.nonces, isRanked: match.isRanked, match.copied))
      told.tell(match) { round, told in
        for player in gone where match.withdrawals[player.player]?.lastRound == round {
          told.tell(.gone(player.player, player.why))
        }
      }
    }
    if first != settings { told.tell(.settings(settings)) }
    if !isPlaying { told.tell(commitment) }
    for seat in seats where seat.isLate { told.tell(seat) }
    for seat in seats where seat.isReady || seat.share != .none {
      told.tell(.readied(seat.player, seat.isReady, seat.share))
    }
    if let series { told.tell(.series(series)) }
    if let startsAt { told.tell(.starts(at: startsAt)) }
    if let call { told.tell(.reveal(match: call.match, players: call.players)) }
    if let host { told.tell(.hosted(host)) }
    return told.messages + (match?.moved ?? []).map(ServerMessage.move)
  }
}

/// The messages of a snapshot, one after another.
private struct Snapshot {
  var messages: [ServerMessage] = []

  mutating func tell(_ event: RoomEvent) { messages.append(.room(n: nil, event)) }

  mutating func tell(_ event: Event) { messages.append(.play(n: nil, event)) }

  mutating func tell(_ commitment: Commitment?) {
    if let commitment { tell(.commit(match: commitment.match, hash: commitment.hash)) }
  }

  mutating func tell(_ seat: SeatState) {
    tell(.seat(seat.player, seat.profile))
    if let until = seat.awayUntil { tell(.away(seat.player, until: until)) }
    if seat.isIdle { tell(.idle(seat.player, true)) }
  }

  /// Tells a match from its first round on.
  ///
  /// - Parameter goneAfter: tells who went in that round, or between it and the next, once its
  ///   scores are told; nil after the match.
  mutating func tell(_ match: MatchState, goneAfter: (Int?, inout Self) -> Void) {
    goneAfter(0, &self)
    for result in match.results {
      if let told = result.told { tell(told) }
      tell(.shut(round: result.round, answer: result.answer, next: result.next))
      for score in result.scores { tell(.score(score)) }
      if let crowd = match.crowd, crowd.together.round == result.round { tell(crowd) }
      goneAfter(result.round, &self)
    }
    if let announced = match.announced {
      tell(announced)
      goneAfter(announced.start.round, &self)
    }
    if let pause = match.pause { tell(.held(by: pause.by, until: pause.until)) }
    if match.isOver { tell(.over) }
    for place in match.places { tell(.place(place.place, place.who, total: place.total)) }
    if let seed = match.seed { tell(.seed(seed)) }
    goneAfter(nil, &self)
  }

  private mutating func tell(_ crowd: CrowdHeard) {
    tell(.together(crowd.together))
    for best in crowd.best + crowd.bestOfMatch { tell(.best(best)) }
  }

  /// Misses come first: nobody misses after a lock that was taken. The first lock rings the bell.
  private mutating func tell(_ round: RoundState) {
    tell(.round(round.start))
    for miss in round.misses { tell(.missed(miss.player, elapsed: miss.elapsed, lag: miss.lag)) }
    var bell = round.bell.map { Event.bell(closes: $0) }
    for lock in round.locks {
      tell(.locked(lock.player, elapsed: lock.elapsed, lag: lock.lag))
      if let rings = bell.take() { tell(rings) }
    }
    if let bell { tell(bell) }
  }
}

// Everything that somebody in a room knows of it, folded from the server's messages. A model holds
// no connection and asks for nothing; what the viewer is about to do is not in it. Moments are the
// server's.
// Invariants: seats are in the order in which they were taken; `last` never falls; an event that
// was folded already, by its number, changes nothing.

public import Game
public import Wire

/// Somebody on a seat.
public struct SeatModel: Hashable, Sendable {
  /// Who.
  public let player: PlayerID
  /// How they are shown.
  public internal(set) var profile: Profile
  /// Whether they want the next match to begin.
  public internal(set) var isReady = false
  /// What they add to its randomness.
  public internal(set) var nonce: Nonce?
  /// Until when the seat of a player who lost the connection is kept; nil for those who are there.
  public internal(set) var awayUntil: Instant?
}

/// One room as it is known to a player or watcher.
public struct RoomModel: Hashable, Sendable {
  /// What others join by.
  public let code: RoomCode
  /// The viewer's own number, whether seated or not.
  public internal(set) var me: PlayerID
  /// What the viewer is to the room.
  public internal(set) var role: Role
  /// The number of the newest event that is known.
  public private(set) var last: Int
  /// How the room is set.
  public private(set) var settings: RoomView
  /// Taken seats, the longest-seated first.
  public private(set) var seats: [SeatModel] = []
  /// Who may start and seat bots.
  public private(set) var host: PlayerID?
  /// How many look on.
  public private(set) var watchers = 0
  /// The match that runs, or the last one; nil before the first.
  public internal(set) var match: MatchModel?
  /// The hash of the seed of the match that runs or comes next, and that match's number.
  public private(set) var commitment: Commitment?
  /// What the viewer said to add to the randomness of the match that comes next.
  var pledge: Nonce?
  private var fault: Fault?
  private var former: [SeatModel] = []

  /// The promise of a match's seed.
  public struct Commitment: Hashable, Sendable {
    /// Which match of the room.
    public let match: Int
    /// SHA-256 of its seed.
    public let hash: [UInt8]
  }

  /// What was not as it had been promised, and in which match.
  private struct Fault: Hashable, Sendable {
    let match: Int
    let flaw: Flaw
  }

  /// A room of which nothing is known but how one came in.
  ///
  /// - Parameter before: what was known of the same room before the connection was lost. Promises
  ///   made then still bind the server.
  init(code: RoomCode, role: Role, me: PlayerID, last: Int, before: RoomModel?) {
    self.code = code
    self.role = role
    self.me = me
    self.last = last
    settings = RoomView(
      name: code.text, rules: .standard, seats: Rules.seatsRange.upperBound, isListed: false,
      hasPassword: false)
    guard let before, before.code == code else { return }
    commitment = before.commitment
    pledge = before.pledge
    fault = before.fault
    if let match = before.match, let flaw = match.flaw {
      fault = Fault(match: match.number, flaw: flaw)
    }
    former = before.seats + before.former.filter { before.seat(of: $0.player) == nil }
  }
}

// Asking.
extension RoomModel {
  /// A player's seat; nil for those who have none.
  public func seat(of player: PlayerID) -> SeatModel? {
    seats.first { $0.player == player }
  }

  /// The viewer's own seat; nil for watchers.
  public var mySeat: SeatModel? { role == .player ? seat(of: me) : nil }

  /// Whether the viewer is the host.
  public var amHost: Bool { role == .player && host == me }

  /// Whether a match runs, from its countdown to its places.
  public var isRunning: Bool { match?.isOver == false }

  /// Whether one can be ready: no match runs, and the promise for the next one is there.
  public var isBetweenMatches: Bool {
    match.map { $0.isOver && matchNumber > $0.number } ?? true
  }

  /// Whether the viewer is in the match that runs.
  public var amRacing: Bool { isRunning && role == .player && match?.isPlaying(me) == true }

  /// The number of the match that comes next, or of the one that runs.
  public var matchNumber: Int { commitment?.match ?? match?.number ?? 1 }

  /// How a player is shown, also one who has left during the match; nil for strangers.
  public func profile(of player: PlayerID) -> Profile? {
    (seat(of: player) ?? former.first { $0.player == player })?.profile
  }

  /// What a player is called; "player 7" when nobody said so.
  public func name(of player: PlayerID) -> String {
    profile(of: player)?.name ?? "player \(player.number)"
  }
}

// Folding.
extension RoomModel {
  /// Takes one message; those that are not about a room change nothing.
  mutating func fold(_ message: ServerMessage, hashing: Hashing) {
    switch message {
    case .room(let number, let event):
      if isNews(number) { fold(event, isPicture: number == nil) }
    case .play(let number, let event):
      if isNews(number) { match?.fold(event, hashing: hashing) }
    case .move(let move): match?.fold(move)
    case .watchers(let count): watchers = count
    case .welcome, .no, .pong, .ping, .listed, .end, .entered, .out: break
    }
  }

  private mutating func isNews(_ number: Int?) -> Bool {
    guard let number else { return true }
    guard number > last else { return false }
    last = number
    return true
  }

  private mutating func fold(_ event: RoomEvent, isPicture: Bool) {
    switch event {
    case .settings(let view): settings = view
    case .seat(let who, let profile): sit(who, profile)
    case .away(let who, let until): change(who) { $0.awayUntil = until }
    case .back(let who): change(who) { $0.awayUntil = nil }
    case .gone(let who, _): vacate(who)
    case .hosted(let who): host = who
    case .readied(let who, let isReady, let nonce): ready(who, isReady, nonce)
    case .commit(let match, let hash): commit(Commitment(match: match, hash: hash))
    case .countdown(let number, let opens, let players, let nonces):
      if !isPicture { compare(nonces, of: players) }
      begin(number, players: players, nonces: nonces, opens: opens)
    }
  }

  private mutating func change(_ player: PlayerID, _ change: (inout SeatModel) -> Void) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    change(&seats[index])
  }

  private mutating func sit(_ player: PlayerID, _ profile: Profile) {
    if seat(of: player) == nil { seats.append(SeatModel(player: player, profile: profile)) }
    change(player) { $0.profile = profile }
    former.removeAll { $0.player == player }
  }

  private mutating func vacate(_ player: PlayerID) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    former.append(seats.remove(at: index))
    if former.count > SessionLimits.formerMax { former.removeFirst() }
    if host == player { host = nil }
    match?.withdraw(player)
  }

  private mutating func ready(_ player: PlayerID, _ isReady: Bool, _ nonce: Nonce?) {
    change(player) { seat in
      seat.isReady = isReady
      seat.nonce = nonce
    }
    if player == me, isReady, let pledge, nonce != pledge { blame(.nonces) }
  }

  private mutating func blame(_ flaw: Flaw) {
    if fault?.match != matchNumber { fault = Fault(match: matchNumber, flaw: flaw) }
  }
}

// From one match to the next.
extension RoomModel {
  /// The first promise for a match counts; another one does not undo it.
  private mutating func commit(_ new: Commitment) {
    if commitment?.match != new.match {
      commitment = new
      pledge = nil
    }
    if match?.number == new.match, match?.seed == nil {
      match?.commitment = commitment?.hash
    }
  }

  private mutating func compare(_ nonces: [Nonce], of players: [PlayerID]) {
    for (player, nonce) in zip(players, nonces) {
      if let seat = seat(of: player), (seat.nonce ?? .none) != nonce { blame(.nonces) }
    }
  }

  /// A match begins for everyone who sits now, and from then on nobody is ready any more.
  private mutating func begin(
    _ number: Int, players: [PlayerID], nonces: [Nonce], opens: Instant
  ) {
    var match = MatchModel(
      number: number, rules: settings.rules, players: players, nonces: nonces, opens: opens)
    if commitment?.match == number { match.commitment = commitment?.hash }
    if fault?.match == number { match.flaw = fault?.flaw }
    match.withdrawn = Set(players.filter { seat(of: $0) == nil })
    former.removeAll { !players.contains($0.player) }
    for index in seats.indices {
      seats[index].isReady = false
      seats[index].nonce = nil
    }
    self.match = match
  }
}

// Everything that somebody in a room knows of it: what was told, and what only this viewer knows. A
// model holds no connection and asks for nothing; what the viewer is about to do is not in it.
// Moments are the server's. What is this viewer's own comes about in `RoomFolding.swift`.

public import Game
public import Wire

/// Somebody who looks on.
public struct Onlooker: Hashable, Sendable {
  /// Who.
  public let player: PlayerID
  /// How they are shown.
  public let profile: Profile
}

/// Who looks on, as it was when last asked for.
public struct OnlookerList: Hashable, Sendable {
  /// Counted from 1 in the room, so that a reader knows what is new.
  public let number: Int
  /// The newest first; where very many look on, only those.
  public let onlookers: [Onlooker]
  /// Whether the server says so at all: one from before everybody could ask tells hosts only.
  public let isTold: Bool
}

/// What a player showed the others.
public struct ShownReaction: Hashable, Sendable {
  /// How long it is worth showing, in milliseconds.
  public static let freshMilliseconds = 3_000

  /// Counted from 1 in the room, so that a reader knows what is new.
  public let number: Int
  /// What.
  public let reaction: Reaction
  /// When it was heard of, by the server's clock.
  public let at: Instant
}

/// One room as it is known to a player or watcher.
public struct RoomModel: Hashable, Sendable {
  /// What others join by.
  public let code: RoomCode
  /// The viewer's own number, whether seated or not.
  public internal(set) var me: PlayerID
  /// What the viewer is to the room.
  public internal(set) var role: Role
  /// What was told, and whether the server keeps what it promised.
  var heard: HeardRoom
  /// The newest match that the server has proved to keep.
  var receipt: LoggedMatch?
  /// How many look on.
  public internal(set) var watchers = 0
  /// Who they are; nil until that was asked and answered.
  public internal(set) var audience: OnlookerList?
  /// The newest reaction of each player who showed one.
  public internal(set) var reactions: [PlayerID: ShownReaction] = [:]
  /// What the viewer gave to the randomness of the match that comes next.
  var pledge: Pledge?
  /// How the last match has changed ratings, as far as that was told.
  public internal(set) var ratings: [PlayerID: RatingChange] = [:]
  var former: [FormerSeat] = []
  package var reactionsMade = 0
  /// Those who play along, as far as the viewer is told of them.
  public internal(set) var crowd = CrowdSeen()

  /// What a player gives to the randomness of a match: a nonce that is sealed, and another one that
  /// is said openly, for servers that know no seals.
  struct Pledge: Hashable, Sendable {
    let secret: Nonce
    let open: Nonce
  }

  /// A seat that was given up, and why; nil when the viewer was not there to hear it.
  struct FormerSeat: Hashable, Sendable {
    let seat: SeatState
    var why: Departure?
  }

  /// A room of which nothing is known but how one came in.
  ///
  /// - Parameter before: what was known of the same room before, in another role or on another
  ///   connection. Promises made then still bind the server.
  init(code: RoomCode, role: Role, me: PlayerID, last: Int, before: RoomModel?) {
    self.code = code
    self.role = role
    self.me = me
    let unknown = RoomSettings(
      name: code.text, rules: .standard, seats: Rules.seatsRange.upperBound, isListed: false,
      password: nil)
    let same = before?.code == code ? before : nil
    heard = HeardRoom(settings: same?.settings ?? unknown, last: last, before: same?.heard)
    guard let before = same else { return }
    pledge = before.pledge
    former = before.former.filter { before.seat(of: $0.seat.player) == nil }
    former += before.seats.map { FormerSeat(seat: $0) }
    reactions = before.reactions
    reactionsMade = before.reactionsMade
    if role == .watcher, before.role == role { crowd = before.crowd }
  }
}

// Asking.
extension RoomModel {
  /// The number of the newest event that is known.
  public var last: Int { heard.state.last }

  /// How the room is set.
  public var settings: RoomSettings { heard.state.settings }

  /// Taken seats, the longest-seated first.
  public var seats: [SeatState] { heard.state.seats }

  /// Who may set the room, start and seat bots.
  public var host: PlayerID? { heard.state.host }

  /// The match that runs, or the last one; nil before the first.
  public var match: MatchState? { withOwnTry(heard.state.match) }

  /// Whether the match that runs, or the last one, was fair; nil until its seed was told.
  public var verdict: Verdict? { heard.verdict }

  /// Where the last match is in the server's log; nil until the server has proved that it is.
  public var placeInLog: Int? { receipt?.match == match?.number ? receipt?.index : nil }

  /// Whether a ghost race that is kept was one's first try of the match that it copies; nil for any
  /// other match, and for guests, of whom nobody knows.
  public var isFirstTry: Bool? {
    guard match?.copied.isCopy == true, placeInLog != nil, profile(of: me)?.identity != nil
    else { return nil }
    return receipt?.firstTries.contains(me) == true
  }

  /// The hash of the seed of the match that runs or comes next, and that match's number.
  public var commitment: Commitment? { heard.promise }

  /// The number of the match that comes next, or of the one that runs.
  public var matchNumber: Int { heard.matchNumber }

  /// A player's seat; nil for those who have none.
  public func seat(of player: PlayerID) -> SeatState? { heard.state.seat(of: player) }

  /// The viewer's own seat; nil for watchers.
  public var mySeat: SeatState? { role == .player ? seat(of: me) : nil }

  /// Whether the viewer is the host, who has no seat where the room is presented.
  public var amHost: Bool { host == me }

  /// Whether the viewer hosts the room without a seat.
  public var amPresenting: Bool { amHost && settings.isPresented && role == .watcher }

  /// The match whose rounds the viewer begins and ends: that of an open floor; nil for all others.
  public var pacedMatch: MatchState? { amPresenting && settings.seats == 0 ? match : nil }

  /// When the next match begins with those who are ready by then, by the server's clock; nil while
  /// no such clock runs.
  public var startsAt: Instant? { heard.state.startsAt }

  /// The table of the series that is on, or was decided last; nil before its first match is over.
  public var series: Series? { settings.hasSeries ? heard.state.series : nil }

  /// Who has won the series, more than one only if they are equal; nil while it is not decided.
  public var champions: [PlayerID]? {
    guard let series, series.isDecided(of: settings.series) else { return nil }
    return series.rows.filter { $0.place == 1 }.map(\.player)
  }

  /// Whether the next match of a series begins by itself, and the viewer can stop that.
  public var canStopSeries: Bool {
    amHost && startsAt != nil && series?.isStopped == false && champions == nil
  }

  /// Whether a match has been played here, and every person who sat here has left.
  public var isDeserted: Bool { heard.state.isDeserted }

  /// Whether a match waits for the seals of its players.
  public var isAboutToBegin: Bool { heard.state.called != nil }

  /// Whether a match runs, from its countdown to its places.
  public var isRunning: Bool { match?.isOver == false }

  /// The viewer's nonce, if its seal is to be opened now.
  var nonceToReveal: Nonce? {
    guard heard.shares.called?.contains(me) == true, mySeat?.share.isSealed == true else {
      return nil
    }
    return pledge?.secret
  }

  /// Whether a match begins without the viewer's nonce, which was sealed until now.
  func leavesOutMine(_ message: ServerMessage) -> Bool {
    guard case .room(.some, .countdown(_, _, let players, let nonces, _, _)) = message,
      mySeat?.share.isSealed == true
    else { return false }
    return zip(players, nonces).contains { $0 == me && $1 == .none }
  }

  /// Whether one can be ready: no match runs, and the promise for the next one is there.
  public var isBetweenMatches: Bool {
    match.map { $0.isOver && matchNumber > $0.number } ?? true
  }

  /// Whether seats may be taken and given up by those in the room: no round is announced or open.
  public var isBetweenRounds: Bool { !isRunning || match?.round == nil }

  /// Whether the viewer races in the match that runs, on a seat and not out of it, or plays along.
  public var amRacing: Bool {
    isRunning && (role == .player ? match?.isRacing(me) == true : amAlong)
  }

  /// Whether the viewer has a seat in the match that runs, out of lives or not: leaving it is worth
  /// a question.
  public var isInMatch: Bool { isRunning && role == .player && match?.isPlaying(me) == true }

  /// Whether another person is in the room, on a seat or looking on.
  package var hasCompany: Bool {
    watchers > 0 || seats.contains { $0.player != me && !$0.profile.isBot }
  }

  /// Whether another person is in the match: bots do not go on by themselves.
  package var goesOnWithoutMe: Bool {
    guard let match else { return false }
    return match.players.contains {
      $0 != me && match.isPlaying($0) && profile(of: $0)?.isBot != true
    }
  }

  /// How many milliseconds after it happened the viewer hears of anything: the room lets those who
  /// look on wait.
  public var delayMilliseconds: Int { role == .watcher ? settings.delay * 1_000 : 0 }

  /// A player's newest reaction, while it is fresh enough to be shown at a moment of the server's
  /// clock.
  public func freshReaction(of player: PlayerID, at now: Instant) -> Reaction? {
    reactions[player]
      .flatMap { shown in
        now - shown.at < ShownReaction.freshMilliseconds ? shown.reaction : nil
      }
  }

  /// How a player is shown, also one who looks on or has left during the match; nil for strangers.
  public func profile(of player: PlayerID) -> Profile? {
    (seat(of: player) ?? formerSeat(of: player)?.seat)?.profile
      ?? audience?.onlookers.first { $0.player == player }?.profile
  }

  /// What a player is called in a sentence; "player 7" when nobody said so.
  public func name(of player: PlayerID) -> String {
    profile(of: player)?.name.withoutTurningMarks ?? Words["player \(player.number)"]
  }

  /// How many look on whom the server left out of `audience` because there are too many.
  public var watchersUntold: Int {
    guard let count = audience?.onlookers.count, count == SessionLimits.onlookersMax else {
      return 0
    }
    return max(0, watchers - count)
  }

  /// Why somebody who had a seat has none any more; nil for those who sit, and when it was not
  /// heard.
  public func departure(of player: PlayerID) -> Departure? {
    seat(of: player) == nil ? formerSeat(of: player)?.why : nil
  }

  private func formerSeat(of player: PlayerID) -> FormerSeat? {
    former.last { $0.seat.player == player }
  }
}

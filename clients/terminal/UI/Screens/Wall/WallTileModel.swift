// What there is to see of one room on the wall, in words and colors, whatever the room is doing: a
// round, the time after one, waiting, or not being heard of. It is made once and stays true until
// there is news or the room's clock moves on. It says nothing that the room's mode keeps secret,
// and draws nothing.

import Chroma
import ClientCore
import Game
import Wire

/// One room as it looks from outside.
struct WallTileModel: Sendable {
  /// Somebody to be seen.
  struct Person: Sendable {
    let player: PlayerID
    let figure: Unicode.Scalar
    let name: String
    /// What the sliders make or made; nil where that is secret or nothing.
    var swatch: Swatch?
    /// How near that is, or how it stands otherwise: in ever fewer columns, to be read whole or not
    /// at all.
    var values: [String] = []
    /// Whether the value is a good one.
    var isBright = false
  }

  /// The part of a match that is on. What people show depends on it and on the news alone; the
  /// clock moves nothing but the corner and the target.
  private enum MatchPart {
    case countdown, round, rest
  }

  let room: RoomCode
  /// What had happened by then: see `Watcher.news`.
  private let news: Int
  /// When the clock of the room moves next, on the local clock; nil while it stands.
  let nextTick: Instant?
  /// Who sits there; nil before anybody has looked in.
  private(set) var seats: [SeatState]?
  /// How far the match is; nil before anybody has looked in.
  private(set) var corner: String?
  /// Whether somebody has rung the bell.
  private(set) var isUrgent = false
  /// What is to be matched, or was.
  private(set) var target: Swatch?
  /// What there is to read where there is no target.
  private(set) var message: [String] = []
  /// What there is to choose from, in a round of tiles.
  private(set) var tiles: [Color] = []
  private(set) var people: [Person] = []
  private var phase: MatchPart?

  /// From so many per cent on, a guess is near.
  private static let nearPercent = 70

  /// What somebody sees who looks on.
  ///
  /// - Parameters:
  ///   - last: what they saw before; nil for nothing, and when there is news since.
  ///   - local: on the local clock.
  ///   - tick: from one tick of the clock to the next, in milliseconds.
  init(_ watcher: Watcher, after last: WallTileModel?, at local: Instant, tick: Int) {
    (room, news) = (watcher.room, watcher.news)
    nextTick = watcher.session.nextTick(after: local, every: tick)
    message = WallTileModel.trouble(watcher, at: local)
    guard let room = watcher.session.room else { return }
    seats = room.seats
    guard message.isEmpty else { return }
    if let match = room.match {
      let now = watcher.session.roomTime(at: local)
      run(room, match, RoundClock(match, at: now, tick: tick), after: last, tick: tick)
    } else {
      wait(room)
    }
  }

  /// Whether all that happened there has been seen.
  func isUpToDate(with watcher: Watcher) -> Bool {
    room == watcher.room && news == watcher.news
  }

  /// What the list of rooms says of how far a match is, where nobody has looked in.
  static func corner(_ listing: Listing) -> String {
    listing.isPlaying ? round(listing.round, of: listing.of) : Words["waiting"]
  }

  /// Why there is nothing to see; empty when there is.
  private static func trouble(_ watcher: Watcher, at now: Instant) -> [String] {
    if let refusal = watcher.refusal { return [refusal, Words["Trying again soon."]] }
    guard let (strong, rest) = Sheet.trouble(watcher.session, at: now) else { return [] }
    return [strong] + rest.split(separator: "; ").map(String.init)
  }

  /// Whether somebody of the given number sits there.
  func hasSeat(of player: PlayerID) -> Bool { seats?.contains { $0.player == player } == true }

  private static func round(_ number: Int, of count: Int) -> String {
    count > 0 ? Words["round \(number)/\(count)"] : Words["round \(number)"]
  }

  private static func round(_ number: Int, of match: MatchState) -> String {
    round(number, of: match.rules.mode.isEndless ? 0 : match.rules.rounds)
  }

  private static func person(_ player: PlayerID, _ room: RoomModel) -> Person {
    Person(player: player, figure: room.figure(of: player), name: room.name(of: player))
  }

  // MARK: What it does

  private mutating func run(
    _ room: RoomModel, _ match: MatchState, _ clock: RoundClock, after last: WallTileModel?,
    tick: Int
  ) {
    func show(_ phase: MatchPart, _ newPeople: () -> [Person]) {
      self.phase = phase
      people = last?.phase == phase ? last?.people ?? [] : newPeople()
    }
    if clock.isShown, let round = match.round {
      play(round, match, clock, tick: tick)
      show(.round) { WallTileModel.people(in: round, room, match) }
    } else if let result = match.results.last {
      let next = match.isOver ? Words["match over"] : Words["next in \(clock.secondsToOpen) s"]
      corner = WallTileModel.round(result.round, of: match) + "  \(next)"
      target = result.target
      show(.rest) { WallTileModel.people(after: result, room, match) }
    } else {
      corner = Words["in \(clock.secondsToOpen) s"]
      message = [Words["The first round begins"], Words["in \(clock.secondsToOpen) s."]]
      show(.countdown) {
        match.players.filter(match.isPlaying).map { WallTileModel.person($0, room) }
      }
    }
  }

  private mutating func wait(_ room: RoomModel) {
    corner = Words["waiting  \(room.seats.count)/\(room.settings.seats)"]
    message = [
      Words["Waiting for players."],
      Words["\(room.seats.count { $0.isReady }) of \(room.seats.count) ready"],
    ]
    people = room.seats.map { seat in
      var person = WallTileModel.person(seat.player, room)
      person.values =
        seat.awayUntil != nil ? [Words["away"]] : seat.isReady ? [Words["ready"], "✓"] : []
      return person
    }
  }

  private mutating func play(
    _ round: RoundState, _ match: MatchState, _ clock: RoundClock, tick: Int
  ) {
    let left = tick == 1_000 ? Say.seconds(clock.left) : Say.tenths(clock.left)
    corner =
      WallTileModel.round(clock.number, of: match)
      + (round.hasRung ? Words["  bell! \(left)"] : "  \(left)")
    isUrgent = round.hasRung
    if clock.isTargetSeen {
      target = round.challenge.target
      tiles = round.challenge.tiles
    } else {
      message = [Words["The target is hidden."]]
    }
  }

  private static func people(
    in round: RoundState, _ room: RoomModel, _ match: MatchState
  ) -> [Person] {
    match.players.filter(match.isPlaying)
      .map { player in
        var person = WallTileModel.person(player, room)
        let move = match.isRacing(player) ? round.move(of: player) : nil
        let isLocked = round.lock(of: player) != nil
        person.swatch = move?.swatch
        person.values = WallTileModel.state(of: player, round, room, match)
        person.isBright = isLocked || move.map { $0.near >= WallTileModel.nearPercent } == true
        return person
      }
  }

  private static func state(
    of player: PlayerID, _ round: RoundState, _ room: RoomModel, _ match: MatchState
  ) -> [String] {
    if room.seat(of: player)?.awayUntil != nil { return [Words["away"]] }
    if match.isOut(player) { return [Words["out"]] }
    let isLocked = round.lock(of: player) != nil
    guard let near = round.move(of: player)?.near else {
      return isLocked ? ["✓"] : round.miss(of: player) == nil ? [] : [Words["missed"], "×"]
    }
    return (isLocked ? ["\(near)% ✓"] : []) + ["\(near)%", "\(near)"]
  }

  /// After a round there is to see what came of it, and after the last how it ended.
  private static func people(
    after result: RoundResult, _ room: RoomModel, _ match: MatchState
  ) -> [Person] {
    let values = match.players.map { player in
      match.isOver ? match.total(of: player) : result.score(of: player)?.points ?? 0
    }
    let best = max(1, values.max() ?? 1)
    return zip(match.players, values).filter { match.isPlaying($0.0) }
      .map { player, value in
        var person = WallTileModel.person(player, room)
        let score = result.score(of: player)
        person.swatch = score.flatMap { match.guessed($0, in: result) }
        if match.isOver {
          person.values = ["\(value)", "\(value / 1_000)k"]
        } else if score != nil {
          person.values = ["+\(value)", "\(value)"]
        }
        person.isBright = value == best
        return person
      }
  }
}

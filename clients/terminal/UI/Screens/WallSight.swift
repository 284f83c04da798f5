// What there is to see of one room on the wall, in words and colors, whatever the room is doing: a
// round, the time after one, waiting, or not being heard of. It says nothing that the room's mode
// keeps secret, and draws nothing.

import Chroma
import Game
import Wire

/// One room as it looks from outside.
struct WallSight {
  /// Somebody who sits there.
  struct Person {
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

  /// How far the match is.
  var corner: String
  /// Whether somebody has rung the bell.
  var isUrgent = false
  /// What is to be matched, or was.
  var target: Swatch?
  /// What there is to read where there is no target.
  var message: [String] = []
  /// What there is to choose from, in a round of tiles.
  var tiles: [Color] = []
  var people: [Person] = []

  /// From so many per cent on, a guess is near.
  private static let nearPercent = 70

  /// - Parameters:
  ///   - local: on the local clock.
  ///   - tick: from one tick of the clock to the next, in milliseconds.
  init(_ listing: Listing, _ watcher: Watcher?, at local: Instant, tick: Int) {
    corner = listing.isPlaying ? WallSight.round(listing.round, of: listing.of) : Words["waiting"]
    message = watcher.map { WallSight.trouble($0, at: local) } ?? []
    guard message.isEmpty, let session = watcher?.session, let room = session.room else {
      message = message.isEmpty ? [Words["Looking in…"]] : message
      return
    }
    let now = session.roomTime(at: local)
    if let match = room.match {
      run(room, match, RoundClock(match, at: now, tick: tick), tick: tick)
    } else {
      wait(room)
    }
  }

  /// Why there is nothing to see; empty when there is.
  private static func trouble(_ watcher: Watcher, at now: Instant) -> [String] {
    if let refusal = watcher.refusal { return [refusal, Words["Trying again soon."]] }
    guard let (strong, rest) = Sheet.trouble(watcher.session, at: now) else { return [] }
    return [strong] + rest.split(separator: "; ").map(String.init)
  }

  private static func round(_ number: Int, of count: Int) -> String {
    count > 0 ? Words["round \(number)/\(count)"] : Words["round \(number)"]
  }

  private static func round(_ number: Int, of match: MatchModel) -> String {
    round(number, of: match.rules.mode.isEndless ? 0 : match.rules.rounds)
  }

  private static func person(_ player: PlayerID, _ room: RoomModel) -> Person {
    Person(player: player, figure: room.figure(of: player), name: room.name(of: player))
  }

  // MARK: What it does

  private mutating func run(
    _ room: RoomModel, _ match: MatchModel, _ clock: RoundClock, tick: Int
  ) {
    if clock.isShown, let round = match.round {
      play(round, room, match, clock, tick: tick)
    } else if let result = match.results.last {
      rest(result, room, match, clock)
    } else {
      corner = Words["in \(clock.secondsToOpen) s"]
      message = [Words["The first round begins"], Words["in \(clock.secondsToOpen) s."]]
      people = match.players.filter(match.isPlaying).map { WallSight.person($0, room) }
    }
  }

  private mutating func wait(_ room: RoomModel) {
    corner = Words["waiting  \(room.seats.count)/\(room.settings.seats)"]
    message = [
      Words["Waiting for players."],
      Words["\(room.seats.count { $0.isReady }) of \(room.seats.count) ready"],
    ]
    people = room.seats.map { seat in
      var person = WallSight.person(seat.player, room)
      person.values =
        seat.awayUntil != nil ? [Words["away"]] : seat.isReady ? [Words["ready"], "✓"] : []
      return person
    }
  }

  private mutating func play(
    _ round: RoundModel, _ room: RoomModel, _ match: MatchModel, _ clock: RoundClock, tick: Int
  ) {
    let left = tick == 1_000 ? Say.seconds(clock.left) : Say.tenths(clock.left)
    corner =
      WallSight.round(clock.number, of: match)
      + (round.hasRung ? Words["  bell! \(left)"] : "  \(left)")
    isUrgent = round.hasRung
    if clock.isTargetSeen {
      target = round.challenge.target
      tiles = round.challenge.tiles
    } else {
      message = [Words["The target is hidden."]]
    }
    people = match.players.filter(match.isPlaying)
      .map { player in
        var person = WallSight.person(player, room)
        let move = match.isRacing(player) ? round.moves[player] : nil
        let isLocked = round.locks[player] != nil
        person.swatch = move?.swatch
        person.values = WallSight.state(of: player, round, room, match)
        person.isBright = isLocked || move.map { $0.near >= WallSight.nearPercent } == true
        return person
      }
  }

  private static func state(
    of player: PlayerID, _ round: RoundModel, _ room: RoomModel, _ match: MatchModel
  ) -> [String] {
    if room.seat(of: player)?.awayUntil != nil { return [Words["away"]] }
    if match.isOut(player) { return [Words["out"]] }
    let isLocked = round.locks[player] != nil
    guard let near = round.moves[player]?.near else {
      return isLocked ? ["✓"] : round.misses[player] == nil ? [] : [Words["missed"], "×"]
    }
    return (isLocked ? ["\(near)% ✓"] : []) + ["\(near)%", "\(near)"]
  }

  /// After a round there is to see what came of it, and after the last how it ended.
  private mutating func rest(
    _ result: RoundResult, _ room: RoomModel, _ match: MatchModel, _ clock: RoundClock
  ) {
    let next = match.isOver ? Words["match over"] : Words["next in \(clock.secondsToOpen) s"]
    corner = WallSight.round(result.round, of: match) + "  \(next)"
    target = result.target
    let values = match.players.map { player in
      match.isOver ? match.total(of: player) : result.score(of: player)?.points ?? 0
    }
    let best = max(1, values.max() ?? 1)
    people = zip(match.players, values).filter { match.isPlaying($0.0) }
      .map { player, value in
        var person = WallSight.person(player, room)
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

// What only a host may do, and how one becomes it. Everything here is between people; the rules of
// the match are not touched while it runs. Kicking must win nothing: a kicked player keeps points
// and a place and is scored where they stand in the open round, and in a rated match only players
// who are away can be kicked. Players who leave by themselves have no place, or leaving while ahead
// would pay.

import Game
import Wire

extension Room {
  mutating func appoint(_ player: PlayerID, _ turn: inout Turn) {
    heed(host, &turn)
    host = player
    tell(.hosted(player), &turn)
  }

  /// Makes somebody else the host; a series goes on while the new one is awake.
  mutating func handOver(to player: PlayerID, _ turn: inout Turn) {
    guard host != player else { return }
    appoint(player, &turn)
    if history.state.series != nil { reconsiderStart(&turn) }
  }

  /// The longest-seated person takes over, one who is there before one who is away.
  mutating func appointNext(_ turn: inout Turn) {
    host = nil
    let people = seats.filter { !$0.isBot }
    guard let next = people.first(where: \.isPresent) ?? people.first else { return }
    appoint(next.player, &turn)
  }

  /// Whether somebody can be put out now. What counts for ratings is decided neither by who may
  /// stay nor by a connection that fails for a moment: in a rated match only who has been away for
  /// long.
  func mayPutOut(_ seat: Seat, at now: Instant) -> Bool {
    guard isPlaying, settings.isRated else { return true }
    guard let until = seat.awayUntil else { return false }
    return limits.absenceMilliseconds <= limits.seatKeptMilliseconds - (until - now)
  }

  /// Remembers whom the host wants never to see here again; the oldest ban is lifted for one too
  /// many.
  mutating func ban(_ player: PlayerID, _ identity: KeyID?) {
    bans.append(Ban(player: player, identity: identity))
    if bans.count > limits.bansMax { bans.removeFirst() }
  }

  /// Sets the room otherwise. Players who agreed to other rules have to agree again, and a
  /// nonce that was given for them counts no more; a match that was about to begin does not.
  mutating func configure(_ new: RoomSettings, _ turn: inout Turn) {
    let old = settings
    guard new != old else { return }
    heed(host, &turn)
    settings = new
    if !mayHaveCrowd {
      // What it was not told yet comes before what it is told as watchers.
      turn.tellCrowd()
      disbandCrowd()
    }
    if let password = new.password, password != old.password { distrustAudience() }
    // Nobody looks on: what waits would only be told to those who come after the match of the day.
    if new.rules.mode.isDaily { delayLine = nil }
    tell(.settings(new.told), &turn)
    if isDelayed, delayLine == nil { delayWatchers() }
    if new.rules != old.rules || new.seats != old.seats { askAgain(&turn) }
    reconsiderStart(&turn)
    if new.rules.mode.isDaily != old.rules.mode.isDaily { promise(&turn) }
  }

  /// From now on watchers hear everything later; so far they know everything.
  mutating func delayWatchers() {
    let seated = Set(seats.compactMap(\.connection))
    delayLine = DelayLine(
      history: history, watchers: members.filter { !seated.contains($0) },
      limit: limits.delayedMessagesMax)
    members.removeAll { !seated.contains($0) }
  }
}

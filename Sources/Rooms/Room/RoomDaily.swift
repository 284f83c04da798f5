// How a match of the day begins. Its player may have one ranked try a day, which the archive writes
// down before the match is announced, so that everybody is told whether it counts, and giving up
// gives nobody another. Where there is no archive, nobody knows the player, or it says that it is a
// program, the match just begins. No round of a try begins while its player's connection is lost,
// and the next one waits a moment for one who is back: a color that nobody was shown costs nothing.
// Invariant: a match is ranked only if the archive has said so for this very match.

public import Game
public import Wire

/// A match that is to be a player's one ranked try of a day.
public struct Claim: Hashable, Sendable {
  /// Where it is played.
  public let room: RoomCode
  /// Which match of the room.
  public let match: Int
  /// Whose try.
  public let player: KeyID
  /// The day whose targets it has.
  public let day: Day
  /// From then on nothing is to be written down: nobody waits for it any more.
  public let until: Instant
}

/// A match that begins as soon as it is known whether it is ranked.
struct Claiming: Sendable {
  let claim: Claim
  let player: PlayerID
  /// When its countdown begins.
  let start: Instant
  /// When it begins without being ranked.
  let due: Instant

  /// The same, to begin without being ranked at another moment.
  func due(_ moment: Instant) -> Claiming {
    Claiming(claim: claim, player: player, start: start, due: moment)
  }
}

extension Room {
  /// Begins a match of the day, as soon as it is known whether it is its player's ranked try.
  mutating func startDaily(_ racing: [Seat], _ turn: inout Turn) {
    renewPromise(&turn)
    guard asksArchive, racing.count == 1, !racing[0].profile.isBot,
      let id = racing[0].profile.identity
    else {
      return begin(racing, &turn)
    }
    let due = turn.now + limits.claimMilliseconds
    let claim = Claim(
      room: code, match: matchNumber, player: id, day: Day(of: turn.now),
      until: turn.now + limits.claimMilliseconds / 2)
    claiming = Claiming(claim: claim, player: racing[0].player, start: turn.now, due: due)
    turn.claims.append(claim)
  }

  /// Begins the match of which it is known now whether it is ranked.
  mutating func beginClaimed(isRanked: Bool, _ turn: inout Turn) {
    guard let claiming else { return }
    self.claiming = nil
    let racing = seats.filter { $0.player == claiming.player }
    begin(racing, from: claiming.start, isRanked: isRanked, &turn)
  }

  /// Begins the match of which that has not been said in time.
  mutating func beginUnranked(_ turn: inout Turn) {
    guard let claiming else { return }
    self.claiming = nil
    renewPromise(&turn)
    begin(seats.filter { $0.player == claiming.player }, &turn)
  }

  /// When the match goes on by itself; nil while it does not. A round of a try waits for its
  /// player, but no longer than a seat is kept, or a try could be carried into the next day.
  var matchDue: Instant? {
    guard isTry, let match, match.opens != nil, let due = match.deadline else {
      return match?.deadline
    }
    let latest = due + limits.seatKeptMilliseconds
    let isThere = seats.contains { match.players.contains($0.player) && $0.awayUntil == nil }
    return isThere ? min(latest, max(due, tryRests ?? due)) : latest
  }

  /// Promises the seed of the day, if that has changed.
  private mutating func renewPromise(_ turn: inout Turn) {
    if secrets.seed(of: settings.rules.mode, at: turn.now) != seed { promise(&turn) }
  }
}

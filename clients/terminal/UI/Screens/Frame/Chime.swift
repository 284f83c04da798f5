// When the terminal's bell is to be rung, for players who want it: their match begins, or somebody
// else has locked. It only tells; nothing here makes a sound.

import ClientCore
import Game
import Wire

/// What has been rung for, so that it is rung for once.
struct Chime: Sendable {
  private struct Reason: Equatable, Sendable {
    let match: Int
    /// 0 for the beginning of the match.
    let round: Int
  }

  private var last: Reason?
  private var isDue = false

  /// Takes a look at the room.
  mutating func follow(_ room: RoomModel?) {
    guard let room, room.amRacing, let match = room.match, !match.isOver else { return }
    if last?.match != match.number { ring(Reason(match: match.number, round: 0)) }
    if let round = match.round, round.hasRung, round.lock(of: room.me) == nil {
      ring(Reason(match: match.number, round: round.start.round))
    }
  }

  private mutating func ring(_ reason: Reason) {
    guard reason != last else { return }
    last = reason
    isDue = true
  }

  /// Whether it is to be rung now; not again for the same reason.
  mutating func take() -> Bool {
    defer { isDue = false }
    return isDue
  }
}

// Notices when a match of one's own has come to its end, once, whatever happened to the connection
// in between. It is shown a session whenever something may have changed; it keeps nothing and knows
// no file. Invariant: it tells only of matches that it saw running with this person in a seat, and
// of each of them at most once: a picture of a match that is over already begins nothing.

import Chroma
package import ClientCore
package import Game
import Wire

/// What happens between the beginning and the end of a match, as far as it is to be remembered.
package struct MatchDiary: Sendable {
  /// A match that this person is in.
  private struct Running: Equatable {
    let room: RoomCode
    let number: Int
    /// The server's day on which it began: a daily match has that day's targets.
    let day: String
  }

  private var running: Running?

  /// A diary in which nothing stands.
  package init() {}

  /// Takes a look at a session.
  ///
  /// - Parameters:
  ///   - server: what the server is called.
  ///   - now: on the local clock.
  /// - Returns: the match that has ended since the last look, as it is to be remembered. Nil for
  ///   those who look on, for programs that play by themselves, and when the seed proves that the
  ///   match was not fair.
  package mutating func take(_ session: Session, on server: String, at now: Instant) -> OwnMatch? {
    guard !session.playsItself, let room = session.room, let match = room.match,
      room.role == .player, match.isPlaying(room.me),
      // What is raced again is no best, and says nothing of one's eye.
      !match.copied.isCopy
    else { return nil }
    if !match.isOver {
      if running?.room != room.code || running?.number != match.number {
        running = Running(
          room: room.code, number: match.number,
          day: Day(of: session.clock.server(at: now)).text)
      }
      return nil
    }
    // The verdict comes last, so by then all else is there.
    guard let seen = running, seen.room == room.code, seen.number == match.number,
      let verdict = room.verdict
    else { return nil }
    running = nil
    if case .mismatch = verdict { return nil }
    return OwnMatch(of: match, me: room.me, day: seen.day, server: server)
  }
}

extension OwnMatch {
  /// Nil if the player was never scored.
  fileprivate init?(of match: MatchState, me: PlayerID, day: String, server: String) {
    let mine = match.results.compactMap { result in
      result.score(of: me).map { (result: result, score: $0) }
    }
    let standings = match.standings
    guard !mine.isEmpty, let standing = standings.first(where: { $0.who == me }) else { return nil }
    let differences = mine.map(\.score.difference.thousandths).reduce(0, +)
    let pairs = mine.suffix(OwnMatch.pairsMax)
      .compactMap { round -> Pair? in
        guard match.rules.mode.look == .pair else { return nil }
        return match.guessed(round.score, in: round.result)
          .map { Pair(target: round.result.color, answer: $0.color) }
      }
    self.init(
      day: day, mode: match.rules.mode, points: standing.total, rounds: mine.count,
      difference: Difference(thousandths: (2 * differences + mine.count) / (2 * mine.count)),
      place: standing.place, players: standings.count,
      isAssisted: mine.contains { $0.score.isAssisted },
      server: String(server.filter { !$0.isWhitespace }), pairs: pairs)
  }
}

// How well the bot plays that a person races on a server of their own, as the text of a small file:
// a step up after each match that they win, a step down after each that they lose, from the easiest
// at their first match on. It touches no file. Invariant: the level is one that bots have.

package import ClientCore
import Game
import Wire

/// The bot that suits a person.
package struct Opponent: Equatable, Sendable {
  /// How well it plays.
  package private(set) var level: Int

  /// What a file says. Without one, the easiest bot, or for those who have played before a fair
  /// first opponent.
  package init(_ bytes: [UInt8] = [], hasPlayed: Bool = false) {
    let words = String(decoding: bytes, as: UTF8.self).split { $0 == "=" || $0.isWhitespace }
    let told = words.count == 2 && words[0] == "level" ? Int(words[1]) : nil
    level = told.flatMap { Skill.levels.contains($0) ? $0 : nil } ?? (hasPlayed ? 2 : 1)
  }

  /// The text as it is to be kept.
  package var bytes: [UInt8] { Array("level=\(level)\n".utf8) }

  /// A match has ended.
  ///
  /// - Parameter room: where; matches against other people say nothing of a bot.
  package mutating func learn(from match: OwnMatch, in room: RoomModel) {
    guard match.players > 1, room.seats.allSatisfy({ $0.player == room.me || $0.profile.isBot })
    else { return }
    let step = match.place == 1 ? 1 : match.place == match.players ? -1 : 0
    if Skill.levels.contains(level + step) { level += step }
  }
}

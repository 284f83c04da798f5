// One's own answers from a record, as a server keeps it. It does not ask whether the record is
// true: a false one tells its reader something false about themselves, and nothing more.

import Archive
package import Game
import Wire

extension EyeMatch {
  /// The answers of one player of a record; nil where it does not say that they played, or nothing
  /// that is kept.
  package init?(ofRecord bytes: [UInt8], player identity: KeyID) {
    guard let file = try? RecordFile(reading: bytes),
      let me = file.persons.first(where: { $0.id == identity })?.player
    else { return nil }
    let record = file.match
    var match = MatchState(
      number: record.title.match, rules: record.settings.rules, players: record.opening.players,
      nonces: record.opening.nonces, begins: record.title.began + Rules.countdownMilliseconds)
    for case .told(let message) in record.lines {
      switch message {
      case .play(_, let event): _ = match.fold(event)
      case .room(_, .gone(let player, _)): match.lose(player, isPutOut: false)
      default: break
      }
    }
    self.init(of: match, me: me)
  }
}

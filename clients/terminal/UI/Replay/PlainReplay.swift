// A kept match in plain lines, each with its moment: what its player or watcher was told, all of it
// at once. It says nothing itself; the words are the narrator's.

import ClientCore
package import Game
import Wire

/// A kept match for screen readers and pipes.
package enum PlainReplay {
  /// The lines to print.
  ///
  /// - Parameter viewer: whose eyes saw it; nil for somebody who looked on.
  package static func lines(
    of match: SavedMatch, seenBy viewer: PlayerID?, hashing: Hashing
  ) -> [String] {
    var replay = Replay(match, seenBy: viewer, hashing: hashing)
    var narrator = PlainNarrator.ofReplay()
    var lines: [String] = []
    func tell() {
      let clock = ReplayBar.clock(replay.now - match.begins)
      lines += narrator.news(of: replay.session, at: replay.now)
        .map { "\(clock) \($0.withoutTurningMarks)" }
    }
    tell()
    // What time alone brings is told between what happens, each once.
    while let next = next(replay, narrator) {
      replay.seek(to: next)
      tell()
    }
    return lines
  }

  private static func next(_ replay: Replay, _ narrator: PlainNarrator) -> Instant? {
    guard let beat = replay.nextBeat else { return nil }
    let due = narrator.deadline(replay.session).flatMap { $0 > replay.now ? $0 : nil }
    return min(beat, due ?? beat)
  }
}

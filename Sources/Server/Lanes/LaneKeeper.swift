// A lane's way to the archive and back: what is over goes there at once, and what the archive
// answers comes with the lane's other posts. Confined to the lane's queue.

import Driving
import Net
import Records
import Rooms

/// Has the archive keep what is over on a lane.
final class LaneKeeper: MatchKeeper {
  private let archive: MatchArchive
  private weak var lane: Lane?

  init(_ archive: MatchArchive, of lane: Lane) {
    self.archive = archive
    self.lane = lane
  }

  func keep(_ match: FinishedMatch) {
    archive.keep(match) { [weak lane] code, match in
      guard let lane else { return }
      lane.executor.post { lane.assumeIsolated { $0.kept(match, of: code) } }
    }
  }

  func ask(since: Int, for id: ConnectionID) {
    archive.ask(since: since) { [weak lane] state in
      guard let lane else { return }
      lane.executor.post { lane.assumeIsolated { $0.told(state, to: id) } }
    }
  }
}

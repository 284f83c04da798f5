// A lane's way to the archive and back: what is over goes there at once, and what the archive
// answers is told the lane's hall. Confined to the lane's queue.

import Archive
import Net
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
    archive.keep(match) { [weak lane] code, match, changes in
      lane?.tell(.kept(code, match, changes))
    }
  }

  func claim(_ claim: Claim) {
    // It is asked on the lane's queue.
    guard let now = lane?.assumeIsolated({ $0.edge?.now }) else { return }
    archive.claim(claim, at: now) { [weak lane] isGranted in
      lane?.tell(.claimed(claim, isGranted: isGranted))
    }
  }

  func ask(_ question: Question, for id: ConnectionID, from origin: Origin) {
    archive.ask(question, from: origin) { [weak lane] answer in
      lane?.tell(.answered(id, answer))
    }
  }
}

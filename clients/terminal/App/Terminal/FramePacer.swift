// When the next frame may be drawn. Frames that nobody sees in time are not drawn at all: there is
// never a backlog, and the newest state wins. It counts and compares; it has no clock and draws
// nothing. Moments are of the local clock, in milliseconds.

/// Spaces frames for one terminal: at most 60 a second, down to 8 while it is slow.
struct FramePacer {
  /// From one frame to the next, fastest first, in milliseconds.
  static let intervals: [Int64] = [16, 33, 66, 125]
  /// How many frames in a row have to be shown in time before the next faster pace is tried.
  static let promptFramesToSpeedUp = 8

  private var pace = 0
  private var promptFrames = 0
  /// The earliest moment of the next frame.
  private(set) var next = Int64.min

  /// Whether a frame may be drawn.
  func allows(at now: Int64) -> Bool { now >= next }

  /// A frame was drawn, on a terminal that had shown the one before.
  mutating func drew(at now: Int64) {
    promptFrames += 1
    if promptFrames >= FramePacer.promptFramesToSpeedUp {
      promptFrames = 0
      pace = max(0, pace - 1)
    }
    next = now + FramePacer.intervals[pace]
  }

  /// A frame was due, but the terminal has not shown the one before: it is left out.
  mutating func skipped(at now: Int64) {
    promptFrames = 0
    pace = min(FramePacer.intervals.count - 1, pace + 1)
    next = now + FramePacer.intervals[pace]
  }
}

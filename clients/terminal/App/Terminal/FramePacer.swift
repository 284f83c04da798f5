// When the next frame may be drawn. Frames that nobody sees in time are not drawn at all: there is
// never a backlog, and the newest state wins. It counts and compares; it has no clock and draws
// nothing. Moments are of the local clock, in milliseconds. Frames average 60 a second with bursts
// of three: a key that comes right after a tick of the clock, one in six, would otherwise wait 16
// ms.

/// Spaces frames for one terminal: at most 60 a second, down to 8 while it is slow.
///
/// A key must not wait because the clock has just moved. So a terminal that shows everything in
/// time gets a few frames as soon as there is something to see, and pays for them with pauses later
/// on: over a second there are no more than before.
struct FramePacer {
  /// From one frame to the next, fastest first, in milliseconds.
  static let intervals: [Int64] = [16, 33, 66, 125]
  /// How many frames in a row have to be shown in time before the next faster pace is tried.
  static let promptFramesToSpeedUp = 8
  /// How many frames may be ahead of their time at the fastest pace: those of the clock and of the
  /// tracks, which come by themselves.
  static let framesAheadMax = 2

  private var pace = 0
  private var promptFrames = 0
  /// When the next frame would come if all came evenly; nil before the first.
  private var due: Int64?

  /// The earliest moment of the next frame.
  var next: Int64 {
    guard let due else { return .min }
    return pace == 0 ? due - Int64(FramePacer.framesAheadMax) * FramePacer.intervals[0] : due
  }

  /// Whether a frame may be drawn.
  func allows(at now: Int64) -> Bool { now >= next }

  /// A frame was drawn, on a terminal that had shown the one before.
  mutating func drew(at now: Int64) {
    promptFrames += 1
    if promptFrames >= FramePacer.promptFramesToSpeedUp {
      promptFrames = 0
      pace = max(0, pace - 1)
    }
    let start = pace == 0 ? max(due ?? now, now) : now
    due = start + FramePacer.intervals[pace]
  }

  /// A frame was due, but the terminal has not shown the one before: it is left out.
  mutating func skipped(at now: Int64) {
    promptFrames = 0
    pace = min(FramePacer.intervals.count - 1, pace + 1)
    due = now + FramePacer.intervals[pace]
  }
}

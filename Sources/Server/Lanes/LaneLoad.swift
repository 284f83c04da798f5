// How busy a lane is. The lane says so at the end of each turn, and the door reads it: one word
// that both may touch, so that neither waits. Invariant: a lane that rests is less busy by the
// moment, though it says nothing.

import Glibc
import Synchronization

/// The share of its time that a lane worked, of the last second or so.
struct BusyShare {
  /// In how many milliseconds what was counts for 1/e.
  private static let fading = 1_000.0

  private(set) var share = 0.0
  /// When it was that, in milliseconds of the server's clock, as all moments here.
  private(set) var moment: Int64 = 0

  /// The lane has worked for so many nanoseconds until a moment.
  mutating func add(_ nanoseconds: Int64, until now: Int64) {
    share = faded(by: now) + Double(nanoseconds) / 1e6 / Self.fading
    moment = now
  }

  /// The share at a moment: 1 for a lane that never rests.
  func faded(by now: Int64) -> Double { share * exp(Double(moment - now) / Self.fading) }
}

/// What a lane tells its door of how busy it is.
final class LaneLoad: Sendable {
  /// Thousandths of its time in the lower 16 bits, and above them when that was so.
  private let word = Atomic<UInt64>(0)

  /// The lane is so busy; 1 for one that is late, whatever it does.
  func tell(_ share: Double, at now: Int64) {
    let thousandths = UInt64(min(max(0, share), 60) * 1_000)
    word.store(UInt64(clamping: now) << 16 | thousandths, ordering: .relaxed)
  }

  /// How busy the lane is at a moment.
  func share(at now: Int64) -> Double {
    let told = word.load(ordering: .relaxed)
    return BusyShare(share: Double(told & 0xffff) / 1_000, moment: Int64(told >> 16)).faded(by: now)
  }
}

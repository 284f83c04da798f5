// What a run has seen so far, as counts and histograms; what it means is the report's.

import Histogram
import Wire

struct Tally: Sendable {
  /// MOVE lines that came, measured or not.
  var deliveries = 0
  var bytes = 0
  var moves = 0
  /// From the time at which a move was due until it was there, for each guest it was shown to.
  var shown = Tally.spans()
  /// From the time at which a move was due until it, or a newer one of the same player, was there:
  /// also for moves that were never shown, because a newer one had overtaken them.
  var every = Tally.spans()
  /// From the time at which a move was due until it was handed to the reactor: the bench's own
  /// part.
  var lateness = Tally.spans()
  var refusals: [RefusalCode: Int] = [:]
  var lost = 0
  /// Lines that could not be read, and moves that nobody has made.
  var strange = 0
  var matches = 0
  /// From the end of a match to the word that it is kept, as each player hears them.
  var keeping = Tally.spans()
  /// How often a guest has not seen a player's last measured move yet.
  var behind = 0

  /// Spans of time in microseconds, to three digits.
  static func spans() -> Histogram<UInt64> {
    var histogram = Histogram<UInt64>(
      highestTrackableValue: 60_000_000, numberOfSignificantValueDigits: .three)
    histogram.autoResize = true
    return histogram
  }
}

extension Histogram<UInt64> {
  /// Records a span given in nanoseconds.
  mutating func record(nanoseconds: Int64) {
    record(UInt64(clamping: nanoseconds) / 1_000)
  }

  /// A percentile in milliseconds; of nothing, 0.
  func milliseconds(at percentile: Double) -> Double {
    Double(valueAtPercentile(percentile)) / 1_000
  }
}

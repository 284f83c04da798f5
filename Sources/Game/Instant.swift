// A moment, as everything in the core sees it: a number that somebody else measured. There is no
// `now` here on purpose; only Net reads a clock, so that a match can be replayed and simulated.

/// A moment of the server's clock: milliseconds of Unix time that never run back.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int

  /// The moment that many milliseconds after 1970-01-01T00:00:00Z.
  public init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  /// The moment `span` milliseconds later.
  public static func + (instant: Instant, span: Int) -> Instant {
    Instant(milliseconds: instant.milliseconds + span)
  }

  /// The moment `span` milliseconds earlier.
  public static func - (instant: Instant, span: Int) -> Instant {
    Instant(milliseconds: instant.milliseconds - span)
  }

  /// Milliseconds from `earlier` to `later`; negative when they are the other way round.
  public static func - (later: Instant, earlier: Instant) -> Int {
    later.milliseconds - earlier.milliseconds
  }

  /// Orders moments by time.
  public static func < (earlier: Instant, later: Instant) -> Bool {
    earlier.milliseconds < later.milliseconds
  }
}

// What a guess is worth: its accuracy, less up to half for the time it took. Whole numbers only.

/// The points of one round.
public enum Points {
  /// `round(accuracy · (1 − t / (2 T)))`, halves up: 0…1000.
  ///
  /// - Parameters:
  ///   - accuracy: how good the guess was, 0…1000.
  ///   - elapsed: t, milliseconds from the opening of the round to the lock, clamped to 0…T.
  ///   - length: T, the length of the round in milliseconds.
  public static func of(accuracy: Int, after elapsed: Int, of length: Int) -> Int {
    let elapsed = min(max(elapsed, 0), length)
    return (accuracy * (2 * length - elapsed) + length) / (2 * length)
  }
}

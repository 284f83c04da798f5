// How much of something is still allowed: so much at once, so much a second in the long run. It
// knows neither what is counted nor what becomes of what is too much.

/// A token bucket that starts full. Who owns it says each time how large it is, so that a bucket
/// costs two numbers.
struct Allowance {
  /// What has been taken beyond what has come back, in thousandths: a caller that asks more often
  /// than one comes back must not lose the part of it that has.
  private var debt = 0
  private var paidAt: Int64 = 0

  /// Takes so many out.
  ///
  /// - Returns: whether there were so many.
  mutating func take(
    _ count: Int, burst: Int, perSecond: Int, at milliseconds: Int64
  ) -> Bool {
    debt = rest(perSecond, milliseconds)
    paidAt = milliseconds
    if count > burst - (debt + 999) / 1_000 { return false }
    debt += count * 1_000
    return true
  }

  /// Whether everything has come back.
  func isWhole(perSecond: Int, at milliseconds: Int64) -> Bool {
    rest(perSecond, milliseconds) == 0
  }

  /// What is still to come back, in thousandths.
  private func rest(_ perSecond: Int, _ milliseconds: Int64) -> Int {
    if debt == 0 { return 0 }
    let (back, isHuge) = Int(milliseconds - paidAt).multipliedReportingOverflow(by: perSecond)
    return isHuge ? 0 : max(0, debt - back)
  }
}

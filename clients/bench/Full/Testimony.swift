// What witnesses saw of a server, as counts and histograms; what it means is the report's.

import Histogram

/// What a few people saw of a server while many others played on it.
struct Testimony: Sendable {
  /// Locks that were said in the measured time, and those that were judged by its end or soon
  /// after.
  var locksSaid = 0
  var locksJudged = 0
  /// How far apart the times are that the server gave to two locks of a player, and those at which
  /// they were said: the most, in milliseconds.
  var lockErrorMax = 0.0
  /// From a PING to its PONG.
  var pongs = Tally.spans()
  var pingsSaid = 0
  /// Newcomers: welcomed, told that the server is full, and those who heard nothing in time.
  var welcomed = 0
  var refused = 0
  var unheard = 0
  /// From connecting to the answer.
  var newcomers = Tally.spans()
  /// From connecting to the admin listener to the end of what it tells.
  var adminAnswers = Tally.spans()
  var adminAsked = 0
  /// Witnesses whose connection ended.
  var lost = 0
  /// What the server told of itself last.
  var metrics = ""

  /// The greatest value of a metric over its samples that have a text in their labels; nil without
  /// any.
  func metric(_ name: String, with label: String = "") -> Double? {
    metrics.split(separator: "\n").filter { $0.hasPrefix(name) && $0.contains(label) }
      .compactMap { line in line.split(separator: " ").last.flatMap { Double($0) } }
      .max()
  }
}

/// One figure of a testimony.
struct TestimonyFigure: Sendable {
  /// How the table calls it, unit included.
  let label: String
  /// How the JSON calls it, unit last.
  let key: String
  let decimals: Int
  let value: @Sendable (Testimony) -> Double?

  private init(
    _ label: String, _ key: String, _ decimals: Int = 0,
    _ value: @escaping @Sendable (Testimony) -> Double?
  ) {
    (self.label, self.key, self.decimals, self.value) = (label, key, decimals, value)
  }

  /// The list, in the order of the table.
  static let all = [
    TestimonyFigure("locks said", "locks_said") { Double($0.locksSaid) },
    TestimonyFigure("locks lost", "locks_lost") { Double($0.locksSaid - $0.locksJudged) },
    TestimonyFigure("locks, off their arrival by max ms", "lock_error_max_milliseconds", 1) {
      $0.lockErrorMax
    },
    TestimonyFigure("PING to PONG, p99 ms", "pong_p99_milliseconds", 1) {
      $0.pongs.milliseconds(at: 99)
    },
    TestimonyFigure("PING to PONG, max ms", "pong_max_milliseconds", 1) {
      $0.pongs.milliseconds(at: 100)
    },
    TestimonyFigure("PINGs unanswered", "pings_unanswered") {
      Double($0.pingsSaid - Int($0.pongs.totalCount))
    },
    TestimonyFigure("admin listener, max ms", "admin_max_milliseconds", 1) {
      $0.adminAnswers.milliseconds(at: 100)
    },
    TestimonyFigure("admin listener, unanswered", "admin_unanswered") {
      Double($0.adminAsked - Int($0.adminAnswers.totalCount))
    },
    TestimonyFigure("newcomers welcomed", "newcomers_welcomed") { Double($0.welcomed) },
    TestimonyFigure("newcomers told server-full", "newcomers_refused") { Double($0.refused) },
    TestimonyFigure("newcomers who heard nothing in 5 s", "newcomers_unheard") {
      Double($0.unheard)
    },
    TestimonyFigure("positions to players, ms apart", "player_moves_interval_milliseconds") {
      $0.metric("chromatch_lane_move_interval_seconds", with: "role=\"player\"").map { $0 * 1_000 }
    },
    TestimonyFigure("positions to watchers, ms apart", "watcher_moves_interval_milliseconds") {
      $0.metric("chromatch_lane_move_interval_seconds", with: "role=\"watcher\"").map { $0 * 1_000 }
    },
    TestimonyFigure("SETs overtaken", "sets_overtaken") {
      $0.metric("chromatch_sets_overtaken_total")
    },
    TestimonyFigure("witnesses lost", "witnesses_lost") { Double($0.lost) },
  ]
}

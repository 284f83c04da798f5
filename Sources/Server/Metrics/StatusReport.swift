// How a server is, on one screen, from the metrics that it tells: what runs, who is there, how fast
// it works, and what an operator should look at. It reads text and knows no server.
// Invariant: what the metrics do not say is not claimed.

import Rooms

/// One screen about a server.
public struct StatusReport: Equatable, Sendable {
  /// What there is, a line each, by its name.
  public private(set) var lines: [(name: String, text: String)] = []
  /// What somebody should look at, a sentence each.
  public private(set) var warnings: [String] = []

  /// A turn of a lane beyond this is felt, in milliseconds.
  private static let slowTurnMilliseconds = 50.0
  /// Positions that are told players farther apart than this are told more rarely than usual, in
  /// milliseconds.
  private static let usualMovesMilliseconds = Limits().moveMilliseconds
  /// A certificate that is valid for fewer days should have been renewed.
  public static let certificateDaysMin = 14

  /// Reads what a server tells about itself.
  ///
  /// - Parameters:
  ///   - metrics: what `/metrics` says.
  ///   - readiness: what `/readyz` says.
  ///   - now: in seconds of Unix time.
  public init(metrics: String, readiness: String, at now: Int) {
    let figures = Figures(metrics)
    func add(_ name: String, _ text: String?) { if let text { lines.append((name, text)) } }
    add("state", readiness)
    add("up", figures.number("process_start_time_seconds").map { Self.span(now - $0) })
    add("rooms", Self.rooms(figures))
    add("people", Self.people(figures))
    add("turns", figures.percentile(99, of: "chromatch_turn_seconds").map { "99 % within \($0)" })
    add(
      "players' way",
      figures.percentile(50, of: "chromatch_round_trip_seconds").map { "half within \($0)" })
    add("process", Self.process(figures))
    add("matches", figures.number("chromatch_matches_kept_total").map { "\($0) kept" })
    add("cluster", Self.cluster(figures))
    for node in figures.firstLabels(of: "chromatch_cluster_node_clock_ahead_seconds") {
      add("node \(node)", Self.node(node, figures))
    }
    if !readiness.isEmpty, readiness != "ready" { warnings.append(readiness) }
    warnings += Self.warnings(figures, at: now)
  }

  /// The same lines and warnings.
  public static func == (one: Self, other: Self) -> Bool {
    one.lines.elementsEqual(other.lines) { $0 == $1 } && one.warnings == other.warnings
  }

  /// The screen.
  public var text: String {
    let width = (lines.map(\.name.count).max() ?? 0) + 2
    var text = ""
    for (name, value) in lines {
      text += name + String(repeating: " ", count: width - name.count) + value + "\n"
    }
    for warning in warnings { text += "! \(warning)\n" }
    return text
  }

  private static func rooms(_ figures: Figures) -> String? {
    guard let rooms = figures.sum("chromatch_rooms"),
      let playing = figures.number("chromatch_rooms", "state", "playing")
    else { return nil }
    return "\(rooms), \(playing) of them playing"
  }

  private static func people(_ figures: Figures) -> String? {
    guard let seated = figures.number("chromatch_people", "place", "seated"),
      let watching = figures.number("chromatch_people", "place", "watching"),
      let outside = figures.number("chromatch_people", "place", "outside")
    else { return nil }
    return "\(seated) seated, \(watching) watching, \(outside) in no room"
  }

  /// Nothing of a server of its own.
  private static func cluster(_ figures: Figures) -> String? {
    guard let nodes = figures.number("chromatch_cluster_nodes"), nodes > 0,
      let open = figures.number("chromatch_cluster_shards", "state", "open"),
      let standing = figures.number("chromatch_cluster_shards", "state", "standing")
    else { return nil }
    let store = figures.percentile(99, of: "chromatch_store_request_seconds")
    let lent = figures.number("chromatch_cluster_lent")
    let guests = figures.number("chromatch_cluster_guests")
    return "\(nodes) \(nodes == 1 ? "node" : "nodes"), \(open + standing) shards here"
      + (lent.map { ", \($0) lent" } ?? "") + (guests.map { ", \($0) guests" } ?? "")
      + (store.map { ", the store answers 99 % within \($0)" } ?? "")
  }

  /// Another node, as this one hears it.
  private static func node(_ node: Substring, _ figures: Figures) -> String? {
    let label = "node=\"\(node)\""
    guard
      let ahead = figures.value("chromatch_cluster_node_clock_ahead_seconds", "{\(label)}"),
      let open = figures.value(
        "chromatch_cluster_node_shards", "{\(label),state=\"\(ShardState.open)\"}"),
      let standing = figures.value(
        "chromatch_cluster_node_shards", "{\(label),state=\"\(ShardState.standing)\"}")
    else { return nil }
    let milliseconds = Int((abs(ahead) * 1_000).rounded())
    let clock =
      milliseconds == 0
      ? "the same clock" : "its clock \(milliseconds) ms \(ahead < 0 ? "behind" : "ahead")"
    return "\(Int(open + standing)) shards there, "
      + (standing > 0 ? "\(Int(standing)) of them standing, " : "") + clock
  }

  private static func process(_ figures: Figures) -> String? {
    guard let bytes = figures.number("process_resident_memory_bytes") else { return nil }
    let descriptors = figures.number("process_open_fds")
      .flatMap { open in
        figures.number("process_max_fds").map { ", \(open) of \($0) descriptors" }
      }
    return "\(bytes >> 20) MiB\(descriptors ?? "")"
  }

  private static func warnings(_ figures: Figures, at now: Int) -> [String] {
    var warnings: [String] = []
    func warn(_ name: String, _ sentence: (Int) -> String) {
      if let number = figures.sum(name), number > 0 { warnings.append(sentence(number)) }
    }
    warn("chromatch_matches_dropped_total") { "\($0) matches were not kept: the disk was too slow" }
    warn("chromatch_log_lines_dropped_total") { "\($0) lines of the log were dropped" }
    warn("chromatch_accepting_pauses_total") { "no descriptor was left for a newcomer \($0) times" }
    if let standing = figures.number("chromatch_cluster_shards", "state", "standing"), standing > 0
    {
      warnings.append("the rooms of \(standing) shards stand: the store does not answer")
    }
    if let nodes = figures.number("chromatch_cluster_nodes"), nodes > 0,
      figures.number("chromatch_bus_connected") == 0
    {
      warnings.append("no server of the bus is there: the nodes do not hear each other")
    }
    warn("chromatch_cluster_nodes_differing") {
      "\($0) nodes have other rules, limits or lanes: no shard is claimed beside them"
    }
    warn("chromatch_cluster_clock_astray") { _ in
      "the clock differs from those of most nodes: no shard is claimed"
    }
    if let damaged = figures.number("chromatch_cluster_shards_left_total", "why", "damaged"),
      damaged > 0
    {
      warnings.append("\(damaged) shards were given up: their journals could not be read")
    }
    warn("chromatch_cluster_rooms_differing_total") {
      "\($0) rooms did not come back: they play otherwise than their journals say"
    }
    warn("chromatch_cluster_journal_lines_unreadable_total") {
      "\($0) lines of journals could not be read"
    }
    if let full = figures.number("chromatch_connections_refused_total", "limit", "full"), full > 0 {
      warnings.append("the server was full for \(full) newcomers")
    }
    if let late = figures.number("chromatch_connections_refused_total", "limit", "late"), late > 0 {
      warnings.append("the server had no time for \(late) newcomers")
    }
    if let seconds = figures.most("chromatch_lane_move_interval_seconds", "role", "player"),
      seconds * 1_000 > Double(usualMovesMilliseconds)
    {
      let milliseconds = Int((seconds * 1_000).rounded())
      warnings.append("lanes are late: players see each other every \(milliseconds) ms only")
    }
    if let slow = figures.seconds(percentile: 99, of: "chromatch_turn_seconds"),
      slow * 1_000 > slowTurnMilliseconds
    {
      warnings.append("lanes are slow: one turn in a hundred takes longer than 50 ms")
    }
    if let end = figures.number("chromatch_certificate_not_after_timestamp_seconds") {
      let days = (end - now) / 86_400
      if now > end {
        warnings.append("the certificate has expired")
      } else if days < certificateDaysMin {
        warnings.append("the certificate is valid for only \(days) days more")
      }
    }
    return warnings
  }

  /// `3 d 4 h`, `4 h 5 min`, `5 min` or `12 s`.
  private static func span(_ seconds: Int) -> String {
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400)
    if days > 0 { return "\(days) d \(hours % 24) h" }
    if hours > 0 { return "\(hours) h \(minutes % 60) min" }
    return minutes > 0 ? "\(minutes) min" : "\(max(0, seconds)) s"
  }
}

/// The samples of a text of metrics, by name and labels as they are written.
private struct Figures {
  private var samples: [(name: Substring, labels: Substring, value: Double)] = []
  /// What the screen shows is less on any server, so sums and differences fit into integers.
  private static let valueMax = 1e12

  init(_ text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let space = line.lastIndex(of: " "), let value = Double(line[space...].dropFirst()),
        abs(value) <= Self.valueMax
      else { continue }
      let series = line[..<space]
      let brace = series.firstIndex(of: "{") ?? series.endIndex
      samples.append((series[..<brace], series[brace...], value))
    }
  }

  private func values(_ name: String) -> [Double] {
    samples.filter { $0.name == name }.map(\.value)
  }

  /// The sum over all labels; nil when there is no such metric.
  func sum(_ name: String) -> Int? {
    let values = values(name)
    return values.isEmpty ? nil : Int(values.reduce(0, +))
  }

  func number(_ name: String) -> Int? { values(name).first.map { Int($0) } }

  func number(_ name: String, _ label: String, _ value: String) -> Int? {
    samples.first { $0.name == name && $0.labels == "{\(label)=\"\(value)\"}" }
      .map { Int($0.value) }
  }

  /// The values of the first label of a metric's samples.
  func firstLabels(of name: String) -> [Substring] {
    samples.filter { $0.name == name }
      .compactMap { $0.labels.split(separator: "\"").dropFirst().first }
  }

  /// The value of a sample whose labels are written so.
  func value(_ name: String, _ labels: String) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }

  /// The greatest value among samples that have a label, others beside it or not; nil without any.
  func most(_ name: String, _ label: String, _ value: String) -> Double? {
    samples.filter { $0.name == name && $0.labels.contains("\(label)=\"\(value)\"") }
      .map(\.value).max()
  }

  /// The least bound of a histogram that so many of a hundred are within; nil without any, or when
  /// no bound is.
  func seconds(percentile: Double, of name: String) -> Double? {
    guard let count = values("\(name)_count").first, count > 0 else { return nil }
    let bound = samples.first {
      $0.name == "\(name)_bucket" && $0.value * 100 >= count * percentile
    }
    let digits = bound?.labels.split(separator: "\"").dropFirst().first
    return digits.flatMap { Double($0) }
  }

  /// The same in words.
  func percentile(_ percentile: Double, of name: String) -> String? {
    guard let seconds = seconds(percentile: percentile, of: name) else { return nil }
    if !seconds.isFinite { return "more than any bound" }
    let microseconds = Int((seconds * 1_000_000).rounded())
    if microseconds < 1_000 { return "\(microseconds) µs" }
    let tenths = (microseconds + 50) / 100
    return tenths % 10 == 0 ? "\(tenths / 10) ms" : "\(tenths / 10).\(tenths % 10) ms"
  }
}

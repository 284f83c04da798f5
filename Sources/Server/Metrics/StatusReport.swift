// How a server is, on one screen, from the metrics that it tells: what runs, who is there, how fast
// it works, and what an operator should look at. It reads text by what `Metrics` declares and knows
// no server.
// Invariant: what the metrics do not say is not claimed.

import Cluster
import Rooms
import Wire

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
    add("up", figures.number(system.$startSeconds).map { Self.span(now - $0) })
    add("rooms", Self.rooms(figures))
    add("people", Self.people(figures))
    add("turns", figures.percentile(99, of: server.$turns).map { "99 % within \($0)" })
    add("players' way", figures.percentile(50, of: server.$roundTrips).map { "half within \($0)" })
    add("process", Self.process(figures))
    add("matches", figures.number(server.$matchesKept).map { "\($0) kept" })
    add("cluster", Self.cluster(figures))
    for node in figures.firstLabels(of: server.$nodeClocks.row) {
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
    guard let rooms = figures.sum(server.$rooms.row),
      let playing = figures.number(server.$rooms, .playing)
    else { return nil }
    return "\(rooms), \(playing) of them playing"
  }

  private static func people(_ figures: Figures) -> String? {
    guard let seated = figures.number(server.$people, .seated),
      let watching = figures.number(server.$people, .watching),
      let outside = figures.number(server.$people, .outside)
    else { return nil }
    return "\(seated) seated, \(watching) watching, \(outside) in no room"
  }

  /// Nothing of a server of its own.
  private static func cluster(_ figures: Figures) -> String? {
    guard let nodes = figures.number(server.$nodes), nodes > 0,
      let open = figures.number(server.$shards, .open),
      let standing = figures.number(server.$shards, .standing)
    else { return nil }
    let store = figures.percentile(99, of: server.$storeRequests)
    let lent = figures.number(server.$lent)
    let guests = figures.number(server.$guests)
    return "\(nodes) \(nodes == 1 ? "node" : "nodes"), \(open + standing) shards here"
      + (lent.map { ", \($0) lent" } ?? "") + (guests.map { ", \($0) guests" } ?? "")
      + (store.map { ", the store answers 99 % within \($0)" } ?? "")
  }

  /// Another node, as this one hears it.
  private static func node(_ node: String, _ figures: Figures) -> String? {
    func shards(_ state: HeldShardState) -> Double? {
      figures.values(server.$nodeShards.row, node, state.rawValue).first
    }
    guard let ahead = figures.values(server.$nodeClocks.row, node).first,
      let open = shards(.open), let standing = shards(.standing)
    else { return nil }
    let milliseconds = Int((abs(ahead) * 1_000).rounded())
    let clock =
      milliseconds == 0
      ? "the same clock" : "its clock \(milliseconds) ms \(ahead < 0 ? "behind" : "ahead")"
    return "\(Int(open + standing)) shards there, "
      + (standing > 0 ? "\(Int(standing)) of them standing, " : "") + clock
  }

  private static func process(_ figures: Figures) -> String? {
    guard let bytes = figures.number(system.$residentBytes) else { return nil }
    let descriptors = figures.number(system.$openDescriptors)
      .flatMap { open in
        figures.number(system.$descriptorsMax).map { ", \(open) of \($0) descriptors" }
      }
    return "\(bytes >> 20) MiB\(descriptors ?? "")"
  }

  /// First what metrics declare of themselves, in their order, then what takes more than a look at
  /// one of them.
  private static func warnings(_ figures: Figures, at now: Int) -> [String] {
    var warnings: [String] = metrics(of: server)
      .compactMap { metric in
        guard let warning = metric.row.warning, let number = figures.sum(metric.row), number > 0
        else { return nil }
        return warning.replacing("%", with: "\(number)")
      }
    func warn(_ number: Int?, _ sentence: (Int) -> String) {
      if let number, number > 0 { warnings.append(sentence(number)) }
    }
    warn(figures.number(server.$shards, .standing)) {
      "the rooms of \($0) shards stand: the store does not answer"
    }
    if let nodes = figures.number(server.$nodes), nodes > 0, figures.number(server.$busThere) == 0 {
      warnings.append("no server of the bus is there: the nodes do not hear each other")
    }
    warn(figures.number(server.$shardsLeft, .damaged)) {
      "\($0) shards were given up: their journals could not be read"
    }
    warn(figures.number(server.$turnedAway, .full)) { "the server was full for \($0) newcomers" }
    warn(figures.number(server.$turnedAway, .late)) { "the server had no time for \($0) newcomers" }
    if let seconds = figures.values(server.$moveMilliseconds.row, Role.player.rawValue).max(),
      seconds * 1_000 > Double(usualMovesMilliseconds)
    {
      let milliseconds = Int((seconds * 1_000).rounded())
      warnings.append("lanes are late: players see each other every \(milliseconds) ms only")
    }
    if let slow = figures.seconds(percentile: 99, of: server.$turns),
      slow * 1_000 > slowTurnMilliseconds
    {
      warnings.append("lanes are slow: one turn in a hundred takes longer than 50 ms")
    }
    if let end = figures.number(server.$certificateEnd) {
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

/// The metrics that a text can hold, by which it is asked for them.
private let (server, system) = (Metrics(), ProcessFigures())

/// The samples of a text of metrics, by name and the values of labels.
private struct Figures {
  private var samples: [(name: Substring, labels: [String], value: Double)] = []
  /// What the screen shows is less on any server, so sums and differences fit into integers.
  private static let valueMax = 1e12

  init(_ text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let space = line.lastIndex(of: " "), let value = Double(line[space...].dropFirst()),
        abs(value) <= Self.valueMax
      else { continue }
      let series = line[..<space]
      let brace = series.firstIndex(of: "{") ?? series.endIndex
      // Values of labels are between quotes, so every second part is one; none has a quote itself.
      let parts = series[brace...].split(separator: "\"", omittingEmptySubsequences: false)
      let labels = parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
      samples.append((series[..<brace], labels, value))
    }
  }

  /// The values of a metric whose last labels have these values.
  func values(_ row: MetricRow, _ labels: String...) -> [Double] {
    samples.filter { $0.name == row.name && $0.labels.suffix(labels.count) == labels[...] }
      .map(\.value)
  }

  /// The sum over all labels; nil when there is no such metric.
  func sum(_ row: MetricRow) -> Int? {
    let values = values(row)
    return values.isEmpty ? nil : Int(values.reduce(0, +))
  }

  func number<Value>(_ metric: Metric<Value>) -> Int? { values(metric.row).first.map { Int($0) } }

  func number<Label>(_ metric: Metric<Tally<Label>>, _ label: Label) -> Int? {
    values(metric.row, "\(label.rawValue)").first.map { Int($0) }
  }

  /// The values of the first label of a metric's samples.
  func firstLabels(of row: MetricRow) -> [String] {
    samples.filter { $0.name == row.name }.compactMap(\.labels.first)
  }

  /// The least bound of a histogram that so many of a hundred are within; nil without any, or when
  /// no bound is.
  func seconds(percentile: Double, of metric: Metric<Histogram>) -> Double? {
    let name = metric.row.name
    guard let count = samples.first(where: { $0.name == "\(name)_count" })?.value, count > 0 else {
      return nil
    }
    let bound = samples.first {
      $0.name == "\(name)_bucket" && $0.value * 100 >= count * percentile
    }
    return bound?.labels.first.flatMap { Double($0) }
  }

  /// The same in words.
  func percentile(_ percentile: Double, of metric: Metric<Histogram>) -> String? {
    guard let seconds = seconds(percentile: percentile, of: metric) else { return nil }
    if !seconds.isFinite { return "more than any bound" }
    let microseconds = Int((seconds * 1_000_000).rounded())
    if microseconds < 1_000 { return "\(microseconds) µs" }
    let tenths = (microseconds + 50) / 100
    return tenths % 10 == 0 ? "\(tenths / 10) ms" : "\(tenths / 10).\(tenths % 10) ms"
  }
}

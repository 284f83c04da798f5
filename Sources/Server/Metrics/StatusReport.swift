// How a server is, on one screen, from the metrics that it tells: what runs, who is there, how fast
// it works, and what an operator should look at. It reads text by what `Metrics` declares and knows
// no server.
// Invariant: what the metrics do not say is not claimed.

import Cluster
import Measures
import Rooms
public import Wire

/// One screen about a server.
public struct StatusReport: Equatable, Sendable {
  /// What there is, a line each, by its name.
  public private(set) var lines: [(name: String, text: String)] = []
  /// The state and figures, for programs.
  private var members: [(key: String, value: JSON)] = []
  /// What somebody should look at, a sentence each.
  public private(set) var warnings: [String] = []

  /// A turn of a lane beyond this is felt, in milliseconds.
  private static let slowTurnMilliseconds = 50.0
  /// Positions that are told players farther apart than this are told more rarely than usual, in
  /// milliseconds.
  private static let usualMovesMilliseconds = Limits().moveMilliseconds
  /// A certificate that is valid for fewer days should have been renewed.
  public static let certificateDaysMin = 14
  /// A disk with fewer bytes free should be looked after.
  private static let freeBytesMin = 1 << 30

  /// Reads what a server tells about itself.
  ///
  /// - Parameters:
  ///   - metrics: what `/metrics` says.
  ///   - readiness: what `/readyz` says.
  ///   - now: in seconds of Unix time.
  public init(metrics: String, readiness: String, at now: Int) {
    let figures = Samples(metrics)
    func add(_ name: String, _ text: String?) { if let text { lines.append((name, text)) } }
    add("state", readiness)
    add("up", figures.number(system.$startSeconds).map { Self.span(now - $0) })
    add("rooms", Self.rooms(figures))
    add("people", Self.people(figures))
    add("turns", figures.percentile(99, of: server.$turns).map { "99 % within \($0)" })
    add("players' way", figures.percentile(50, of: server.$roundTrips).map { "half within \($0)" })
    add("process", Self.process(figures))
    add("matches", figures.number(server.$matchesKept).map { "\($0) kept" })
    lines += server.cluster.lines(figures)
    members.append((key: "state", value: JSON(readiness)))
    func tell(_ name: String, _ number: Int?) {
      if let number { members.append((key: name, value: JSON(number))) }
    }
    tell("upSeconds", figures.number(system.$startSeconds).map { max(0, now - $0) })
    tell("rooms", figures.sum(server.$rooms.row))
    tell("playing", figures.number(server.$rooms, .playing))
    tell("seated", figures.number(server.$people, .seated))
    tell("watching", figures.number(server.$people, .watching))
    tell("outside", figures.number(server.$people, .outside))
    tell("residentBytes", figures.number(system.$residentBytes))
    tell("descriptors", figures.number(system.$openDescriptors))
    tell("matchesKept", figures.number(server.$matchesKept))
    if !readiness.isEmpty, readiness != "ready" { warnings.append(readiness) }
    warnings += Self.warnings(figures, at: now)
  }

  /// The same lines and warnings.
  public static func == (one: Self, other: Self) -> Bool {
    one.lines.elementsEqual(other.lines) { $0 == $1 } && one.warnings == other.warnings
  }

  /// The same for programs, with figures as numbers.
  public var json: JSON {
    JSON(object: members + [(key: "warnings", value: JSON(list: warnings.map { JSON($0) }))])
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

  private static func rooms(_ figures: Samples) -> String? {
    guard let rooms = figures.sum(server.$rooms.row),
      let playing = figures.number(server.$rooms, .playing)
    else { return nil }
    return "\(rooms), \(playing) of them playing"
  }

  private static func people(_ figures: Samples) -> String? {
    guard let seated = figures.number(server.$people, .seated),
      let watching = figures.number(server.$people, .watching),
      let outside = figures.number(server.$people, .outside)
    else { return nil }
    return "\(seated) seated, \(watching) watching, \(outside) in no room"
  }

  private static func process(_ figures: Samples) -> String? {
    guard let bytes = figures.number(system.$residentBytes) else { return nil }
    let descriptors = figures.number(system.$openDescriptors)
      .flatMap { open in
        figures.number(system.$descriptorsMax).map { ", \(open) of \($0) descriptors" }
      }
    return "\(bytes >> 20) MiB\(descriptors ?? "")"
  }

  /// First what metrics declare of themselves, in their order, then what takes more than a look at
  /// one of them.
  private static func warnings(_ figures: Samples, at now: Int) -> [String] {
    var warnings: [String] = metrics(of: server)
      .compactMap { metric in
        guard let warning = metric.row.warning, let number = figures.sum(metric.row), number > 0
        else { return nil }
        return warning.replacing("%", with: "\(number)")
      }
    func warn(_ number: Int?, _ sentence: (Int) -> String) {
      if let number, number > 0 { warnings.append(sentence(number)) }
    }
    warnings += server.cluster.warnings(figures)
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
    if let free = figures.number(server.$stateFreeBytes), free < freeBytesMin {
      warnings.append("only \(free >> 20) MiB are free where the state is")
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

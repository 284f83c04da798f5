// The text that Prometheus reads: its exposition format, version 0.0.4. Numbers are written from
// whole numbers, so nothing depends on how floating point is printed. It knows no metric by name.

/// What a metric is.
package enum MetricKind: String {
  case counter, gauge, histogram
}

/// Writes metrics as text.
package struct Exposition {
  /// What the format is called in a `Content-Type`.
  package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  private var text = ""
  private var begun = ""

  /// Nothing is written yet.
  package init() {}

  /// All that was written, as UTF-8.
  package var bytes: [UInt8] { Array(text.utf8) }

  /// Begins a metric, unless it was the last to begin; its samples have to follow before the next
  /// one begins.
  package mutating func begin(_ name: String, _ kind: MetricKind, _ help: String) {
    if name == begun { return }
    begun = name
    text += "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// One sample.
  package mutating func sample(_ name: String, labels: [(String, String)] = [], _ value: Int) {
    write(name, labels, String(value))
  }

  /// One sample of a duration in nanoseconds, written in seconds.
  package mutating func sample(
    _ name: String, labels: [(String, String)] = [], nanoseconds: Int
  ) {
    write(name, labels, Self.seconds(nanoseconds))
  }

  /// Writes all metrics of values of one type, of which each lane has one: a row after the other,
  /// in the order in which they are declared.
  package mutating func write<Holder>(_ lanes: [Holder]) {
    let columns = lanes.map { metrics(of: $0) }
    for (number, row) in (columns.first ?? []).enumerated() {
      row.write(of: columns.map { $0[number] }, to: &self)
    }
  }

  private mutating func write(_ name: String, _ labels: [(String, String)], _ value: String) {
    let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1, quote: true))\"" }
    text += pairs.isEmpty ? name : "\(name){\(pairs.joined(separator: ","))}"
    text += " \(value)\n"
  }

  /// Seconds as a decimal without needless zeros: `0.00025` for 250,000.
  package static func seconds(_ nanoseconds: Int) -> String {
    if nanoseconds < 0 { return "-" + seconds(-nanoseconds) }
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest == 0 { return String(whole) }
    var digits = String(rest)
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  /// Backslashes and line feeds escaped, and quotes where they would end the text.
  private static func escaped(_ text: String, quote: Bool = false) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quote: escaped += "\\\""
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}

// The text that Prometheus reads, read again: what a status shows of a server. It knows no metric
// by name. Invariant: a sample that cannot be read is passed over.

/// The samples of a text of metrics, by name and the values of labels.
package struct Samples {
  private var samples: [(name: Substring, labels: [String], value: Double)] = []
  /// What the screen shows is less on any server, so sums and differences fit into integers.
  private static let valueMax = 1e12

  /// Reads the text.
  package init(_ text: String) {
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
  package func values(_ row: MetricRow, _ labels: String...) -> [Double] {
    samples.filter { $0.name == row.name && $0.labels.suffix(labels.count) == labels[...] }
      .map(\.value)
  }

  /// The sum over all labels; nil when there is no such metric.
  package func sum(_ row: MetricRow) -> Int? {
    let values = values(row)
    return values.isEmpty ? nil : Int(values.reduce(0, +))
  }

  /// The first value of a metric.
  package func number<Value>(_ metric: Metric<Value>) -> Int? {
    values(metric.row).first.map { Int($0) }
  }

  /// The number of a label.
  package func number<Label>(_ metric: Metric<Tally<Label>>, _ label: Label) -> Int? {
    values(metric.row, "\(label.rawValue)").first.map { Int($0) }
  }

  /// The values of the first label of a metric's samples.
  package func firstLabels(of row: MetricRow) -> [String] {
    samples.filter { $0.name == row.name }.compactMap(\.labels.first)
  }

  /// The least bound of a histogram that so many of a hundred are within; nil without any, or when
  /// no bound is.
  package func seconds(percentile: Double, of metric: Metric<Histogram>) -> Double? {
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
  package func percentile(_ percentile: Double, of metric: Metric<Histogram>) -> String? {
    guard let seconds = seconds(percentile: percentile, of: metric) else { return nil }
    if !seconds.isFinite { return "more than any bound" }
    let microseconds = Int((seconds * 1_000_000).rounded())
    if microseconds < 1_000 { return "\(microseconds) µs" }
    let tenths = (microseconds + 50) / 100
    return tenths % 10 == 0 ? "\(tenths / 10) ms" : "\(tenths / 10).\(tenths % 10) ms"
  }
}

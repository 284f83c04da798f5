// How a metric is declared: once, where its number is stored. Its name, kind and help stand beside
// it, and the text that Prometheus reads and the warnings of a status follow. Counting stays an
// addition to a stored number. It knows no metric by name.
// Invariant: all lanes' values of a metric have one row, so they can be merged.

/// A number, or several with labels, that a server tells about itself.
@propertyWrapper
package struct Metric<Value: Figure>: Equatable, Sendable {
  package var wrappedValue: Value
  package let row: MetricRow

  /// - Parameters:
  ///   - labels: the names of its labels, in the order in which samples have them. If the first is
  ///     `lane`, each lane's is told; otherwise `merge` makes one of two lanes' numbers.
  ///   - first: the value of the first label, where several metrics share a name.
  ///   - unit: what the numbers count.
  ///   - warning: what is wrong while it is not 0, with `%` for the sum.
  package init(
    wrappedValue: Value, _ kind: MetricKind, _ name: String, _ help: String,
    by labels: String..., first: String? = nil, in unit: MetricRow.Unit = .one,
    merge: @escaping @Sendable (Int, Int) -> Int = { $0 + $1 },
    warning: String? = nil
  ) {
    self.wrappedValue = wrappedValue
    row = MetricRow(
      name: name, kind: kind, help: help, labels: labels, first: first, unit: unit,
      merge: merge, warning: warning)
  }

  /// The metric itself: `$rooms` of `rooms`.
  package var projectedValue: Self { self }

  package static func == (one: Self, other: Self) -> Bool { one.wrappedValue == other.wrappedValue }
}

/// What is declared of a metric. A class, so that it takes one word beside each lane's number.
package final class MetricRow: Sendable {
  /// What numbers count; durations are told in seconds.
  package enum Unit { case one, milliseconds }

  package let name: String
  package let kind: MetricKind
  package let help: String
  package let labels: [String]
  package let first: String?
  package let unit: Unit
  package let merge: @Sendable (Int, Int) -> Int
  package let warning: String?

  package init(
    name: String, kind: MetricKind, help: String, labels: [String], first: String?,
    unit: Unit, merge: @escaping @Sendable (Int, Int) -> Int, warning: String?
  ) {
    (self.name, self.kind, self.help, self.labels) = (name, kind, help, labels)
    (self.first, self.unit, self.merge, self.warning) = (first, unit, merge, warning)
  }

  /// Labels with the value of the next one.
  package func with(_ value: String, after labels: [(String, String)]) -> [(String, String)] {
    labels + [(self.labels[labels.count], value)]
  }
}

/// A value whose metrics stand among those of another one that has it.
package protocol MetricGroup {}

/// The metrics that a value declares, in the order in which it declares them.
package func metrics(of holder: Any) -> [any AnyMetric] {
  Mirror(reflecting: holder).children
    .flatMap { child in
      if child.value is any MetricGroup { return metrics(of: child.value) }
      return (child.value as? any AnyMetric).map { [$0] } ?? []
    }
}

/// A metric, whatever its values are.
package protocol AnyMetric {
  var row: MetricRow { get }
  /// Writes the whole metric.
  ///
  /// - Parameter lanes: each lane's, this one included.
  func write(of lanes: [any AnyMetric], to text: inout Exposition)
}

extension Metric: AnyMetric {
  package func write(of lanes: [any AnyMetric], to text: inout Exposition) {
    var values = lanes.compactMap { ($0 as? Self)?.wrappedValue }
    let isPerLane = row.labels.first == "lane"
    if !isPerLane {
      values = [values.dropFirst().reduce(values[0]) { $0.merged(with: $1, row.merge) }]
    }
    if values.allSatisfy(\.isUnknown) { return }
    text.begin(row.name, row.kind, row.help)
    for (lane, value) in values.enumerated() {
      let first = isPerLane ? "\(lane)" : row.first
      value.write(row, first.map { row.with($0, after: []) } ?? [], to: &text)
    }
  }
}

/// What the value of a metric can be.
package protocol Figure: Equatable, Sendable {
  /// Whether nothing is to be told of it, not even that it exists.
  var isUnknown: Bool { get }
  /// Makes one of two lanes' values.
  func merged(with other: Self, _ merge: (Int, Int) -> Int) -> Self
  /// Writes its samples, which have `labels` and those of its own.
  func write(_ row: MetricRow, _ labels: [(String, String)], to text: inout Exposition)
}

extension Figure {
  package var isUnknown: Bool { false }
}

extension Int: Figure {
  package func merged(with other: Int, _ merge: (Int, Int) -> Int) -> Int { merge(self, other) }

  package func write(_ row: MetricRow, _ labels: [(String, String)], to text: inout Exposition) {
    switch row.unit {
    case .one: text.sample(row.name, labels: labels, self)
    case .milliseconds: text.sample(row.name, labels: labels, nanoseconds: self * 1_000_000)
    }
  }
}

/// A figure that may be unknown, to some lanes or to all.
extension Optional: Figure where Wrapped: Figure {
  package var isUnknown: Bool { self == nil }

  package func merged(with other: Self, _ merge: (Int, Int) -> Int) -> Self {
    guard let self, let other else { return self ?? other }
    return self.merged(with: other, merge)
  }

  package func write(_ row: MetricRow, _ labels: [(String, String)], to text: inout Exposition) {
    self?.write(row, labels, to: &text)
  }
}

/// What things that have a figure each are told apart by.
package protocol FigureKey: Comparable, Sendable {}
extension Int: FigureKey {}
extension String: FigureKey {}

/// A figure for each of some things that have numbers or names, such as nodes.
extension Dictionary: Figure where Key: FigureKey, Value: Figure {
  package func merged(with other: Self, _ merge: (Int, Int) -> Int) -> Self {
    merging(other) { $0.merged(with: $1, merge) }
  }

  package func write(_ row: MetricRow, _ labels: [(String, String)], to text: inout Exposition) {
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      value.write(row, row.with("\(key)", after: labels), to: &text)
    }
  }
}

extension Tally: Figure {
  package func merged(with other: Self, _ merge: (Int, Int) -> Int) -> Self {
    var merged = self
    for (label, number) in other.all { merged[label] = merge(self[label], number) }
    return merged
  }

  package func write(_ row: MetricRow, _ labels: [(String, String)], to text: inout Exposition) {
    for (label, number) in all {
      number.write(row, row.with("\(label.rawValue)", after: labels), to: &text)
    }
  }
}

extension Histogram: Figure {
  package func merged(with other: Self, _ merge: (Int, Int) -> Int) -> Self {
    var sum = self
    sum.add(other)
    return sum
  }

  package func write(_ row: MetricRow, _ labels: [(String, String)], to text: inout Exposition) {
    let ends = bounds.map(Exposition.seconds) + ["+Inf"]
    var cumulative = 0
    for (end, count) in zip(ends, counts) {
      cumulative += count
      text.sample("\(row.name)_bucket", labels: labels + [("le", end)], cumulative)
    }
    text.sample("\(row.name)_sum", labels: labels, nanoseconds: sum)
    text.sample("\(row.name)_count", labels: labels, count)
  }
}

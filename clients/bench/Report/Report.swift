// All that was measured, for people and for programs: tables of figures, and what speaks against
// them. It knows no measurement. Every figure of a table is in the JSON, once for each run, under a
// name that says its unit; the table shows the median over the runs.

import Glibc

/// One figure as reports show it.
struct Line: Sendable {
  /// How the table calls it, unit included, and how the JSON does, unit last.
  let label: String
  let key: String
  /// How many decimals the table shows.
  let decimals: Int

  init(_ label: String, _ key: String, _ decimals: Int = 0) {
    (self.label, self.key, self.decimals) = (label, key, decimals)
  }
}

/// The same figures of several things.
struct Table: Sendable {
  struct Column: Sendable {
    let label: String
    let key: String
    /// By run, then by line.
    var runs: [[Double?]] = []
    /// What speaks against each run.
    var doubts: [[String]] = []
    /// Of a ratio, for all lines.
    var decimals: Int?
    /// What the JSON says of it besides.
    var facts: [(String, JSON)] = []

    /// The middle value of a line over the runs.
    func median(_ line: Int) -> Double? { middle(of: runs.map { $0[line] }) }
  }

  var title: [String] = []
  /// What it shows; empty until a run says it.
  var lines: [Line] = []
  var columns: [Column] = []
  /// Whether things go down and figures across.
  var isTransposed = false

  /// Adds one run of a thing, behind those that there are of it.
  mutating func add(_ label: String, _ key: String, _ values: [Double?], doubts: [String] = []) {
    let index = columns.firstIndex { $0.key == key } ?? columns.endIndex
    if index == columns.endIndex { columns.append(Column(label: label, key: key)) }
    columns[index].runs.append(values)
    columns[index].doubts.append(doubts)
  }

  /// The same with what its figures are, which is the same for all that are added.
  mutating func add(
    _ label: String, _ key: String, _ figures: [(Line, Double?)], doubts: [String] = []
  ) {
    lines = figures.map(\.0)
    add(label, key, figures.map(\.1), doubts: doubts)
  }

  /// Adds what follows from the columns there are: a value for each line.
  mutating func derive(_ label: String, _ key: String, _ value: (Int) -> Double?) {
    let values = lines.indices.map(value)
    columns.append(Column(label: label, key: key, runs: [values], decimals: 2))
  }

  var text: [String] {
    let cells = lines.indices.map { line in
      columns.map { column in
        let none = column.decimals == nil ? "–" : ""
        return column.median(line)
          .map { decimal($0, column.decimals ?? lines[line].decimals) } ?? none
      }
    }
    let rows: [[String]]
    if isTransposed {
      rows =
        [[""] + lines.map(\.label)]
        + columns.indices.map { column in [columns[column].label] + cells.map { $0[column] } }
    } else {
      rows =
        [[""] + columns.map(\.label)]
        + zip(lines, cells).map { [$0.label] + $1 }
        // What this has nothing to do with.
        .filter { $0.dropFirst().contains { !["–", ""].contains($0) } }
    }
    let doubts = columns.flatMap { column in
      column.doubts.enumerated()
        .flatMap { index, doubts in doubts.map { "! \(column.label), run \(index + 1): \($0)" } }
    }
    // Of one thing alone there is nothing to tell apart.
    return title + aligned(rows.filter { !$0.allSatisfy(\.isEmpty) }) + doubts
  }

  var json: JSON {
    .array(
      columns.flatMap { column in
        column.runs.enumerated()
          .map { index, run in
            let doubts = column.doubts.dropFirst(index).first ?? []
            return .object(
              [("of", .string(column.key))] + column.facts
                + zip(lines, run).map { ($0.key, .number($1)) }
                + [("doubts", .array(doubts.map(JSON.string)))])
          }
      })
  }
}

extension Table {
  /// A table of figures of runs that were played.
  init(_ title: [String] = [], figures: [Figure]) {
    self.init(title: title, lines: figures.map(\.line))
  }

  mutating func add(_ label: String, _ key: String, _ runs: [Run], _ figures: [Figure]) {
    for run in runs { add(label, key, figures.map { $0.value(run) }, doubts: run.doubts) }
    if let scenario = runs.first?.scenario {
      columns[columns.count - 1].facts = [
        ("scenario", .string(scenario.name)), ("shape", .string(scenario.shape)),
      ]
    }
  }
}

/// The outcome of one measurement.
struct Report: Sendable {
  /// What was measured and how, in a line.
  let about: String
  var tables: [Table] = []
  /// What is said below the tables.
  var notes: [String] = []
  /// What the JSON says besides.
  var facts: [(String, JSON)] = []
  /// Whether the server held what it is to hold, where that is judged.
  var isFine = true

  func text(of name: String, on machine: Machine) -> String {
    (["chromatch-bench \(name): \(about)", machine.description]
      + tables.flatMap { [""] + $0.text } + (notes.isEmpty ? [] : [""] + notes))
      .joined(separator: "\n")
  }

  /// All of it for programs.
  func json(of name: String, on machine: Machine) -> JSON {
    .object(
      [
        ("measurement", .string(name)), ("machine", .string(machine.description)),
        ("reported_at_unix_seconds", .number(Double(time(nil)))),
      ] + facts + [
        ("tables", .array(tables.map(\.json))), ("notes", .array(notes.map(JSON.string))),
        ("is_fine", .string(isFine ? "yes" : "no")),
      ])
  }
}

extension Scenario {
  /// In words.
  var shape: String {
    """
    \(grouped(rooms)) × (\(grouped(players)) players + \(grouped(watchers)) watchers), \
    \(movesPerSecond) moves/s each, over \(over)
    """
  }
}

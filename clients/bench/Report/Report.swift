// All that was measured, for people and for programs: tables of figures, and what speaks against
// them. It knows no measurement. Every figure of a table is in the JSON, once for each run, under a
// name that says its unit; the table shows the median over the runs.

import Glibc

/// One figure as reports show it.
struct Line: Sendable {
  /// How the table calls it, unit included, and how the JSON does.
  let label: String
  let key: String
  let decimals: Int

  init(_ label: String, _ key: String, _ decimals: Int = 0) {
    (self.label, self.key, self.decimals) = (label, key, decimals)
  }

  init(_ figure: Figure) { self.init(figure.label, figure.key, figure.decimals) }
}

/// The same figures of several things.
struct Table: Sendable {
  /// One of those things.
  struct Column: Sendable {
    let label: String
    /// How the JSON calls it.
    let key: String
    /// By run, then by line.
    var runs: [[Double?]]
    /// What speaks against each run.
    var doubts: [[String]] = []
    /// Of a ratio, for all lines.
    var decimals: Int?
    /// What the JSON says of it besides.
    var facts: [(String, JSON)] = []

    /// The middle value of a line over the runs.
    func median(_ line: Int) -> Double? { middle(of: runs.map { $0[line] }) }
  }

  /// What is above it.
  var title: [String] = []
  let lines: [Line]
  var columns: [Column] = []
  /// Whether things go down and figures across.
  var isTransposed = false
  /// What the upper left corner says.
  var corner = ""

  /// Adds one run of a thing, behind those that there are of it.
  mutating func add(_ label: String, _ key: String, _ values: [Double?]) {
    if let index = columns.firstIndex(where: { $0.key == key }) {
      columns[index].runs.append(values)
    } else {
      columns.append(Column(label: label, key: key, runs: [values]))
    }
  }

  /// Adds what follows from the columns there are: a value for each line.
  mutating func derive(
    _ label: String, _ key: String, decimals: Int? = 2, _ value: (Int) -> Double?
  ) {
    let values = lines.indices.map(value)
    columns.append(Column(label: label, key: key, runs: [values], decimals: decimals))
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
        [[corner] + lines.map(\.label)]
        + columns.indices.map { column in [columns[column].label] + cells.map { $0[column] } }
    } else {
      rows =
        [[corner] + columns.map(\.label)]
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

  /// Every run with every figure.
  var json: JSON {
    .array(
      columns.flatMap { column in
        column.runs.enumerated()
          .map { index, run in
            let doubts = column.doubts.dropFirst(index).first
            return .object(
              [("of", .string(column.key))] + column.facts
                + zip(lines, run).map { ($0.key, $1.map(JSON.number) ?? .null) }
                + (doubts.map { [("doubts", .array($0.map(JSON.string)))] } ?? []))
          }
      })
  }
}

extension Table {
  /// A table of figures of runs that were played.
  init(_ title: [String] = [], figures: [Figure]) {
    self.init(title: title, lines: figures.map(Line.init))
  }

  /// Adds runs of a thing.
  mutating func add(_ label: String, _ key: String, _ runs: [Run], _ figures: [Figure]) {
    columns.append(
      Column(
        label: label, key: key, runs: runs.map { run in figures.map { $0.value(run) } },
        doubts: runs.map(\.doubts), facts: runs.first?.scenario.facts ?? []))
  }
}

extension Table {
  /// A table of one thing, measured once.
  init(of figures: [(Line, Double?)], _ key: String) {
    self.init(lines: figures.map(\.0))
    add("", key, figures.map(\.1))
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

  /// The tables.
  func text(of name: String, on machine: Machine) -> String {
    (["chromatch-bench \(name): \(about)", machine.description]
      + tables.flatMap { [""] + $0.text } + (notes.isEmpty ? [] : [""] + notes))
      .joined(separator: "\n")
  }

  /// All of it for programs.
  func json(of name: String, on machine: Machine) -> JSON {
    .object(
      [
        ("measurement", .string(name)), ("machine", machine.json),
        ("reported_at_unix_seconds", .number(Double(time(nil)))),
      ] + facts + [
        ("tables", .array(tables.map(\.json))), ("notes", .array(notes.map(JSON.string))),
        ("is_fine", .string(isFine ? "yes" : "no")),
      ])
  }
}

extension Scenario {
  /// What the JSON says of it.
  fileprivate var facts: [(String, JSON)] {
    [
      ("scenario", .string(name)), ("over", .string(over)), ("rooms", .number(Double(rooms))),
      ("players_per_room", .number(Double(players))),
      ("watchers_per_room", .number(Double(watchers))),
      ("moves_per_second_per_player", .number(Double(movesPerSecond))),
    ]
  }

  /// In words.
  var shape: String {
    """
    \(grouped(rooms)) × (\(grouped(players)) players + \(grouped(watchers)) watchers), \
    \(movesPerSecond) moves/s each, over \(over)
    """
  }
}

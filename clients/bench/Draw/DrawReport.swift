// What frames cost, for people and for programs.

/// The frames of one kind at one size.
struct DrawFigure {
  let scene: DrawScene
  let columns: Int
  let rows: Int
  private var all: [Int] = []
  private var drawing: [Int] = []
  private var bytes: [Int] = []

  init(scene: DrawScene, columns: Int, rows: Int) {
    (self.scene, self.columns, self.rows) = (scene, columns, rows)
  }

  /// - Parameters:
  ///   - all: from the news to the bytes, in nanoseconds.
  ///   - drawing: how much of that went into view and difference.
  mutating func add(all: Int, drawing: Int, bytes: Int) {
    self.all.append(all)
    self.drawing.append(drawing)
    self.bytes.append(bytes)
  }

  /// A frame's share of the time between two frames at 60 a second, in percent.
  private static let percentPerMicrosecond = 100.0 * 60 / 1e6

  /// What the design allows drawing where something changes, in microseconds of one core.
  private var goal: Double? { scene.isWhole ? nil : columns <= 80 ? 60 : 100 }

  /// Every figure: its name for people, its name with its unit for programs, decimals, value.
  var values: [(label: String, key: String, decimals: Int, value: Double?)] {
    let (median, tail) = (
      DrawFigure.part(0.5, of: all) / 1_000, DrawFigure.part(0.99, of: all) / 1_000
    )
    return [
      ("p50 µs", "cpu_p50_microseconds", 1, median),
      ("p99 µs", "cpu_p99_microseconds", 1, tail),
      (
        "drawing p50", "drawing_p50_microseconds", 1, DrawFigure.part(0.5, of: drawing) / 1_000
      ),
      ("goal", "drawing_goal_microseconds", 0, goal),
      (
        "p50, % of 1/60 s", "cpu_p50_percent_of_frame", 2,
        median * DrawFigure.percentPerMicrosecond
      ),
      ("p99, %", "cpu_p99_percent_of_frame", 2, tail * DrawFigure.percentPerMicrosecond),
      ("bytes p50", "bytes_p50", 0, DrawFigure.part(0.5, of: bytes)),
      ("bytes max", "bytes_max", 0, DrawFigure.part(1, of: bytes)),
    ]
  }

  private static func part(_ share: Double, of values: [Int]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return Double(sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))])
  }
}

/// The outcome of `draw`.
struct DrawReport {
  let machine: Machine
  let frames: Int
  let figures: [DrawFigure]

  /// A row for each kind of frame, a block for each size.
  var table: String {
    var lines = [
      "chromatch-bench draw: \(grouped(frames)) frames of each kind, from news to bytes",
      machine.description,
    ]
    var rest = figures[...]
    while let first = rest.first {
      let block = rest.prefix { $0.columns == first.columns }
      rest = rest.dropFirst(block.count)
      let head = ["\(first.columns)×\(first.rows)"] + first.values.map(\.label)
      let rows = block.map { figure in
        [figure.scene.label]
          + figure.values.map { value in value.value.map { decimal($0, value.decimals) } ?? "–" }
      }
      lines += [""] + aligned([head] + rows)
    }
    return lines.joined(separator: "\n")
  }

  /// The same for programs.
  var json: JSON {
    let scenes = figures.map { figure in
      JSON.object(
        [
          ("scene", .string(figure.scene.rawValue)), ("columns", .number(Double(figure.columns))),
          ("rows", .number(Double(figure.rows))),
        ] + figure.values.map { ($0.key, $0.value.map(JSON.number) ?? .null) })
    }
    return .object([
      ("machine", machine.json), ("frames", .number(Double(frames))), ("scenes", .array(scenes)),
    ])
  }
}

// The measurement `draw`: what a frame of the terminal client costs a processor, from the state of
// the game to the bytes for the terminal, one at a time, on this thread. A script plays frames of
// each kind. What happens in between is not measured; that the screens look at it is, and then the
// view and the difference to the frame before, which are the drawing. No terminal and no server is
// there.

import Glibc
import TerminalUI

/// Measures drawing.
func measureDraw(_ bench: Bench) async throws -> Report {
  let frames = bench.options.frames ?? 1_000
  var report = Report(about: "\(grouped(frames)) frames of each kind, from news to bytes")
  for (columns, rows) in [(80, 24), (120, 40)] {
    var table = Table(lines: [
      Line("p50 µs", "cpu_p50_microseconds", 1), Line("p99 µs", "cpu_p99_microseconds", 1),
      Line("drawing p50", "drawing_p50_microseconds", 1),
      Line("goal", "drawing_goal_microseconds"),
      Line("p50, % of 1/60 s", "cpu_p50_percent_of_frame", 2),
      Line("p99, %", "cpu_p99_percent_of_frame", 2), Line("bytes p50", "bytes_p50"),
      Line("bytes max", "bytes_max"),
    ])
    (table.isTransposed, table.corner) = (true, "\(columns)×\(rows)")
    for scene in DrawScene.allCases {
      bench.progress.say("draw, \(columns)×\(rows): \(scene.label)")
      guard let values = measure(scene, frames: frames, columns: columns, rows: rows) else {
        throw BenchError.noScript(of: scene.label)
      }
      table.add(scene.label, "\(scene.rawValue) \(columns)×\(rows)", values)
    }
    report.tables.append(table)
  }
  bench.progress.say("")
  return report
}

/// The values of a scene's lines; nil if its script does not fit the screens.
private func measure(
  _ scene: DrawScene, frames: Int, columns: Int, rows: Int
) -> [Double?]? {
  guard let start = scene.guest(columns: columns, rows: rows) else { return nil }
  var guest = start.guest
  var renderer = Renderer(
    for: TerminalTraits(
      depth: .truecolor, glyphs: .unicode, erasesInColor: true, synchronizes: true))
  guest.show()
  _ = renderer.frame(guest.picture())
  var (all, drawing, bytes) = ([Double](), [Double](), [Double]())
  for index in 0..<warmUpFrames + frames {
    scene.step(index, of: &guest, row: start.row)
    if scene.isWhole { renderer.forget() }
    let news = microseconds()
    guest.show()
    let seen = microseconds()
    let count = renderer.frame(guest.picture()).count
    let drawn = microseconds()
    if index >= warmUpFrames {
      all.append(drawn - news)
      drawing.append(drawn - seen)
      bytes.append(Double(count))
    }
  }
  // What the design allows drawing where something changes, on one core.
  let goal = scene.isWhole ? nil : columns <= 80 ? 60.0 : 100
  let (median, tail) = (part(0.5, of: all), part(0.99, of: all))
  return [
    median, tail, part(0.5, of: drawing), goal, median * percentPerMicrosecond,
    tail * percentPerMicrosecond, part(0.5, of: bytes), part(1, of: bytes),
  ]
}

private func part(_ share: Double, of values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}

/// The time that this thread has had a processor: others on the machine do not count.
private func microseconds() -> Double { 1e6 * processorSeconds(CLOCK_THREAD_CPUTIME_ID) }

/// A frame's share of the time between two frames at 60 a second, in percent.
private let percentPerMicrosecond = 100.0 * 60 / 1e6
/// Frames before those that are measured.
private let warmUpFrames = 50

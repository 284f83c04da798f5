// The command `draw`: what a frame of the terminal client costs a processor, from the state of the
// game to the bytes for the terminal. No terminal and no server is there.

import ArgumentParser
import Glibc
import TerminalUI

/// Measures drawing.
struct DrawFrames: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw",
    abstract: "Measures what the terminal client's frames cost, in CPU and in bytes.",
    discussion: """
      A script plays frames of each kind: what happens in between is not measured; that the \
      screens look at it is, and then the view and the difference to the frame before, which are \
      the drawing. One frame at a time, on this thread.
      """)

  @Option(help: "Frames of each kind.", in: 10...DrawFrames.framesMax)
  var frames = 1_000

  @Option(help: "Also write everything that was measured to this file, as JSON.")
  var json: String?

  /// A round has so many tenths of a second.
  private static let framesMax = 1_100
  /// Frames before those that are measured.
  private static let warmUpFrames = 50

  func run() throws {
    let machine = Machine()
    let progress = Progress()
    var figures: [DrawFigure] = []
    for (columns, rows) in [(80, 24), (120, 40)] {
      for scene in DrawScene.allCases {
        progress.say("draw, \(columns)×\(rows): \(scene.label)")
        guard let figure = measure(scene, columns: columns, rows: rows) else {
          progress.keep("chromatch-bench: the script of \(scene.label) does not fit the screens")
          throw ExitCode.failure
        }
        figures.append(figure)
      }
    }
    progress.say("")
    let report = DrawReport(machine: machine, frames: frames, figures: figures)
    print(report.table)
    if let json { try writeFile(report.json.text + "\n", to: json) }
  }

  private func measure(_ scene: DrawScene, columns: Int, rows: Int) -> DrawFigure? {
    guard let start = scene.guest(columns: columns, rows: rows) else { return nil }
    var guest = start.guest
    var renderer = Renderer(
      for: TerminalTraits(
        depth: .truecolor, glyphs: .unicode, erasesInColor: true, synchronizes: true))
    guest.show()
    _ = renderer.frame(guest.picture())
    var figure = DrawFigure(scene: scene, columns: columns, rows: rows)
    for index in 0..<DrawFrames.warmUpFrames + frames {
      scene.step(index, of: &guest, row: start.row)
      if scene.isWhole { renderer.forget() }
      let news = DrawFrames.nanoseconds()
      guest.show()
      let seen = DrawFrames.nanoseconds()
      let bytes = renderer.frame(guest.picture()).count
      let drawn = DrawFrames.nanoseconds()
      if index >= DrawFrames.warmUpFrames {
        figure.add(all: drawn - news, drawing: drawn - seen, bytes: bytes)
      }
    }
    return figure
  }

  /// The time that this thread has had a processor: others on the machine do not count.
  private static func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

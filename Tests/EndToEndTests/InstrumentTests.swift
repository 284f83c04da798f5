// The instrument measures the real server: what it prints and writes has figures of all sides and
// windows. How large they are is nobody's business here: the machine is shared with other tests.

import Foundation
import Glibc
import Testing

@Suite("chromatch-bench")
@Stage
struct InstrumentTests {
  private let home: Scratch

  init() throws { home = try Scratch() }

  /// A short run, which writes its figures to a file of that name.
  private func start(_ arguments: [String], _ file: String) throws -> PlainRun {
    let shape = ["--rooms", "2", "--seconds", "1", "--warmup", "0"]
    return try PlainRun(.bench, arguments + shape + ["--json", "\(home.path)/\(file)"])
  }

  /// What the file says of each run.
  private func runs(_ file: String) throws -> [[String: Any]] {
    let data = try Data(contentsOf: URL(filePath: "\(home.path)/\(file)"))
    let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(report["runs"] as? [[String: Any]])
  }

  @Test("plays on the server and on the floor; abuses the server, and looks before and after")
  func measures() throws {
    let load = try start(["--scenario", "rooms"], "load")
    let abuse = try start(["abuse", "--only", "flood"], "abuse")
    for run in [load, abuse] {
      try wait(for: "its end", hearing: [load, abuse], seconds: 60, scene: { run.scene }) {
        run.end != nil
      }
      #expect(run.end == .exited(0), "\(run.scene)")
    }
    #expect(load.text.contains("rooms: 2 × (2 players + 2 watchers)"))
    let sides = try runs("load")
    #expect(sides.map { $0["side"] as? String } == ["server", "floor"])
    let windows = try #require(try runs("abuse").first?["windows"] as? [[String: Any]])
    #expect(windows.map { $0["window"] as? String } == ["before", "abused", "after"])
    for figures in sides + windows {
      #expect(try #require(figures["deliveries_per_second"] as? Double) > 0)
      #expect(try #require(figures["shown_move_latency_p50_milliseconds"] as? Double) > 0)
    }
  }
}

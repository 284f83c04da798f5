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
    try #require(try report(file)["runs"] as? [[String: Any]])
  }

  private func report(_ file: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(filePath: "\(home.path)/\(file)"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test("soaks a server and sends crowds to it, and says what memory that took")
  func memory() throws {
    let soak = try PlainRun(
      .bench,
      [
        "soak", "--seconds", "3", "--warmup", "0", "--every", "1", "--rooms", "2", "--bound",
        "1000000", "--json", "\(home.path)/soak",
      ])
    let crowds = try ["guests", "half-hello", "whole-hello"]
      .map { crowd in
        try PlainRun(
          .bench,
          [
            "waves", "--crowd", crowd, "--connections", "20", "--waves", "2", "--settling", "1",
            "--growth-max", "1000", "--json", "\(home.path)/\(crowd)",
          ])
      }
    for run in [soak] + crowds {
      try wait(for: "its end", hearing: [soak] + crowds, seconds: 60, scene: { run.scene }) {
        run.end != nil
      }
    }
    #expect(soak.end == .exited(0), "\(soak.scene)")
    let figures = try report("soak")
    #expect((figures["samples"] as? [Any])?.count == 4)
    #expect(try #require(figures["others_came"] as? Double) > 0)
    #expect(figures["slope_kibibytes_per_minute"] is Double)
    for crowd in ["guests", "half-hello", "whole-hello"] {
      let waves = try #require(try report(crowd)["waves"] as? [[String: Double]])
      #expect(waves.count == 2)
      for wave in waves { #expect(try #require(wave["resident_bytes_there"]) > 1_048_576) }
    }
  }

  @Test("has all four ways taken at once, by players and by those who come late")
  func mixture() throws {
    let shape = [
      "--scenario", "final10000", "--watchers", "120", "--idle", "8", "--seconds", "1",
      "--warmup", "0", "--json", "\(home.path)/mixture",
    ]
    let run = try PlainRun(.bench, shape)
    try wait(for: "its end", hearing: [run], seconds: 60, scene: { run.scene }) {
      run.end != nil
    }
    #expect(run.end == .exited(0), "\(run.scene)")
    #expect(run.text.contains("over tcp+tls+ws+wss"))
    let sides = try runs("mixture")
    for side in sides {
      #expect(try #require(side["deliveries_per_second"] as? Double) > 0)
      let doubts = try #require(side["doubts"] as? [String])
      #expect(!doubts.contains { $0.contains("lost") || $0.contains("at once") }, "\(doubts)")
    }
    #expect(try #require(sides.first?["arrival_last_milliseconds"] as? Double) > 0)
    #expect(sides.last?["arrival_last_milliseconds"] is NSNull)
  }

  @Test("draws how a server grows, and measures it beside others")
  func growth() throws {
    let pace = ["--seconds", "1", "--warmup", "0"]
    let growth = try PlainRun(
      .bench,
      [
        "growth", "--curve", "watchers", "--curve", "idle", "--step-max", "100", "--pictures",
        home.path, "--json", "\(home.path)/growth",
      ] + pace)
    let peers = try PlainRun(
      .bench,
      [
        "peers", "--program", "chromatchd", "--program", "floor", "--watchers", "10", "--json",
        "\(home.path)/peers",
      ] + pace)
    for run in [growth, peers] {
      try wait(for: "its end", hearing: [growth, peers], seconds: 60, scene: { run.scene }) {
        run.end != nil
      }
      #expect(run.end == .exited(0), "\(run.scene)")
    }
    let curves = try #require(try report("growth")["curves"] as? [[String: Any]])
    let steps = try curves.map { curve in
      try #require(curve["steps"] as? [[String: Any]]).map { $0["count"] as? Double }
    }
    #expect(steps == [[10, 30, 100], [100]])
    for (name, count) in [("watchers", 3), ("idle", 1)] {
      let picture = try #require(home.text(of: "\(home.path)/growth-\(name).svg"))
      #expect(picture.split(separator: "<circle ").count - 1 == 3 * count)
    }
    let programs = try runs("peers")
    #expect(programs.map { $0["program"] as? String } == ["chromatchd", "floor"])
    for figures in programs {
      #expect(try #require(figures["deliveries_per_second"] as? Double) > 0)
    }
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

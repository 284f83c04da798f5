// The instrument measures the real server: what it prints and writes has figures of all sides and
// windows. How large they are is nobody's business here: the machine is shared with other tests.

import Foundation
import TestSupport
import Testing

@testable import ProgramSupport

@Stage
@Suite("chromatch-bench")
struct InstrumentTests {
  private let home: Scratch

  init() throws { home = try Scratch() }

  /// Runs the instrument, and returns what it wrote to a file.
  private func measure(_ arguments: [String]) throws -> (text: String, report: [String: Any]) {
    let file = "\(home.path)/report"
    let run = try PlainRun.ended(
      .bench, arguments + ["--warmup", "0", "--seconds", "1", "--json", file])
    try require(run.end == .exited(0), "\(run.scene)")
    let report = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
    return (run.text, try require(report as? [String: Any]))
  }

  private func isPositive(_ figures: [String: Any], _ keys: [String]) -> Bool {
    keys.allSatisfy { (figures[$0] as? Double ?? 0) > 0 }
  }

  private static let speeds = ["deliveries_per_second", "shown_move_latency_p50_milliseconds"]

  @Test("the instrument plays on the server and on the floor")
  func measures() throws {
    let (text, report) = try measure(["--scenario", "rooms", "--rooms", "2"])
    expect(text, contains: "rooms: 2 × (2 players + 2 watchers)")
    let sides = try require(report["runs"] as? [[String: Any]])
    expect(sides.map { $0["side"] as? String }, equals: ["server", "floor"])
    expect(sides.allSatisfy { isPositive($0, Self.speeds) })
  }

  @Test("the instrument abuses the server, and looks before and after")
  func abuses() throws {
    let report = try measure(["abuse", "--only", "flood", "--rooms", "2"]).report
    let runs = report["runs"] as? [[String: Any]]
    let windows = try require(runs?.first?["windows"] as? [[String: Any]])
    expect(windows.map { $0["window"] as? String }, equals: ["before", "abused", "after"])
    expect(windows.allSatisfy { isPositive($0, Self.speeds) })
  }

  @Test("the instrument has all four ways taken at once")
  func mixture() throws {
    let (text, report) = try measure([
      "--scenario", "final10000", "--watchers", "120", "--idle", "8",
    ])
    expect(text, contains: "over tcp+tls+ws+wss")
    let sides = try require(report["runs"] as? [[String: Any]])
    expect(sides.allSatisfy { isPositive($0, ["deliveries_per_second"]) })
    expect(isPositive(try #require(sides.first), ["arrival_last_milliseconds"]))
  }

  @Test("the instrument says what memory a soak and a crowd take")
  func memory() throws {
    let soak = try measure(["soak", "--every", "1", "--rooms", "2", "--bound", "1000000"]).report
    expect((soak["samples"] as? [Any])?.isEmpty == false && isPositive(soak, ["others_came"]))
    let crowd = try PlainRun.ended(
      .bench,
      [
        "waves", "--crowd", "guests", "--connections", "20", "--waves", "2", "--settling", "1",
        "--growth-max", "1000", "--json", "\(home.path)/waves",
      ])
    expect(crowd.end, equals: .exited(0), "\(crowd.scene)")
    expect(home.text(of: "\(home.path)/waves")?.contains("resident_bytes_there"), equals: true)
  }

  @Test("the instrument draws how a server grows, and measures it beside others")
  func growth() throws {
    let report = try measure([
      "growth", "--curve", "watchers", "--step-max", "100", "--pictures", home.path,
    ])
    .report
    let steps = (report["curves"] as? [[String: Any]])?.first?["steps"] as? [[String: Any]]
    expect(steps?.map { $0["count"] as? Double }, equals: [10, 30, 100])
    let picture = try require(home.text(of: "\(home.path)/growth-watchers.svg"))
    expect(picture.split(separator: "<circle ").count - 1, equals: 9)
    let peers = try measure([
      "peers", "--program", "chromatchd", "--program", "floor", "--watchers", "10",
    ])
    .report
    let programs = try require(peers["runs"] as? [[String: Any]])
    expect(programs.map { $0["program"] as? String }, equals: ["chromatchd", "floor"])
    expect(programs.allSatisfy { isPositive($0, ["deliveries_per_second"]) })
  }
}

// The instrument measures the real server: what it prints and writes has figures of all sides and
// windows. How large they are is nobody's business here: the machine is shared with other tests.

import Foundation
import Testing

@testable import TestSupport

@Stage
@Suite("chromatch-bench")
struct InstrumentTests {
  private let home: Scratch

  init() throws { home = try Scratch() }

  /// Runs the instrument, and returns what it wrote to a file.
  private func measure(_ arguments: [String], seconds: Int = 1) throws -> Any {
    let file = "\(home.path)/report"
    let run = try PlainRun.ended(
      .bench, arguments + ["--warmup", "0", "--seconds", "\(seconds)", "--json", file])
    try require(run.end == .exited(0), "\(run.scene)")
    return try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
  }

  /// Every number of that name, wherever it stands in a report.
  private func figures(_ name: String, in report: Any) -> [Double] {
    switch report {
    case let list as [Any]: list.flatMap { figures(name, in: $0) }
    case let fields as [String: Any]:
      (fields[name] as? Double).map { [$0] } ?? fields.values.flatMap { figures(name, in: $0) }
    default: []
    }
  }

  @Test("the instrument measures each side, window, way in and program")
  func measures() throws {
    let (deliveries, latency) = (
      "deliveries_per_second", "shown_move_latency_p50_milliseconds"
    )
    for (arguments, names, count) in [
      (["--only", "rooms", "--rooms", "2"], [deliveries, latency], 2),
      (["abuse", "--only", "flood", "--rooms", "2"], [deliveries, latency], 3),
      (["--only", "crowd", "--idle", "40"], [deliveries, "bytes_per_second_along"], 2),
      (["--only", "final10000", "--watchers", "120", "--idle", "8"], [deliveries], 2),
      (
        ["peers", "--only", "chromatchd", "--only", "floor", "--watchers", "10"],
        [deliveries], 2
      ),
    ] {
      let report = try measure(arguments)
      for name in names {
        let found = figures(name, in: report)
        expect(found.count >= count && found.allSatisfy { $0 > 0 }, "\(arguments): \(name)")
      }
    }
  }

  @Test(
    "the instrument says what memory a crowd takes, beside rooms that play",
    .disabled(if: isSanitized, "a sanitizer keeps what is freed"))
  func memory() throws {
    // A line through what is left takes three crowds.
    let report = try measure([
      "memory", "--rooms", "2", "--connections", "20", "--waves", "3", "--settling", "1",
      "--growth-max", "1000", "--bound", "1000000",
    ])
    expect(figures("mebibytes_after_last", in: report).first ?? 0, isAbove: 0)
    expect(figures("resident_bytes_there", in: report).count, equals: 4)
  }

  @Test("the instrument draws how a server grows")
  func growth() throws {
    let report = try measure([
      "growth", "--only", "watchers", "--step-max", "100", "--pictures", home.path,
    ])
    expect(figures("count", in: report), equals: [10, 30, 100])
    let picture = try require(home.text(of: "\(home.path)/growth-watchers.svg"))
    expect(picture.split(separator: "<circle ").count - 1, equals: 9)
  }
}

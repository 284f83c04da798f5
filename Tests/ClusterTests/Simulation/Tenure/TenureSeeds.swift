// The seeds of troubled worlds, and their runs on threads of their own. What `Tests/one tenure`
// asks for comes by the environment:
//
//     CHROMATCH_TENURE_SEEDS=n CHROMATCH_TENURE_FROM=n    so many seeds, from that one on
//
// Without any of it the same seeds run every time, and a few that nobody has seen.

import Foundation
import TestSupport
import Testing

/// Seeds to run.
struct TenureSeeds {
  /// What a world came to: how often each thing happened, and what is wrong, if anything.
  typealias Outcome = (tally: [String: Int], violation: String?)

  private static let threads: UInt64 = 2
  private let ranges: [ClosedRange<UInt64>]
  private let usual: UInt64

  /// Those that this run was asked for.
  ///
  /// - Parameters:
  ///   - usual: how many run every time if none was asked for.
  ///   - fresh: how many run besides that nobody has seen.
  init(usual: UInt64, fresh: UInt64) {
    self.usual = usual
    let environment = ProcessInfo.processInfo.environment
    func number(_ name: String) -> UInt64? {
      environment["CHROMATCH_TENURE_\(name)"].flatMap(UInt64.init)
    }
    if let count = number("SEEDS") {
      let first = number("FROM") ?? 1
      ranges = [first...(first + max(1, count) - 1)]
    } else {
      let unseen = UInt64(Date().timeIntervalSince1970)
      ranges = [unseen...(unseen + fresh - 1), 1...usual]
    }
  }

  /// Expects that nothing is wrong in any world, and that each of these things has happened, or the
  /// worlds prove nothing.
  func expectWell(
    _ name: String, having expected: [String], _ run: @escaping @Sendable (UInt64) -> Outcome
  ) async {
    let runs: [(UInt64, Outcome)] = await withTaskGroup(of: [(UInt64, Outcome)].self) { group in
      for thread in 0..<Self.threads {
        let own = ranges.joined().filter { $0 % Self.threads == thread }
        group.addTask { await onOwnThread { own.map { ($0, run($0)) } } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    var tally: [String: Int] = [:]
    for (seed, outcome) in runs {
      tally.merge(outcome.tally, uniquingKeysWith: +)
      if let violation = outcome.violation {
        Issue.record("seed \(seed): \(violation); again: Tests/one tenure \(seed) 1")
      }
    }
    let counts = tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("\(name): \(runs.count) seeds; \(counts.joined(separator: ", "))")
    guard runs.count >= usual else { return }
    for name in expected { expect(tally[name] ?? 0, isAbove: 0, "no \(name) at all") }
  }
}

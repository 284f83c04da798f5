// The seeds of worlds in which lanes want shards, and their runs on threads of their own. What
// `make tenure` asks for comes by the environment:
//
//     CHROMATCH_TENURE_SEEDS=n CHROMATCH_TENURE_FROM=n    so many seeds, from that one on
//
// Without any of it the same seeds run every time, and a few that nobody has seen.

import Foundation
import TestSupport

/// Seeds to run.
struct TenureSeeds {
  private static let threads: UInt64 = 2
  private let ranges: [ClosedRange<UInt64>]

  /// Those that this run was asked for.
  ///
  /// - Parameters:
  ///   - usual: how many run every time if none was asked for.
  ///   - fresh: how many run besides that nobody has seen.
  init(usual: UInt64, fresh: UInt64) {
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

  /// Runs a world of each seed.
  func runs<Run: Sendable>(_ run: @escaping @Sendable (UInt64) -> Run) async -> [(UInt64, Run)] {
    await withTaskGroup(of: [(UInt64, Run)].self) { group in
      for thread in 0..<Self.threads {
        let own = ranges.joined().filter { $0 % Self.threads == thread }
        group.addTask { await onOwnThread { own.map { ($0, run($0)) } } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }
}

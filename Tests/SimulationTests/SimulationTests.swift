// Many seeds, or one. `make sim SEED=n` runs one seed again and says what it saw.
//
//     CHROMATCH_SEED=n                      only that seed, and all that happens in it
//     CHROMATCH_SEEDS=n CHROMATCH_FROM=n    so many seeds, from that one on

import Foundation
import Testing

@Suite("Simulation")
struct SimulationTests {
  /// The seed that all is to be told of.
  static let seed = number("SEED")

  /// The seeds that this run was asked for.
  static let seeds: ClosedRange<UInt64> = {
    if let seed { return seed...seed }
    let first = number("FROM") ?? 1
    return first...(first + max(1, number("SEEDS") ?? 200) - 1)
  }()

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment["CHROMATCH_\(name)"].flatMap { UInt64($0) }
  }

  @Test("in a hall full of trouble, what must hold holds")
  func seeds() async {
    let begin = ContinuousClock.now
    var tally = Tally()
    var failures: [Failure] = []
    await withTaskGroup(of: [Simulation].self) { group in
      let workers = UInt64(ProcessInfo.processInfo.activeProcessorCount)
      for worker in 0..<workers {
        group.addTask {
          SimulationTests.seeds.filter { $0 % workers == worker }
            .map { seed in
              Simulation(seed: seed) { if seed == SimulationTests.seed { print($0) } }
            }
        }
      }
      for await simulations in group {
        for simulation in simulations { tally += simulation.tally }
        failures += simulations.compactMap(\.failure)
      }
    }
    for failure in failures.sorted(by: { $0.seed < $1.seed }).prefix(3) {
      Issue.record(Comment(rawValue: failure.report()))
    }
    print(summary(tally, failures: failures.count, ContinuousClock.now - begin))
    // A world without trouble would prove nothing.
    if SimulationTests.seeds.count >= 200 {
      for name in Tally.expected { #expect(tally.count(of: name) > 0, "no \(name) in all seeds") }
    }
  }

  private func summary(_ tally: Tally, failures: Int, _ duration: Duration) -> String {
    let seconds =
      Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    let details = Tally.expected.map { "\($0) \(tally.count(of: $0))" }.joined(separator: ", ")
    return """
      simulation: \(SimulationTests.seeds.count) seeds, \(failures) failed, \
      \(tally.actions) actions, \(tally.lines) lines heard, \(tally.comparisons) comparisons, \
      \(tally.simulatedMilliseconds / 1_000) s simulated in \(String(format: "%.1f", seconds)) s, \
      \(tally.faults) faults injected (\(details))
      """
  }
}

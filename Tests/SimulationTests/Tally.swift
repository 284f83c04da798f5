// What runs saw: for the summary, and to make sure that they saw enough to mean something.

import Rooms
import TranscriptSupport
import Wire

/// Counts over one run or many.
struct Tally: Sendable {
  /// What a run of many seeds has to have seen, or it proves nothing.
  static let expected =
    faultNames + ["conflated", "matches", "resumed"]
    + RefusalCode.allCases.filter { $0 != .serverFull }.map(\.rawValue)

  /// What goes wrong on purpose.
  private static let faultNames = ["cuts", "ends", "lags", "stalls", "floods", "garbled"]

  var actions = 0
  var simulatedMilliseconds = 0
  /// Lines that clients have read.
  var lines = 0
  /// How often a client was compared with a newcomer.
  var comparisons = 0
  private(set) var counts: [String: Int] = [:]

  /// How often something happened.
  func count(of name: String) -> Int { counts[name] ?? 0 }

  /// How many times something went wrong on purpose.
  var faults: Int { Tally.faultNames.map(count).reduce(0, +) }

  mutating func note(_ action: Action) {
    actions += 1
    switch action {
    case .cut: counts["cuts", default: 0] += 1
    case .end: counts["ends", default: 0] += 1
    case .lag: counts["lags", default: 0] += 1
    case .stall: counts["stalls", default: 0] += 1
    case .flood: counts["floods", default: 0] += 1
    case .send: counts["garbled", default: 0] += 1
    case .pass, .stop, .connect, .say, .drag, .answer, .sip, .wake: break
    }
  }

  /// Takes what a client read.
  mutating func note(_ message: ServerMessage) {
    lines += 1
    if case .no(let refusal) = message { counts[refusal.code.rawValue, default: 0] += 1 }
  }

  /// Takes what a server told its log.
  mutating func note(_ edge: MemoryEdge) {
    counts["conflated", default: 0] += edge.conflations
    for note in edge.notes {
      switch note {
      case .finished: counts["matches", default: 0] += 1
      case .resumed: counts["resumed", default: 0] += 1
      case .opened, .closed, .started, .refused: break
      }
    }
  }

  static func += (one: inout Tally, other: Tally) {
    one.actions += other.actions
    one.simulatedMilliseconds += other.simulatedMilliseconds
    one.lines += other.lines
    one.comparisons += other.comparisons
    one.counts.merge(other.counts, uniquingKeysWith: +)
  }
}

// Whether a node may take part in its cluster: only once the store has said that its rooms are
// played by this node's rules. Until then the node says nothing and hears nothing, and a node that
// hears nothing claims nothing. It knows no rooms.
// Invariant: what was given is never taken back.

import Cluster
import Logging
import Synchronization

/// Whether a node may take part.
final class Admission: Sendable {
  /// A store that has not answered, or not as it should, is asked again after so many milliseconds.
  private static let againMilliseconds = 500

  private let given = Atomic(false)

  /// Whether the node may say and hear something.
  var isGiven: Bool { given.load(ordering: .acquiring) }

  /// The node may from now on.
  func give() { given.store(true, ordering: .releasing) }

  /// Asks the store until its rooms are those of some rules. An operator who gives up the rooms of
  /// other rules need not start the node again.
  ///
  /// - Throws: that it was cancelled.
  static func obtain(
    _ rules: [UInt8], from engines: any ClusterEngines, _ log: Logger
  ) async throws {
    var told: [UInt8]?
    while true {
      let found = await withCheckedContinuation { continuation in
        engines.store.ask(RulesQuestion(rules)) { continuation.resume(returning: $0) }
      }
      if found == rules { return }
      if let found, found != told {
        told = found
        log.error(
          "\(RulesQuestion.refusal)",
          metadata: [
            "store": "\(String(decoding: found, as: UTF8.self))",
            "this_node": "\(String(decoding: rules, as: UTF8.self))",
          ])
      }
      try await Task.sleep(for: .milliseconds(againMilliseconds))
    }
  }
}

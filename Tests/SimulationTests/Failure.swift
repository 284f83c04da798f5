// A run that failed, and the shortest script of it that can be found by leaving things out.

import TranscriptSupport

/// Why a seed failed, and how to see it fail.
struct Failure: Sendable {
  /// How many worlds are made to shorten one script.
  static let worldsMax = 400
  /// A script of more actions tells a person nothing.
  static let actionsShownMax = 60

  let seed: UInt64
  let violation: String
  let actions: [Action]

  /// The failure in words, with a script to follow if there is a short one.
  func report() -> String {
    let script = shortened()
    let lines = script.map { "  \($0)" }.joined(separator: "\n")
    let isShort = script.count <= Failure.actionsShownMax
    return """
      seed \(seed): \(violation)
      again: make sim SEED=\(seed)
      \(isShort ? "a short script:\n\(lines)" : "no short script found")
      """
  }

  /// Leaves out what the script fails without in the same way: halves first, then ever less.
  private func shortened() -> [Action] {
    // What shows only at the very end, when all is compared, cannot be seen in a part.
    guard fails(actions) else { return actions }
    var script = actions
    var worlds = 0
    var size = script.count / 2
    while size >= 1 {
      var start = 0
      while start < script.count, worlds < Failure.worldsMax {
        var candidate = script
        candidate.removeSubrange(start..<min(start + size, script.count))
        worlds += 1
        if fails(candidate) { script = candidate } else { start += size }
      }
      size /= 2
    }
    return script
  }

  private func fails(_ actions: [Action]) -> Bool {
    var cast = Cast(seed: seed)
    var world = World(secret: cast.secret(), clients: cast.count, isWatched: true)
    do {
      for action in actions { try world.apply(action) }
      return false
    } catch {
      return "\(error)" == violation
    }
  }
}

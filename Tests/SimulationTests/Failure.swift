// A run that failed, and the shortest script of it that can be found by leaving things out.

import TranscriptSupport

/// Why a seed failed, and how to see it fail.
struct Failure: Sendable {
  /// How many worlds are made to shorten one script.
  static let worldsMax = 400
  /// Of what differs, so much is shown.
  static let charactersShownMax = 500
  /// A script of more deeds tells a person nothing.
  static let deedsShownMax = 60

  let seed: UInt64
  let violation: String
  let script: Script

  /// The failure in words, with a script to follow if there is a short one.
  func report() -> String {
    let short = shortened()
    let lines = short.deeds.map { "  \($0)" }.joined(separator: "\n")
    let isShort = short.deeds.count <= Failure.deedsShownMax
    return """
      seed \(seed): \(violation.prefix(Failure.charactersShownMax)) at \(script.end) ms
      again: make sim SEED=\(seed)
      \(isShort ? "a short script:\n\(lines)" : "no short script found")
      """
  }

  /// Leaves out what the script fails without in the same way: halves first, then ever less.
  private func shortened() -> Script {
    guard fails(script) else { return script }
    var short = script
    var worlds = 0
    var size = short.deeds.count / 2
    while size >= 1 {
      var start = 0
      while start < short.deeds.count, worlds < Failure.worldsMax {
        var candidate = short
        candidate.deeds.removeSubrange(start..<min(start + size, short.deeds.count))
        worlds += 1
        if fails(candidate) { short = candidate } else { start += size }
      }
      size /= 2
    }
    return short
  }

  /// Whether a script fails in the same way, whoever and whatever number it is about.
  private func fails(_ script: Script) -> Bool {
    do {
      try script.perform(seed: seed)
      return false
    } catch {
      return Failure.kind("\(error)") == Failure.kind(violation)
    }
  }

  private static func kind(_ violation: String) -> String {
    violation.prefix { $0 != "(" }.filter { !$0.isNumber }
  }
}

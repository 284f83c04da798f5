// What can be asked of every command that starts a server of its own, and the check of numbers that
// all commands share.

import ArgumentParser

struct OwnServerOptions: ParsableArguments {
  @Option(help: "Lanes of the server, instead of one for each core.")
  var lanes: Int?

  @Option(help: "Also write everything that was measured to this file, as JSON.")
  var json: String?

  func validate() throws { try check(lanes, "--lanes", 1...256) }

  /// What the server is told.
  var flags: [String] { lanes.map { ["--lanes", "\($0)"] } ?? [] }

  /// Writes what was measured, if that was asked for.
  func write(_ report: JSON) throws {
    if let json { try writeFile(report.text + "\n", to: json) }
  }
}

/// Refuses a number that makes no sense, in words.
func check(_ value: Int?, _ name: String, _ range: ClosedRange<Int>) throws {
  if let value, !range.contains(value) {
    throw ValidationError(
      "\(name) is \(value), which is not within \(range.lowerBound) to \(range.upperBound)")
  }
}

// What can be asked of every command that starts a server of its own.

import ArgumentParser

struct OwnServerOptions: ParsableArguments {
  @Option(help: "Lanes of the server, instead of one for each core.", in: 1...256)
  var lanes: Int?

  @Option(help: "Also write everything that was measured to this file, as JSON.")
  var json: String?

  /// What the server is told.
  var flags: [String] { lanes.map { ["--lanes", "\($0)"] } ?? [] }

  /// Writes what was measured, if that was asked for.
  func write(_ report: JSON) throws {
    if let json { try writeFile(report.text + "\n", to: json) }
  }
}

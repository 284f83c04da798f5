// `chromatchd status`: how a running server is, on one screen or as JSON, as its admin listener
// tells it.

import ArgumentParser
import Net
import Server
import Wire

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say on one screen how a running server is, and what to look at.",
    discussion: """
      Asks the server's admin listener, on --admin-host and --admin-port or their variables. The \
      exit status is 1 if it does not answer, or does not take players.
      """)

  @Flag(help: "Print one line of JSON, for programs.")
  var json = false

  @ParentCommand var server: Chromatchd

  func run() throws {
    guard let endpoint = try server.options.adminEndpoint() else {
      throw ValidationError("--no-admin leaves nobody to ask")
    }
    do {
      let readiness = try fetch("/readyz", from: endpoint)
      let metrics = try fetch("/metrics", from: endpoint)
      let report = StatusReport(
        metrics: metrics.body, readiness: readiness.body.filter { $0 != "\n" },
        at: Int(Clock().milliseconds() / 1_000))
      print(json ? "\(report.json)\n" : report.text, terminator: "")
      if readiness.status != 200 { throw ExitCode.failure }
    } catch let error as NetError {
      let silence: JSON = ["state": .null, "warnings": JSON(list: [JSON("\(error)")])]
      print(json ? "\(silence)" : "\(error)")
      throw ExitCode.failure
    }
  }
}

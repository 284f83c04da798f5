// chromatch-bench: the instrument. It plays on a real server over real connections and says what
// that costs and how long it takes; it holds no figure of its own that a server could be tuned to.
// `measure` does it; `echo` is for suites, and `floor` is this program's own helper.

import ArgumentParser
import Server

@main
struct ChromatchBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chromatch-bench",
    abstract: "Measures a chromatch server: a real process, real connections, an open loop.",
    version: Configuration.version,
    subcommands: [Measure.self, Echo.self, Floor.self],
    defaultSubcommand: Measure.self)
}

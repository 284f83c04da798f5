// chromatch-bench: the instrument. It plays on a real server over real connections and says what
// that costs and how long it takes; it holds no figure of its own that a server could be tuned to.
// `draw` alone needs no server: it has the terminal client draw.

import ArgumentParser
import Server

@main
struct ChromatchBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chromatch-bench",
    abstract: "Measures a chromatch server: a real process, real connections, an open loop.",
    version: Configuration.version,
    subcommands: [
      Load.self, Idle.self, Join.self, Leak.self, Waves.self, Soak.self, Abuse.self, Full.self,
      Growth.self, Peers.self, Bots.self, Keep.self, ClusterBench.self, ArchiveBench.self,
      DrawFrames.self, Echo.self, Floor.self, Abuser.self,
    ],
    defaultSubcommand: Load.self)
}

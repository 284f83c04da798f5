// chromatchd: the server as a program. It reads flags and environment, starts a server and waits
// for the signal to stop it.

import ArgumentParser
import Logging
import Net
import Server

@main
struct Chromatchd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chromatchd",
    abstract: "The chromatch server: hosts rooms where people race to match a color.",
    discussion: """
      Listens for players on one TCP port and logs to standard error. Every option can be given in \
      the environment instead; a flag wins. SIGINT and SIGTERM close all rooms and end the server \
      within two seconds.
      """,
    version: Configuration.version)

  @OptionGroup var options: ServerOptions

  func run() async throws {
    let configuration = try options.configuration()
    let level = try options.level()
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
    let log = Logger(label: "chromatchd")
    let signals = StopSignals()
    let server: Server
    do {
      server = try await Server(configuration, log: log)
    } catch {
      throw ValidationError("\(error)")
    }
    let signal = await signals.next()
    log.info("stopping", metadata: ["signal": "\(signal)"])
    await server.stop()
    log.info("stopped")
  }
}

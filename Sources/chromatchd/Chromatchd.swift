// chromatchd: the server as a program. It reads flags and environment, starts a server, reads its
// files again when it is asked to, and waits for the signal to stop.

import ArgumentParser
import Glibc
import Logging
import Net
import Server

@main
struct Chromatchd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chromatchd",
    abstract: "The chromatch server: hosts rooms where people race to match a color.",
    discussion: """
      Serves plain lines, WebSockets and browsers on one TCP port, with TLS if it has a \
      certificate, and logs to standard error. Every option also has an environment variable; the \
      flag wins. SIGHUP reloads certificate and web pages without dropping anyone; SIGINT and \
      SIGTERM close all rooms and stop the server within two seconds.
      """,
    version: Configuration.version, subcommands: [ArchiveCommand.self])

  @OptionGroup var options: ServerOptions

  func run() async throws {
    if options.limits {
      print(try options.serverLimits().text, terminator: "")
      return
    }
    prepareProcess()
    let source = try options.tlsSource()
    let signature = source.signature
    let (configuration, level) = try said { (try options.configuration(), try options.level()) }
    let memory = keepMemory(lanes: configuration.lanes)
    defer { memory.cancel() }
    // Until here a signal ends the program at once, however long its files take to be read.
    let signals = Signals()
    let watch = watch(source, since: signature, for: signals)
    defer { watch.cancel() }
    let log = ServerLog(
      label: "chromatchd", level: level, to: STDERR_FILENO, limits: configuration.limits)
    let server = try await start(configuration, log)
    for await wish in signals.wishes {
      switch wish {
      case .reload(let why): await options.reload(server, why, log.logger)
      case .stop(let why):
        log.logger.info("stopping", metadata: ["signal": "\(why)"])
        await server.stop()
        log.logger.info("stopped")
        log.finish()
        return
      }
    }
  }

  private func start(_ configuration: Configuration, _ log: ServerLog) async throws -> Server {
    do {
      return try await Server(configuration, log: log)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// What cannot be read is a mistake of whoever started the server, and told like one.
  private func said<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ValidationError {
      throw error
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

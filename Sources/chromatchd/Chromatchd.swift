// chromatchd: the server as a program. It reads flags and environment, starts a server, reads its
// files again when it is asked to, and waits for the signal to stop.

import ArgumentParser
import Discovery
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
      flag wins. SIGHUP reloads certificate and web pages without dropping anyone; SIGUSR2 lets a \
      new version of the program take over, with all rooms and without refusing anyone; SIGUSR1 \
      lets the running matches end, begins no more, and stops the server then; SIGINT and SIGTERM \
      stop it within two seconds.
      """,
    version: Configuration.version,
    subcommands: [
      StatusCommand.self, CheckCommand.self, DrainCommand.self, BanCommand.self,
      UnbanCommand.self, CloseCommand.self, RenameCommand.self, ForgetCommand.self,
      ArchiveCommand.self,
    ])

  @OptionGroup var options: ServerOptions

  func run() async throws {
    if options.limits {
      print(try options.serverLimits().text, terminator: "")
      return
    }
    prepareProcess()
    if try options.announcedName() != nil { LocalNetwork.hush() }
    if options.check {
      let rooms = try options.rehearse()
      print("\(readyToStart)\(rooms.map { ": \($0)" } ?? "")")
      return
    }
    let inheritance = Inheritance.take()
    let manager = try ServiceManager.take()
    let source = try options.tlsSource()
    let signature = source.signature
    let (level, format) = (try options.level(), try options.format())
    var configuration = try options.configuration(after: inheritance, on: manager.listener)
    let memory = keepMemory(lanes: configuration.lanes)
    defer { memory.cancel() }
    // Until here a signal ends the program at once, however long its files take to be read.
    let signals = Signals()
    signals.follow(&configuration.cluster)
    let watch = watch(source, since: signature, for: signals)
    defer { watch.cancel() }
    let log = ServerLog(
      label: "chromatchd", level: level, as: format, to: STDERR_FILENO,
      limits: configuration.limits)
    let server = try await Server(configuration, log: log)
    let report = manager.report(server, log.logger)
    defer { report?.cancel() }
    let announcer = try await options.announcer(
      of: server, with: configuration.tls, on: manager.listener, log.logger)
    await obey(
      signals, with: server, announcedBy: announcer, for: manager,
      noUpgrade: whyNoUpgrade(configuration), log)
  }
}

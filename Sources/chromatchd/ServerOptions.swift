// The server's options: each a flag and a variable of the environment, the flag winning, the usual
// value behind both.

import ArgumentParser
import Glibc
import Logging
import Rooms
import Server

struct ServerOptions: ParsableArguments {
  @Option(help: "Address to listen on; 0.0.0.0 or :: for all. [CHROMATCH_HOST; 127.0.0.1]")
  var host: String?

  @Option(help: "TCP port to listen on; 0 for any free one. [CHROMATCH_PORT; 7313]")
  var port: UInt16?

  @Option(help: "Connections at once; more are refused. [CHROMATCH_CONNECTIONS_MAX; 20000]")
  var connectionsMax: Int?

  @Option(help: "Rooms at once; more are refused. [CHROMATCH_ROOMS_MAX; 10000]")
  var roomsMax: Int?

  @Option(help: "Bytes that may wait for a slow client. [CHROMATCH_OUTBOX_BYTES_MAX; 262144]")
  var outboxBytesMax: Int?

  @Option(
    help: ArgumentHelp(
      "Where to keep what outlives the server: the daily targets' secret. [CHROMATCH_STATE; none]",
      valueName: "directory"))
  var state: String?

  @Option(
    help: "trace, debug, info, notice, warning, error, critical. [CHROMATCH_LOG_LEVEL; info]")
  var logLevel: String?

  func configuration() throws -> Configuration {
    var configuration = Configuration()
    configuration.host = host ?? environment("HOST") ?? configuration.host
    configuration.port = try number(port, "PORT", 0...UInt16.max) ?? configuration.port
    configuration.connectionsMax =
      try number(connectionsMax, "CONNECTIONS_MAX", 1...1_000_000) ?? configuration.connectionsMax
    configuration.limits.roomsMax =
      try number(roomsMax, "ROOMS_MAX", 1...1_000_000) ?? configuration.limits.roomsMax
    // The picture of a long match has to fit, or a slow watcher would be shown it for ever.
    configuration.outboxBytesMax =
      try number(outboxBytesMax, "OUTBOX_BYTES_MAX", 65_536...16_777_216)
      ?? configuration.outboxBytesMax
    if let path = state ?? environment("STATE") {
      configuration.dailySecret = try StateDirectory(path)
        .secret("daily.key", byteCount: Configuration.dailySecretByteCount)
    }
    return configuration
  }

  func level() throws -> Logger.Level {
    let name = logLevel ?? environment("LOG_LEVEL") ?? "info"
    guard let level = Logger.Level(rawValue: name) else {
      throw ValidationError("there is no log level \"\(name)\"")
    }
    return level
  }

  private func number<Number: FixedWidthInteger & Sendable>(
    _ flag: Number?, _ name: String, _ range: ClosedRange<Number>
  ) throws -> Number? {
    var number = flag
    if number == nil, let text = environment(name) {
      guard let parsed = Number(text) else {
        throw ValidationError("CHROMATCH_\(name) is \"\(text)\", which is no whole number")
      }
      number = parsed
    }
    if let number, !range.contains(number) {
      throw ValidationError(
        "\(name) is \(number), which is not within \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func environment(_ name: String) -> String? {
    getenv("CHROMATCH_\(name)").map { String(cString: $0) }
  }
}

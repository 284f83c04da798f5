// A server's log: swift-log's lines behind a queue that never holds anybody up. Programs say where
// it goes; without a place it says nothing.

public import Logging

/// Where a server logs to.
public struct ServerLog: Sendable {
  /// What is logged with.
  public let logger: Logger
  private let queue: LogQueue?

  /// A log that says nothing.
  public static let none = ServerLog(
    logger: Logger(label: "chromatch") { _ in SwiftLogNoOpLogHandler() }, queue: nil)

  /// A log of lines.
  ///
  /// - Parameters:
  ///   - label: what the lines call the program.
  ///   - format: how they look.
  ///   - descriptor: where they go; it has to stay open.
  ///   - limits: `logBytesMax` is how much may wait to be written.
  public init(
    label: String, level: Logger.Level = .info, as format: LogFormat = .text,
    to descriptor: Int32, limits: ServerLimits
  ) {
    let queue = LogQueue(
      descriptor: descriptor, bytesMax: limits.logBytesMax, format: format)
    let logger = Logger(label: label) { label in
      var handler = format.handler(label, to: queue)
      handler.logLevel = level
      return handler
    }
    self.init(logger: logger, queue: queue)
  }

  private init(logger: Logger, queue: LogQueue?) {
    self.logger = logger
    self.queue = queue
  }

  /// How many lines were dropped so far, because too many were waiting or because writing failed.
  public var droppedLines: Int { queue?.droppedLines ?? 0 }

  /// Waits a moment, before the process ends, for the last lines to be written.
  public func finish() { queue?.finish(withinMilliseconds: Self.finishMillisecondsMax) }

  private static let finishMillisecondsMax = 500
}

// A whole server in one value: started with a configuration, stopped politely. The program
// `chromatchd`, `chromatch host` and the tests run this same one.

public import Logging
public import Net

/// A running server.
public struct Server: Sendable {
  /// Where it listens.
  public let endpoint: Endpoint
  private let lane: Lane

  /// How long a stop may take, in milliseconds; whoever has not gone by then is cut off.
  public static let stopMillisecondsMax = 1_500

  /// Starts a server.
  ///
  /// - Throws: why it cannot listen.
  public init(_ configuration: Configuration, log: Logger) async throws(NetError) {
    lane = Lane(name: "chromatch.lane")
    endpoint = try await lane.start(configuration, log: log)
    log.info("listening", metadata: ["address": "\(endpoint)"])
  }

  /// Tells everyone that the server stops, and returns when all is closed.
  public func stop() async {
    await lane.stop(withinMilliseconds: Server.stopMillisecondsMax)
  }
}

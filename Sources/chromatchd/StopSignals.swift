// SIGINT and SIGTERM as something to wait for, for programs that run a server.

@preconcurrency import Dispatch
import Glibc

/// Turns the first SIGINT or SIGTERM after its making into a value. The default action, which would
/// end the program at once, is switched off.
final class StopSignals: Sendable {
  private let sources: [any DispatchSourceSignal]
  private let stream: AsyncStream<String>

  /// Begins to listen.
  init() {
    let queue = DispatchQueue(label: "chromatch.signals")
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    self.stream = stream
    sources = [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")]
      .map { number, name in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { @Sendable in continuation.yield(name) }
        source.activate()
        return source
      }
  }

  /// Waits for the next signal.
  ///
  /// - Returns: its name.
  func next() async -> String {
    for await name in stream { return name }
    return "none"
  }
}

// A server of our own, for one run: a program beside this one, on a free port of loopback. It ends
// with the run, and also when the bench is interrupted.

@preconcurrency import Dispatch
import Glibc
import Net

/// A program that was started here and listens.
final class ChildProcess: Sendable {
  let pid: pid_t
  let endpoint: Endpoint
  private let interrupts: Interrupts

  private init(pid: pid_t, endpoint: Endpoint) {
    self.pid = pid
    self.endpoint = endpoint
    interrupts = Interrupts { kill(pid, SIGTERM) }
  }

  /// Starts a program that listens on a port of 127.0.0.1, and returns when it does.
  ///
  /// - Parameters:
  ///   - name: which program of the folder that this one is in; or the path of another.
  ///   - arguments: what it is told, the port excepted, which it gets as `--port`.
  ///   - descriptorsMax: how many descriptors it may have; nil for as many as this process.
  ///   - niceness: how much it gives way to others, 0…19.
  /// - Throws: `BenchError`: why it does not listen.
  static func start(
    _ name: String, _ arguments: [String], descriptorsMax: Int? = nil, niceness: Int = 0
  ) async throws -> ChildProcess {
    let path = name.contains("/") ? name : siblingPath(name)
    guard access(path, X_OK) == 0 else { throw BenchError.noServer(path: path) }
    guard let port = freeLoopbackPort() else { throw BenchError.net(.noDescriptors) }
    var command = [path] + arguments + ["--port", "\(port)"]
    if let descriptorsMax {
      // Soft and hard limit: the program would raise the one to the other.
      command = ["/bin/sh", "-c", "ulimit -n \(descriptorsMax) && exec \"$0\" \"$@\""] + command
    }
    if niceness > 0 { command = ["/usr/bin/nice", "-n", "\(niceness)"] + command }
    let pid = try spawn(command[0], command)
    let child = ChildProcess(pid: pid, endpoint: Endpoint(host: "127.0.0.1", port: port))
    do {
      try await child.listens(port)
    } catch {
      child.stop()
      throw error
    }
    return child
  }

  /// Ends it: politely, and after a while for good.
  func stop() {
    kill(pid, SIGTERM)
    for _ in 0..<ChildProcess.stopTrials {
      var status: Int32 = 0
      // -1: it ended before, and somebody has heard of it.
      if waitpid(pid, &status, WNOHANG) != 0 { return interrupts.letGo() }
      usleep(ChildProcess.pauseMicroseconds)
    }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    interrupts.letGo()
  }

  private func listens(_ port: UInt16) async throws {
    for _ in 0..<ChildProcess.startTrials {
      if isListening(onLoopbackPort: port) { return }
      var status: Int32 = 0
      if waitpid(pid, &status, WNOHANG) == pid { throw BenchError.serverEnded(how: words(status)) }
      try await Task.sleep(for: .microseconds(ChildProcess.pauseMicroseconds))
    }
    throw BenchError.serverSilent(endpoint)
  }

  private static let pauseMicroseconds: UInt32 = 10_000
  /// Five seconds to start, three to stop.
  private static let startTrials = 500
  private static let stopTrials = 300
}

/// Ends what was started here when the bench is interrupted, until it is let go.
struct Interrupts: Sendable {
  private let sources: [any DispatchSourceSignal]

  init(_ end: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM]
      .map { number in
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { @Sendable in
          end()
          exit(128 + number)
        }
        source.activate()
        signal(number, SIG_IGN)
        return source
      }
  }

  /// Leaves interrupts to the system again.
  func letGo() {
    for source in sources { source.cancel() }
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
  }
}

/// What a wait status says: the number of a signal in the low seven bits, else an exit code.
private func words(_ status: Int32) -> String {
  let signal = status & 0x7f
  return signal == 0 ? "exit code \(status >> 8 & 0xff)" : "signal \(signal)"
}

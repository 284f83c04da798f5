// A server of our own, for one run: a program beside this one, on a free port of loopback. It ends
// with the run, and also when the bench is interrupted.

@preconcurrency import Dispatch
import Glibc
import Net

/// A program that was started here and listens.
final class ChildProcess: Sendable {
  let pid: pid_t
  let endpoint: Endpoint
  private let interrupts: [any DispatchSourceSignal]

  private init(pid: pid_t, endpoint: Endpoint) {
    self.pid = pid
    self.endpoint = endpoint
    interrupts = [SIGINT, SIGTERM]
      .map { number in
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { @Sendable in
          kill(pid, SIGTERM)
          exit(128 + number)
        }
        source.activate()
        signal(number, SIG_IGN)
        return source
      }
  }

  /// Starts a program that listens on a port of 127.0.0.1, and returns when it does.
  ///
  /// - Parameters:
  ///   - name: which program of the folder that this one is in.
  ///   - arguments: what it is told, the port excepted, which it gets as `--port`.
  /// - Throws: `LoadError`: why it does not listen.
  static func start(_ name: String, _ arguments: [String]) async throws -> ChildProcess {
    let path = siblingPath(name)
    guard access(path, X_OK) == 0 else { throw LoadError.noServer(path: path) }
    guard let port = freeLoopbackPort() else { throw LoadError.net(.noDescriptors) }
    let pid = try spawn(path, [path] + arguments + ["--port", "\(port)"])
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
      if waitpid(pid, &status, WNOHANG) != 0 { return letGo() }
      usleep(ChildProcess.pauseMicroseconds)
    }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    letGo()
  }

  private func letGo() {
    for interrupt in interrupts { interrupt.cancel() }
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
  }

  private func listens(_ port: UInt16) async throws {
    for _ in 0..<ChildProcess.startTrials {
      if isListening(onLoopbackPort: port) { return }
      var status: Int32 = 0
      if waitpid(pid, &status, WNOHANG) == pid { throw LoadError.serverEnded(how: words(status)) }
      try await Task.sleep(for: .microseconds(ChildProcess.pauseMicroseconds))
    }
    throw LoadError.serverSilent(endpoint)
  }

  private static let pauseMicroseconds: UInt32 = 10_000
  /// Five seconds to start, three to stop.
  private static let startTrials = 500
  private static let stopTrials = 300
}

/// What a wait status says: the number of a signal in the low seven bits, else an exit code.
private func words(_ status: Int32) -> String {
  let signal = status & 0x7f
  return signal == 0 ? "exit code \(status >> 8 & 0xff)" : "signal \(signal)"
}

/// The program of that name in the folder of this one.
private func siblingPath(_ name: String) -> String {
  guard let path = realpath("/proc/self/exe", nil) else { return name }
  defer { free(path) }
  let own = String(cString: path)
  return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/" + name
}

/// Starts a program. Its environment is empty but for where to find libraries, so that settings of
/// this shell do not change what is measured; and it blocks no signals, as Dispatch's threads do.
private func spawn(_ path: String, _ arguments: [String]) throws -> pid_t {
  let libraries = getenv("LD_LIBRARY_PATH").map { "LD_LIBRARY_PATH=\(String(cString: $0))" }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var noSignals = sigset_t()
  sigemptyset(&noSignals)
  posix_spawnattr_setsigmask(&attributes, &noSignals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  var pid: pid_t = 0
  let code = withCStrings(arguments) { arguments in
    withCStrings([libraries].compactMap(\.self)) { environment in
      posix_spawn(&pid, path, nil, &attributes, arguments, environment)
    }
  }
  if code != 0 { throw LoadError.cannotStart(path: path, why: String(cString: strerror(code))) }
  return pid
}

/// Lends strings as the null-terminated array of C strings that system calls take.
private func withCStrings<Answer>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Answer
) -> Answer {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}

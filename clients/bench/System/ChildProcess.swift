// A program of our own for one run: a server, a floor or another one, on a free port of loopback.
// It ends with the run, and also when the bench is interrupted.

@preconcurrency import Dispatch
import Glibc
import Net

/// What is started, and how.
struct Program: Sendable {
  /// Which program of the folder that this one is in; or the path of another.
  var name: String
  /// What it is told, the port excepted, which it gets as `--port`.
  var arguments: [String]
  /// How much it gives way to others, 0…19.
  var niceness = 0
  /// What it keeps, which goes after it.
  var state: StateFolder?

  /// Starts it, does something while it listens, and ends it.
  func running<Value>(_ body: (ChildProcess) async throws -> Value) async throws -> Value {
    let child = try ChildProcess(self)
    defer { withExtendedLifetime(state) { child.stop() } }
    try await child.listens()
    return try await body(child)
  }
}

/// A program that was started here and listens.
final class ChildProcess: Sendable {
  let pid: pid_t
  let endpoint: Endpoint
  private let interrupts: Interrupts

  fileprivate init(_ program: Program) throws {
    let path = program.name.contains("/") ? program.name : siblingPath(program.name)
    guard access(path, X_OK) == 0 else { throw ChildProcess.noProgram(path) }
    guard let port = freeLoopbackPort() else { throw BenchError.net(.noDescriptors) }
    var command = [path] + program.arguments + ["--port", "\(port)"]
    if program.niceness > 0 { command = ["/usr/bin/nice", "-n", "\(program.niceness)"] + command }
    let pid = try spawn(command)
    (self.pid, endpoint) = (pid, Endpoint(host: "127.0.0.1", port: port))
    interrupts = Interrupts { kill(pid, SIGTERM) }
  }

  static func noProgram(_ path: String) -> BenchError {
    BenchError("there is no such program: build it (\(path))")
  }

  /// Ends it: politely, and after a while for good.
  fileprivate func stop() {
    kill(pid, SIGTERM)
    // Three seconds.
    for _ in 0..<300 {
      // -1: it ended before, and somebody has heard of it.
      if waitpid(pid, nil, WNOHANG) != 0 { return interrupts.letGo() }
      usleep(10_000)
    }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    interrupts.letGo()
  }

  fileprivate func listens() async throws {
    let listens = try await eventually {
      var status: Int32 = 0
      if waitpid(pid, &status, WNOHANG) == pid {
        // The number of a signal in the low seven bits, else an exit code.
        let signal = status & 0x7f
        let how = signal == 0 ? "exit code \(status >> 8 & 0xff)" : "signal \(signal)"
        throw BenchError("the server ended before it listened: \(how)")
      }
      return isListening(onLoopbackPort: endpoint.port)
    }
    if !listens { throw BenchError("the server did not listen on \(endpoint) in time") }
  }

}

/// Waits until something is so.
///
/// - Returns: whether it was in time.
func eventually(
  within patience: Duration = .seconds(30), looking pause: Duration = .milliseconds(10),
  _ isSo: () async throws -> Bool
) async throws -> Bool {
  let late = ContinuousClock.now + patience
  while try await !isSo() {
    if ContinuousClock.now >= late { return false }
    try await Task.sleep(for: pause)
  }
  return true
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

/// The program of that name in the folder of this one.
private func siblingPath(_ name: String) -> String {
  guard let path = realpath("/proc/self/exe", nil) else { return name }
  defer { free(path) }
  let own = String(cString: path)
  return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/" + name
}

/// Starts a program by its path and what it is told. Its environment is empty but for where to find
/// libraries, so that settings of this shell do not change what is measured. It blocks no signals,
/// as Dispatch's threads do.
func spawn(_ command: [String]) throws(BenchError) -> pid_t {
  let libraries = getenv("LD_LIBRARY_PATH").map { "LD_LIBRARY_PATH=\(String(cString: $0))" }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var noSignals = sigset_t()
  sigemptyset(&noSignals)
  posix_spawnattr_setsigmask(&attributes, &noSignals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  var pid: pid_t = 0
  let code = withCStrings(command) { arguments in
    withCStrings([libraries].compactMap(\.self)) { environment in
      posix_spawn(&pid, command[0], nil, &attributes, arguments, environment)
    }
  }
  if code != 0 {
    throw BenchError("cannot start \(command[0]): \(String(cString: strerror(code)))")
  }
  return pid
}

/// Lends strings as the null-terminated array of C strings that system calls take.
private func withCStrings<Value>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
) -> Value {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}

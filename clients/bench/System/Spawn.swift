// How a program is started beside this one. Its environment is empty but for where to find
// libraries, so that settings of this shell do not change what is measured.

import Glibc

/// The program of that name in the folder of this one.
func siblingPath(_ name: String) -> String {
  guard let path = realpath("/proc/self/exe", nil) else { return name }
  defer { free(path) }
  let own = String(cString: path)
  return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/" + name
}

/// Starts a program. It blocks no signals, as Dispatch's threads do.
///
/// - Parameter descriptor: what it has as standard input and output; nil for what we have.
/// - Throws: `BenchError.cannotStart`.
func spawn(
  _ path: String, _ arguments: [String], standardStreams descriptor: Int32? = nil
) throws(BenchError) -> pid_t {
  let libraries = getenv("LD_LIBRARY_PATH").map { "LD_LIBRARY_PATH=\(String(cString: $0))" }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var noSignals = sigset_t()
  sigemptyset(&noSignals)
  posix_spawnattr_setsigmask(&attributes, &noSignals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  if let descriptor {
    for stream in [STDIN_FILENO, STDOUT_FILENO] {
      posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
    }
  }
  var pid: pid_t = 0
  let code = withCStrings(arguments) { arguments in
    withCStrings([libraries].compactMap(\.self)) { environment in
      posix_spawn(&pid, path, &actions, &attributes, arguments, environment)
    }
  }
  if code != 0 { throw .cannotStart(path: path, why: String(cString: strerror(code))) }
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

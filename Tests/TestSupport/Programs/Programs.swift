// The programs under test, which this same build has made and put next to the test bundle, and how
// they are started: each in a session of its own, as a terminal window or a server manager does.

import CLinux
import Glibc

/// A program of the product.
enum Program: String {
  case server = "chromatchd"
  case client = "chromatch"
  case bench = "chromatch-bench"
  /// What a player types the client's name into.
  case shell = "/bin/sh"

  /// Where this build has put it.
  var path: String {
    if rawValue.hasPrefix("/") { return rawValue }
    var link = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &link, link.count)
    let tests = String(
      decoding: link.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = tests.utf8.lastIndex(of: UInt8(ascii: "/")).map { tests[..<$0] } ?? "."
    return "\(folder)/\(rawValue)"
  }
}

/// How a process ended.
enum End: Equatable {
  case exited(Int32)
  case killed(Int32)

  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xff) : .killed(signal)
  }
}

/// Starts a program.
///
/// - Parameters:
///   - terminal: the path of a terminal that becomes its own and its standard input, output and
///     error; nil for none, with nothing to read.
///   - output: where it writes instead.
/// - Returns: its process.
func start(
  _ program: Program, _ arguments: [String], environment: [String: String],
  terminal: String? = nil, input: Int32? = nil, output: Int32? = nil, error: Int32? = nil
) throws -> pid_t {
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  // The process that started the tests may ignore signals that a program has to receive.
  var all = sigset_t()
  sigfillset(&all)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setflags(
    &attributes,
    Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(clinux_spawn_new_session))
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, terminal ?? "/dev/null", O_RDWR, 0)
  for (number, descriptor) in [(Int32(0), input), (1, output), (2, error)] {
    if let descriptor {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    } else if number > 0 {
      posix_spawn_file_actions_adddup2(&actions, 0, number)
    }
  }
  let path = program.path
  let words = ([path] + arguments).map { strdup($0) } + [nil]
  let variables =
    environment.merging(sanitizerEnvironment) { told, _ in told }
    .sorted { $0.key < $1.key }
    .map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { for text in words + variables { free(text) } }
  var process: pid_t = 0
  let status = posix_spawn(&process, path, &actions, &attributes, words, variables)
  if status != 0 {
    throw Missed(description: "\(path) cannot be started: \(String(cString: strerror(status)))")
  }
  return process
}

// How the program that is on the disk by now takes this one's place without refusing anybody. It is
// started once only to say whether it could; then this process becomes it, as it was started, with
// the socket that listens. New connections wait there meanwhile. Players have lost their
// connections, as in a crash, and come back to what the journal has.
// Invariant: until this process is the new program, the server goes on as ever.

import Dispatch
import Glibc
import Logging
import Server

/// Lets another program take a server's place.
struct Upgrade {
  private let server: Server
  private let never: String?
  private let log: ServerLog
  private var isRehearsing = false
  /// Whether nothing is to take the server's place, because it only waits for its matches to end.
  var isRuledOut = false

  /// - Parameter never: why nothing takes its place; nil where something may.
  init(of server: Server, never: String?, _ log: ServerLog) {
    self.server = server
    self.never = never
    self.log = log
  }

  /// Asks the new program whether it could start. Nobody waits for that.
  mutating func rehearse(for signals: Signals) {
    if isRuledOut { return refuse("it is draining") }
    if let never { return refuse(never) }
    if isRehearsing { return }
    isRehearsing = true
    log.logger.info("upgrade asked for", metadata: ["program": "\(CommandLine.arguments[0])"])
    DispatchQueue(label: "chromatch.upgrade")
      .async {
        signals.add(.becomeAnew(unless: flawOfNewProgram()))
      }
  }

  /// Becomes the new program, and returns only if that cannot be.
  ///
  /// - Parameter flaw: why it could not start; nil when it could.
  mutating func perform(unless flaw: String?) async {
    isRehearsing = false
    if isRuledOut { return refuse("it is draining") }
    if let flaw { return refuse(flaw) }
    log.logger.info("upgrading")
    log.finish()
    guard let (listener, now) = await server.estate() else { return refuse("it is stopping") }
    refuse(whyItIsNot(listener, at: now))
  }

  private func refuse(_ why: String) {
    log.logger.error("not upgraded", metadata: ["why": "\(why)"])
  }
}

/// Why no other program may take the place of a server that is set up so; nil where one may.
func whyNoUpgrade(_ configuration: Configuration) -> String? {
  if configuration.cluster != nil { return "nodes of a cluster are started anew one by one" }
  return configuration.kept == nil ? "without --state all rooms would end" : nil
}

/// The words that this program was started with, and more, as the system takes them.
private func withArguments<Result>(
  adding more: [String] = [], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let words = (CommandLine.arguments + more).map { strdup($0) }
  defer { for word in words { free(word) } }
  return body(words + [nil])
}

private func message(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Becomes the program anew.
///
/// - Returns: why that could not be. Then all is as before.
private func whyItIsNot(_ listener: Int32, at now: Int64) -> String {
  // Unlike the socket itself, a copy stays open.
  let copy = dup(listener)
  if copy < 0 { return message(errno) }
  Inheritance(listener: copy, aliveAt: now).leave()
  // Until the program listens to signals, those that end it do so, and other wishes pass.
  let former = [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2]
    .map { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      signal(number, [SIGUSR1, SIGUSR2].contains(number) ? SIG_IGN : SIG_DFL)
      return (number, action)
    }
  var (none, before) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, &before)
  let code = withArguments { words in
    execvp(CommandLine.arguments[0], words)
    return errno
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  for (number, action) in former {
    var action = action
    sigaction(number, &action, nil)
  }
  Inheritance.withdraw()
  close(copy)
  return message(code)
}

/// Starts the program as it is on the disk by now, only to say whether it could take over.
///
/// - Returns: why it could not; nil when it could.
private func flawOfNewProgram() -> String? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return message(errno) }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  defer { close(ends[0]) }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var (none, all) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
  var process: pid_t = 0
  let code = withArguments(adding: ["--check"]) { words in
    posix_spawnp(
      &process, CommandLine.arguments[0], &actions, &attributes, words, environ)
  }
  close(ends[1])
  if code != 0 { return message(code) }
  let lines = lastLines(from: ends[0])
  var end: Int32 = 0
  while waitpid(process, &end, 0) < 0, errno == EINTR {}
  if end != 0 {
    return lines.first
      ?? "the new program ends with status \(end >> 8 & 0xff), signal \(end & 0x7f)"
  }
  // Any program may end well that does not know what it was asked.
  return lines.contains { $0.hasPrefix(readyToStart) }
    ? nil : "the new program is no chromatchd: it does not say that it is \(readyToStart)"
}

/// How `--check` begins what it says of a program that could start. The server that asks may be of
/// any version, so this never changes.
let readyToStart = "ready to start"

/// What a program says before it ends: its lines that are not empty.
private func lastLines(from descriptor: Int32) -> [String] {
  var text: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 4_096)
  while true {
    let count = read(descriptor, &piece, piece.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { break }
    if text.count < wordsBytesMax { text += piece[..<count] }
  }
  return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
}

/// More of what it says is not kept.
private let wordsBytesMax = 16_384

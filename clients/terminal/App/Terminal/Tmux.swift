// What a tmux says about the terminal it runs in: tmux itself answers every question a program
// could ask of the terminal, so its own command is the only witness.

import CLinux
import Glibc

enum Tmux {
  /// How long tmux may take, in milliseconds.
  private static let patienceMilliseconds = 200
  private static let answerBytesMax = 1_024

  /// The features of the terminal outside, such as "256,RGB,title"; nil if tmux does not say.
  static func clientFeatures() -> String? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let child = start(output: ends[1], other: ends[0])
    close(ends[1])
    guard let child else { return nil }
    let answer = read(from: ends[0])
    if answer == nil { kill(child, SIGKILL) }
    waitpid(child, nil, 0)
    return answer.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func start(output: Int32, other: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclose(&actions, other)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The signals that are blocked here are not its business.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let words = ["tmux", "display-message", "-p", "#{client_termfeatures}"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    return posix_spawnp(&child, "tmux", &actions, &attributes, &arguments, environ) == 0
      ? child : nil
  }

  /// All that comes until the end; nil if it does not end in time.
  private static func read(from descriptor: Int32) -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: answerBytesMax)
    while bytes.count < answerBytesMax {
      guard isReadable(descriptor, withinMilliseconds: patienceMilliseconds) else { return nil }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.prefix { $0 != "\n" })
  }
}

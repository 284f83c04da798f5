// A program without a terminal: lines go in at one end of a pipe and come out of another.

import Glibc

/// A program that talks in lines.
@Stage
final class PlainRun: Started {
  let process: pid_t
  /// The lines that it has written so far.
  var text: String { spoken.text }
  /// The lines that it has written to standard error.
  var errors: String { complaints.text }
  private(set) var end: End?
  private let output: Int32
  private let error: Int32
  private var input: Int32
  private var spoken = WholeLines()
  private var complaints = WholeLines()

  /// - Parameter isTypedTo: whether it gets something to read from; else there is nothing at all.
  init(
    _ program: Program, _ arguments: [String], isTypedTo: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    let (output, outputEnd) = try PlainRun.pipe()
    let (error, errorEnd) = try PlainRun.pipe()
    let (inputEnd, input) = try PlainRun.pipe()
    self.output = output
    self.error = error
    self.input = input
    process = try start(
      program, arguments, environment: PlainRun.usual.merging(environment) { _, new in new },
      input: isTypedTo ? inputEnd : nil, output: outputEnd, error: errorEnd)
    for descriptor in [outputEnd, errorEnd, inputEnd] { close(descriptor) }
    for descriptor in [output, error] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  /// Runs a program to its end.
  ///
  /// - Parameter typed: what it reads; nil for nothing at all.
  static func ended(
    _ program: Program, _ arguments: [String], typing typed: String? = nil,
    environment: [String: String] = [:], hearing others: [any Listener] = []
  ) throws -> PlainRun {
    let run = try PlainRun(
      program, arguments, isTypedTo: typed != nil, environment: environment)
    if let typed {
      run.type(typed)
      run.endInput()
    }
    try run.ended(hearing: others)
    return run
  }

  private static let usual = [
    "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": noBus,
  ]
  /// Where no bus is, so that no test tells the network of this machine anything.
  static let noBus = "unix:path=/nonexistent"

  isolated deinit {
    if end == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    for descriptor in [output, error, input] where descriptor >= 0 { close(descriptor) }
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Missed(description: "no pipe: \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  var descriptors: [Int32] { end == nil ? [output, error] : [] }

  func listen() {
    hear()
    var status: Int32 = 0
    if end == nil, waitpid(process, &status, WNOHANG) == process {
      end = End(waitStatus: status)
      hear()
      spoken.finish()
      complaints.finish()
    }
  }

  private func hear() {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while case let count = read(output, &buffer, buffer.count), count > 0 {
      spoken.append(buffer[..<count])
    }
    while case let count = read(error, &buffer, buffer.count), count > 0 {
      complaints.append(buffer[..<count])
    }
  }

  /// Waits until it has said something.
  func said(_ words: String, hearing others: [any Listener] = []) throws {
    try wait(for: words, hearing: [self] + others) { text.contains(words) }
  }

  /// Waits until it has said something on standard error, such as a log.
  func logged(_ words: String, hearing others: [any Listener] = []) throws {
    try wait(for: words, hearing: [self] + others) { errors.contains(words) }
  }

  /// Types a line.
  func type(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    write(input, bytes, bytes.count)
  }

  /// Types no more, ever.
  func endInput() {
    close(input)
    input = -1
  }

  var scene: String { "\(text)\n--- errors:\n\(errors)\n--- \(String(describing: end))" }
}

/// Bytes that come in pieces, as the whole lines among them: nobody reads a line, or a character,
/// of which only a part has come.
struct WholeLines {
  /// All lines that have come to their end, with their ends.
  private(set) var text = ""
  private var rest: [UInt8] = []

  mutating func append(_ bytes: some Sequence<UInt8>) {
    rest += bytes
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
    text += String(decoding: rest[...end], as: UTF8.self)
    rest.removeSubrange(...end)
  }

  /// Nothing comes after this, so what is left is a line too.
  mutating func finish() {
    text += String(decoding: rest, as: UTF8.self)
    rest = []
  }
}

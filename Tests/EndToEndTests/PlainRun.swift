// A client without a terminal: lines go in at one end of a pipe and come out of another.

import Glibc

/// A program that talks in lines.
@Stage
final class PlainRun: Listener {
  let process: pid_t
  /// The lines that it has written so far.
  var text: String { said.text }
  /// The lines that it has written to standard error.
  var errors: String { complained.text }
  /// How it ended; nil while it runs.
  private(set) var end: End?
  private let output: Int32
  private var error: Int32
  private var input: Int32
  private var said = WholeLines()
  private var complained = WholeLines()

  /// - Parameters:
  ///   - isTypedTo: whether it gets something to read from; else there is nothing at all.
  ///   - errorBytes: how much the pipe behind its standard error takes, if that matters.
  init(
    _ program: Program, _ arguments: [String], isTypedTo: Bool = false,
    environment: [String: String] = [:], errorBytes: Int32? = nil
  ) throws {
    let (output, outputEnd) = try PlainRun.pipe()
    let (error, errorEnd) = try PlainRun.pipe()
    let (inputEnd, input) = try PlainRun.pipe()
    if let errorBytes { _ = fcntl(errorEnd, PlainRun.setPipeSize, errorBytes) }
    self.output = output
    self.error = error
    self.input = input
    process = try start(
      program, arguments, environment: PlainRun.usual.merging(environment) { _, new in new },
      input: isTypedTo ? inputEnd : nil, output: outputEnd, error: errorEnd)
    for descriptor in [outputEnd, errorEnd, inputEnd] { close(descriptor) }
    for descriptor in [output, error] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  /// F_SETPIPE_SZ, which <fcntl.h> declares for _GNU_SOURCE only.
  private static let setPipeSize: Int32 = 1_031
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
    guard Glibc.pipe(&ends) == 0 else {
      throw Missed(description: "no pipe: \(String(cString: strerror(errno)))")
    }
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
      said.finish()
      complained.finish()
    }
  }

  private func hear() {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while case let count = read(output, &buffer, buffer.count), count > 0 {
      said.append(buffer[..<count])
    }
    while case let count = read(error, &buffer, buffer.count), count > 0 {
      complained.append(buffer[..<count])
    }
  }

  /// Hangs up on its standard error.
  func closeErrors() {
    close(error)
    error = -1
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

  /// What a failed test should show.
  var scene: String { "\(text)\n--- errors:\n\(errors)\n--- \(String(describing: end))" }
}

// A real server for a test, on a port of its own.

import Glibc

/// A running `chromatchd`.
@Stage
final class House {
  let run: PlainRun
  /// Where it listens.
  private(set) var port: UInt16 = 0

  /// - Parameters:
  ///   - options: what the server is told besides.
  ///   - descriptorsMax: how many descriptors it may have.
  ///   - logPipeBytes: how much the pipe takes that it logs to.
  init(
    _ options: [String] = [], descriptorsMax: Int? = nil, logPipeBytes: Int32? = nil
  ) throws {
    let options = ["--port", "0", "--no-admin"] + options
    if let descriptorsMax {
      let limited = "ulimit -n \(descriptorsMax) && exec \"$0\" \"$@\""
      run = try PlainRun(.shell, ["-c", limited, Program.server.path] + options)
    } else {
      run = try PlainRun(.server, options, errorBytes: logPipeBytes)
    }
    try wait(for: "the server's port", hearing: [run], scene: { run.scene }) {
      port = House.port(in: run.errors) ?? 0
      return port > 0
    }
  }

  /// One that takes TLS too, with a certificate that it keeps in a directory.
  convenience init(state: Scratch) throws {
    try self.init(["--tls", "auto", "--state", state.path])
  }

  /// The address as one types it.
  var address: String { "127.0.0.1:\(port)" }

  /// The fingerprint of its certificate, as it is logged.
  var fingerprint: String {
    let name = "certificate="
    let word = run.errors.split { $0.isWhitespace }.first { $0.hasPrefix(name) }
    return word.map { String($0.dropFirst(name.count)) } ?? ""
  }

  /// The port in the log line that says where it listens.
  private static func port(in log: String) -> UInt16? {
    let name = "address=127.0.0.1:"
    guard let line = log.split(separator: "\n").first(where: { $0.contains(name) }) else {
      return nil
    }
    let start = line.utf8.indices.first { line[$0...].hasPrefix(name) }
    let digits = start.map { line[$0...].dropFirst(name.count).prefix { $0.isNumber } }
    return digits.flatMap { UInt16($0) }
  }
}

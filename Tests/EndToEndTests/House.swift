// A real server for a test, on a port of its own.

import Glibc

/// A running `chromatchd`.
@Stage
final class House {
  let run: PlainRun
  /// Where it listens.
  private(set) var port: UInt16 = 0
  /// Where its metrics and health are, if anywhere.
  var adminPort: UInt16? { House.port(in: run.errors, behind: "admin=http://127.0.0.1:") }
  /// How many connections it says it has room for.
  var connectionsMax: Int? {
    let name = "connections="
    let word = run.errors.split { $0.isWhitespace }.first { $0.hasPrefix(name) }
    return word.flatMap { Int($0.dropFirst(name.count)) }
  }

  /// - Parameters:
  ///   - options: what the server is told besides.
  ///   - port: where it listens; 0 is any free port.
  ///   - descriptors: how many it may have, as `ulimit` takes it.
  ///   - script: how a shell starts it, which is `"$0" "$@"` there; nil for as it is.
  ///   - hasAdmin: whether it can be asked for metrics and health.
  ///   - logPipeBytes: how much the pipe takes that it logs to.
  ///   - program: where the program is.
  ///   - environment: what its environment has besides.
  init(
    _ options: [String] = [], port wanted: UInt16 = 0, descriptors: String? = nil,
    script: String? = nil, hasAdmin: Bool = false,
    logPipeBytes: Int32? = nil, program: String = Program.server.path,
    environment: [String: String] = [:]
  ) throws {
    let options =
      ["--port", "\(wanted)"] + (hasAdmin ? ["--admin-port", "0"] : ["--no-admin"]) + options
    let limits = descriptors.map { "ulimit \($0) && " } ?? ""
    if script != nil || descriptors != nil || program != Program.server.path {
      run = try PlainRun(
        .shell, ["-c", script ?? "\(limits)exec \"$0\" \"$@\"", program] + options,
        environment: environment)
    } else {
      run = try PlainRun(
        .server, options, environment: environment, errorBytes: logPipeBytes)
    }
    try wait(for: "the server's port", hearing: [run], scene: { run.scene }) {
      port = House.port(in: run.errors, behind: "address=127.0.0.1:") ?? 0
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

  /// The port behind some words in the log line that says where it listens.
  private static func port(in log: String, behind name: String) -> UInt16? {
    guard let line = log.split(separator: "\n").first(where: { $0.contains(name) }) else {
      return nil
    }
    let start = line.utf8.indices.first { line[$0...].hasPrefix(name) }
    let digits = start.map { line[$0...].dropFirst(name.count).prefix { $0.isNumber } }
    return digits.flatMap { UInt16($0) }
  }
}

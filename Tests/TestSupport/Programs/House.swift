// A real server for a test, on a port of its own.

import Glibc

/// A running `chromatchd`.
@Stage
final class House {
  let run: PlainRun
  /// Where it listens.
  private(set) var port: UInt16 = 0
  /// Where its metrics and health are, if anywhere.
  var adminPort: UInt16? { word(behind: "admin=http://127.0.0.1:").flatMap { UInt16($0) } }

  /// - Parameters:
  ///   - options: what the server is told besides.
  ///   - port: where it listens; 0 is any free port.
  ///   - descriptors: how many it may have, as `ulimit` takes it.
  ///   - script: how a shell starts it, which is `"$0" "$@"` there; nil for as it is.
  ///   - hasAdmin: whether it can be asked for metrics and health.
  ///   - program: where the program is.
  ///   - environment: what its environment has besides.
  init(
    _ options: [String] = [], port wanted: UInt16 = 0, descriptors: String? = nil,
    script: String? = nil, hasAdmin: Bool = false, program: String = Program.server.path,
    environment: [String: String] = [:]
  ) throws {
    let options =
      ["--port", "\(wanted)"] + (hasAdmin ? ["--admin-port", "0"] : ["--no-admin"]) + options
    let limits = descriptors.map { "ulimit \($0) && " } ?? ""
    run = try PlainRun(
      .shell, ["-c", script ?? "\(limits)exec \"$0\" \"$@\"", program] + options,
      environment: environment)
    try wait(for: "the server's port", hearing: [run]) {
      port = word(behind: "address=127.0.0.1:").flatMap { UInt16($0) } ?? 0
      return port > 0
    }
  }

  /// Two lanes, both with people, however few.
  static let lanes = ["--lanes", "2", "--lane-connections-max", "1"]

  /// One that keeps its state in a directory, without TLS, on two lanes.
  convenience init(
    keepingIn state: Scratch, _ options: [String] = [], port: UInt16 = 0, hasAdmin: Bool = false,
    program: String = Program.server.path, environment: [String: String] = [:]
  ) throws {
    try self.init(
      ["--state", state.path, "--tls", "off"] + House.lanes + options, port: port,
      hasAdmin: hasAdmin, program: program, environment: environment)
  }

  /// The address as one types it.
  var address: String { "127.0.0.1:\(port)" }

  /// What follows some letters in a word of its log, up to the next blank or comma.
  func word(behind name: String) -> String? {
    let word = run.errors.split { $0.isWhitespace }.first { $0.hasPrefix(name) }
    return word.map { String($0.dropFirst(name.count).prefix { $0 != "," && $0 != "/" }) }
  }

  /// Somebody who has said these lines, and has heard a verb.
  ///
  /// - Throws: when they were refused instead.
  func caller(saying lines: String..., until verb: String) throws -> Caller {
    let caller = try Caller(port: port)
    for line in lines { caller.say(line) }
    try wait(for: verb, hearing: [run, caller]) { caller.heard(verb) || caller.heard("NO") }
    guard caller.heard(verb) else { throw Missed(description: "\(caller.text)\(run.errors)") }
    return caller
  }

  /// The fingerprint of its certificate, as it is logged.
  var fingerprint: String { word(behind: "certificate=") ?? "" }

  /// How many lines of its log have some words.
  func count(_ words: String) -> Int {
    run.errors.split(separator: "\n").count { $0.contains(words) }
  }
}

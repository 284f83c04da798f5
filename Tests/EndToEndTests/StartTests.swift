// How a server starts, or does not: a mistake of whoever starts it ends it at once, with a sentence
// that says what is wrong; and what it knows never gets into a core dump.

import Foundation
import Glibc
import Testing

@Stage
@Suite("The start of a server")
struct StartTests {
  private let files: Scratch

  init() throws { files = try Scratch() }

  /// What a server says that does not start.
  private func complaint(
    _ options: [String], environment: [String: String] = [:]
  ) throws -> String {
    let run = try PlainRun(.server, ["--port", "0"] + options, environment: environment)
    try wait(for: "its end", hearing: [run], scene: { run.scene }) { run.end != nil }
    #expect(run.end == .exited(64), "\(run.scene)")
    return run.errors
  }

  @Test(
    "a variable that is neither yes nor no is refused",
    arguments: ["NO_ADMIN", "LOG_ADDRESSES"], ["maybe", " ", "true"])
  func switches(name: String, value: String) throws {
    let said = try complaint([], environment: ["CHROMATCH_\(name)": value])
    #expect(said.contains("CHROMATCH_\(name) is 1 (yes) or 0 (no), not \"\(value)\""))
  }

  @Test(
    "options that contradict each other are refused",
    arguments: [
      (["--tls", "off", "--tls-cert", "a", "--tls-key", "b"], "--tls off contradicts --tls-cert"),
      (["--tls", "off", "--tls-key", "b"], "--tls off contradicts --tls-cert"),
      (["--no-admin", "--admin-port", "0"], "--no-admin contradicts --admin-host"),
      (["--no-admin", "--admin-host", "::1"], "--no-admin contradicts --admin-host"),
    ])
  func contradictions(options: [String], sentence: String) throws {
    #expect(try complaint(options).contains(sentence))
  }

  @Test("a pipe in the place of a key ends the start instead of holding it up")
  func pipes() throws {
    for name in ["daily.key", "tls.pem"] {
      let path = "\(files.path)/\(name)"
      chmod(files.path, 0o700)
      // The one before may have got as far as making it.
      unlink(path)
      #expect(mkfifo(path, 0o600) == 0)
      let said = try complaint(["--no-admin", "--state", files.path, "--tls", "auto"])
      #expect(said.contains("\(path) is not a regular file"))
      unlink(path)
    }
  }

  @Test("neither a server's memory nor a host's gets into a core dump")
  func coreDumps() throws {
    chmod(files.path, 0o700)
    let house = try House(state: files)
    let host = try PlainRun(
      .client, ["host", "--bind", "127.0.0.1", "--port", "0", "--plain"], isTypedTo: true,
      environment: files.environment)
    try wait(for: "an invitation", hearing: [house.run, host], scene: { host.scene }) {
      host.text.contains("chromatch join")
    }
    for process in [house.run.process, host.process] {
      // /proc/<pid>/coredump_filter: which kinds of memory are dumped, a bit each.
      #expect(files.text(of: "/proc/\(process)/coredump_filter") == "00000000\n")
      let limits = files.text(of: "/proc/\(process)/limits") ?? ""
      #expect(limits.contains(#/Max core file size +0 +0 /#))
    }
  }
}

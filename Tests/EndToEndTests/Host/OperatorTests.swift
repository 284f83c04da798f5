// What operators ask a server's program: what would fail at a start, and why. How a server is while
// it runs, `Tests/Operators` asks with the commands of the runbook.

import Glibc
import Testing

@testable import TestSupport

@Stage
@Suite("Operators")
struct OperatorTests {
  private static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> PlainRun {
    try PlainRun.ended(.server, arguments, environment: environment)
  }

  @Test("an empty variable takes back what was set before, and a wrong one is refused")
  func variables() throws {
    let names = ["TLS", "PORT", "LANES", "STATE", "NO_ADMIN", "LOG_LEVEL", "ALLOW_ORIGIN"]
    let empty = Dictionary(uniqueKeysWithValues: names.map { ("CHROMATCH_\($0)", "") })
    let run = try Self.run(["check", "--port", "0", "--admin-port", "0"], environment: empty)
    expect(run.end == .exited(0) && !run.text.contains("FAIL"), "\(run.scene)")
    expect(run.text, contains: "plain TCP only", "\(run.scene)")
    let wrong = try Self.run(["--port", "0"], environment: ["CHROMATCH_NO_ADMIN": "maybe"])
    expect(wrong.end, equals: .exited(64))
    expect(wrong.errors, contains: "CHROMATCH_NO_ADMIN is 1 (yes) or 0 (no), not \"maybe\"")
  }

  @Test("what an orchestrator sets by itself is no option")
  func serviceLinks() throws {
    let links = [
      "CHROMATCH_PORT": "tcp://10.96.14.7:7313", "CHROMATCH_SERVICE_HOST": "10.96.14.7",
      "CHROMATCH_SERVICE_PORT": "7313", "CHROMATCH_PORT_7313_TCP_PROTO": "tcp",
      "CHROMATCH_ADMIN_PORT": "tcp://10.96.14.8:7314",
    ]
    let run = try Self.run(["check", "--admin-port", "0", "--port", "0"], environment: links)
    expect(run.end == .exited(0) && !run.text.contains("FAIL"), "\(run.scene)")
    let usual = try Self.run(["check"], environment: links)
    expect(usual.text, contains: "127.0.0.1:7313", "\(usual.scene)")
    expect(usual.text, contains: "127.0.0.1:7314", "\(usual.scene)")
  }

  @Test("check names everything that would fail, not only the first")
  func failing() throws {
    let house = try House()
    let run = try Self.run([
      "check", "--port", "\(house.port)", "--admin-port", "0", "--tls-cert", "/nowhere/cert.pem",
      "--tls-key", "/nowhere/key.pem", "--log-level", "loud", "--trusted-proxy", "10.0.0.1/8",
    ])
    expect(run.end, equals: .exited(1))
    let failures = run.text.split(separator: "\n").filter { $0.hasPrefix("FAIL") }
    expect(failures.count, equals: 4, "\(run.scene)")
    for words in [
      "there is no log level", "/nowhere/cert.pem", "in use by another program",
      "--trusted-proxy: \"10.0.0.1/8\" sets bits behind the first 8",
    ] {
      expect(failures.contains { $0.contains(words) }, "\(run.scene)")
    }
  }

  @Test("neither a server's memory nor a host's gets into a core dump")
  func coreDumps() throws {
    let files = try Scratch()
    chmod(files.path, 0o700)
    let house = try House()
    let host = try PlainRun(
      .client, ["host", "--bind", "127.0.0.1", "--port", "0", "--plain"], isTypedTo: true,
      environment: files.environment)
    try host.said("chromatch join", hearing: [house.run])
    for process in [house.run.process, host.process] {
      // /proc/<pid>/coredump_filter: which kinds of memory are dumped, a bit each.
      expect(contents(of: "/proc/\(process)/coredump_filter"), equals: "00000000\n")
      let limits = contents(of: "/proc/\(process)/limits")
      expect(limits.contains(#/Max core file size +0 +0 /#))
    }
  }
}

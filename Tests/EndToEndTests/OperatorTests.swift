// What operators ask a server's program: how a running server is, and what would fail at a start.

import Foundation
import Glibc
import Testing

@Stage
@Suite("Operators")
struct OperatorTests {
  private static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> PlainRun {
    let run = try PlainRun(.server, arguments, environment: environment)
    try wait(for: "its end", hearing: [run], scene: { run.scene }) { run.end != nil }
    return run
  }

  @Test("status says how a running server is, and that one does not answer that is gone")
  func status() throws {
    let house = try House(hasAdmin: true)
    let port = try #require(house.adminPort)
    let ada = try Caller(port: house.port)
    ada.say("HELLO v=1")
    ada.say("CREATE")
    try wait(for: "a room", hearing: [ada, house.run]) { ada.heard("WATCHERS") }
    let status = try Self.run(["status", "--admin-port", "\(port)"])
    #expect(status.end == .exited(0), "\(status.scene)")
    for words in ["ready\n", "1, 0 of them playing\n", "1 seated, 0 watching, 0 in no room\n"] {
      #expect(status.text.contains(words), "\(status.scene)")
    }
    kill(house.run.process, SIGKILL)
    try wait(for: "the end", hearing: [house.run]) { house.run.end != nil }
    let gone = try Self.run(["status", "--admin-port", "\(port)"])
    #expect(gone.end == .exited(1) && gone.text.contains("nothing listens"), "\(gone.scene)")
  }

  @Test("check says what is well, and beside a running server that it is there")
  func well() throws {
    let state = try Scratch()
    let options = ["--state", state.path, "--tls", "auto", "--lanes", "1"]
    let before = try Self.run(["check", "--port", "0", "--admin-port", "0"] + options)
    #expect(before.end == .exited(0) && !before.text.contains("FAIL"), "\(before.scene)")
    #expect(before.text.contains("0 rooms would come back"), "\(before.scene)")
    let house = try House(options)
    let beside = try Self.run(["check", "--port", "\(house.port)", "--no-admin"] + options)
    #expect(beside.end == .exited(0), "\(beside.scene)")
    #expect(beside.text.contains("process \(house.run.process), which has the state"))
  }

  @Test("an empty variable takes back what was set before")
  func empty() throws {
    let names = ["TLS", "PORT", "LANES", "STATE", "NO_ADMIN", "LOG_LEVEL", "ALLOW_ORIGIN"]
    let variables = names.map { ("CHROMATCH_\($0)", "") }
    let run = try Self.run(
      ["check", "--port", "0", "--admin-port", "0"],
      environment: Dictionary(uniqueKeysWithValues: variables))
    #expect(run.end == .exited(0) && !run.text.contains("FAIL"), "\(run.scene)")
    #expect(run.text.contains("plain TCP only"), "\(run.scene)")
  }

  @Test("check names everything that would fail, not only the first")
  func failing() throws {
    let house = try House()
    let run = try Self.run([
      "check", "--port", "\(house.port)", "--admin-port", "0", "--tls-cert", "/nowhere/cert.pem",
      "--tls-key", "/nowhere/key.pem", "--log-level", "loud", "--trusted-proxy", "10.0.0.1/8",
    ])
    #expect(run.end == .exited(1))
    let failures = run.text.split(separator: "\n").filter { $0.hasPrefix("FAIL") }
    #expect(failures.count == 4, "\(run.scene)")
    for words in [
      "there is no log level", "/nowhere/cert.pem", "in use by another program",
      "--trusted-proxy: \"10.0.0.1/8\" sets bits behind the first 8",
    ] {
      #expect(failures.contains { $0.contains(words) }, "\(run.scene)")
    }
    #expect(run.text.contains("look  state"), "\(run.scene)")
  }

  @Test("a server that cannot be announced says so once, and plays")
  func unheard() throws {
    let house = try House(["--announce", "Arena"])
    try wait(for: "a line about it", hearing: [house.run]) {
      house.run.errors.contains("not announced")
    }
    let lines = house.run.errors.split(separator: "\n").filter { $0.contains("not announced") }
    #expect(lines.count == 1 && lines[0].contains("where nobody else can reach it"))
    let ada = try Caller(port: house.port)
    ada.say("HELLO v=1")
    try wait(for: "a welcome", hearing: [ada, house.run]) { ada.heard("WELCOME") }
    let check = try Self.run(["check", "--port", "0", "--no-admin", "--announce", "Arena"])
    #expect(check.end == .exited(0), "\(check.scene)")
    #expect(check.text.contains("look  announced    not as Arena: it listens on 127.0.0.1"))
  }

  @Test(
    "a name that cannot be announced is refused",
    arguments: ["a\u{200b}b", " Arena", String(repeating: "色", count: 22)])
  func names(name: String) throws {
    let run = try Self.run(["--port", "0", "--no-admin", "--announce", name])
    #expect(run.end == .exited(64))
    #expect(run.errors.contains("--announce takes a name"), "\(run.scene)")
  }
}

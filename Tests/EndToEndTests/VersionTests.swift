// The version, which stands in one place: what the programs say of themselves, what their server
// says to clients, what packages are named after, and what the change log calls the newest release.

import Foundation
import Server
import Testing

@Stage
@Suite("The version")
struct VersionTests {
  private let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func answer(of program: Program, to arguments: [String]) throws -> String {
    let run = try PlainRun(program, arguments)
    try wait(for: "the answer", hearing: [run], scene: { run.scene }) { run.end != nil }
    #expect(run.end == .exited(0), "\(run.scene)")
    return run.text
  }

  @Test("is the same wherever it is said")
  func isOne() throws {
    let version = Configuration.version
    for program in [Program.client, .server, .bench] {
      #expect(try answer(of: program, to: ["--version"]) == "\(version)\n")
    }
    let make = ["-C", root.path, "--silent", "version"]
    #expect(
      try answer(of: .shell, to: ["-c", "exec make \"$@\"", "sh"] + make) == "\(version)\n")

    let house = try House()
    let caller = try Caller(port: house.port)
    caller.say("HELLO v=1")
    try wait(for: "a welcome", hearing: [house.run, caller]) { caller.heard("WELCOME") }
    #expect(caller.line("WELCOME")?.contains(" app=chromatchd/\(version) ") == true)
  }

  @Test("is that of the newest release in the change log")
  func isReleased() throws {
    let log = try String(
      contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let newest = log.split(separator: "\n")
      .compactMap { $0.hasPrefix("## ") ? $0.dropFirst(3).split(separator: " ").first : nil }
      .first { $0 != "Unreleased" }
    #expect(newest.map(String.init) == Configuration.version)
  }
}

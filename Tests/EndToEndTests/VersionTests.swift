// The version, which stands in one place: what the programs say of themselves, what their server
// says to clients, what packages are named after, and what the change log calls the newest release.

import Foundation
import Server
import TestSupport
import Testing

@testable import ProgramSupport

@Stage
@Suite("The version")
struct VersionTests {
  @Test("the version is the same wherever it is said")
  func isOne() throws {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let version = Configuration.version
    for program in [Program.client, .server, .bench] {
      try expect(PlainRun.ended(program, ["--version"]).text, equals: "\(version)\n")
    }
    let make = ["-c", "exec make \"$@\"", "sh", "-C", root.path, "--silent", "version"]
    try expect(PlainRun.ended(.shell, make).text, equals: "\(version)\n")

    let house = try House()
    let caller = try Caller(port: house.port)
    caller.say("HELLO v=1")
    try wait(for: "a welcome", hearing: [house.run, caller]) { caller.heard("WELCOME") }
    expect(caller.field("app", of: "WELCOME"), equals: "chromatchd/\(version)")

    let log = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let releases = log.split(separator: "\n")
      .compactMap { $0.hasPrefix("## ") ? $0.dropFirst(3).split(separator: " ").first : nil }
    expect(releases.first { $0 != "Unreleased" }.map(String.init), equals: version)
  }
}

// What the programs print is what they were asked for: if it cannot be written, they say so and end
// with an error, whichever command it is and however the writing fails.

import Foundation
import Glibc
import Testing

@testable import TestSupport

@Stage
@Suite("Output that cannot be written")
struct OutputTests {
  /// Where output goes to be lost, as a shell writes it, and what is said then. Nobody reads
  /// the pipe that is descriptor 4.
  private static let losses = [
    (">/dev/full", "No space left on device"), (">&4", "Broken pipe"),
    (">&-", "Bad file descriptor"),
  ]

  private static let saved = treeFolder.appending(path: "Tests/EndToEndTests/saved-match.txt").path

  private static func run(
    _ program: Program, _ arguments: [String], losing way: String, in files: Scratch
  ) throws -> PlainRun {
    let pipe = "\(files.path)/pipe"
    let opening = "[ -p \(pipe) ] || mkfifo \(pipe); exec 3<>\(pipe) 4>\(pipe) 3<&-; "
    return try PlainRun.ended(
      .shell, ["-c", "\(opening)exec \"$0\" \"$@\" \(way)", program.path] + arguments,
      environment: files.environment)
  }

  @Test("every command says so, and ends with status 1")
  func everyCommand() throws {
    let (files, state) = (try Scratch(), try Scratch())
    chmod(files.path, 0o700)
    let kept = ["--state", state.path]
    // An archive to be looked at.
    try House(keepingIn: state).run.crash()
    let commands: [(Program, [String])] = [
      (.server, ["--help"]), (.server, ["--version"]), (.server, ["--limits"]),
      (.server, ["--check"] + kept), (.server, ["check", "--port", "0", "--no-admin"]),
      (.server, ["status", "--admin-port", "1"]), (.server, ["archive", "check"] + kept),
      (.server, ["archive", "top", "best-rgb"] + kept),
      (.client, ["--help"]), (.client, ["--version"]), (.client, ["verify", Self.saved]),
      (.client, ["replay", "--plain", Self.saved]), (.client, ["doctor"]),
      (.client, ["identity", "show"]), (.client, ["play", "--plain", "--rounds", "1"]),
    ]
    for (way, why) in Self.losses {
      for (program, arguments) in commands {
        let run = try Self.run(program, arguments, losing: way, in: files)
        expect(run.end, equals: .exited(1), "\(arguments) \(way)\n\(run.scene)")
        expect(
          run.errors, contains: "\(program.rawValue): cannot write to standard output: \(why)",
          "\(arguments) \(way)")
      }
    }
  }

  @Test("without /proc a program does not know its options, says so, and does nothing")
  func withoutProc() throws {
    let script =
      "unshare -m true 2>/dev/null || { echo no namespaces; exit; }; "
      + "exec unshare -m sh -c 'mount -t tmpfs none /proc && exec \"$0\" \"$@\"' \"$0\" \"$@\""
    for program in [Program.server, .client] {
      let run = try PlainRun.ended(.shell, ["-c", script, program.path, "--version"])
      if run.text == "no namespaces\n" { return }
      expect(run.end == .exited(1) && run.text == "", "\(run.scene)")
      expect(run.errors, contains: "/proc is missing", "\(run.scene)")
    }
  }

  @Test("a server prints nothing, so it needs nowhere to; a signal of a pipe does not end it")
  func server() throws {
    let house = try House(script: "exec \"$0\" \"$@\" >&-")
    kill(house.run.process, SIGPIPE)
    _ = try house.caller(saying: "HELLO v=1", until: "WELCOME")
    expect(house.run.end, equals: nil)
  }
}

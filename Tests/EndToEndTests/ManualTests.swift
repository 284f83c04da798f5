// The manuals against the programs' own help: both have to describe each command and option; the
// server's manual leaves options to its help. And the completions: there is a script for each shell
// that people have. And the version, which stands in one place and is said in many.

import Foundation
import Server
import TerminalUI
import Testing

@testable import TestSupport

@Stage
@Suite("The manual")
struct ManualTests {
  private let page: String
  private let serverPage: String

  init() throws {
    page = try treeFile("clients/terminal/chromatch.6")
    serverPage = try treeFile("deploy/chromatchd.8")
  }

  private func answer(to arguments: [String], by program: Program = .client) throws -> String {
    let run = try PlainRun.ended(program, arguments)
    expect(run.end, equals: .exited(0))
    return run.text
  }

  /// The words of the help that tell of commands, in its order.
  private func commands(of program: Program = .client) throws -> [String] {
    let lines = try answer(to: ["--help"], by: program)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { !$0.isEmpty }
      .compactMap { line in
        line.hasPrefix("  ") && !line.hasPrefix("   ")
          ? line.split(separator: " ").first.map(String.init) : nil
      }
  }

  @Test("the manual tells of every command and of every option")
  func isWhole() throws {
    let commands = try commands()
    try require(commands.contains("play") && commands.contains("verify"))
    for command in commands {
      expect(page, contains: "\n.It Cm \(command)", "\(command)")
      let help = try answer(to: ["help", command])
      let options = help.split { !($0.isLetter || $0 == "-") }.filter { $0.hasPrefix("--") }
      try require(!options.isEmpty)
      for option in options {
        expect(page, contains: "Fl -\(option.dropFirst(2))", "\(option) of \(command)")
      }
    }
  }

  @Test("the manual of the server tells of every command")
  func serverIsWhole() throws {
    let commands = try commands(of: .server)
    try require(commands.contains("drain"))
    for command in commands { expect(serverPage, contains: "\n.It Cm \(command)\n", "\(command)") }
  }

  @Test("the manual tells of every preference and of its variable")
  func hasPreferences() {
    for key in Preference.Key.allCases {
      expect(page.contains("\n.It Li \(key.rawValue)\n") && page.contains(key.variable))
    }
  }

  @Test("there is a script of completions for each shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let script = try answer(to: ["--generate-completion-script", shell])
    for word in try commands() + ["mode", "plain", "bell"] { expect(script, contains: word) }
  }

  @Test("the version is the same wherever it is said")
  func version() throws {
    let version = Configuration.version
    for program in [Program.client, .server, .bench] {
      try expect(answer(to: ["--version"], by: program), equals: "\(version)\n")
    }
    let script = treeFolder.appending(path: "deploy/version").path
    try expect(answer(to: ["-c", "exec \"$0\"", script], by: .shell), equals: "\(version)\n")
    let caller = try House().caller(saying: "HELLO v=1", until: "WELCOME")
    expect(caller.field("app", of: "WELCOME"), equals: "chromatchd/\(version)")
    let releases = try treeFile("CHANGELOG.md").split(separator: "\n")
      .compactMap { $0.hasPrefix("## ") ? $0.dropFirst(3).split(separator: " ").first : nil }
    expect(releases.first { $0 != "Unreleased" }.map(String.init), equals: version)
  }
}

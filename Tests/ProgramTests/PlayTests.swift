// One of each thing that only real programs can show: a match in a real terminal, a server that is
// killed and has kept its room, and what the command line says. All else is proved in memory.

import Foundation
import Testing

@testable import TestSupport

@Stage
@Suite("Real programs")
struct PlayTests {
  @Test("a match against a bot is played in a terminal, and Ctrl-C gives the terminal back")
  func play() throws {
    let house = try House()
    let window = try Window(
      [
        "play", house.address, "--name", "Ada", "--bot", "3", "--seats", "2", "--rounds", "1",
        "--time", "120",
      ])
    try wait(for: "the room", hearing: [window, house.run]) {
      window.screen.isTakenOver && window.screen.code != nil
    }
    // On a machine that stands still the bot may end a match before a key gets there.
    try wait(for: "a key to move red", hearing: [window, house.run]) {
      let isBetween = !window.screen.text.contains("TARGET")
      window.type(isBetween ? " " : "\u{1b}[F")
      return window.screen.value(of: "R") == 255
    }
    // Once: another Enter would leave the result before it is seen. The bot ends the round if this
    // lock is too far off.
    window.type("\r")
    try wait(for: "the result", hearing: [window, house.run]) {
      window.screen.text.contains("match over")
    }
    expect(window.screen.oddities, equals: [])
    window.type("\u{03}")
    try expect(window.ended(hearing: [house.run]), equals: .exited(0))
    expect(window.leftovers, equals: [])
    expect(window.screen.transcript, equals: "")
  }

  @Test("a server that is killed and started again has its room, and the seat in it")
  func killed() throws {
    let state = try Scratch()
    let house = try House(keepingIn: state)
    let ada = try house.caller(saying: "HELLO v=1 name=Ada", "CREATE seats=2", until: "WATCHERS")
    try house.run.crash()
    let next = try House(keepingIn: state, port: house.port)
    let hello = "HELLO v=1 resume=\(ada.field("resume", of: "WELCOME"))"
    let again = try next.caller(saying: hello, until: "WATCHERS")
    expect(again.field("room", of: "IN"), equals: ada.field("room", of: "IN"))
    expect(again.field("you", of: "IN"), equals: ada.field("you", of: "IN"))
    expect(next.count("rooms restored"), equals: 1)
  }

  @Test(
    "the command line's mistakes are told in a sentence, with status 64",
    arguments: [
      (.client, ["paly"], "There is no command paly. There are play, quick, host, find, join, "),
      (.client, ["play", "--rounds", "0"], "Usage: chromatch"),
      (.client, ["play", "--lang", "tlh"], "\"tlh\" is none of the languages: en, de."),
      (.client, ["play", "localhost", "--server-log", "log"], "Usage: chromatch"),
      (.client, ["play", "--restricted"], "Usage: chromatch"),
      (.server, ["--tls", "off", "--tls-key", "b"], "--tls off contradicts --tls-cert"),
      (.server, ["--no-admin", "--admin-port", "0"], "--no-admin contradicts --admin-host"),
      (.server, ["--announce", " Arena"], "--announce takes a name"),
    ] as [(Program, [String], String)])
  func mistakes(_ program: Program, _ arguments: [String], _ sentence: String) throws {
    let run = try PlainRun.ended(program, arguments)
    expect(run.end == .exited(64) && run.text == "", "\(run.scene)")
    expect(run.errors, contains: sentence, "\(run.scene)")
  }

  @Test("an archive of another mode or owner is refused in a sentence, with status 1 and no usage")
  func foreignFile() throws {
    let state = try Scratch()
    let file = "\(state.path)/archive/archive.db"
    try FileManager.default.createDirectory(
      atPath: "\(state.path)/archive", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    expect(FileManager.default.createFile(atPath: file, contents: nil))
    func refusal() throws -> String {
      let arguments = ["--port", "0", "--no-admin", "--state", state.path]
      let run = try PlainRun.ended(.server, arguments)
      expect(run.end == .exited(1) && run.text == "", "\(run.scene)")
      return run.errors
    }
    chmod(file, 0o644)
    let mode = "Error: others have access to \(file) (mode 0644): chmod 600 \(file)\n"
    try expect(refusal(), equals: mode)
    // Only root can give files away.
    if chown(file, 4_711, 4_711) == 0 {
      let owner = "Error: \(file) belongs to user 4711; this program runs as user \(geteuid()): "
      try expect(refusal(), equals: "\(owner)chown \(geteuid()) \(file)\n")
    }
  }

  @Test("a server is ruled while it runs by who owns its state, and each order is logged")
  func ruled() throws {
    let state = try Scratch()
    func order(_ words: String..., status: Int32 = 0) throws -> String {
      let run = try PlainRun.ended(.server, words + ["--state", state.path])
      expect(run.end, equals: .exited(status), "\(run.scene)")
      return run.text + run.errors
    }
    let nobody = "Error: no server uses \(state.path)\n"
    try expect(order("ban", "name", "badger", status: 1), equals: nobody)
    let house = try House(keepingIn: state)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(state.path)/control")
    expect((attributes[.posixPermissions] as? NSNumber)?.intValue, equals: 0o600)
    let ada = try house.caller(saying: "HELLO v=1 name=Ada", "CREATE", until: "WATCHERS")
    let room = ada.field("room", of: "IN")
    try expect(order("rename", room, "Quiet", "room"), equals: "renamed: \(room) Quiet room\n")
    try expect(order("ban", "name", "badger"), equals: "banned: name badger\n")
    try expect(order("ban", "name", "badger"), equals: "it was banned before: name badger\n")
    try expect(order("ban"), equals: "name badger\n")
    try expect(order("ban", "nobody", status: 1), contains: "Error: say what: identity ID")
    try expect(order("close", room), equals: "closed: \(room)\n")
    try expect(order("close", room, status: 1), equals: "Error: there is no room \(room) here\n")
    let id = "21fe31dfa154a261626bf854046fd227"
    try expect(order("forget", id), equals: "forgotten: \(id)\n")
    try wait(for: "the log", hearing: [house.run]) { house.count("an operator's order") == 8 }
    // Bans outlive the server, and are banned no more by the next one.
    try house.run.crash()
    let next = try House(keepingIn: state)
    try expect(order("unban", "name", "badger"), equals: "banned no more: name badger\n")
    try expect(order("ban"), equals: "nobody is banned\n")
    kill(next.run.process, SIGTERM)
    try next.run.ended()
    expect(!FileManager.default.fileExists(atPath: "\(state.path)/control"))
  }

  @Test("an unreachable server is reported in a sentence, with status 1")
  func unreachable() throws {
    let run = try PlainRun.ended(.client, ["join", "127.0.0.1:1", "HAWK"])
    expect(run.end, equals: .exited(1))
    expect(run.errors.hasPrefix("chromatch: Nothing listens on 127.0.0.1:1. The machine is "))
  }

  @Test("--help tells of every command", arguments: [Program.client, .server])
  func help(_ program: Program) throws {
    let run = try PlainRun.ended(program, ["--help"])
    expect(run.end == .exited(0) && run.errors == "")
    expect(run.text, contains: "SUBCOMMANDS:\n", "\(run.scene)")
  }
}

// A wire that breaks in the middle of a match, or goes dead without a word, and a client that stood
// still itself: the player is told, keeps the seat, and plays on.

import TestSupport
import Testing

@testable import ProgramSupport

@Stage
@Suite("A lost connection")
struct ConnectionTests {
  @Test("a connection that breaks is told, is made again, and gives the seat back")
  func resumes() throws {
    let house = try House()
    let proxy = try Proxy(to: house.port)
    let run = try PlainRun(
      .client,
      [
        "play", "127.0.0.1:\(proxy.port)", "--rounds", "1", "--time", "120", "--bot", "1",
        "--assist", "--plain",
      ],
      isTypedTo: true)
    let others: [any Listener] = [house.run, proxy]
    try run.said("\nbot ", hearing: others)
    run.type("ready")
    try run.said("round 1 of 1", hearing: others)
    proxy.cut()
    try run.said("lost", hearing: others)
    proxy.mend()
    try run.said("back", hearing: others)
    run.type("r 200")
    try run.said("red 200. distance ", hearing: others)
    run.type("quit")
    try expect(run.ended(hearing: others), equals: .exited(0))
    expect(!run.text.contains("player 2"))
  }

  private static let silence = "the server does not answer"

  @Test("a connection that goes dead is told, until it is heard again or made anew")
  func goesDead() throws {
    let house = try House()
    let proxy = try Proxy(to: house.port)
    let window = try Window(["play", "127.0.0.1:\(proxy.port)", "--name", "Ada", "--seats", "2"])
    let others: [any Listener] = [house.run, proxy]
    try window.shows("you, host", hearing: others)
    let code = window.screen.code
    proxy.freeze()
    try window.shows("Waiting…  \(Self.silence)", hearing: others)
    expect(window.screen.code == code && window.screen.text.contains("you, host"))
    proxy.thaw()
    try wait(for: "the server", hearing: others + [window]) {
      !window.screen.text.contains(Self.silence)
    }
    proxy.freeze()
    try wait(for: "another connection", hearing: others + [window]) { proxy.admitted > 1 }
    try window.shows("Waiting for players", hearing: others)
    expect(window.screen.code == code && window.screen.text.contains("you, host"))
    window.type("\u{03}")
    try expect(window.ended(hearing: others), equals: .exited(0))
    expect(window.leftovers, equals: [])
  }

  @Test("a client whose job was stopped until the server missed it comes back to its seat")
  func stoppedJob() throws {
    let (house, window) = (try House(), try Window(["-i"], of: .shell))
    let host = try Caller(port: house.port)
    let others: [any Listener] = [house.run, host]
    host.say("HELLO v=1 name=Bea")
    host.say("CREATE")
    try wait(for: "a room", hearing: others + [window]) {
      host.heard("WATCHERS") && window.screen.text.contains(">")
    }
    let room = host.field("room", of: "IN")
    window.type("\(Program.client.path) join \(house.address) \(room) --name Ada\n")
    try wait(for: "the room", hearing: others + [window]) {
      window.screen.isTakenOver && window.screen.text.contains(room)
    }
    window.type("\u{1a}")
    try wait(for: "the shell's turn", hearing: others + [window]) { window.isShellsTurn }
    try wait(for: "that the server misses the player", hearing: others + [window]) {
      host.heard("AWAY")
    }
    window.type("fg\n")
    try wait(for: "the player", hearing: others + [window]) { host.heard("BACK") }
    expect(!host.heard("GONE"))
    try wait(for: "the room again", hearing: others + [window]) {
      window.screen.isTakenOver && window.screen.text.contains(room)
    }
  }
}

extension Window {
  /// Whether a job was stopped and its shell waits for what is typed.
  var isShellsTurn: Bool {
    screen.text.contains("Stopped") && !screen.isTakenOver && screen.transcript.hasSuffix("> ")
  }
}

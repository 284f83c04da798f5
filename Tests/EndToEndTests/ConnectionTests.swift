// A wire that breaks in the middle of a match, or goes dead without a word: the player is told,
// keeps the seat, and plays on.

import Testing

@Stage
@Suite("A lost connection")
struct ConnectionTests {
  @Test("is told, is tried again, and gives the seat back")
  func resumes() throws {
    let house = try House()
    let proxy = try Proxy(to: house.port)
    let run = try PlainRun(
      .client,
      [
        "play", "127.0.0.1:\(proxy.port)", "--rounds", "1", "--time", "20", "--bot", "1",
        "--assist",
        "--plain",
      ],
      isTypedTo: true)
    let all: [any Listener] = [house.run, proxy, run]
    try wait(for: "a bot", hearing: all, scene: { run.scene }) {
      run.text.contains("\nbot ")
    }
    run.type("ready")
    try wait(for: "the round", hearing: all, scene: { run.scene }) {
      run.text.contains("round 1 of 1")
    }
    proxy.cut()
    try wait(for: "word of it", hearing: all, scene: { run.scene }) {
      run.text.contains("lost")
    }
    proxy.mend()
    try wait(for: "the seat", hearing: all, scene: { run.scene }) {
      run.text.contains("back")
    }
    run.type("r 200")
    try wait(for: "an answer", hearing: all, scene: { run.scene }) {
      run.text.contains("red 200. distance ")
    }
    run.type("quit")
    try wait(for: "the end", hearing: all, scene: { run.scene }) { run.end != nil }
    #expect(run.end == .exited(0))
    #expect(!run.text.contains("player 2"))
  }

  private static let silence = "the server does not answer"

  @Test("that goes dead is told on the screen, until it is heard again or made anew")
  func goesDead() throws {
    let house = try House()
    let proxy = try Proxy(to: house.port)
    let window = try Window(["play", "127.0.0.1:\(proxy.port)", "--name", "Ada", "--seats", "2"])
    let all: [any Listener] = [house.run, proxy, window]
    try wait(for: "the room", hearing: all, scene: { window.scene }) {
      window.screen.code != nil && window.screen.text.contains("you, host")
    }
    let code = window.screen.code
    proxy.freeze()
    try wait(for: "word of it", hearing: all, scene: { window.scene }) {
      window.screen.text.contains("Waiting…  \(Self.silence)")
    }
    #expect(window.screen.code == code && window.screen.text.contains("you, host"))
    proxy.thaw()
    try wait(for: "the server", hearing: all, scene: { window.scene }) {
      !window.screen.text.contains(Self.silence)
    }
    #expect(proxy.admitted == 1)
    proxy.freeze()
    try wait(for: "another connection", hearing: all, seconds: 60, scene: { window.scene }) {
      proxy.admitted == 2
    }
    try wait(for: "the seat", hearing: all, scene: { window.scene }) {
      window.screen.text.contains("Waiting for players")
    }
    #expect(window.screen.code == code && window.screen.text.contains("you, host"))
    window.type("\u{03}")
    try wait(for: "its end", hearing: all, scene: { window.scene }) { window.end == .exited(0) }
    #expect(window.leftovers == [])
  }

  @Test("that goes dead is told in lines, until it is heard again or made anew")
  func goesDeadInLines() throws {
    let house = try House()
    let proxy = try Proxy(to: house.port)
    let run = try PlainRun(
      .client, ["play", "127.0.0.1:\(proxy.port)", "--seats", "2", "--plain"], isTypedTo: true)
    let all: [any Listener] = [house.run, proxy, run]
    for (line, act) in [
      ("the host", proxy.freeze), ("\(Self.silence); waiting", proxy.thaw),
      ("the server answers again", proxy.freeze), ("connected again", {}), ("back in room ", {}),
    ] {
      try wait(for: line, hearing: all, seconds: 60, scene: { run.scene }) {
        run.text.contains(line)
      }
      act()
    }
    #expect(run.text.contains("connection lost: the server was silent for too long."))
    #expect(proxy.admitted == 2)
    run.type("quit")
    try wait(for: "the end", hearing: all, scene: { run.scene }) { run.end == .exited(0) }
  }
}

// A wire that breaks in the middle of a match: the player is told, keeps the seat, and plays on.

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
      run.text.contains("a bot, is in")
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
}

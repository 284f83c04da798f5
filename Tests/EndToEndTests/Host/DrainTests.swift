// A real server that is told to drain: the match that runs is played to its end, everybody knows
// why no other one begins, and the process ends by itself.

import Glibc
import Testing

@testable import TestSupport

@Stage
@Suite("Draining")
struct DrainTests {
  @Test("the match that runs is played to its end, then the server ends, and so does drain")
  func match() throws {
    let state = try Scratch()
    let house = try House(keepingIn: state, hasAdmin: true)
    let duel = try Duel(port: house.port)
    let drain = try PlainRun(.server, ["drain", "--state", state.path])
    let all: [any Listener] = duel.callers + [house.run, drain]
    try wait(for: "the news", hearing: all) { duel.callers.allSatisfy { $0.heard("STOPPING") } }
    try expect(Caller.page("/readyz", port: house.adminPort), contains: "503 ")
    let late = try house.caller(saying: "HELLO v=1", "CREATE", until: "NO")
    expect(late.text, contains: "NO code=not-now verb=CREATE")
    kill(house.run.process, SIGUSR2)
    try house.run.logged("it is draining", hearing: all)
    try wait(for: "the end of the match", hearing: all) {
      duel.play()
      return duel.isOver
    }
    try expect(house.run.ended(hearing: all + [late]), equals: .exited(0))
    try expect(drain.ended(), equals: .exited(0))
    expect(drain.text, contains: "has stopped")
    try wait(for: "the last words", hearing: duel.callers) {
      duel.callers.allSatisfy { $0.heard("KEPT") && $0.text.contains("NO code=shutting-down") }
    }
  }

  @Test("matches are not waited for longer than they may run on, and without any nobody waits")
  func bounded() throws {
    for hasMatch in [true, false] {
      let house = try House(hasMatch ? ["--drain-seconds", "1"] : [])
      let duel = hasMatch ? try Duel(port: house.port) : nil
      kill(house.run.process, SIGUSR1)
      try expect(house.run.ended(hearing: duel?.callers ?? []), equals: .exited(0))
      expect(house.run.errors.contains("why=drained") || !hasMatch)
    }
  }

  @Test("drain says why it cannot: no server, or no state directory")
  func nobody() throws {
    let (state, left) = (try Scratch(), try Scratch())
    let house = try House(keepingIn: left)
    kill(house.run.process, SIGTERM)
    try house.run.ended()
    for (arguments, words) in [
      (["--state", state.path], "is no state directory of a server"), ([], "say which server"),
      (["--state", left.path], "no server uses"),
    ] {
      let run = try PlainRun.ended(.server, ["drain"] + arguments)
      let status: Int32 = arguments.isEmpty ? 64 : 1
      expect(run.end == .exited(status) && run.errors.contains(words), "\(run.scene)")
    }
  }
}

// Those who look on, end to end: a guest reads who they are, and a host puts one of them out, each
// with the real client in a terminal of its own.

import Testing

@Stage
@Suite("Those who look on")
struct AudienceTests {
  @Test("are listed for everybody, and put out by the host")
  func putOut() throws {
    let house = try House()
    let host = try Window(["play", house.address, "--name", "Ada", "--seats", "3"])
    try wait(for: "the room", hearing: [house.run, host], scene: { host.scene }) {
      host.screen.code != nil
    }
    let code = try #require(host.screen.code)
    let guest = try Window(["join", house.address, code, "--name", "Bob"])
    let (dan, eve) = (try Caller(port: house.port), try Caller(port: house.port))
    let all: [any Listener] = [house.run, host, guest, dan, eve]
    let scene = { host.scene + guest.scene + dan.text + eve.text }
    for (caller, name) in [(dan, "Dan"), (eve, "Eve")] {
      caller.say("HELLO v=1 name=\(name)")
      caller.say("WATCH room=\(code)")
      try wait(for: name, hearing: all, scene: scene) { caller.heard("WATCHERS") }
    }
    try wait(for: "the guest", hearing: all, scene: scene) {
      [host, guest].allSatisfy { $0.screen.text.contains("Bob") }
    }
    for window in [host, guest] {
      window.type("a")
      try wait(for: "the list", hearing: all, scene: scene) {
        ["who watches", "Dan", "Eve"].allSatisfy(window.screen.text.contains)
      }
    }
    #expect(host.screen.text.contains("remove") && !guest.screen.text.contains("remove"))
    // Eve came last and is the first; Dan is banned by a question, Eve removed by a press.
    host.type("j\r2")
    try wait(for: "the question", hearing: all, scene: scene) {
      host.screen.text.contains("ban Dan?")
    }
    host.type("\r")
    try wait(for: "the ban", hearing: all, scene: scene) {
      dan.line("OUT")?.hasSuffix("why=banned") == true && !host.screen.text.contains("Dan")
    }
    host.type("\r\r")
    try wait(for: "the end of it", hearing: all, scene: scene) {
      eve.line("OUT")?.hasSuffix("why=kicked") == true
    }
    for window in [host, guest] {
      try wait(for: "nobody", hearing: all, scene: scene) {
        window.screen.text.contains("Nobody is watching.")
      }
    }
    dan.say("WATCH room=\(code)")
    try wait(for: "the refusal", hearing: all, scene: scene) {
      dan.line("NO")?.contains("code=banned") == true
    }
  }
}

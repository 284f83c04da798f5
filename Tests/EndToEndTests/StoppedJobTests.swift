// A client that stands still, by Ctrl-Z, until the server has given up its connection. When the job
// goes on, it has to take its place again by itself.

import Testing

@Stage
@Suite("A job that was stopped for long")
struct StoppedJobTests {
  private let house: House
  private let host: Caller
  private let window: Window
  private let room: String

  /// A room with a host, and a shell to start a client from.
  init() throws {
    let (house, window) = (try House(), try Window(["-i"], of: .shell))
    let host = try Caller(port: house.port)
    (self.house, self.host, self.window) = (house, host, window)
    host.say("HELLO v=1 name=Bea")
    host.say("CREATE")
    try wait(for: "a room", hearing: [house.run, host, window], scene: { host.text }) {
      host.heard("WATCHERS") && window.screen.text.contains(">")
    }
    let name = "room="
    let word = host.line("IN")?.split(separator: " ").first { $0.hasPrefix(name) }
    room = String(try #require(word).dropFirst(name.count))
  }

  private func expect(_ what: String, _ holds: () -> Bool) throws {
    try wait(
      for: what, hearing: [house.run, host, window],
      scene: { "\(host.text)\n\(window.scene)" }, until: holds)
  }

  /// Starts a client that comes to the room.
  private func start(_ verb: String) throws {
    window.type("\(Program.client.path) \(verb) \(house.address) \(room) --name Ada\n")
    try expect("the room") { window.screen.isTakenOver && window.screen.text.contains(room) }
  }

  private func stop() throws {
    window.type("\u{1a}")
    try expect("the shell's turn") {
      window.screen.text.contains("Stopped") && !window.screen.isTakenOver
        && window.screen.transcript.hasSuffix("> ")
    }
  }

  @Test("comes back to the seat that was kept")
  func player() throws {
    try start("join")
    try stop()
    try expect("that the server misses the player") { host.heard("AWAY") }
    window.type("fg\n")
    try expect("the player") { host.heard("BACK") }
    #expect(!host.heard("GONE"))
    try expect("the room again") {
      window.screen.isTakenOver && window.screen.text.contains(room)
    }
  }

  @Test("looks on again, and learns what has happened meanwhile")
  func watcher() throws {
    try start("watch")
    try expect("a watcher") { host.line("WATCHERS") == "WATCHERS count=1" }
    try stop()
    host.say("BOT")
    try expect("that the server misses the watcher") { host.line("WATCHERS") == "WATCHERS count=0" }
    window.type("fg\n")
    try expect("the watcher") { host.line("WATCHERS") == "WATCHERS count=1" }
    let name = "name="
    let word = host.line("SEAT")?.split(separator: " ").first { $0.hasPrefix(name) }
    let bot = try #require(word).dropFirst(name.count)
    try expect("the bot") { window.screen.isTakenOver && window.screen.text.contains(bot) }
  }
}

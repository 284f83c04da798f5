// A server that has run out of descriptors: it does not spin, those inside play on, whoever waits
// outside comes in as soon as somebody leaves, and it still ends when it is asked to.

import Foundation
import Glibc
import Net
import Testing

@Stage
@Suite("Without descriptors")
struct DescriptorTests {
  @Test("those inside play, those outside come in as others leave, and nothing spins")
  func exhausted() throws {
    let house = try House(["--lanes", "2"], descriptorsMax: Self.descriptorsMax)
    // The one that listens, and what a child of this process may have got from it.
    let ownSockets = descriptors(of: house.run.process, below: Self.descriptorsMax).sockets
    var callers = try (0..<150).map { _ in try Caller(port: house.port) }
    for caller in callers { caller.say("HELLO v=1 name=Cal") }
    let all: [any Listener] = [house.run] + callers
    func insiders() -> [Caller] { callers.filter { $0.heard("WELCOME") } }
    try wait(for: "a full house", hearing: all) {
      let (isFull, sockets) = descriptors(of: house.run.process, below: Self.descriptorsMax)
      return isFull && insiders().count == sockets - ownSockets
    }
    try play(insiders()[0], insiders()[1], house, all)

    for _ in 0..<5 {
      let before = insiders()
      callers.removeAll { $0 === before[2] }
      before[2].hangUp()
      // Somebody comes in for whoever has left.
      try wait(for: "the next to be let in", hearing: all) { insiders().count == before.count }
    }
    kill(house.run.process, SIGTERM)
    try wait(for: "its end", hearing: all, scene: { house.run.scene }) { house.run.end != nil }
    #expect(house.run.end == .exited(0))
  }

  /// Two play a match, and the server takes little time for everything until its first round.
  private func play(
    _ host: Caller, _ guest: Caller, _ house: House, _ all: [any Listener]
  ) throws {
    host.say("CREATE rounds=1 time=5 seats=2")
    try wait(for: "a room", hearing: all, scene: { host.text }) { host.heard("WATCHERS") }
    let word = host.line("IN").flatMap { $0.split(separator: " ").first { $0.hasPrefix("room=") } }
    let room = try #require(word)
    guest.say("JOIN \(room)")
    for player in [host, guest] { player.say("READY") }
    try wait(for: "the countdown", hearing: all) { guest.heard("COUNTDOWN") }
    let clock = Clock()
    let (beganAt, ticks) = (clock.milliseconds(), processorTicks(of: house.run.process))
    try wait(for: "the round", hearing: all) { host.heard("ROUND") && guest.heard("ROUND") }
    try wait(for: "a second", hearing: all) { clock.milliseconds() - beganAt >= 1_000 }
    let seconds = Double(clock.milliseconds() - beganAt) / 1_000
    let used =
      Double(processorTicks(of: house.run.process) - ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    #expect(used < seconds / 4)
    try wait(for: "the end of the match", hearing: all) {
      host.heard("SEED") && guest.heard("SEED")
    }
  }

  private static let descriptorsMax = 64
}

/// Whether a process holds every descriptor below a number, and how many of them are sockets.
private func descriptors(of process: pid_t, below limit: Int) -> (isFull: Bool, sockets: Int) {
  let targets = (0..<limit)
    .compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")
    }
  return (targets.count == limit, targets.count { $0.hasPrefix("socket:") })
}

/// The processor time that a process has used, in ticks of the system (proc(5), stat).
private func processorTicks(of process: pid_t) -> Int {
  let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
  defer { close(descriptor) }
  var buffer = [UInt8](repeating: 0, count: 4_096)
  let count = max(0, read(descriptor, &buffer, buffer.count))
  let text = String(decoding: buffer[..<count], as: UTF8.self)
  let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
  return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
}

// A real server that is killed, again and again, under rooms that play: when it is back, every room
// is, with every number, every lock and every score that anybody was told, and everybody goes on.
// `Tests/one kill 200` does so for long, in a hundred rooms.

import Foundation
import Glibc
import Testing

@testable import TestSupport

@Stage
@Suite("Killing")
struct KillTests {
  /// How often, and under how many rooms.
  private static let kills = number("CHROMATCH_KILLS") ?? 3
  private static let rooms = number("CHROMATCH_KILL_ROOMS") ?? (kills > 3 ? 100 : 4)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test("a server that is killed at any moment has lost nothing that it told anybody")
  func kills() throws {
    let state = try Scratch()
    let options = ["--rooms-per-address-max", "1000"]
    var house = try House(keepingIn: state, options)
    let port = house.port
    let tables = try (0..<KillTests.rooms).map { _ in try Table(port: port) }
    try Table.play(tables) { tables.contains(where: \.hasLocks) }
    for _ in 0..<KillTests.kills {
      // A match goes on 3 s after each time, so some of them are killed while they stand still.
      let (before, more) = (tables[0].last, Int.random(in: 0...20))
      try Table.play(tables) { tables[0].last >= before + more }
      // Whatever is under way: some of it has been answered, some has not even been read.
      for table in tables { table.move() }
      usleep(UInt32.random(in: 0...30_000))
      try house.run.crash()
      for table in tables { try table.hearTheEnd() }
      house = try House(keepingIn: state, options, port: port)
      try Table.comeBack(tables)
    }
    let events = tables.reduce(0) { $0 + $1.last }
    print("killed \(KillTests.kills) times under \(tables.count) rooms: \(events) events")
  }

  // What cannot be.

  @Test("a journal of another version is refused, and stays as it is")
  func version() throws {
    let state = try Scratch()
    let path = "\(state.path)/journal"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let text = "JOURNAL v=1 rules=x\nTURN of another kind\n"
    let made = FileManager.default.createFile(
      atPath: "\(path)/0.1", contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    expect(made)
    let run = try PlainRun.ended(.server, ["--port", "0", "--no-admin", "--state", state.path])
    expect(run.end == .exited(1) && run.errors.contains("0.1 is of version 1"))
    expect(state.text(of: "\(path)/0.1"), equals: text)
  }

  @Test(
    "on a full disk the game goes on, the server says so, and nothing old comes back",
    .disabled(if: sanitizer == .thread, "its shadow is a file, which may not grow here"))
  func full() throws {
    let state = try Scratch()
    let options = ["--state", state.path, "--tls", "off"]
    let house = try House(options, descriptors: "-f 2", hasAdmin: true)
    let table = try Table(port: house.port)
    try wait(for: "the journal to be off", hearing: table.callers + [house.run]) {
      table.move()
      return house.run.errors.contains("the journal is off")
    }
    let last = table.last
    try Table.play([table]) { table.last >= last + 5 }
    let page = try Caller.page("/readyz", port: house.adminPort)
    expect(page.contains(" 200 ") && page.contains("ready, but the journal is off"), "\(page)")
    expect(house.count("the archive is off: matches are not kept"), equals: 1)
    try house.run.crash()
    let next = try House(options)
    try next.run.logged("rooms not restored")
  }
}

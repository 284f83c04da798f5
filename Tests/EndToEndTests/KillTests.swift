// A real server that is killed, again and again, under rooms that play: when it is back, every room
// is, with every number, every lock and every score that anybody was told, and everybody goes on.
// `make kill KILLS=200` does so for long, in a hundred rooms.

import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProgramSupport

@Stage
@Suite("Killing")
struct KillTests {
  /// How often, and under how many rooms.
  private static let kills = number("CHROMATCH_KILLS") ?? 3
  private static let rooms = number("CHROMATCH_KILL_ROOMS") ?? (kills > 3 ? 100 : 4)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  private static func house(_ state: Scratch, port: UInt16) throws -> House {
    let options = ["--state", state.path, "--tls", "off", "--lanes", "2"]
    return try House(options + ["--rooms-per-address-max", "1000"], port: port)
  }

  @Test("a server that is killed at any moment has lost nothing that it told anybody")
  func kills() throws {
    let state = try Scratch()
    var house = try KillTests.house(state, port: 0)
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
      house = try KillTests.house(state, port: port)
      for table in tables { try table.comeBack() }
      let people = tables.flatMap(\.callers)
      try wait(for: "everybody to be back", hearing: people) { tables.allSatisfy(\.isBack) }
      for table in tables { try table.check() }
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
    expect(run.end == .exited(64) && run.errors.contains("0.1 is of version 1"))
    expect(state.text(of: "\(path)/0.1"), equals: text)
  }

  @Test("two servers do not share a journal, and without --state a server says it keeps nothing")
  func shared() throws {
    let state = try Scratch()
    let house = try House(keepingIn: state)
    let run = try PlainRun.ended(
      .server, ["--port", "0", "--no-admin", "--state", state.path], hearing: [house.run])
    expect(run.end == .exited(64) && run.errors.contains("in use by another process"))
    let forgetful = try House()
    expect(forgetful.count("journal=none: rooms end with the process"), equals: 1)
    expect(forgetful.count("archive=none: matches are not kept"), equals: 1)
  }

  /// Whether this user may have a disk of their own.
  private nonisolated static let mayMount =
    system("unshare -rm mount -t tmpfs tmpfs /tmp > /dev/null 2>&1") == 0

  @Test("on a full disk the game goes on, the server says so, and nothing old comes back")
  func full() throws {
    let state = try Scratch()
    let options = ["--state", state.path, "--tls", "off"]
    let house = try House(options, descriptors: "-f 2", hasAdmin: true)
    let table = try Table(port: house.port)
    try goesOn([table], at: house) {}
    expect(house.count("the archive is off: matches are not kept"), equals: 1)
    try house.run.crash()
    let next = try House(options)
    try next.run.logged("rooms not restored")
  }

  @Test(
    "a disk that fills up while they play takes nothing from anybody",
    .enabled(if: mayMount, "takes a small disk, which unshare -rm is not allowed to mount here"))
  func filled() throws {
    let (state, after) = (try Scratch(), try Scratch())
    let mount = "mount -t tmpfs -o size=1m,mode=700 tmpfs '\(state.path)'"
    let house = try House(
      ["--state", state.path, "--tls", "off"],
      script: "exec unshare -rm sh -c \"\(mount)\"' && exec \"$0\" \"$@\"' \"$0\" \"$@\"",
      hasAdmin: true)
    // Nobody else sees the disk, but the way there leads through the process.
    let disk = "/proc/\(house.run.process)/root\(state.path)"
    // A journal still has the rest of a page, and one room takes half a minute to fill it.
    let tables = try (0..<8).map { _ in try Table(port: house.port) }
    try Table.play(tables) { tables.contains(where: \.hasLocks) }
    // The archive may give back what it took.
    try goesOn(tables, at: house) { try KillTests.fill(disk) }
    expect(house.run.errors, contains: "No space left on device")
    for name in ["journal", "daily.key"] {
      try FileManager.default.copyItem(
        atPath: "\(disk)/\(name)", toPath: "\(after.path)/\(name)")
    }
    let next = try House(["--state", after.path, "--tls", "off"])
    try next.run.logged("rooms not restored")
    expect(next.run.errors, contains: "the journal could not be written to its end")
  }

  /// Plays until the journal is off, and then on.
  private func goesOn(_ tables: [Table], at house: House, _ fill: () throws -> Void) throws {
    try wait(for: "the journal to be off", hearing: tables.flatMap(\.callers) + [house.run]) {
      for table in tables { table.move() }
      try fill()
      return house.run.errors.contains("the journal is off")
    }
    let last = tables.map(\.last)
    try Table.play(tables) { zip(tables, last).allSatisfy { $0.last >= $1 + 5 } }
    let page = try Caller.page("/readyz", port: house.adminPort)
    expect(page.contains(" 200 ") && page.contains("ready, but the journal is off"), "\(page)")
  }

  /// Leaves no room in a directory.
  private static func fill(_ directory: String) throws {
    let file = open("\(directory)/full", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Missed(description: "no file in \(directory): \(errno)") }
    defer { close(file) }
    let block = [UInt8](repeating: 0, count: 4_096)
    while write(file, block, block.count) > 0 {}
    guard errno == ENOSPC else { throw Missed(description: "not full: \(errno)") }
  }
}

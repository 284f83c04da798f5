// What a machine can do to a server: lose its power at any moment, have a disk that takes nothing
// for a while. A library that is preloaded does it (`Faults`).

import Foundation
import Testing

@testable import TestSupport

@Stage
@Suite("Faults of a machine", .disabled(if: isSanitized, "a sanitizer wants to be loaded first"))
struct FaultTests {
  /// How often the power fails.
  private static let cuts =
    ProcessInfo.processInfo.environment["CHROMATCH_KILLS"].flatMap(Int.init) ?? 4

  private let state: Scratch
  private let disk: Disk

  init() throws {
    state = try Scratch()
    disk = try Disk(under: state)
  }

  private func house(port: UInt16 = 0) throws -> House {
    try House(keepingIn: state, port: port, environment: disk.environment)
  }

  /// Waits until the disk has all that somebody was told by now.
  private func sync(_ tables: [Table]) throws {
    let wanted = tables.map { ($0.room, $0.last) }
    try wait(for: "the disk", hearing: tables.flatMap(\.callers)) {
      guard let events = try? disk.newestEvents() else { return false }
      return wanted.allSatisfy { room, last in events[room, default: 0] >= last }
    }
  }

  @Test("whenever the power fails, a server is back with all that the disk had")
  func power() throws {
    var house = try house()
    let port = house.port
    let tables = try (0..<2).map { _ in try Table(port: port) }
    for table in tables { try table.check() }
    try sync(tables)
    for _ in 0..<FaultTests.cuts {
      let (before, more) = (tables[0].last, Int.random(in: 0...10))
      try Table.play(tables) { tables[0].last >= before + more }
      for table in tables { table.move() }
      try house.run.crash()
      for table in tables { try table.hearTheEnd() }
      let events = try disk.newestEvents()
      try disk.loseWhatIsNotCertain()
      for table in tables { table.forget(after: try require(events[table.room])) }
      house = try self.house(port: port)
      try Table.comeBack(tables)
      try sync(tables)
    }
  }

  @Test("what rooms come back from stays until the disk has what they wrote down since")
  func renewal() throws {
    var house = try house()
    let port = house.port
    let ada = try house.caller(saying: "HELLO v=1", "CREATE seats=2", until: "WATCHERS")
    let token = ada.field("resume", of: "WELCOME")
    try wait(for: "the disk", hearing: [ada]) { (try? disk.newestEvents().isEmpty) == false }
    for _ in 0..<3 {
      try house.run.crash()
      let removals = disk.removals
      disk.isHeld = true
      house = try self.house(port: port)
      try wait(for: "a sync", hearing: [house.run]) { disk.holds > 0 }
      expect(disk.removals, equals: removals)
      try house.run.crash()
      try disk.loseWhatIsNotCertain()
      disk.isHeld = false
      house = try self.house(port: port)
      _ = try house.caller(saying: "HELLO v=1 resume=\(token)", until: "WATCHERS")
    }
  }

  @Test("while a disk takes nothing, the game goes on; later it has everything")
  func slow() throws {
    let house = try house()
    disk.isHeld = true
    let table = try Table(port: house.port)
    try wait(for: "a sync", hearing: table.callers + [house.run]) { disk.holds > 0 }
    let last = table.last
    try Table.play([table]) { table.last >= last + 10 }
    expect(disk.isHeld)
    try expect(isEmpty: disk.newestEvents())
    disk.isHeld = false
    try sync([table])
    expect(!house.run.errors.contains("the journal is off"))
  }
}

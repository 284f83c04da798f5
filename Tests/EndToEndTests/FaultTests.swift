// What a machine can do to a server: lose its power at any moment, have a disk that takes nothing
// for a while, have its clock set back. A library that is preloaded does it (`Faults`).

import Foundation
import Glibc
import Net
import TestSupport
import Testing

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

  private func house(port: UInt16 = 0, clock: Int = 0) throws -> House {
    try House(
      ["--state", state.path, "--tls", "off", "--lanes", "2"], port: port,
      environment: disk.environment.merging(["FAULTS_CLOCK": "\(clock)"]) { $1 })
  }

  private func kill(_ house: House) throws {
    Glibc.kill(house.run.process, SIGKILL)
    try wait(for: "the end", hearing: [house.run]) { house.run.end != nil }
  }

  private func comeBack(_ tables: [Table]) throws {
    for table in tables { try table.comeBack() }
    try wait(for: "everybody to be back", hearing: tables.flatMap(\.callers)) {
      tables.allSatisfy(\.isBack)
    }
    for table in tables { try table.check() }
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
    let clock = Clock()
    for _ in 0..<FaultTests.cuts {
      let end = clock.milliseconds() + Int64.random(in: 200...1_500)
      try Table.play(tables) { clock.milliseconds() >= end }
      for table in tables { table.move() }
      try kill(house)
      for table in tables { try table.hearTheEnd() }
      let events = try disk.newestEvents()
      try disk.loseWhatIsNotCertain()
      for table in tables { table.forget(after: try #require(events[table.room])) }
      house = try self.house(port: port)
      try comeBack(tables)
      try sync(tables)
    }
  }

  @Test("what rooms come back from stays until the disk has what they wrote down since")
  func renewal() throws {
    var house = try house()
    let port = house.port
    let ada = try Caller(port: port)
    ada.say("HELLO v=1")
    ada.say("CREATE seats=2")
    try wait(for: "a room", hearing: [ada]) { ada.heard("WATCHERS") }
    let words = ada.line("WELCOME")?.split(separator: " ") ?? []
    let token = try #require(words.first { $0.hasPrefix("resume=") })
    try wait(for: "the disk", hearing: [ada]) { (try? disk.newestEvents().isEmpty) == false }
    for _ in 0..<3 {
      try kill(house)
      let removals = disk.removals
      disk.isHeld = true
      house = try self.house(port: port)
      try wait(for: "a sync", hearing: [house.run]) { disk.holds > 0 }
      #expect(disk.removals == removals)
      try kill(house)
      try disk.loseWhatIsNotCertain()
      disk.isHeld = false
      house = try self.house(port: port)
      let again = try Caller(port: port)
      again.say("HELLO v=1 \(token)")
      try wait(for: "the seat", hearing: [again, house.run], scene: { again.text }) {
        again.heard("WATCHERS") || again.heard("NO")
      }
      #expect(again.heard("WATCHERS"), "\(again.text)\(house.run.errors)")
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
    #expect(disk.isHeld)
    #expect(try disk.newestEvents().isEmpty)
    disk.isHeld = false
    try sync([table])
    #expect(!house.run.errors.contains("the journal is off"))
  }

  @Test("a clock that is set back by an hour sets nothing back")
  func clock() throws {
    var house = try house()
    let table = try Table(port: house.port)
    func now() -> Int {
      let word = table.callers[0].line("WELCOME")?.split(separator: " ")
        .first {
          $0.hasPrefix("now=")
        }
      return word.flatMap { Int($0.dropFirst("now=".count)) } ?? 0
    }
    let before = now()
    let last = table.last
    try Table.play([table]) { table.last > last }
    try kill(house)
    try table.hearTheEnd()
    house = try self.house(port: house.port, clock: -3_600)
    try comeBack([table])
    #expect(now() >= before && house.run.errors.contains("rooms restored"))
    let back = table.last
    try Table.play([table]) { table.last >= back + 5 }
  }
}

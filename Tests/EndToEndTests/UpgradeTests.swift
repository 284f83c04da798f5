// A server whose program is replaced while people play: nobody who comes is refused, whoever was
// inside comes back to all that was told, and a program that could not start changes nothing.

import Foundation
import Glibc
import Net
import TestSupport
import Testing

@testable import ProgramSupport

@Stage
@Suite("Upgrading")
struct UpgradeTests {
  private static func house(
    _ state: Scratch, program: String = Program.server.path
  ) throws -> House {
    try House(["--state", state.path, "--tls", "off", "--lanes", "2"], program: program)
  }

  @Test("nobody is refused meanwhile, and every room goes on with all that was told, twice over")
  func replaced() throws {
    let state = try Scratch()
    let house = try UpgradeTests.house(state)
    let tables = try (0..<3).map { _ in try Table(port: house.port) }
    var visitors: [Caller] = []
    try Table.play(tables) { tables.contains(where: \.hasLocks) }
    for number in 1...2 {
      kill(house.run.process, SIGUSR2)
      var visitsAt: Int64 = 0
      let clock = Clock()
      try wait(for: "the new program", hearing: tables.flatMap(\.callers) + [house.run]) {
        for table in tables { table.move() }
        if clock.milliseconds() >= visitsAt {
          visitsAt = clock.milliseconds() + 100
          visitors.append(try Caller(port: house.port))
          visitors.last?.say("HELLO v=1")
        }
        return house.count("rooms restored") == number
      }
      for table in tables { try table.hearTheEnd() }
      for table in tables { try table.comeBack() }
      try wait(for: "everybody to be back", hearing: tables.flatMap(\.callers)) {
        tables.allSatisfy(\.isBack)
      }
      for table in tables { try table.check() }
    }
    try wait(for: "an answer to everybody", hearing: visitors) {
      visitors.allSatisfy { $0.heard("WELCOME") || $0.isHungUpOn }
    }
    expect(visitors.count > 2 && visitors.last?.isHungUpOn == false)
    expect(house.run.end == nil && house.count("not upgraded") == 0)
    try Table.play(tables) { tables.contains(where: \.hasLocks) }
  }

  @Test("a program that cannot start takes nobody's place; once it can, it does")
  func broken() throws {
    let state = try Scratch()
    let place = try Scratch()
    let program = "\(place.path)/chromatchd"
    try UpgradeTests.install(program)
    let house = try UpgradeTests.house(state, program: program)
    let guest = try Caller(port: house.port)
    guest.say("HELLO v=1")
    try UpgradeTests.install(program, script: "echo Error: no such luck >&2; exit 3")
    kill(house.run.process, SIGUSR2)
    try wait(for: "the log", hearing: [house.run, guest]) {
      house.run.errors.contains("not upgraded") && house.run.errors.contains("no such luck")
    }
    guest.say("PING t=1")
    try wait(for: "an answer", hearing: [house.run, guest]) { guest.heard("PONG") }
    try UpgradeTests.install(program)
    kill(house.run.process, SIGUSR2)
    try wait(for: "the new program", hearing: [house.run, guest]) {
      house.count(" listening") == 2
    }
    expect(house.run.end, equals: nil)
  }

  @Test("nor does a program that is no server, however well it ends")
  func stranger() throws {
    let state = try Scratch()
    let place = try Scratch()
    let program = "\(place.path)/chromatchd"
    try UpgradeTests.install(program)
    let house = try UpgradeTests.house(state, program: program)
    let guest = try Caller(port: house.port)
    guest.say("HELLO v=1")
    // The last of them says all that it is asked.
    for (index, other) in ["exit 0", "exec true", "exec echo \"$@\""].enumerated() {
      try UpgradeTests.install(program, script: other)
      kill(house.run.process, SIGUSR2)
      try wait(for: "the log", hearing: [house.run, guest]) {
        house.count("the new program is no chromatchd") == index + 1
      }
    }
    guest.say("PING t=1")
    try wait(for: "an answer", hearing: [house.run, guest]) { guest.heard("PONG") }
    expect(house.run.end, equals: nil)
  }

  @Test("if the system does not start a program that could, nobody is lost, and the next one does")
  func vanished() throws {
    let state = try Scratch()
    let place = try Scratch()
    let program = "\(place.path)/chromatchd"
    try UpgradeTests.install(program)
    let house = try UpgradeTests.house(state, program: program)
    let table = try Table(port: house.port)
    // All is well when it is asked, and when it is to be started it is not there.
    try UpgradeTests.install(program, script: "echo ready to start; rm \"$0\"")
    kill(house.run.process, SIGUSR2)
    try wait(for: "the log", hearing: table.callers + [house.run]) {
      table.move()
      return house.run.errors.contains("not upgraded")
    }
    expect(house.run.errors, contains: "upgrading")
    expect(house.run.errors, contains: "No such file or directory")
    let last = table.last
    try Table.play([table]) { table.last >= last + 5 }
    let lost = table.callers.filter(\.isHungUpOn)
    expect(isEmpty: lost)
    // It hears signals as before.
    kill(house.run.process, SIGHUP)
    try wait(for: "a reload", hearing: table.callers + [house.run]) {
      house.run.errors.contains(" reloaded")
    }
    try UpgradeTests.install(program)
    kill(house.run.process, SIGUSR2)
    try wait(for: "the new program", hearing: [house.run]) {
      house.count("rooms restored") == 1
    }
    try table.hearTheEnd()
    try table.comeBack()
    try wait(for: "everybody to be back", hearing: table.callers) { table.isBack }
    try table.check()
  }

  /// Puts a server in a program's place, or a script instead, as an installation does.
  private static func install(_ program: String, script: String? = nil) throws {
    let new = "\(program).new"
    if let script {
      try "#!/bin/sh\n\(script)\n".write(toFile: new, atomically: false, encoding: .utf8)
      chmod(new, 0o755)
    } else {
      try FileManager.default.createSymbolicLink(
        atPath: new, withDestinationPath: Program.server.path)
    }
    guard rename(new, program) == 0 else { throw Missed(description: "no rename") }
  }

  @Test("nor does one under which rooms would not come back, and --check says so beforehand")
  func otherSecret() throws {
    let state = try Scratch()
    let house = try UpgradeTests.house(state)
    let table = try Table(port: house.port)
    try expect(UpgradeTests.check(state), equals: "ready to start: 1 room would come back\n")
    try FileManager.default.removeItem(atPath: "\(state.path)/daily.key")
    try expect(UpgradeTests.check(state), contains: "another daily secret")
    kill(house.run.process, SIGUSR2)
    try wait(for: "the log", hearing: table.callers + [house.run]) {
      table.move()
      return house.run.errors.contains("not upgraded")
    }
    expect(house.run.errors, contains: "another daily secret")
    try table.check()
  }

  /// What a program says that only looks.
  private static func check(_ state: Scratch) throws -> String {
    let run = try PlainRun.ended(.server, ["--check", "--tls", "off", "--state", state.path])
    return run.text + run.errors
  }

  @Test("without --state nothing takes a server's place, because all rooms would end")
  func nothingKept() throws {
    let house = try House()
    kill(house.run.process, SIGUSR2)
    try house.run.logged("without --state all rooms would end")
    expect(house.run.end, equals: nil)
  }
}

// A server whose program is replaced while people play: nobody who comes is refused, whoever was
// inside comes back to all that was told, and a program that could not start changes nothing.

import Foundation
import Glibc
import Net
import Testing

@testable import TestSupport

@Stage
@Suite("Upgrading")
struct UpgradeTests {
  @Test("nobody is refused meanwhile, and every room goes on with all that was told, twice over")
  func replaced() throws {
    let state = try Scratch()
    let house = try House(keepingIn: state)
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
      try Table.comeBack(tables)
    }
    try wait(for: "an answer to everybody", hearing: visitors) {
      visitors.allSatisfy { $0.heard("WELCOME") || $0.isHungUpOn }
    }
    expect(visitors.count > 2 && visitors.last?.isHungUpOn == false)
    expect(house.run.end == nil && house.count("not upgraded") == 0)
    try Table.play(tables) { tables.contains(where: \.hasLocks) }
  }

  @Test("a program that cannot start, or is no server, takes nobody's place; once it can, it does")
  func broken() throws {
    let (state, place) = (try Scratch(), try Scratch())
    let program = "\(place.path)/chromatchd"
    try UpgradeTests.install(program)
    let house = try House(keepingIn: state, program: program)
    let guest = try house.caller(saying: "HELLO v=1", until: "WELCOME")
    let stranger = "the new program is no chromatchd"
    // The last of them says all that it is asked.
    let others = [
      ("echo Error: no such luck >&2; exit 3", "no such luck"), ("exit 0", stranger),
      ("exec true", stranger), ("exec echo \"$@\"", stranger),
    ]
    for (index, (script, why)) in others.enumerated() {
      try UpgradeTests.install(program, script: script)
      kill(house.run.process, SIGUSR2)
      try wait(for: why, hearing: [house.run, guest]) {
        house.count("not upgraded") > index && house.run.errors.contains(why)
      }
    }
    expect(house.count(stranger), equals: 3)
    try guest.ping(hearing: [house.run])
    try UpgradeTests.install(program)
    kill(house.run.process, SIGUSR2)
    try wait(for: "the new program", hearing: [house.run, guest]) {
      house.count(" listening") == 2
    }
    expect(house.run.end, equals: nil)
  }

  @Test("if the system does not start a program that could, nobody is lost, and the next one does")
  func vanished() throws {
    let (state, place) = (try Scratch(), try Scratch())
    let program = "\(place.path)/chromatchd"
    try UpgradeTests.install(program)
    let house = try House(keepingIn: state, program: program)
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
    try Table.comeBack([table])
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
    let house = try House(keepingIn: state)
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

  @Test("a server without --state says that it keeps nothing, and nothing takes its place")
  func nothingKept() throws {
    let house = try House()
    expect(house.count("journal=none: rooms end with the process"), equals: 1)
    expect(house.count("archive=none: matches are not kept"), equals: 1)
    kill(house.run.process, SIGUSR2)
    try house.run.logged("without --state all rooms would end")
    expect(house.run.end, equals: nil)
  }
}

// A person's habits on disk: where they are kept, what goes before what, and what is remembered.

import ClientCore
import Foundation
import Net
import TerminalUI
import Testing
import Wire

@testable import TestSupport
@testable import chromatch

@Suite("Habits")
struct HabitsTests {
  private let home: Scratch
  private let habits: Habits

  init() throws {
    home = try Scratch()
    habits = Habits(configuration: "\(home.path)/config/chromatch", state: "\(home.path)/state")
  }

  private var file: String { "\(home.path)/config/chromatch/config" }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(home.path)/config/chromatch", withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
  }

  @Test(
    "habits are configured where the XDG specification says",
    arguments: [
      ([:], nil), (["HOME": "/h"], "/h/.config/chromatch"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "/x"], "/x/chromatch"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "x"], "/h/.config/chromatch"),
      (["XDG_CONFIG_HOME": "x"], nil),
    ] as [([String: String], String?)])
  func place(_ environment: [String: String], _ path: String?) {
    expect(Habits.configurationDirectory { environment[$0] }, equals: path)
  }

  @Test(
    "habits are told by options, else by the environment, else by the file, else by what is usual",
    arguments: [
      (nil, [:], "", "login"), (nil, [:], "name = File", "File"),
      (nil, ["CHROMATCH_NAME": "Var"], "name = File", "Var"),
      ("Flag", ["CHROMATCH_NAME": "Var"], "name = File", "Flag"),
    ] as [(String?, [String: String], String, String)])
  func precedence(
    _ flag: String?, _ environment: [String: String], _ text: String, _ name: String
  ) throws {
    try write(text)
    var plan = Plan(
      venue: .own(OwnServer.Settings()), intent: .browse,
      player: Plan.Persona(name: flag, icon: nil), screen: Plan.Screen(isPlain: true))
    let (preferences, complaints) = habits.preferences { environment[$0] }
    expect(complaints, equals: [])
    plan.follow(preferences, account: "login")
    expect(plan.player.name, equals: name)
  }

  @Test(
    "habits do not undo NO_COLOR, which the environment's own color does",
    arguments: [
      ([:], .palette256), (["NO_COLOR": "1"], nil),
      (["NO_COLOR": "1", "CHROMATCH_COLOR": "16"], .palette16), (["CHROMATCH_COLOR": "auto"], nil),
    ] as [([String: String], ColorDepth?)])
  func colors(_ environment: [String: String], _ depth: ColorDepth?) throws {
    try write("color = 256\n")
    expect(habits.preferences { environment[$0] }.0.color, equals: depth)
  }

  @Test("habits that make no sense are told with their line, and the others hold")
  func wrong() throws {
    try write("# mine\nbell = perhaps\nname = Ada\n")
    let (preferences, complaints) = habits.preferences { $0 == "CHROMATCH_ICON" ? "cat" : nil }
    expect(preferences.name == "Ada" && preferences.hasBell == nil && preferences.icon == nil)
    try require(complaints.count == 2)
    expect(complaints[0], equals: "Line 2 of \(file): bell: \"perhaps\" is neither yes nor no.")
    expect(complaints[1].hasPrefix("CHROMATCH_ICON: \"cat\" is none of the icons: diamond"))
  }

  @Test("habits that cannot be read are told, and nothing else happens")
  func unreadable() throws {
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    let (preferences, complaints) = habits.preferences { _ in nil }
    expect(preferences, equals: Preferences())
    expect(complaints, equals: ["\(file) cannot be read: Is a directory."])
    #expect(throws: Failure.self) { try habits.keep(.bell(true)) }
  }

  @Test("habits are kept in a file for nobody else, through a link, and what was there stays")
  func keeping() throws {
    try write("# mine\nname = Ada")
    try FileManager.default.moveItem(atPath: file, toPath: "\(home.path)/dotfile")
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: "\(home.path)/dotfile")
    try habits.keep(.name("Bea"))
    try habits.keep(.calm(true))
    expect(home.text(of: "\(home.path)/dotfile"), equals: "# mine\nname = Bea\ncalm = yes\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(home.path)/dotfile")
    expect(attributes[.posixPermissions] as? Int, equals: 0o600)
    let around = try FileManager.default.contentsOfDirectory(atPath: home.path).sorted()
    expect(around, equals: ["config", "dotfile"])
  }

  @Test("habits are for one run where there is no home")
  func homeless() {
    let habits = Habits(configuration: nil, state: nil)
    expect(habits.preferences { _ in nil }.0, equals: Preferences())
    expect(habits.history, equals: [])
    habits.remember(Address(Endpoint(host: "host", port: 1)))
    #expect(throws: Failure.self) { try habits.keep(.calm(true)) }
  }

  @Test("the servers one was on are kept, the newest first, each once, twenty at most")
  func history() throws {
    for number in 1...25 { habits.remember(try Address("host\(number)")) }
    habits.remember(try Address("tls://host10/WAVE"))
    let names = habits.history.map(\.text)
    expect(names.count, equals: ServerHistory.countMax)
    expect(names.prefix(3), equals: ["tls://host10", "host25", "host24"])
    expect(!names.contains("host10") && names.last == "host6")
    let file = try require(home.text(of: "\(home.path)/state/servers"))
    expect(file.hasPrefix("tls://host10\nhost25\n"))
    // Lines that are no address are forgotten.
    let odd = ServerHistory(Array("# what\nhost:0\n\nhost:7 yesterday\n\u{7}\nhost:7\n".utf8))
    expect(odd.addresses.map(\.text), equals: ["host:7"])
  }

  @Test("the best matches are kept in a file for nobody else, where other lines stay")
  func matches() throws {
    let line =
      "2026-11-21 hsb points=1712 rounds=2 difference=2134 place=1/4 assisted=no server=ams-1 "
      + "colors=#c23b22/#c84030,#3b22c2/#4030c8"
    let file = "\(home.path)/state/matches"
    try FileManager.default.createDirectory(
      atPath: "\(home.path)/state", withIntermediateDirectories: true)
    try "# mine\n\(line)\n".write(toFile: file, atomically: false, encoding: .utf8)
    let match = try require(habits.bests.matches.first)
    try expect(habits.keep(match).matches, equals: [match, match])
    expect(home.text(of: file), equals: "# mine\n\(line)\n\(line)\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    expect(attributes[.posixPermissions] as? Int, equals: 0o600)
    #expect(throws: Failure.self) { _ = try Habits(configuration: nil, state: nil).keep(match) }
  }

  private func destination(_ named: Address? = nil) throws -> Destination {
    try Destination(named, orKnownFor: "quick 192.168.1.5", by: habits)
  }

  @Test("a server is the one that was named, or the usual one, or that of last time")
  func destinations() throws {
    let nowhere = #expect(throws: (any Error).self) { try destination() }
    expect(
      nowhere.map { "\($0)" },
      equals: "Which server? You have not used one yet: name it, as in "
        + "`chromatch quick 192.168.1.5`, or start one with `chromatch host`.")
    habits.remember(try Address("tls://last:1"))
    try expect(destination().address.text, equals: "tls://last:1")
    try expect(destination().remark, equals: "Going to tls://last:1, the server you used last.")
    try habits.keep(.server("always"))
    try expect(destination().remark, equals: "Going to always, your default server.")
    let named = try destination(try Address("named"))
    expect(named.address.text == "named" && named.remark == nil)
    try habits.keep(.server("host:x"))
    let wrong = #expect(throws: (any Error).self) { try destination() }
    expect(
      wrong.map { "\($0)" },
      equals: "Your default server \"host:x\" is not an address: "
        + "the port \"x\" is not a number from 1 to 65535.")
  }
}

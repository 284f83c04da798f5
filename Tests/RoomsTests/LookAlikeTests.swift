// Who can pass for whom: every pair of the vectors, in a room, in both orders; people and bots that
// nobody could tell apart otherwise; and what a room makes of names that cannot be seen.

import Foundation
import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Names in a room")
struct LookAlikeTests {
  /// Two names as the wire has them, and whether one may be taken for the other.
  struct Pair: Sendable, CustomTestStringConvertible {
    let one: String
    let other: String
    let isAlike: Bool
    let testDescription: String
  }

  static func pairs() throws -> [Pair] {
    let file = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "protocol/vectors/alike.tsv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    try require(rows.first == "ONE\tOTHER\tALIKE\tREASON")
    return try rows.dropFirst()
      .map { row in
        let cells = row.split(separator: "\t").map(String.init)
        try require(cells.count == 4 && ["yes", "no"].contains(cells[2]), "\(row)")
        return Pair(
          one: cells[0], other: cells[1], isAlike: cells[2] == "yes", testDescription: cells[3])
      }
  }

  /// The names in a room whose players come one after another.
  private func names(_ said: [String]) throws -> [String] {
    var stage = HallStage()
    let host = try stage.person(said[0])
    let room = try stage.room(by: host)
    for name in said.dropFirst() { _ = try stage.guest(name, in: room) }
    let watcher = try stage.person("Eve")
    stage.say(watcher.id, "WATCH room=\(room)")
    return stage.heard(watcher.id)
      .compactMap { message in
        if case .room(_, .seat(_, let profile)) = message { profile.name } else { nil }
      }
  }

  @Test("a player whose name looks like another's gets a number, and nobody else does")
  func vectors() throws {
    for pair in try LookAlikeTests.pairs() {
      for (first, second) in [(pair.one, pair.other), (pair.other, pair.one)] {
        let alone = try names([first])[0]
        let names = try names([first, second])
        expect(names[0], equals: alone)
        let isNumbered = try names[1] != LookAlikeTests.alone(second)
        expect(isNumbered, equals: pair.isAlike, "\(first) and \(second): \(pair.testDescription)")
      }
    }
  }

  private static func alone(_ name: String) throws -> String {
    try LookAlikeTests().names([name])[0]
  }

  @Test("a number that somebody got cannot be taken by anybody else")
  func numbers() throws {
    let ada = ["Ada", "%D0%90da", "Ada%202", "ada2", "%EF%BC%A1da", "AD%CE%91", "Ada%C2%B2", "ada"]
    try expect(
      names(ada),
      equals: [
        "Ada", "\u{410}da 2", "Ada 2 2", "ada2 3", "\u{ff21}da 3", "AD\u{391} 4", "Ada² 4", "ada 5",
      ])
  }

  @Test("a name of nothing to see is no name, for players and for rooms")
  func blank() throws {
    var stage = HallStage()
    let ada = try stage.person("%E2%80%8B%E3%85%A4")
    let room = try stage.room(by: ada, "name=%E2%A0%80")
    let watcher = try stage.watcher("Eve", in: room)
    stage.say(ada.id, "CONFIG name=%F0%9D%85%99 rounds=7")
    stage.say(ada.id, "CONFIG name=%E2%80%AFTea%E2%80%8D%20%20time")
    let names = stage.heard(watcher.id)
      .compactMap { message in
        if case .room(_, .settings(let told)) = message { told.name } else { nil }
      }
    let number = ada.player.number
    expect(names, equals: ["player \(number)'s room", "Tea time"])
  }

  @Test("a bot never has the name of a person, in whatever letters it is written")
  func bots() throws {
    var stage = HallStage()
    let ada = try stage.person("Umb%D0%B5r")
    let room = try stage.room(by: ada)
    for _ in 2...8 { stage.say(ada.id, "BOT") }
    let watcher = try stage.person("Eve")
    stage.say(watcher.id, "WATCH room=\(room)")
    let names = stage.heard(watcher.id)
      .compactMap { message -> String? in
        if case .room(_, .seat(_, let profile)) = message { profile.name } else { nil }
      }
    expect(names.count == 8 && names.contains("Umber 2") && !names.contains("Umber"))
  }
}

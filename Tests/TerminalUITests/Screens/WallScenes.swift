// What scenes of the wall are made of: rooms in which other people play, each looked on in by a
// session of its own that has heard a real match, all at the same moment.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

/// A room that is on a wall.
struct WallRoom: Sendable {
  let code: String
  let name: String
  let mode: Mode
  /// How many rounds are over; nil before the first match.
  let rounds: Int?
  /// How long the present round is open, in milliseconds; nil between rounds.
  var open: Int?
  var company = 5
  var hasRung = false

  static let few = Array(all.prefix(3))

  static let all = [
    WallRoom(code: "AZUR", name: "sunday race", mode: .hsb, rounds: 1, open: 8_400),
    WallRoom(
      code: "ABCD", name: "ams vs oslo", mode: .rgb, rounds: 2, open: 4_400, company: 2,
      hasRung: true),
    WallRoom(code: "WXYZ", name: "night owls", mode: .cmyk, rounds: 3),
    WallRoom(code: "GRAD", name: "gradients only", mode: .gradient, rounds: 0, open: 6_100),
    WallRoom(code: "EYES", name: "tiles, easy", mode: .tiles, rounds: 1, open: 3_300),
    WallRoom(code: "REMM", name: "by heart", mode: .memory, rounds: 1, open: 5_000),
    WallRoom(code: "PAST", name: "last one standing", mode: .arcade, rounds: 2, open: 2_000),
    WallRoom(code: "QRST", name: "slow practice", mode: .hsb, rounds: nil, company: 4),
    WallRoom(code: "ENDS", name: "bots, all night", mode: .rgb, rounds: 5),
  ]

  var isPlaying: Bool { rounds.map { $0 < 5 } ?? false }
  /// How many sit there: everybody but the viewer.
  var taken: Int { company > 2 ? company - 1 : company }

  func listing() throws -> Listing {
    Listing(
      code: try require(RoomCode(code)), name: name, mode: mode.name, seats: 6, taken: taken,
      watchers: 3, state: isPlaying ? .playing : .waiting,
      round: isPlaying ? (rounds ?? 0) + 1 : 0, of: mode.isEndless ? 0 : 5, hasPassword: false,
      icons: [])
  }

  /// Somebody who has come in and heard it all, beginning at a moment.
  private func stage(from start: Instant) throws -> Stage {
    let room = try require(RoomCode(code))
    var stage = Stage(.watch(room, password: nil), start: start)
    stage.seedName = name
    try stage.enterRoom(Stage.rules(mode), .watcher, seats: 6, code: code, company: company)
    guard let rounds else { return stage }
    try stage.playRounds(rounds)
    guard let open else {
      stage.look(after: 200)
      return stage
    }
    stage.openRound(for: open)
    if hasRung { stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.mira) }
    return stage
  }

  /// Somebody who looks on there at a moment.
  func watcher(at now: Instant) throws -> Watcher {
    let length = try stage(from: Stage.start).now - Stage.start
    let session = try stage(from: now - length).session
    return Watcher(room: try require(RoomCode(code)), session: session, fresh: session)
  }
}

extension Stage {
  /// On the wall of a server where these rooms are open.
  mutating func openWall(_ rooms: [WallRoom]) throws {
    connect()
    list(try rooms.map { try $0.listing() })
    type("v")
    try watch(rooms)
  }

  mutating func list(_ listings: [Listing]) {
    // The list was asked for when the connection stood, and is again two seconds later.
    if session.listedAt != nil { wait(2_000) }
    hear(listings.map(ServerMessage.listed) + [.end(of: "LIST", count: listings.count)])
  }

  /// Those rooms are looked on in, more than are wanted at one size.
  mutating func watch(_ rooms: [WallRoom]) throws {
    watchers = try rooms.map { try $0.watcher(at: now) }
    look(after: Wall.beatMilliseconds)
  }

  /// One of the rooms is lost, one does not let anybody in, and one was not reached yet.
  mutating func loseRooms() throws {
    let page = model.watched
    for index in watchers.indices {
      watchers[index].news += 1
      if watchers[index].room == page[1] { watchers[index].refusal = RefusalCode.banned.sentence }
      if watchers[index].room == page[3] {
        _ = watchers[index].session.handle(.lost("connection reset"), at: now)
      }
    }
    watchers.removeAll { $0.room == page[2] }
    look(after: Wall.beatMilliseconds)
  }
}

// Games of this network on the home screen and in its list of servers, and in plain lines.

import Game
import Nearby
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Games nearby")
struct NearbyScreenTests {
  private let kestrel = ServerChoice(
    name: "Kestrel's room", address: "tls://10.0.0.1:7313/WAVE", news: "rgb  1/8  waiting")
  private let finch = ServerChoice(
    name: "Finch", address: "10.0.0.2:7313", news: "hsb  2/4  playing")
  private let known = ServerChoice(name: "ams-1", address: "tls://ams-1")

  private func game(
    _ offer: Announcement.Offer, at host: String = "10.0.0.1", tls: Bool = true,
    answers: Bool = true
  ) throws -> NearbyGame {
    var neighborhood = Neighborhood()
    let place = NearbyPlace(name: "Kestrel", interface: 2)
    _ = neighborhood.found(place)
    let record = Announcement(offer, hasTLS: tls, fingerprint: nil).record
    neighborhood.described(place, port: 7_313, record: record)
    neighborhood.located(place, at: host, isThere: true)
    neighborhood.tried(place, answered: answers ? host : nil)
    return try require(neighborhood.games.first)
  }

  @Test("a room says its mode, seats and state, a server its rooms and players, if it answers")
  func news() throws {
    var room = Announcement.Room(
      mode: "rgb", taken: 1, seats: 8, isPlaying: false, code: RoomCode("WAVE"))
    try expect(game(.room(room)).news, equals: "rgb  1/8  waiting")
    try expect(game(.room(room), answers: false).news, equals: "rgb  1/8  does not answer")
    try expect(game(.room(room)).address, equals: "tls://10.0.0.1:7313/WAVE")
    try expect(
      game(.room(room), at: "fe80::1%eth1").address, equals: "tls://[fe80::1%eth1]:7313/WAVE")
    (room.isPlaying, room.code) = (true, nil)
    try expect(game(.room(room)).news, equals: "rgb  1/8  playing")
    try expect(game(.room(room), tls: false).address, equals: "10.0.0.1:7313")
    try expect(game(.server(rooms: 3, players: 7)).news, equals: "3 rooms  7 players")
    try expect(game(.server(rooms: 1, players: 1)).news, equals: "1 room  1 player")
    try expect(game(.server(rooms: 3, players: 7), answers: false).news, equals: "does not answer")
    try expect(game(.server(rooms: 3, players: 7)).address, equals: "tls://10.0.0.1:7313")
  }

  @Test("the home screen says that somebody plays here, and Enter goes there")
  func home() throws {
    var stage = try Scene.homeEmpty.stage(columns: 80, rows: 24)
    expect(!stage.text.contains("this network"))
    stage.model.know([kestrel, known])
    expect(stage.text, contains: "goes to Kestrel's room, on this network")
    stage.model.know([finch, kestrel, known])
    expect(stage.text, contains: "goes to one of 2 games on this network")
    stage.type("g")
    expect(stage.text.contains("hsb  2/4  playing") && stage.text.contains("under the name"))
    stage.press(.down, .enter)
    expect(stage.done, equals: [.visit(kestrel.address)])
  }
}

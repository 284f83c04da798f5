// Games of a network for the screens to show: rooms, a server, and a room that does not answer.
// They come about as they do on a real one.

import Nearby
import Wire

@testable import TerminalUI

/// A network on which much is going on.
enum NearbyGames {
  /// What the screens are told of it.
  static var choices: [ServerChoice] { neighborhood.games.map { ServerChoice($0) } }

  private static var neighborhood: Neighborhood {
    var neighborhood = Neighborhood()
    add(to: &neighborhood, "Osprey", room("tiles", 2, of: 6, "GHJK"), answers: false)
    let hidden = room("gradient", 8, of: 8, nil, isPlaying: true)
    add(to: &neighborhood, "A Room Of One's Own With A View", hidden)
    add(to: &neighborhood, "Arena", .server(rooms: 12, players: 31))
    add(to: &neighborhood, "Kestrel", room("rgb", 1, of: 8, "WAVE"))
    return neighborhood
  }

  private static func room(
    _ mode: String, _ taken: Int, of seats: Int, _ code: String?, isPlaying: Bool = false
  ) -> Announcement.Offer {
    .room(
      Announcement.Room(
        mode: mode, taken: taken, seats: seats, isPlaying: isPlaying,
        code: code.flatMap { RoomCode($0) }))
  }

  private static func add(
    to neighborhood: inout Neighborhood, _ name: String, _ offer: Announcement.Offer,
    answers: Bool = true
  ) {
    let place = NearbyPlace(name: name, interface: 2)
    let address = "192.168.1.\(20 + neighborhood.games.count)"
    _ = neighborhood.found(place)
    let record = Announcement(offer, hasTLS: true, fingerprint: nil).record
    neighborhood.described(place, port: 7_313, record: record)
    neighborhood.located(place, at: address, isThere: true)
    neighborhood.tried(place, answered: answers ? address : nil)
  }
}

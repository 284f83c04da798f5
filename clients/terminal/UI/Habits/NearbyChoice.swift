// A game of this network as a server to go to, among the others: what it is called, what is going
// on there, and the address that leads into it. The fingerprint that was announced is no part of
// the address: the player who types the address decides alone whom to trust.

import ClientCore
package import Wire

extension ServerChoice {
  /// A game of this network.
  package init(_ game: NearbyGame) {
    self.init(name: game.name, address: game.address, news: game.news)
  }
}

extension NearbyGame {
  /// Where it is, as one would type it.
  package var address: String {
    let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    let room = announcement.code.map { "/\($0.text)" } ?? ""
    return (announcement.hasTLS ? "tls://" : "") + place + room
  }

  /// What is going on there.
  package var news: String {
    switch announcement.offer {
    case .room(let room):
      let state = room.isPlaying ? Words["playing"] : Words["waiting"]
      return "\(room.mode)  \(room.taken)/\(room.seats)  \(answers ? state : silence)"
    case .server(let rooms, let players):
      let open = Words[rooms, "\(rooms) room", "\(rooms) rooms"]
      let seated = Words[players, "\(players) player", "\(players) players"]
      return answers ? "\(open)  \(seated)" : silence
    }
  }

  private var answers: Bool { reach != .closed }

  private var silence: String { Words["does not answer"] }
}

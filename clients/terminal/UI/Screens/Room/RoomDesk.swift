// A player's unfinished business in a room: which seat is chosen, and what lies open over the
// seats. Who sits where is the room's; here is only what a hand points at.
// Invariant: after `follow`, the player pointed at has a seat, and only hosts have anything open
// but the list of those who may be friends.

import ClientCore
import Game
import Wire

/// The room screen's own state.
struct RoomDesk: Sendable {
  /// What the host can do about somebody.
  enum Measure: CaseIterable, Sendable {
    case makeHost, kick, ban, removeBot

    /// The measures there are for people, or for bots.
    static func all(isBot: Bool) -> [Measure] {
      isBot ? [.removeBot] : [.makeHost, .kick, .ban]
    }

    var words: String {
      switch self {
      case .makeHost: Words["make host"]
      case .kick: Words["remove; may come back"]
      case .ban: Words["ban while the room exists"]
      case .removeBot: Words["remove the bot"]
      }
    }
  }

  /// What lies over the seats.
  enum Panel: Equatable, Sendable {
    /// Setting the room.
    case settings(RoomForm)
    /// Choosing what to do about somebody.
    case measures(PlayerID, chosen: Int)
    /// Choosing how well a bot plays that is to be seated.
    case bots(chosen: Int)
    /// Making sure that somebody is to be banned.
    case ban(PlayerID)
    /// Choosing who is a friend.
    case friends(chosen: Int)
  }

  /// How well bots of each level play, from 1 on.
  static var botWords: [String] {
    [
      Words["a beginner"], Words["a fair first opponent"], Words["a good player"],
      Words["hard to beat"],
    ]
  }

  /// The chosen seat, counted from 0; the first of the free ones is one more. Nil for none.
  private(set) var place: Int?
  /// Whose seat it is; nil for a free one.
  private(set) var player: PlayerID?
  var panel: Panel?

  /// Takes a look at the room.
  mutating func follow(_ room: RoomModel?) {
    guard let room, room.amHost else {
      let isOpen = if case .friends = panel { room != nil } else { false }
      let kept = isOpen ? panel : nil
      self = RoomDesk()
      panel = kept
      return
    }
    if let player {
      place = room.seats.firstIndex { $0.player == player }
      if place == nil { self.player = nil }
    } else if let place {
      choose(place, in: room)
    }
    switch panel {
    case .measures(let who, _), .ban(let who):
      if room.seat(of: who) == nil { panel = nil }
    case .settings where room.isRunning, .bots where room.freeSeats == 0: panel = nil
    case .settings, .bots, .friends, nil: break
    }
  }

  /// Points at a seat, or at the free ones.
  mutating func choose(_ index: Int, in room: RoomModel) {
    let last = room.seats.count - (room.freeSeats > 0 ? 0 : 1)
    let place = min(max(index, 0), last)
    self.place = place
    player = room.seats.indices.contains(place) ? room.seats[place].player : nil
  }

  /// Moves on by so many seats, stopping at the ends.
  mutating func choose(by places: Int, in room: RoomModel) {
    choose((place ?? (places > 0 ? -1 : room.seats.count + 1)) + places, in: room)
  }

  /// Opens what can be done about the chosen seat; nothing about one's own.
  mutating func open(in room: RoomModel) {
    guard place != nil else { return }
    if let player {
      if player != room.me { panel = .measures(player, chosen: 0) }
    } else if room.freeSeats > 0 {
      panel = .bots(chosen: RoomForm.botLevel - 1)
    }
  }
}

extension RoomModel {
  /// Those who sit here and have proved who they are, but for the user.
  var acquaintances: [(id: KeyID, name: String)] {
    seats.compactMap { seat in
      guard seat.player != me, let id = seat.profile.identity else { return nil }
      return (id, seat.profile.name)
    }
  }

  /// How many seats nobody has taken.
  var freeSeats: Int { max(0, settings.seats - seats.count) }

  /// Whether there is a seat to be taken, now or after the round that is on.
  var canSit: Bool { role == .watcher && freeSeats > 0 }
}

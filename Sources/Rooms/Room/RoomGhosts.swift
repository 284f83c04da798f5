// A room that races a kept match again. Its ghosts have seats, and their hands move as their
// players did then: to the room they are bots that were planned before. All its matches copy it.
// Invariant: whatever becomes of the room, what it tells of ghosts is what the record has of them.

import Archive
import Game
import Wire

/// The match that a room races.
struct Haunting: Sendable {
  let original: Original
  /// The players that its ghosts are here, in their order.
  let players: [PlayerID]

  /// A ghost's part of a round; nil for who is none.
  func round(_ round: Int, of player: PlayerID) -> Ghost.Round? {
    players.firstIndex(of: player).map { original.ghosts.round(round, of: $0) }
  }

  /// What a match of these players takes from it.
  func copied(by racing: [PlayerID]) -> Copied {
    var copied = original.ghosts.copied
    copied.ghosts = racing.filter(players.contains)
    return copied
  }
}

extension Room {
  /// Races a match from now on: promises its seed, and seats its ghosts.
  mutating func haunt(_ haunting: Haunting, _ turn: inout Turn) {
    self.haunting = haunting
    promise(&turn)
    for (player, profile) in zip(haunting.players, haunting.original.profiles) where hasFreeSeat {
      let profile = shown(profile)
      seats.append(Seat(bot: player, profile: profile, skill: nil, at: turn.now))
      tell(.seat(player, profile), &turn)
      readyBot(seats.count - 1, &turn)
    }
  }

  /// Tells the match how far its ghosts were when the round was announced that comes next: that
  /// settles what lag may take off their locks.
  mutating func measureGhosts() {
    guard let haunting, let next = match?.nextRound else { return }
    for player in haunting.players {
      guard let round = haunting.round(next, of: player) else { continue }
      measure(player, roundTrip: round.roundTrip)
    }
  }
}

extension Haunting {
  /// What a journal has of it, so that the room comes back.
  var deeds: [RoomDeed] {
    let bytes = original.bytes
    let parts = stride(from: 0, to: bytes.count, by: RoomDeed.partBytesMax)
      .map { RoomDeed.copied(Array(bytes[$0..<min($0 + RoomDeed.partBytesMax, bytes.count)])) }
    return parts + [.haunted(by: players, index: original.index)]
  }
}

extension RoomWishes {
  /// The settings of a room that races a match, whose rules they cannot change.
  func settings(owner: String, racing ghosts: Ghosts) throws(RefusalLine) -> RoomSettings {
    let rules = ghosts.rules
    guard mode ?? rules.mode == rules.mode, rounds ?? rules.rounds == rules.rounds,
      seconds ?? rules.seconds == rules.seconds, level ?? rules.level == rules.level,
      isAssisted ?? rules.isAssisted == rules.isAssisted, isRated != true, isPresented != true
    else { throw .ghostRules }
    var others = self
    (others.mode, others.rounds, others.seconds) = (nil, nil, nil)
    (others.level, others.isAssisted) = (nil, nil)
    var settings = try others.settings(owner: owner)
    settings.rules = rules
    try settings.requireNames()
    let count = ghosts.all.count
    guard settings.seats > count else {
      throw .badSetting("\(count) ghosts sit here: that takes more than \(count) seats")
    }
    return settings
  }
}

extension RefusalLine {
  /// What a ghost race does not let anybody set.
  static let ghostRules = badSetting(
    "a ghost race keeps the rules of its match, and is neither rated nor presented")
}

// The record of one room: every numbered event with its moment, and what was true after it. It is
// taken from the room's own history, so it also holds what was said while nobody was there to hear.
// Invariant: event n stands at place n; what viewers are told is measured by it.

import Game
import TranscriptSupport
import Wire

@testable import Rooms

final class Chronicle {
  let code: RoomCode
  private(set) var isClosed = false
  private var witness: Viewer
  private var entries: [(message: ServerMessage, told: Int, after: RoomScene)] = []

  init(of code: RoomCode, in hall: Hall) throws(Violation) {
    self.code = code
    witness = Viewer(hashing: .genuine)
    guard let room = hall.rooms[code]?.room else {
      isClosed = true
      return
    }
    try witness.fold(.entered(code, .watcher, n: 0))
    try witness.fold(.room(n: nil, .settings(room.settings.told)))
  }

  /// The number of the last event.
  var last: Int { entries.count }

  /// An event, when players were told, and the room right after it, but for where sliders stand;
  /// nil when it has not happened.
  subscript(number: Int) -> (message: ServerMessage, told: Int, after: RoomScene)? {
    entries.indices.contains(number - 1) ? entries[number - 1] : nil
  }

  /// Adds what has happened since.
  func extend(from hall: Hall, at now: Int) throws(Violation) {
    guard let index = hall.rooms.index(forKey: code) else {
      isClosed = true
      return
    }
    let last = hall.rooms.values[index].room.history.last
    if last == entries.count { return }
    guard let news = hall.rooms.values[index].room.history.messages(since: entries.count) else {
      throw Violation("history went from event \(entries.count) to \(last)")
    }
    for message in news {
      if case .room(_, .gone(_, .watching)) = message {
        try demand(witness.room?.match?.round == nil, "a seat given up in the middle of a round")
      }
      try expectWelcome(message, in: hall.rooms.values[index].room)
      do {
        try witness.fold(message)
      } catch {
        throw Violation("room \(code.text): \(error)")
      }
      guard let scene = witness.room, message.eventNumber == entries.count + 1 else {
        throw Violation("event \(message.eventNumber ?? 0) after \(entries.count)")
      }
      entries.append((message, now, scene.withoutMoves))
    }
  }

  /// Nobody sits down who was put out for good, under whatever name, or whom nobody knows in a room
  /// for known players.
  private func expectWelcome(_ message: ServerMessage, in room: Room) throws(Violation) {
    guard case .room(_, .seat(let player, let profile)) = message,
      let seat = room.seats.first(where: { $0.player == player }), !seat.isBot
    else { return }
    let isBanned = room.bans.contains { $0.holds(for: player, profile.identity) }
    try demand(!isBanned, "somebody sits down who is banned")
    // Where nobody has a name of their own, everybody's identity is a secret, too.
    let isKnown =
      profile.identity != nil || !room.settings.isKnownOnly || room.settings.names != .own
    try demand(isKnown, "somebody unknown sits down among the known")
  }

  /// How many seconds later watchers hear of an event at the least; a new delay is told by the old
  /// one or by itself, whichever is less.
  func delay(of number: Int) -> Int? {
    guard let after = self[number]?.after.settings?.delay else { return nil }
    return min(after, self[number - 1]?.after.settings?.delay ?? after)
  }
}

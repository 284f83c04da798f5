// The record of one room: every numbered event with its moment, and what was true after it. It is
// taken from the room's own history, so it also holds what was said while nobody was there to hear.
// Invariant: event n stands at place n; what viewers are told is measured by it.

import Game
import TranscriptSupport
import Wire

@testable import Rooms

/// What happened in a room, from its first event on.
final class Chronicle {
  let code: RoomCode
  /// Whether the room is gone.
  private(set) var isClosed = false
  private var witness: Viewer
  private var events: [ServerMessage] = []
  private var moments: [(told: Int, due: Int)] = []
  private var scenes: [RoomScene] = []

  /// The record of a room that was just opened.
  init(of code: RoomCode, in hall: Hall, at now: Int) throws(Violation) {
    self.code = code
    witness = Viewer(hashing: .genuine)
    guard let room = hall.rooms[code]?.room else {
      isClosed = true
      return
    }
    try witness.fold(.entered(code, .watcher, n: 0))
    try witness.fold(.room(n: nil, .settings(RoomView(room.settings))))
  }

  /// The number of the last event.
  var last: Int { events.count }

  /// The room after its last event.
  var scene: RoomScene? { witness.room }

  /// Adds what has happened since.
  ///
  /// - Parameter due: since when it may have been due, if the hall was late.
  /// - Throws: what cannot have happened, or that a number is repeated or left out.
  func extend(from hall: Hall, at now: Int, due: Int) throws(Violation) {
    guard let index = hall.rooms.index(forKey: code) else {
      isClosed = true
      return
    }
    let last = hall.rooms.values[index].room.history.last
    if last == events.count { return }
    guard let news = hall.rooms.values[index].room.history.messages(since: events.count) else {
      throw Violation("history went from event \(events.count) to \(last)")
    }
    for message in news {
      try expectChangeInTime(message)
      try expectWelcome(message, in: hall.rooms.values[index].room)
      do {
        try witness.fold(message)
      } catch {
        throw Violation("room \(code.text): \(error)")
      }
      guard let scene = witness.room, message.eventNumber == events.count + 1 else {
        throw Violation("event \(message.eventNumber ?? 0) after \(events.count)")
      }
      events.append(message)
      moments.append((now, due))
      scenes.append(scene.withoutMoves)
    }
  }

  /// Nobody gives up a seat to look on while a round is announced or open.
  private func expectChangeInTime(_ message: ServerMessage) throws(Violation) {
    guard case .room(_, .gone(_, .watching)) = message else { return }
    try demand(witness.room?.match?.round == nil, "a seat given up in the middle of a round")
  }

  /// Nobody sits down who was put out for good, under whatever name, or whom nobody knows in a room
  /// for known players.
  private func expectWelcome(_ message: ServerMessage, in room: Room) throws(Violation) {
    guard case .room(_, .seat(let player, let profile)) = message,
      let seat = room.seats.first(where: { $0.player == player }), !seat.isBot
    else { return }
    let isBanned = room.bans.contains { $0.holds(for: player, profile.identity) }
    try demand(!isBanned, "somebody sits down who is banned")
    let isKnown = profile.identity != nil || !room.settings.isKnownOnly
    try demand(isKnown, "somebody unknown sits down among the known")
  }

  /// The event of a number; nil when it has not happened.
  func event(_ number: Int) -> ServerMessage? {
    (1...events.count).contains(number) ? events[number - 1] : nil
  }

  /// The room right after an event, but for where sliders stand.
  func scene(after number: Int) -> RoomScene? {
    (1...scenes.count).contains(number) ? scenes[number - 1] : nil
  }

  /// How many seconds later watchers hear of an event at the least; a new delay is told by the old
  /// one or by itself, whichever is less.
  func delay(of number: Int) -> Int? {
    guard let after = scene(after: number)?.settings?.delay else { return nil }
    return min(after, scene(after: number - 1)?.settings?.delay ?? after)
  }

  /// When an event was told to players, and since when it was due at the least.
  func moment(of number: Int) -> (told: Int, due: Int)? {
    (1...moments.count).contains(number) ? moments[number - 1] : nil
  }
}

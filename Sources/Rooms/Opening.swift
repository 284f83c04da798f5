// How a room opens. It opens on the lane of whoever opens it, but lane 0 counts all rooms: from any
// other lane people are carried there, counted or refused, and carried back. So no two lanes can
// open the last room at the same time. Invariant: every room is in lane 0's book from before it
// opens until after it has closed.

import Game
import Wire

/// A room that somebody wants to open.
struct Opening: Sendable {
  let settings: RoomSettings
  /// Whether QUICK opens it: then a bot sits down, if nobody else does.
  let isQuick: Bool

  /// What is refused if it does not open.
  var verb: ClientVerb { isQuick ? .quick : .create }
}

extension Hall {
  /// The lane that counts rooms.
  static let bookLane = 0

  /// Opens a room for somebody who can see what is played there, or has them carried to be counted.
  mutating func open(
    _ opening: Opening, _ caller: Caller, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    guard seesEnough(caller.player, for: opening.settings) else {
      throw RefusalLine(code: .inexact)
    }
    guard lane == Hall.bookLane else {
      return carry(caller.id, to: Hall.bookLane, .register(opening), &effects)
    }
    guard let origin = connections[caller.id]?.origin else { return }
    try book.enter(origin, limits)
    try build(opening, caller, &effects, at: now)
  }

  /// Counts a room for somebody from another lane, and sends them back to open it.
  mutating func register(
    _ opening: Opening, for id: ConnectionID, from lane: Int, _ effects: inout [Effect]
  ) {
    guard let origin = connections[id]?.origin else { return }
    var refusal: RefusalLine?
    do throws(RefusalLine) {
      try book.enter(origin, limits)
    } catch {
      refusal = error
    }
    carry(id, to: lane, .open(opening, refusal), &effects)
  }

  /// Opens a room that is in the book.
  mutating func build(
    _ opening: Opening, _ caller: Caller, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    guard let origin = connections[caller.id]?.origin else { return }
    let settings = opening.settings
    let length = settings.isPublic ? RoomCode.length : RoomCode.privateLength
    var code = secrets.code(length: length)
    while rooms[code] != nil || home(of: code) != lane { code = secrets.code(length: length) }
    let roomSecrets = Secrets(
      key: secrets.bytes("room"), daily: secrets.daily, hashing: secrets.hashing)
    rooms[code] = Room(
      code: code, settings: settings, opener: caller.player, origin: origin,
      secrets: roomSecrets, limits: limits, home: lane, of: laneCount, at: now)
    effects.append(.note(.opened(code, caller.player, mode: settings.rules.mode.name)))
    try sit(in: code, caller, &effects, at: now)
    guard opening.isQuick, settings.seats > 1 else { return }
    let bot = makePlayerID()
    let due = now + limits.quickBotMilliseconds
    touch(code, &effects, at: now) { room, _ in room.quickBot = (bot, due) }
  }

  /// Strikes a room off the book.
  mutating func strike(_ origin: Origin, _ effects: inout [Effect]) {
    if lane == Hall.bookLane {
      book.strike(origin)
    } else {
      effects.append(.publish(.closed(origin), to: Hall.bookLane))
    }
  }
}

extension RoomSettings {
  /// Whether anybody may find the room and come in.
  var isPublic: Bool { isListed && password == nil }
}

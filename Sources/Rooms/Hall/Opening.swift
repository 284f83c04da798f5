// How a room opens. It opens on the lane of the player who opens it, but lane 0 counts all rooms:
// from any other lane people are carried there, counted or refused, and carried back. So no two
// lanes can open the last room at the same time. Shares of the limit that lanes borrow and return
// would need a protocol of their own.
// Invariant: every room is in lane 0's book from before it opens until after it has closed.

import Archive
import Game
import Wire

/// A room that somebody wants to open.
struct Opening: Sendable {
  let settings: RoomSettings
  /// Whether QUICK opens it: then a bot of this skill is there for as long as somebody would be
  /// alone.
  let company: Skill?
  /// The kept match that is raced there.
  var original: Original?

  /// What is refused if it does not open.
  var verb: ClientVerb { company == nil ? .create : .quick }
}

extension Hall {
  /// The lane that counts rooms.
  static let bookLane = 0

  /// Opens a room for somebody who can see what is played there.
  ///
  /// - Returns: where they have to be counted first.
  mutating func open(
    _ opening: Opening, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) -> Journey? {
    try requireAllowed(opening.settings.name)
    try requireEyes(caller.player, for: opening.settings)
    try requireIdentity(caller.player, for: opening.settings)
    guard lane == Hall.bookLane else { return Journey(to: Hall.bookLane, .register(opening)) }
    guard let origin = connections[caller.id]?.origin else { return nil }
    try book.enter(origin, limits)
    try build(opening, caller, &turn)
    return nil
  }

  /// Counts a room for somebody from another lane.
  ///
  /// - Returns: the way back, to open it.
  mutating func register(_ opening: Opening, for id: ConnectionID, from lane: Int) -> Journey? {
    guard let origin = connections[id]?.origin else { return nil }
    var refusal: RefusalLine?
    do throws(RefusalLine) {
      // That lane may not know yet.
      try requireFuture()
      try book.enter(origin, limits)
    } catch {
      refusal = error
    }
    return Journey(to: lane, .open(opening, refusal))
  }

  /// Opens a room that is in the book.
  mutating func build(
    _ opening: Opening, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard let origin = connections[caller.id]?.origin else { return }
    let settings = opening.settings
    do throws(RefusalLine) {
      guard placement.opensRooms else { throw .nothingOpens }
      if let original = opening.original { try requireSpace(for: original, from: origin) }
    } catch {
      strike(origin, &turn)
      throw error
    }
    let length = settings.isPublic ? RoomCode.length : RoomCode.privateLength
    var code = secrets.code(length: length)
    while rooms[code] != nil || owner(of: code) != .here(lane: lane) {
      code = secrets.code(length: length)
    }
    let key = secrets.bytes("room")
    let roomSecrets = Secrets(key: key, daily: secrets.daily, hashing: secrets.hashing)
    let room = Room(
      code: code, settings: settings, opener: caller.player, origin: origin,
      secrets: roomSecrets, limits: limits, log: log, at: turn.now)
    rooms[code] = RoomEntry(room)
    rooms[code]?.jot(.opened(by: caller.player, settings, key: key), &turn)
    turn.note(.opened(code, caller.player, mode: settings.rules.mode.name))
    if let original = opening.original { haunt(code, original, &turn) }
    if settings.isPresented { return present(code, caller, &turn) }
    try sit(in: code, caller, &turn)
    guard let skill = opening.company, settings.seats > 1 else { return }
    let bot = makeBot(skill)
    let deed = RoomDeed.accompanied(bot: bot.player, number: bot.number, level: skill.level)
    touch(code, deed, &turn) { room, turn in
      room.standIn = bot
      room.reconsiderStart(&turn)
    }
  }

  /// Refuses another race where those that there are have long records: a journal has each of them
  /// whole.
  private func requireSpace(
    for original: Original, from origin: Origin
  ) throws(RefusalLine) {
    var (all, own) = (original.bytes.count, original.bytes.count)
    for room in rooms.values.map(\.room) {
      guard let bytes = room.haunting?.original.bytes.count else { continue }
      all += bytes
      if room.origin?.household == origin.household { own += bytes }
    }
    guard all <= limits.racedBytesMax, own <= limits.racedBytesMax / Self.racedPart else {
      throw RefusalLine(code: .tooManyRooms, text: "too many long matches are raced here")
    }
  }

  /// An address may have one part in so many of the bytes that are raced.
  private static let racedPart = 8

  /// Has a room race a match.
  private mutating func haunt(_ code: RoomCode, _ original: Original, _ turn: inout Turn) {
    let players = original.profiles.map { _ in makePlayerID() }
    let haunting = Haunting(original: original, players: players)
    let deeds = haunting.deeds
    for part in deeds.dropLast() { rooms[code]?.jot(part, &turn) }
    touch(code, deeds.last, &turn) { room, turn in room.haunt(haunting, &turn) }
  }

  /// Strikes a room off the book, where it counts for that origin.
  mutating func strike(_ origin: Origin?, _ turn: inout Turn) {
    if lane == Hall.bookLane {
      book.strike(origin)
    } else {
      turn.publish(.closed(origin), to: Hall.bookLane)
    }
  }
}

// What holds in a hall at every moment, whatever was said to it. This looks inside on purpose: a
// forgotten member or a token too many shows here long before a client could notice. It runs after
// every call of a hall, so it goes through arrays and asks tables, and never iterates one.

import Framing
import Game
import TranscriptSupport
import Wire

@testable import Rooms

/// Looks at everything inside a lane of a house, and at what other lanes have to do with it.
func checkInvariants(of house: House, _ lane: Int) throws(Violation) {
  let hall = house.lanes[lane].hall
  let moment = World.start + house.lanes[lane].horizon
  var players = 0
  // Whom the hall has given away while they were being closed, it does not know.
  let links = house.lanes[lane].sockets.links.filter { !$0.isDisowned }
  for link in links {
    guard let connection = hall.connections[link.id] else {
      throw Violation("a connection is forgotten")
    }
    if connection.player != nil { players += 1 }
    try expectOnePlace(of: connection, link.id, in: hall)
    if let player = connection.player {
      let isRight = hall.players[player]?.profile.identity == house.known[player]
      try demand(isRight, "somebody is known as somebody else")
    }
    try expectNotSilent(connection, in: hall, at: moment)
    let heldMax = hall.limits.heldLinesMax + (connection.isClosing ? 1 : 0)
    try demand(connection.held.count <= heldMax, "too many held lines")
    let mayHold = connection.isMuted || connection.isClosing
    try demand(mayHold || connection.held.isEmpty, "held lines of one who reads")
  }
  try demand(hall.connections.count == links.count, "a connection of nobody")
  try expectRightRelays(of: hall, links)
  var rooms = 0
  for chronicle in house.chronicles
  where !chronicle.isClosed && house.home(of: chronicle) == lane {
    guard let room = hall.rooms[chronicle.code]?.room else { continue }
    rooms += 1
    players += try countAway(in: room, hall)
    try expectRightMembers(of: room, in: hall, links)
    try expectRightCounts(of: room, in: house)
    players += try countAwayFromCrowd(of: room, hall)
    try expectRightCrowd(of: room, in: hall)
    try expectRightSeats(of: room, in: hall)
    try expectRightMatch(of: room)
    try expectPunctual(room, in: hall, at: moment)
    let beyond = room.history.last - hall.limits.historyEventsMax - 1
    try demand(beyond < 0 || room.history.messages(since: beyond) == nil, "too much history")
    try demand(room.bans.count <= hall.limits.bansMax, "more bans than allowed")
    let waiting = room.delayLine.map { room.history.last - $0.history.last } ?? 0
    try demand(waiting <= hall.limits.delayedMessagesMax, "too much waits for watchers")
  }
  try demand(hall.rooms.count == rooms, "a room that nobody opened")
  try expectRightBook(of: house)
  try demand(hall.players.count == players, "a player who is nowhere")
  try demand(hall.tokens.count == players, "a token of nobody")
}

// Who is where.

/// A connection is seated, watching or neither, and its player and its room see it so too.
private func expectOnePlace(
  of connection: Connection, _ id: ConnectionID, in hall: Hall
) throws(Violation) {
  guard let player = connection.player else {
    return try demand(connection.place == .outside, "somebody nameless in a room")
  }
  guard let state = hall.players[player] else { throw Violation("a player who is forgotten") }
  try demand(state.connection == id, "a player who is elsewhere")
  try demand(hall.tokens[state.token] == player, "a token that is lost")
  switch connection.place {
  case .outside:
    // A client that was put out while it did not read is still to hear of it.
    try demand(!connection.isMuted || connection.farewell != nil, "muted outside of a room")
    try demand(state.room == nil, "outside of a room where a seat is")
  case .seated(let code):
    try demand(!connection.isMuted, "a muted player")
    try demand(state.room == code, "seated elsewhere")
    guard let index = hall.rooms.index(forKey: code) else { throw Violation("a seat in no room") }
    for seat in hall.rooms.values[index].room.seats where seat.player == player {
      return try demand(seat.connection == id, "a seat that is another's")
    }
    throw Violation("a seat that is lost")
  case .watching(let code):
    try demand(state.room == nil, "watching where a seat is")
    try demand(hall.rooms.index(forKey: code) != nil, "watching a room that is gone")
  case .watchingAfar(let code):
    try demand(state.room == nil, "watching where a seat is")
    try demand(hall.home(of: code) != hall.lane, "watching from afar at home")
  }
}

/// How many sit in a room without a connection; each of them is a player with a token.
private func countAway(in room: Room, _ hall: Hall) throws(Violation) -> Int {
  var count = 0
  for seat in room.seats where !seat.isBot && seat.connection == nil {
    guard let state = hall.players[seat.player] else { throw Violation("a seat of nobody") }
    try demand(state.room == room.code && state.connection == nil, "away and elsewhere")
    try demand(hall.tokens[state.token] == seat.player, "a kept seat without its token")
    count += 1
  }
  return count
}

/// Exactly those hear of a room who are in it and can be told.
private func expectRightMembers(
  of room: Room, in hall: Hall, _ links: [MemoryLink]
) throws(Violation) {
  let along = room.crowd?.told ?? []
  var hearing = 0
  for link in links {
    guard let connection = hall.connections[link.id], connection.place.code == room.code else {
      continue
    }
    if connection.isMuted { continue }
    hearing += 1
    let isDelayed = connection.place == .watching(room.code) && room.delayLine != nil
    let playsAlong = connection.player.flatMap { room.crowd?.number(of: $0) } != nil
    let present = playsAlong ? along : room.members
    let audience = isDelayed ? room.delayLine?.watchers ?? [] : present
    try demand(audience.contains(link.id), "somebody in the room does not hear of it")
  }
  let audience =
    room.members.count + along.count + (room.delayLine?.watchers.count ?? 0)
  try demand(audience == hearing, "somebody hears of a room who is not in it, or twice")
}

/// A room's seats, its people, its bots and its host fit together.
private func expectRightSeats(of room: Room, in hall: Hall) throws(Violation) {
  try demand(room.seats.count <= room.settings.seats, "more seated than seats")
  var hasPeople = false
  var hasHost = false
  for (index, seat) in room.seats.enumerated() {
    try demand(!room.isPlaying || !seat.isReady, "ready in the middle of a match")
    for other in room.seats[..<index] {
      try demand(other.profile.name != seat.profile.name, "a name twice")
    }
    if seat.isBot {
      try demand(seat.connection == nil && seat.awayUntil == nil, "a bot with a connection")
      continue
    }
    hasPeople = true
    try demand(!room.bans.contains { $0.player == seat.player }, "somebody who is banned")
    if room.host == seat.player { hasHost = true }
    try demand((seat.connection == nil) == (seat.awayUntil != nil), "away or not?")
    if let id = seat.connection {
      try demand(hall.connections[id]?.place == .seated(room.code), "a seat of somebody elsewhere")
    }
  }
  if room.settings.isPresented {
    try expectPresenter(of: room, in: hall)
  } else {
    try demand(hasPeople ? hasHost : room.host == nil, "no host, or a host who is gone")
  }
  try demand(
    room.isNobodysOwn || (room.patienceEnds != nil) == (room.isWaiting && room.isSeriesToGoOn),
    "a clock in a host's own room, or none in a series")
  try demand(
    room.history.state.startsAt == room.patienceEnds, "another clock than everybody is told of")
  let idle = room.seats.filter(\.isIdle).map(\.player)
  try demand(idle == room.history.state.seats.filter(\.isIdle).map(\.player), "idle or not?")
  try demand(room.seats.allSatisfy { !$0.isIdle || $0.connection != nil }, "idle and not there")
}

/// A running match is of those who sit, and has an end.
private func expectRightMatch(of room: Room) throws(Violation) {
  guard let match = room.match else { return }
  let players = match.players
  try demand(!match.isOver && players.isEmpty == match.isOpenFloor, "a match without an end")
  var next = 0
  for seat in room.seats where next < players.count && seat.player == players[next] { next += 1 }
  try demand(next == players.count, "a match of others than sit")
}

// When.

/// Nothing in a room was to happen before now, and the hall will look at it in time.
private func expectPunctual(_ room: Room, in hall: Hall, at now: Instant) throws(Violation) {
  guard let due = room.deadline else { return }
  try demand(hall.deadline.map { $0 <= due } ?? false, "nobody would look at the room in time")
  for seat in room.seats {
    try demand(seat.awayUntil.map { $0 >= now } ?? true, "a seat kept for too long")
    try demand(seat.hand?.deadline.map { $0 >= now } ?? true, "a bot who waits too long")
  }
  try demand(room.movesDue.map { $0 >= now } ?? true, "moves told late")
  try demand(room.watcherMovesDue.map { $0 >= now } ?? true, "moves told watchers late")
  try demand(room.delayLine?.deadline.map { $0 >= now } ?? true, "watchers told late")
  try demand(room.watcherCountDue.map { $0 >= now } ?? true, "watchers counted late")
  try demand(room.patienceEnds.map { $0 >= now } ?? true, "a match that waits too long")
  try demand(room.idleDue.map { $0 >= now } ?? true, "a silence that nobody noticed")
  try demand(room.emptyUntil.map { $0 >= now } ?? true, "an empty room open for too long")
  guard let match = room.match else { return }
  if let (_, _, closes) = match.round {
    try demand(closes + Rules.lagQuotaMax >= now, "a round open for too long")
  }
  // That of a ranked try waits for its player.
  guard let opens = match.opens, let due = room.matchDue else { return }
  try demand(max(opens, due) >= now, "a round not announced in time")
}

/// A client that was silent for too long is gone, and one that is due for a PING gets it.
private func expectNotSilent(
  _ connection: Connection, in hall: Hall, at now: Instant
) throws(Violation) {
  if connection.isClosing { return }
  let end = connection.silenceEnds(hall.limits)
  try demand(end >= now, "somebody silent for too long")
  try demand(hall.deadline.map { $0 <= end } ?? false, "nobody would notice a silence")
  guard connection.isPinged(hall.limits) else { return }
  let next = connection.ping.next
  try demand(next >= now && hall.deadline.map { $0 <= next } ?? false, "a PING that is forgotten")
}

extension Lane {
  /// Whether a connection has said HELLO; nil for one that the hall does not know.
  func connection(_ id: ConnectionID) -> Bool? { hall.connections[id].map { $0.player != nil } }
  func player(on id: ConnectionID) -> PlayerID? { hall.connections[id]?.player }
  func hasPlayer(_ player: PlayerID) -> Bool { hall.players[player] != nil }
}

extension House {
  /// At the end of a turn no outbox holds more than it may.
  func expectOutboxesWithinLimit() throws(Violation) {
    for link in lanes.flatMap(\.sockets.links) {
      try demand(
        !link.conversation.outbox.isOverfull || link.phase != .open, "an outbox too full")
    }
  }

  /// Whether nothing can be told to a connection.
  func isMuted(_ link: MemoryLink) -> Bool {
    link.phase == .carried || lanes[link.lane].hall.connections[link.id]?.isMuted ?? true
  }

  /// A room as its hall has it; nil when it is gone.
  func room(_ chronicle: Chronicle) -> Room? {
    lanes[home(of: chronicle)].hall.rooms[chronicle.code]?.room
  }

  /// Whether a late lane has yet to tell those who look on from there where the sliders are.
  func holdsMoves(of chronicle: Chronicle) -> Bool {
    lanes.contains { $0.hall.relays[chronicle.code]?.held.isEmpty == false }
  }

  /// - Throws: what is left when everybody has left long ago.
  func checkNothingLeft() throws(Violation) {
    try demand(server.roads.isEmpty, "something is still on its way")
    for hall in lanes.map(\.hall) {
      try demand(hall.rooms.isEmpty, "a room is left")
      try demand(hall.connections.isEmpty, "a connection is left")
      try demand(hall.players.isEmpty, "a player is left")
      try demand(hall.tokens.isEmpty, "a token is left")
      try demand(hall.relays.isEmpty, "a relay is left")
      try demand(hall.directory.rows.isEmpty, "a listed room is left")
    }
  }
}

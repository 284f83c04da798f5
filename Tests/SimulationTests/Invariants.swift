// What holds in a hall at every moment, whatever was said to it. This looks inside on purpose: a
// forgotten member or a token too many shows here long before a client could notice.

import Game
import TranscriptSupport
import Wire

@testable import Rooms

/// Looks at everything.
///
/// - Throws: the first thing that does not hold.
func checkInvariants(of hall: Hall, at now: Instant) throws(Violation) {
  try expect(hall.rooms.count <= hall.limits.roomsMax, "more rooms than allowed")
  for (id, connection) in hall.connections { try check(connection, id, in: hall) }
  for (player, state) in hall.players { try check(state, player, in: hall) }
  try expect(hall.tokens.count == hall.players.count, "a token of nobody")
  for (code, room) in hall.rooms { try check(room, code, in: hall, at: now) }
  if let deadline = hall.deadline { try expect(deadline >= now, "a deadline in the past") }
}

private func check(
  _ connection: Connection, _ id: ConnectionID, in hall: Hall
) throws(Violation) {
  if let player = connection.player {
    try expect(hall.players[player]?.connection == id, "a player who is elsewhere")
  } else {
    try expect(connection.place == .outside, "somebody nameless in a room")
  }
  switch connection.place {
  case .outside: try expect(!connection.isMuted, "muted outside of a room")
  case .seated(let code):
    let seat = hall.rooms[code]?.seats.first { $0.connection == id }
    try expect(seat != nil && seat?.player == connection.player, "a seat that is another's")
    try expect(!connection.isMuted, "a muted player")
  case .watching(let code):
    try expect(hall.rooms[code] != nil, "watching a room that is gone")
  }
  try expect(connection.held.count <= hall.limits.heldLinesMax + 1, "too many held lines")
  try expect(connection.isMuted || connection.held.isEmpty, "held lines of one who reads")
}

private func check(
  _ state: Hall.Player, _ player: PlayerID, in hall: Hall
) throws(Violation) {
  try expect(hall.tokens[state.token] == player, "a token that is lost")
  if let id = state.connection {
    try expect(hall.connections[id]?.player == player, "a connection that is another's")
  }
  try expect(state.connection != nil || state.room != nil, "a player who is nowhere")
  if let code = state.room {
    let seat = hall.rooms[code]?.seats.first { $0.player == player }
    try expect(seat != nil && seat?.connection == state.connection, "a seat that is lost")
  }
}

private func check(
  _ room: Room, _ code: RoomCode, in hall: Hall, at now: Instant
) throws(Violation) {
  try expect(room.code == code && !room.isClosed, "a room that is none")
  let watching = hall.connections.filter { $0.value.place == .watching(code) }
  let hearing =
    watching.filter { !$0.value.isMuted }.map(\.key) + room.seats.compactMap(\.connection)
  try expect(room.watchers == watching.count, "watchers miscounted")
  try expect(room.members.count == Set(room.members).count, "a member twice")
  try expect(Set(room.members) == Set(hearing), "members are not who is in the room")
  try expect(room.seats.count <= room.settings.seats, "more seated than seats")
  try expect(Set(room.seats.map(\.profile.name)).count == room.seats.count, "a name twice")
  let people = room.seats.filter { !$0.isBot }.map(\.player)
  try expect(room.host.map(people.contains) ?? people.isEmpty, "no host, or a host who is gone")
  for seat in room.seats {
    try expect(!seat.isBot || seat.connection == nil, "a bot with a connection")
    try expect(seat.isBot || (seat.connection == nil) == (seat.awayUntil != nil), "away or not?")
    try expect(seat.isBot || hall.players[seat.player]?.room == code, "a seat of nobody")
    try expect(!room.isPlaying || !seat.isReady, "ready in the middle of a match")
  }
  if let due = room.deadline {
    try expect(due >= now && room.movesDue.map { $0 >= due } ?? true, "something overdue")
    try expect(hall.deadline.map { $0 <= due } ?? false, "nobody would look at the room in time")
  }
  let beyond = room.history.last - hall.limits.historyEventsMax - 1
  try expect(
    beyond < 0 || room.history.messages(since: beyond) == nil, "more history than allowed")
  if let match = room.match {
    try expect(!match.isOver && !match.players.isEmpty, "a match without an end")
    let seated = room.seats.map(\.player).filter(match.players.contains)
    try expect(match.players == seated, "a match of others than sit")
  }
}

private func expect(_ holds: Bool, _ violation: String) throws(Violation) {
  if !holds { throw Violation(violation) }
}

/// Each room as somebody would be shown it who came now, rooms with a batch of moves on its way
/// left out: a newcomer knows those already, the others do not.
func pictures(of hall: Hall) -> [(room: RoomCode, picture: [ServerMessage])] {
  hall.rooms.values.filter { $0.movesDue == nil }.sorted { $0.code < $1.code }
    .map { room in
      var effects: [Effect] = []
      room.show(to: ConnectionID(number: 0), as: .watcher, &effects)
      let picture = effects.compactMap { effect -> ServerMessage? in
        if case .send(let message, _) = effect { message } else { nil }
      }
      return (room.code, picture)
    }
}

/// How many look on in each room.
func watcherCounts(of hall: Hall) -> [(room: RoomCode, count: Int)] {
  hall.rooms.values.sorted { $0.code < $1.code }.map { ($0.code, $0.watchers) }
}

/// Whether nothing can be told to a connection.
func isMuted(_ id: ConnectionID, in hall: Hall) -> Bool {
  hall.connections[id]?.isMuted ?? true
}

/// - Throws: what is left in a hall that everybody has left long ago.
func checkNothingLeft(in hall: Hall) throws(Violation) {
  try expect(hall.rooms.isEmpty, "a room is left")
  try expect(hall.connections.isEmpty, "a connection is left")
  try expect(hall.players.isEmpty, "a player is left")
  try expect(hall.tokens.isEmpty, "a token is left")
  try expect(hall.deadline == nil, "something is still due")
}

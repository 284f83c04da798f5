// How a server ends: at once, or when the matches are over that run. Until then nothing begins that
// How a server ends: at once, or when the matches are over that run. Until then nothing begins that
// would have to be cut off, and everybody knows why. The server asks its lanes five times a second
// whether any room plays; counting rooms on every turn would make all turns pay.
// Invariant: from `drain` on no room opens and no match begins here; every client that has said
// HELLO and can be told has been told.

import Game
import Wire

extension Hall {
  /// Has nothing begin any more; the server stops when the matches are over that run, or then.
  mutating func drain(until end: Instant, _ turn: inout Turn) {
    stopsAt = end
    for code in rooms.keys.sorted() {
      stopSeries(in: code, &turn)
      disband(code, &turn)
    }
    let strangers = connections.filter { isToBeTold($0.value) }.keys
    let told = strangers.sorted { $0.number < $1.number }
    for id in told { connections[id]?.knowsOfEnd = true }
    if !told.isEmpty { turn.send(.stopping(until: end), to: told) }
  }

  /// Tells somebody that the server is about to stop, unless they know.
  mutating func tellOfEnd(_ id: ConnectionID, _ turn: inout Turn) {
    guard let stopsAt, let connection = connections[id], isToBeTold(connection) else { return }
    connections[id]?.knowsOfEnd = true
    turn.send(.stopping(until: stopsAt), to: [id])
  }

  private func isToBeTold(_ connection: Connection) -> Bool {
    connection.player != nil && !connection.isClosing && !connection.isMuted
      && !connection.knowsOfEnd
  }

  /// Nobody in a room is ready any more for a match that will not begin. One that only waits for
  /// its seals begins.
  private mutating func disband(_ code: RoomCode, _ turn: inout Turn) {
    guard let room = rooms[code]?.room, room.isWaiting else { return }
    for seat in room.seats where !seat.isBot && (seat.isReady || seat.share != .none) {
      let message = ClientMessage.ready(false, .none)
      touch(code, .said(seat.player, message), &turn) { room, turn in
        _ = room.obey(message, from: seat.player, &turn)
      }
    }
  }

  /// The next match of a series does not begin by itself any more, as if its host had stopped it.
  mutating func stopSeries(in code: RoomCode, _ turn: inout Turn) {
    guard stopsAt != nil, let room = rooms[code]?.room, room.patienceEnds != nil,
      !room.isNobodysOwn, let host = room.host
    else { return }
    let message = ClientMessage.ready(false, .none)
    touch(code, .said(host, message), &turn) { room, turn in
      _ = room.obey(message, from: host, &turn)
    }
  }

  /// Refuses what would open a room.
  func requireFuture() throws(RefusalLine) {
    if stopsAt != nil { throw .aboutToStop }
  }

  /// Tells everyone that the server stops, and closes every connection.
  mutating func stop(_ turn: inout Turn) {
    isStopping = true
    let everyone = connections.keys.sorted { $0.number < $1.number }
    for id in everyone { refuse(id, RefusalLine(code: .shuttingDown), &turn) }
  }
}

extension RefusalLine {
  /// The answer to what would begin something.
  static let aboutToStop = RefusalLine(code: .notNow, text: "the server is about to stop")
}

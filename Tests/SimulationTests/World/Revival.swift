// What holds when a server goes on from its journals: every room is there that was, and each is the
// room that it was, with everything that anybody was told and everything that decides what comes
// next. It looks inside both on purpose.

import Game
import TranscriptSupport
import Wire

@testable import Rooms

extension House {
  /// What journals give is what the halls had that are gone.
  func expectRestored(_ restoration: Restoration, from halls: [Hall]) throws(Violation) {
    try demand(restoration.differing.isEmpty, "a room that is played again otherwise")
    let rooms = halls.reduce(0) { $0 + $1.rooms.count }
    try demand(restoration.replays.count == rooms, "a room that is lost, or was gone")
    for chronicle in chronicles where !chronicle.isClosed {
      guard let entry = halls[home(of: chronicle)].rooms[chronicle.code],
        let replay = restoration.replays[chronicle.code]
      else { throw Violation("a room that is lost") }
      try expectSameEvents(replay.room, as: chronicle)
      try expectSame(replay, as: entry, in: halls[home(of: chronicle)])
    }
  }

  /// The same numbered lines, as far as they are remembered, and the same knowledge for a newcomer.
  private func expectSameEvents(_ room: Room, as chronicle: Chronicle) throws(Violation) {
    try demand(
      room.history.last == chronicle.last,
      "event \(room.history.last) is the last, not \(chronicle.last)")
    let since = (0...chronicle.last).first { room.history.messages(since: $0) != nil } ?? 0
    for message in room.history.messages(since: since) ?? [] {
      guard let number = message.eventNumber, chronicle[number]?.message == message else {
        throw Violation("another event: \(message)")
      }
    }
  }

  /// The same room inside, once what was not worth a line has happened in it, too.
  private func expectSame(
    _ replay: RoomReplay, as entry: RoomEntry, in hall: Hall
  ) throws(Violation) {
    let old = entry.room
    var room = replay.room
    if let due = entry.jotted.due {
      var turn = Turn(at: due)
      room.advance(dueBy: due, &turn)
    }
    func same(_ what: String, _ value: (Room) -> Any?) throws(Violation) {
      let (new, before) = ("\(value(room) as Any)", "\(value(old) as Any)")
      try demand(new == before, "another \(what) (\(new) / \(before))")
    }
    try same("match") { $0.match }
    try same("state") { $0.knowledge }
    try same("host") { $0.host }
    try same("ban") { $0.bans }
    try same("seed") { $0.seed }
    try same("secret") { $0.secrets }
    try same("call") { $0.reveal }
    try same("patience") { $0.patienceEnds }
    try same("bot") { $0.standIn.map { "\($0.player) \($0.number) \($0.skill.level)" } }
    try same("end") { $0.emptyUntil }
    try same("visit") { $0.wasVisited }
    try same("settings") { $0.settings }
    try same("number of seats") { $0.seats.count }
    try same("set of households") { $0.housemates }
    for (index, seat) in old.seats.enumerated() {
      try same("seat") { room in
        let seat = room.seats[index]
        return
          [
            seat.player, seat.profile, seat.isReady, seat.share, seat.roundTrip, seat.skill,
            seat.hand, seat.awayUntil, seat.isPresent, seat.isIdle, seat.isBot ? nil : seat.heeded,
          ] as [Any?]
      }
      guard !seat.isBot else { continue }
      let (player, sitter) = (hall.players[seat.player], replay.sitters[seat.player])
      try demand(
        player?.token == sitter?.token && player?.profile == sitter?.profile
          && player?.depth == sitter?.depth, "somebody else on a seat")
    }
  }
}

extension Room {
  /// For each seat the first one of the same household. The numbers of households are others in a
  /// replay.
  fileprivate var housemates: [Int?] {
    seats.enumerated()
      .map { index, seat in
        seat.household == nil ? index : seats.firstIndex { $0.household == seat.household }
      }
  }

  /// What a newcomer is shown, once all positions are told. When that is, and so in which order,
  /// follows from how late a lane is, which no journal says.
  fileprivate var knowledge: [String] {
    var (room, turn) = (self, Turn(at: World.start))
    if room.movesDue != nil { room.sendMoves(&turn) }
    var lines: [String] = []
    var positions: [String] = []
    for message in room.history.state.snapshot() {
      if case .move = message { positions.append("\(message)") } else { lines.append("\(message)") }
    }
    return lines + positions.sorted()
  }
}

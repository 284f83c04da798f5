// News of a room outside the rounds: coming in, who sits down, is ready, is lost and comes back,
// who is the host, when a match begins. Told by comparing the room as it was told with the room as
// it is.

import Game
import Wire

extension PlainNarrator {
  mutating func tellRoom(of session: Session, at now: Instant, _ lines: inout [String]) {
    guard let room = session.room else {
      if let told { lines.append("out of room \(told.code.text)") }
      told = nil
      toldMatch = ToldMatch()
      return
    }
    let server = session.clock.server(at: now)
    if let old = told, old.code == room.code {
      lines += PlainNarrator.changes(from: old, to: room)
      tellCountdown(from: old, to: room, &lines, at: server)
    } else {
      lines += PlainNarrator.arrival(in: room)
      toldMatch = ToldMatch(arrivingAt: room.match)
    }
    tellRace(session, room, &lines, at: server)
    told = room
  }

  private static func arrival(in room: RoomModel) -> [String] {
    let what = room.role == .watcher ? "watching room" : "room"
    var lines = [
      "\(what) \(room.code.text), \(room.settings.name): \(room.settings.rules.spoken)",
      players(of: room),
    ]
    if let host = room.host { lines.append("\(room.subject(host)) the host") }
    guard let match = room.match else { return lines }
    let standings = room.spoken(match.standings, asMe: "you")
    if match.isOver && !match.standings.isEmpty {
      lines.append("the last match: \(standings)")
    } else if !match.results.isEmpty {
      let rounds = Phrase.count(match.results.count, "round")
      lines.append("match \(match.number) is on, \(rounds) over. so far: \(standings)")
    }
    return lines
  }

  /// "players: mira ready, you not ready".
  static func players(of room: RoomModel) -> String {
    guard !room.seats.isEmpty else { return "nobody has a seat" }
    let players = room.seats.map { seat in
      "\(room.called(seat.player)) \(state(of: seat, in: room))"
    }
    return "players: \(Phrase.list(players))"
  }

  private static func state(of seat: SeatModel, in room: RoomModel) -> String {
    if seat.awayUntil != nil { return "away" }
    if room.isRunning {
      return room.match?.isPlaying(seat.player) == true ? "playing" : "waiting for the next match"
    }
    return seat.isReady ? "ready" : "not ready"
  }

  private static func changes(from old: RoomModel, to room: RoomModel) -> [String] {
    var lines: [String] = []
    if room.settings != old.settings {
      lines.append("the room is now \(room.settings.name): \(room.settings.rules.spoken)")
    }
    for seat in old.seats where room.seat(of: seat.player) == nil && seat.player != old.me {
      let name = old.name(of: seat.player)
      lines.append(seat.awayUntil == nil ? "\(name) left" : "\(name) did not come back")
    }
    for seat in room.seats {
      guard let before = old.seat(of: seat.player) else {
        let kind = seat.profile.isBot && seat.player != room.me ? ", a bot," : ""
        lines.append("\(room.subject(seat.player, kind)) in")
        if seat.isReady && !seat.isAlwaysReady {
          lines.append("\(room.subject(seat.player)) ready")
        }
        continue
      }
      lines += changes(from: before, to: seat, in: room, old)
    }
    if let host = room.host, host != old.host { lines.append("\(room.subject(host)) the host now") }
    return lines
  }

  private static func changes(
    from before: SeatModel, to seat: SeatModel, in room: RoomModel, _ old: RoomModel
  ) -> [String] {
    var lines: [String] = []
    if before.awayUntil == nil, seat.awayUntil != nil {
      lines.append("\(room.name(of: seat.player)) lost the connection")
    } else if before.awayUntil != nil, seat.awayUntil == nil {
      lines.append("\(room.subject(seat.player)) back")
    }
    // When a match begins everybody stops being ready: that is no news.
    guard before.isReady != seat.isReady, room.match?.number == old.match?.number,
      !seat.isAlwaysReady
    else { return lines }
    lines.append("\(room.subject(seat.player)) \(seat.isReady ? "ready" : "not ready")")
    return lines
  }

  private mutating func tellCountdown(
    from old: RoomModel, to room: RoomModel, _ lines: inout [String], at now: Instant
  ) {
    guard let match = room.match, match.number != toldMatch.number else { return }
    toldMatch = ToldMatch(number: match.number)
    guard match.results.isEmpty, let opens = match.opens else { return }
    let isEverybodyReady = old.seats.allSatisfy(\.isReady)
    let seconds = Phrase.seconds(opens - now)
    lines.append("\(isEverybodyReady ? "all ready, starting" : "starting") in \(seconds)")
  }
}

extension SeatModel {
  /// Whether it is one of the room's own bots, as far as can be told: they never say a nonce.
  fileprivate var isAlwaysReady: Bool { profile.isBot && isReady && nonce == nil }
}

extension RoomModel {
  /// A player's name, or "you".
  func called(_ player: PlayerID) -> String {
    role == .player && player == me ? "you" : name(of: player)
  }

  /// A player as the subject of a sentence: "you are", "mira is".
  func subject(_ player: PlayerID, _ kind: String = "") -> String {
    let called = called(player)
    return "\(called)\(kind) \(called == "you" ? "are" : "is")"
  }

  /// "1 mira 2810, 2 you 2655".
  func spoken(_ standings: [Standing], asMe: String?) -> String {
    Phrase.list(
      standings.map { standing in
        let name = role == .player && standing.who == me ? asMe : nil
        return "\(standing.place) \(name ?? self.name(of: standing.who)) \(standing.total)"
      })
  }
}

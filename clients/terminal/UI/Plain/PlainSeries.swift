// News of what comes between matches: how a series stands, who has won it, and the clock of the
// next match. What a match itself came to is told before.

import ClientCore
import Game
import Wire

extension PlainNarrator {
  /// How the series stands after one more match, and that its host has stopped it or not any more.
  static func series(from old: RoomModel?, to room: RoomModel) -> [String] {
    guard let series = room.series, series != old?.series else { return [] }
    var lines: [String] = []
    if series.played != old?.series?.played {
      let (played, matches) = (series.played, room.settings.series)
      let rows = series.rows
        .map { row in
          let (name, points) = (room.called(row.player), Phrase.points(row.points))
          return Words["\(row.place) \(name) \(row.wins) won, \(points)"]
        }
        .joined(separator: "; ")
      lines.append(
        room.champions.map { Words["\(winners($0, in: room)) the series: \(rows)"] }
          ?? Words["the series after match \(played) of \(matches): \(rows)"])
    }
    if series.isStopped, old?.series?.isStopped != true {
      lines.append(
        room.amHost
          ? Words["the next match does not begin by itself; ready lets it"]
          : Words["the host has stopped the clock"])
    }
    return lines
  }

  /// "mira wins", "you win", "mira and jun share".
  private static func winners(_ players: [PlayerID], in room: RoomModel) -> String {
    let names = Phrase.list(players.map(room.called))
    guard players.count == 1 else { return Words["\(names) share"] }
    return room.isMe(players[0]) ? Words["you win"] : Words["\(names) wins"]
  }

  /// When the next match begins by itself, or that this was called off.
  static func clock(from old: RoomModel?, to room: RoomModel, at now: Instant) -> [String] {
    guard room.startsAt != old?.startsAt else { return [] }
    if let startsAt = room.startsAt {
      let time = Phrase.seconds(startsAt - now)
      if room.series == nil {
        return [Words["the match starts in \(time) with those who are ready"]]
      }
      let stop = room.canStopSeries ? Words["; unready stops it"] : ""
      return [Words["the next match starts in \(time)\(stop)"]]
    }
    let isQuiet = room.isRunning || room.isAboutToBegin || room.series?.isStopped == true
    return isQuiet ? [] : [Words["the match does not start yet"]]
  }
}

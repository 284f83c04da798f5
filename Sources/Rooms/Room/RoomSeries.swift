// A series of matches: what each of them counts for, and when the next one begins by itself. Its
// table is part of what everyone in the room is told, so a journal, a restart and a newcomer have
// it without more. Rooms that QUICK opened have a table where one was asked for, but no such clock:
// strangers come and go there, and one who is left with the bot would be dragged on.
// Invariant: nothing begins by itself unless the host is awake and lets it.

import Game
import Wire

extension Room {
  /// Counts a match that is over, for those who sit here still.
  mutating func countForSeries(_ turn: inout Turn) {
    guard settings.hasSeries, let places = history.state.match?.places else { return }
    let counted = places.filter { place in seats.contains { $0.player == place.who } }
    if counted.isEmpty { return }
    tell(.series(Series.adding(counted, to: history.state.series)), &turn)
  }

  /// The host lets the next match begin by itself, or does not.
  mutating func letSeriesGoOn(_ goesOn: Bool, _ turn: inout Turn) {
    guard var series = undecidedSeries, series.isStopped == goesOn else { return }
    series.isStopped = !goesOn
    tell(.series(series), &turn)
  }

  /// Whether the next match begins by itself, without those who are idle or away.
  var isSeriesToGoOn: Bool {
    guard let series = undecidedSeries, !series.isStopped,
      seats.contains(where: { $0.player == host && $0.isAwake })
    else { return false }
    let racing = seats.count { $0.isPresent && ($0.isReady || $0.isAwake) }
    return racing >= min(2, settings.seats)
  }

  private var undecidedSeries: Series? {
    guard settings.hasSeries, let series = history.state.series else { return nil }
    return series.isDecided(of: settings.series) ? nil : series
  }
}

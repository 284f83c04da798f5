// A room as its viewers know it: its state as it was told, and the newest numbered lines. From it a
// newcomer gets the room as it is, and a client that returns gets what came since.
// Invariants: numbers grow by one; never more than `Limits.historyEventsMax` messages are kept, and
// once something is told no more than a few of them are older than `historyMilliseconds`; a client
// that has the picture and every message after it knows what all others know; of a match of the day
// nobody is told who did not play it, or the day's colors were known before they are asked for.

import Game
import Wire

/// What has been told in a room.
struct RoomHistory: Sendable {
  /// What everybody who heard all of it knows.
  private(set) var state: RoomState
  /// The newest numbered messages, and when each of them was told.
  private var recent: [ServerMessage] = []
  private var moments: [Instant] = []
  /// The newest event of the time when the room was daily: who knows less is shown the room as it
  /// is.
  private(set) var lastOfDay = 0
  private let eventsMax: Int
  private let milliseconds: Int

  /// - Parameter last: the number of the newest event, if the history goes on from a picture.
  init(settings: RoomSettings, limits: Limits, last: Int = 0) {
    state = RoomState(settings: settings, last: last)
    eventsMax = limits.historyEventsMax
    milliseconds = limits.historyMilliseconds
  }

  /// The number of the newest event, 0 before the first.
  var last: Int { state.last }

  /// The mode of what is told now.
  var mode: Mode { state.settings.rules.mode }

  /// The room as LIST shows it to those who know as much.
  ///
  /// - Parameter isQuick: whether QUICK opened it.
  func listing(_ code: RoomCode, watchers: Int, isQuick: Bool) -> Listing {
    let settings = state.settings
    return Listing(
      code: code, name: settings.name, mode: mode.name, seats: settings.seats,
      taken: state.seats.count, watchers: watchers, state: state.isWaiting ? .waiting : .playing,
      round: state.isPlaying ? state.match?.newestRound ?? 0 : 0,
      of: mode.isEndless ? 0 : settings.rules.rounds, hasPassword: settings.hasPassword,
      icons: state.seats.map(\.profile.icon), isRated: settings.isRated,
      isExact: settings.isExact, bots: state.seats.count(where: \.profile.isBot),
      isKnownOnly: settings.isKnownOnly,
      isQuick: settings.isListed && !settings.hasPassword && state.isOpen(withoutHost: isQuick),
      hasCrowd: settings.hasCrowd, isPresented: settings.isPresented,
      names: settings.names == .own ? nil : settings.names)
  }

  /// The room as it stands among those that are listed.
  func row(of code: RoomCode) -> Directory.Row {
    let people = state.seats.count { !$0.profile.isBot && $0.awayUntil == nil }
    return Directory.Row(
      isPlaying: !state.isWaiting, people: people, taken: state.seats.count, code: code,
      mode: mode.name)
  }

  /// The messages after number `since`; nil when not all of them are remembered.
  func messages(since: Int) -> ArraySlice<ServerMessage>? {
    let missing = last - since
    guard missing >= 0, missing <= recent.count else { return nil }
    return recent.suffix(missing)
  }

  /// The room as it is, for somebody who sits there under that number or has no seat: with the
  /// match that runs or was the last, unless that is of the day and another's.
  func picture(for player: PlayerID?) -> [ServerMessage] {
    guard let match = state.match, match.rules.mode.isDaily,
      player.map(match.players.contains) != true
    else { return state.snapshot() }
    return state.withoutMatch.snapshot()
  }

  /// Where everybody's sliders are, as unnumbered messages.
  var present: [ServerMessage] { state.match?.round?.moves.map(ServerMessage.move) ?? [] }

  /// The messages that are not too old.
  func remembered(at now: Instant) -> ArraySlice<ServerMessage> {
    let young = recent[(moments.firstIndex { now - $0 <= milliseconds } ?? moments.count)...]
    return young.suffix(max(0, last - lastOfDay))
  }

  /// Takes a part of what it goes on from: of the picture, or a numbered message that is in that.
  mutating func recall(_ message: ServerMessage, at now: Instant) {
    guard message.number != nil else {
      state.fold(message)
      return
    }
    recent.append(message)
    moments.append(now)
  }

  /// Takes what is told next; numbered messages have to come in the order of their numbers.
  mutating func take(_ message: ServerMessage, at now: Instant) {
    if case .move(let move) = message { return state.fold(move) }
    let (before, wasDaily) = (last, mode.isDaily)
    state.fold(message)
    guard last > before else { return }
    if wasDaily || mode.isDaily { lastOfDay = last }
    forgetOld(at: now)
    recent.append(message)
    moments.append(now)
  }

  /// Drops what is too much, half of all at once, and what is too old, several at once: to drop
  /// them one by one would move all others each time.
  private mutating func forgetOld(at now: Instant) {
    var count = recent.count >= eventsMax ? eventsMax / 2 : 0
    let batch = Self.forgottenAtOnce
    if moments.count >= batch, now - moments[batch - 1] > milliseconds {
      count = max(count, moments.firstIndex { now - $0 <= milliseconds } ?? moments.count)
    }
    if count == 0 { return }
    recent.removeFirst(count)
    moments.removeFirst(count)
  }

  /// So many may be too old before they are dropped.
  private static let forgottenAtOnce = 8
}

extension ServerMessage {
  /// The number of an event; nil for what has none.
  fileprivate var number: Int? {
    switch self {
    case .room(let number, _), .play(let number, _): number
    default: nil
    }
  }
}

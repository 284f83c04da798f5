// A room as its viewers know it, built from what they were told and from nothing else. From it a
// newcomer gets the room as it is, and whoever was here before gets what came since.
// Invariants: numbers grow by one; never more than `Limits.historyEventsMax` messages are kept, and
// once something is told no more than a few of them are older than `historyMilliseconds`; whoever
// has the picture and every message after it knows what everyone else knows.

import Game
import Wire

/// What has been told in a room, as far as a newcomer has to hear of it.
struct Feed: Sendable {
  /// A seat as it was told.
  private struct Seated: Sendable {
    let player: PlayerID
    let profile: Profile
    var awayUntil: Instant?
    var isReady = false
    var share = Share.none
    /// Whether the seat was taken after the present or last match had begun.
    var isLate: Bool
  }

  /// What a newcomer has to hear of a match.
  fileprivate enum Lasting: Sendable {
    case event(Event)
    /// Somebody who began it went.
    case gone(PlayerID, Departure)
  }

  /// The number of the newest event, 0 before the first.
  private(set) var last = 0
  /// Whether a match is running.
  private(set) var isPlaying = false
  /// Whether no match is running or about to begin.
  private var isWaiting: Bool { !isPlaying && reveal == nil }
  private var settings: RoomView
  private var seats: [Seated] = []
  private var host: PlayerID?
  private var commitment: RoomEvent?
  /// The match that waits for the seals of its players, and who they are.
  private var reveal: (event: RoomEvent, players: [PlayerID])?
  /// How the present or last match began, and what has happened in it since; nothing once the room
  /// has other rules.
  private var countdown: RoomEvent?
  private var lasting: [Lasting] = []
  /// Those who began it and whose seats are empty by now.
  private var gone: [Seated] = []
  private var moves: [Move] = []
  /// The newest numbered messages, and when each of them was told.
  private var recent: [ServerMessage] = []
  private var moments: [Instant] = []
  private let eventsMax: Int
  private let milliseconds: Int

  init(settings: RoomView, limits: Limits) {
    self.settings = settings
    eventsMax = limits.historyEventsMax
    milliseconds = limits.historyMilliseconds
  }

  /// The mode of what is told now.
  var mode: Mode { settings.rules.mode }

  /// The newest round of the running match, 0 before its first and between matches.
  var round: Int {
    guard isPlaying else { return 0 }
    for event in lasting.reversed() {
      if case .event(.round(let start)) = event { return start.round }
      if case .event(.shut(let round, _, _)) = event { return round }
    }
    return 0
  }

  /// The room as LIST shows it to those who know as much.
  func listing(_ code: RoomCode, watchers: Int) -> Listing {
    Listing(
      code: code, name: settings.name, mode: mode.name, seats: settings.seats, taken: seats.count,
      watchers: watchers, state: isWaiting ? .waiting : .playing, round: round,
      of: mode.isEndless ? 0 : settings.rules.rounds, hasPassword: settings.hasPassword,
      icons: seats.map(\.profile.icon), isRated: settings.isRated, isExact: settings.isExact,
      bots: seats.count(where: \.profile.isBot))
  }

  /// Where the room stands among those that are listed.
  func place(of code: RoomCode) -> Directory.Place {
    let people = seats.count { !$0.profile.isBot && $0.awayUntil == nil }
    return Directory.Place(
      isPlaying: !isWaiting, people: people, taken: seats.count, code: code, mode: mode.name)
  }

  /// The messages after number `since`; nil when not all of them are remembered.
  func messages(since: Int) -> ArraySlice<ServerMessage>? {
    let missing = last - since
    guard missing >= 0, missing <= recent.count else { return nil }
    return recent.suffix(missing)
  }

  /// Where the sliders were told to be, as unnumbered messages.
  var present: [ServerMessage] { moves.map(ServerMessage.move) }
}

// Telling.
extension Feed {
  /// Takes what is told next; numbered messages have to come in the order of their numbers.
  mutating func take(_ message: ServerMessage, at now: Instant) {
    switch message {
    case .room(let number?, let event):
      fold(event)
      remember(message, number, at: now)
    case .play(let number?, let event):
      fold(event)
      remember(message, number, at: now)
    case .move(let move):
      moves.removeAll { $0.who == move.who }
      moves.append(move)
    default: break
    }
  }

  private mutating func remember(_ message: ServerMessage, _ number: Int, at now: Instant) {
    last = number
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

  private mutating func fold(_ event: RoomEvent) {
    switch event {
    case .settings(let view):
      // What a match came to means nothing under other rules than its own.
      if view.rules != settings.rules { (countdown, lasting, gone) = (nil, [], []) }
      settings = view
    case .seat(let player, let profile):
      seats.append(Seated(player: player, profile: profile, isLate: countdown != nil))
    case .away(let player, let until):
      change(player) { $0.awayUntil = until }
      callOff(without: player)
    case .back(let player): change(player) { $0.awayUntil = nil }
    case .gone(let player, let why):
      keep(player, why)
      seats.removeAll { $0.player == player }
      moves.removeAll { $0.who == player }
      if host == player { host = nil }
      callOff(without: player)
    case .hosted(let player): host = player
    case .readied(let player, let isReady, let share):
      change(player) { seat in
        seat.isReady = isReady
        seat.share = share
      }
      // While seals are opened, whoever opens none calls the match off.
      if share.nonce == nil || share.seal == nil { callOff(without: player) }
    case .commit: commitment = event
    case .reveal(_, let players): reveal = (event, players)
    case .countdown:
      isPlaying = true
      countdown = event
      reveal = nil
      (lasting, gone) = ([], [])
      for index in seats.indices {
        seats[index].isReady = false
        seats[index].share = .none
        seats[index].isLate = false
      }
    }
  }

  private mutating func callOff(without player: PlayerID) {
    if reveal?.players.contains(player) == true { reveal = nil }
  }

  private mutating func change(_ player: PlayerID, _ change: (inout Seated) -> Void) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    change(&seats[index])
  }

  /// Remembers somebody of the match whose seat is emptied, the first time that it is.
  private mutating func keep(_ player: PlayerID, _ why: Departure) {
    guard let seat = seats.first(where: { $0.player == player }), !seat.isLate,
      case .countdown(_, _, let players, _) = countdown, players.contains(player)
    else { return }
    gone.append(seat)
    lasting.append(.gone(player, why))
  }

  private mutating func fold(_ event: Event) {
    switch event {
    case .missed: return
    case .shut: shutRound(event)
    case .score:
      // Whoever went while the round was open is gone after its scores: they may have one.
      let end = lasting.lastIndex { !$0.isGone }.map { $0 + 1 } ?? lasting.endIndex
      lasting.insert(.event(event), at: end)
    case .over:
      moves = []
      lasting.append(.event(event))
    case .seed:
      isPlaying = false
      lasting.append(.event(event))
    default: lasting.append(.event(event))
    }
  }

  /// A round that is shut is told by its answer and scores alone.
  private mutating func shutRound(_ shut: Event) {
    let opening = lasting.firstIndex(where: \.isOfOpenRound) ?? lasting.endIndex
    let gone = lasting[opening...].filter(\.isGone)
    lasting.removeSubrange(opening...)
    lasting.append(.event(shut))
    lasting += gone
    moves = []
  }
}

// The room as it is.
extension Feed {
  /// Everything that a newcomer has to know, without `n=` but in the order in which it came about,
  /// because some events change what others mean: a match is of those who sit when it begins, those
  /// who have gone since among them, and whoever was ready for it is not ready for the next.
  func picture(_ code: RoomCode, as role: Role) -> [ServerMessage] {
    var messages: [ServerMessage] = [
      .entered(code, role, n: last), .room(n: nil, .settings(settings)),
    ]
    func add(_ event: RoomEvent?) {
      if let event { messages.append(.room(n: nil, event)) }
    }
    func add(_ seat: Seated) {
      add(.seat(seat.player, seat.profile))
      if let until = seat.awayUntil { add(.away(seat.player, until: until)) }
    }
    let late = countdown == nil ? [] : seats.filter(\.isLate)
    for seat in seats.dropLast(late.count) { add(seat) }
    for seat in gone { add(.seat(seat.player, seat.profile)) }
    if isPlaying { add(commitment) }
    add(countdown)
    for item in lasting {
      switch item {
      case .event(let event): messages.append(.play(n: nil, event))
      case .gone(let player, let why): add(.gone(player, why))
      }
    }
    if !isPlaying { add(commitment) }
    for seat in late { add(seat) }
    for seat in seats where seat.isReady || seat.share != .none {
      add(.readied(seat.player, seat.isReady, seat.share))
    }
    add(reveal?.event)
    if let host { add(.hosted(host)) }
    return messages + present
  }
}

extension Feed.Lasting {
  fileprivate var isOfOpenRound: Bool {
    switch self {
    case .event(.round), .event(.locked), .event(.bell): true
    default: false
    }
  }

  fileprivate var isGone: Bool {
    if case .gone = self { true } else { false }
  }
}

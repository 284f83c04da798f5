// A room is one match and everyone looking at it. It knows who sits where and who watches; it does
// not know sockets, encodings or the time of day. Every change is numbered, so that a watcher who
// returns can ask for what came after number n and get either that or a fresh picture. Invariants:
// a connection is seated, watching, or neither, never two of them; `members` and those of the
// crowd are exactly the connections that hear of the room as it happens; numbers never repeat or
// skip; nothing reaches anyone that is not visible to them (`View.swift`).

import Game
import Wire

/// One room: what it is and how it tells. What it does is in the files beside this one.
struct Room: Sendable {
  // What every move asks for comes first and lies together; what is rare or large comes last.

  let code: RoomCode
  var isClosed = false
  /// Whether anybody but who opened it has ever come in.
  var wasVisited = false
  /// When the next batch of MOVEs may go out, and when the last one did.
  var movesDue: Instant?
  var movesSent: Instant
  /// The same for watchers, who may be told more rarely; nil also where theirs goes out with that
  /// of the players.
  var watcherMovesDue: Instant?
  var watcherMovesSent: Instant
  /// How many were said to look on.
  var watchersTold = 0
  /// Taken seats, the longest-seated first.
  var seats: [Seat] = []
  /// Everyone who hears what happens as it happens, in the order they came.
  var members: [ConnectionID] = []
  /// Those who hear it on other lanes.
  var elsewhere = Elsewhere()
  var departed: [PlayerID] = []
  var settings: RoomSettings
  var match: Match?
  /// What has been told.
  private(set) var history: RoomHistory
  /// When the match that runs or ran last began.
  var began: Instant
  /// The match that runs, as it is kept; nil where nothing is.
  var record: MatchRecording?
  let limits: Limits

  /// Those who look on, wherever they hear it, by visit.
  var audience: [Visit: Onlooker] = [:]
  var watcherCountDue: Instant?
  var emptyUntil: Instant?
  /// When the match begins without those who are not ready; nil while nobody waits for them.
  var patienceEnds: Instant?
  /// When somebody who is there may have been silent for too long.
  var idleDue: Instant?
  /// The bot of a room that QUICK opened, seated or not; nil in a room that is its host's.
  var standIn: NewBot?
  /// The match that waits for the seals of its players; nil while none does.
  var reveal: Reveal?
  /// The match that waits to hear whether it is ranked; nil while none does.
  var claiming: Claiming?
  private(set) var visitsMade = 0
  /// The watchers who hear it later, while there is a delay.
  var delayLine: DelayLine?
  var host: PlayerID?
  /// Who opened it.
  let opener: PlayerID
  /// For whom it counts; nil where that is not known any more.
  let origin: Origin?
  /// Whom the host has put out for good, the oldest first.
  var bans: [Ban] = []
  /// The number of the next match, or of the one that is running.
  var matchNumber = 1
  var watcherCountSent: Instant
  var seed: MatchSeed
  var secrets: Secrets
  /// The log that keeps its matches; nil where none does.
  let log: String?
  /// What people are called there; nil where no names are drawn.
  let drawnNames: DrawnNames?
  /// Those who look on and play along; nil where nobody does.
  var crowd: RoomCrowd?
  /// When something of the crowd is due.
  var crowdDue: Instant?
  /// Until when the room waits for a presenter whose connection is lost.
  var presenterAway: Instant?
  /// What came of the crowd and is told next.
  var crowdNews: [RoomEvent] = []
  /// The same as the journal has it: to be written there, or in a replay to be told.
  var foretold: [RoomEvent] = []
  /// Whether there is an archive to say which tries of a day are ranked.
  var asksArchive: Bool
  /// The kept match that is raced here; nil where none is.
  var haunting: Haunting?
  /// Whether the match that runs is its player's one ranked try of a day.
  var isTry = false
  /// Until when the next round of a try waits, because its player has just come back.
  var tryRests: Instant?

  init(
    code: RoomCode, settings: RoomSettings, opener: PlayerID, origin: Origin?, secrets: Secrets,
    limits: Limits, log: String?, at now: Instant
  ) {
    self.code = code
    self.opener = opener
    self.origin = origin
    self.settings = settings
    self.secrets = secrets
    self.limits = limits
    self.log = log
    asksArchive = log != nil
    drawnNames = settings.names == .drawn ? DrawnNames(of: secrets) : nil
    history = RoomHistory(settings: settings.told, limits: limits)
    movesSent = now
    began = now
    watcherMovesSent = now
    watcherCountSent = now
    emptyUntil = now + limits.emptyRoomMilliseconds
    seed = self.secrets.seed(of: settings.rules.mode, at: now)
    history.take(.room(n: 1, commitment), at: now)
    if isDelayed { delayWatchers() }
  }

  /// A room that wrote itself down; `recall` and `takeSeat` tell it the rest.
  ///
  /// - Parameter last: the number of its newest event.
  init(
    code: RoomCode, _ resting: RestingRoom, last: Int, secrets: Secrets, limits: Limits,
    log: String?, at now: Instant
  ) {
    self.code = code
    opener = resting.opener
    origin = nil
    settings = resting.settings
    self.secrets = secrets
    self.limits = limits
    self.log = log
    asksArchive = log != nil
    drawnNames = settings.names == .drawn ? DrawnNames(of: secrets) : nil
    history = RoomHistory(settings: settings.told, limits: limits, last: last)
    movesSent = now
    began = now
    watcherMovesSent = now
    watcherCountSent = now
    emptyUntil = resting.emptyUntil
    patienceEnds = resting.patienceEnds
    matchNumber = resting.match
    seed = resting.seed
  }

  /// Takes a part of what is known of a room that wrote itself down.
  mutating func recall(_ message: ServerMessage, at now: Instant) {
    history.recall(message, at: now)
    host = history.state.host
    if isDelayed { delayWatchers() }
  }

  var isPlaying: Bool { match != nil }

  /// Whether anybody looks on.
  var isLookedOn: Bool { !audience.isEmpty }

  /// Whether watchers hear everything later. Of the day's colors they hear nothing at all.
  var isDelayed: Bool { settings.delay > 0 && !settings.rules.mode.isDaily }

  /// Whether no match runs, and none is about to begin.
  var isWaiting: Bool { match == nil && reveal == nil && claiming == nil }

  /// Whether no round is announced or open.
  var isBetweenRounds: Bool { match?.round == nil }

  /// The number of one more visit.
  mutating func makeVisit() -> Visit {
    visitsMade += 1
    return visitsMade
  }

  /// The hash of the next match's seed, or of the one that is running.
  var commitment: RoomEvent {
    .commit(match: matchNumber, hash: seed.commitment(secrets.hashing))
  }
}

// Telling.
extension Room {
  /// Tells everyone in the room, as the next numbered event.
  mutating func tell(_ event: RoomEvent, _ turn: inout Turn) {
    tell(.room(n: history.last + 1, event), &turn)
  }

  /// Tells everyone in the room, as the next numbered event.
  mutating func tell(_ event: Event, _ turn: inout Turn) {
    tell(.play(n: history.last + 1, event), &turn)
  }

  /// Tells everyone in the room: players now, watchers when it is time for them.
  mutating func tell(_ message: ServerMessage, _ turn: inout Turn) {
    history.take(message, at: turn.now)
    let isForPlayers = isVisible(message, to: .player, in: history.mode)
    let isForWatchers = isVisible(message, to: .watcher, in: history.mode)
    // What may be seen is settled when it happens; later the room may have another mode. The delay
    // counts from when players hear it, however long before that it was due.
    let isLater = delayLine != nil
    if isForWatchers, isLater {
      delayLine?.hold(message, until: turn.clock + settings.delay * 1_000)
    }
    if isForPlayers, isForWatchers {
      turn.send(message, to: members, isBesideCrowd: true)
    } else if isForPlayers {
      turn.send(message, to: members.filter(isSeated), isBesideCrowd: true)
    } else if isForWatchers {
      turn.send(message, to: members.filter { !isSeated($0) }, isBesideCrowd: true)
    }
    if isForWatchers, crowd != nil { tellCrowd(message, &turn) }
    if isForWatchers, !isLater { tellElsewhere(message, &turn) }
    if isLater, delayLine?.deadline != nil { passOn(at: turn.clock, &turn) }
  }

  /// Tells those who play along: CROWD stands for the moves of seats.
  private func tellCrowd(_ message: ServerMessage, _ turn: inout Turn) {
    if case .move = message { return }
    if let crowd { turn.hold(message, for: crowd.told) }
  }

  /// Tells the watchers what it is time for; once there is no delay any more and they have caught
  /// up, they hear as everyone does.
  mutating func passOn(at moment: Instant, _ turn: inout Turn) {
    while let message = delayLine?.next(at: moment), let watchers = delayLine?.watchers {
      turn.send(message, to: watchers)
      tellElsewhere(message, &turn)
    }
    guard settings.delay == 0, let delayLine, delayLine.deadline == nil else { return }
    members += delayLine.watchers
    self.delayLine = nil
  }

  /// Tells those who sit there something that is no event of the room.
  func tellPlayers(_ message: ServerMessage, _ turn: inout Turn) {
    if !isVisible(message, to: .player, in: history.mode) { return }
    turn.send(message, to: seats.compactMap(\.connection))
  }

  /// Tells those who sit there what the watchers are told at another time.
  mutating func tellPlayersFirst(_ message: ServerMessage, _ turn: inout Turn) {
    history.take(message, at: turn.now)
    tellPlayers(message, &turn)
  }

  /// Tells the watchers what the players have been told.
  mutating func tellWatchers(_ messages: [ServerMessage], _ turn: inout Turn) {
    let watchers = delayLine == nil ? members.filter { !isSeated($0) } : []
    let due = turn.clock + settings.delay * 1_000
    let mode = history.mode
    for message in messages where isVisible(message, to: .watcher, in: mode) {
      if delayLine != nil {
        delayLine?.hold(message, until: due)
      } else {
        turn.send(message, to: watchers)
        tellElsewhere(message, &turn)
      }
    }
    if delayLine?.deadline != nil { passOn(at: turn.clock, &turn) }
  }

  private func isSeated(_ connection: ConnectionID) -> Bool {
    seats.contains { $0.connection == connection }
  }

  /// Sends one connection the room as it is, as far as its role knows it by now.
  func show(to connection: ConnectionID, as role: Role, _ turn: inout Turn) {
    let history = role == .player ? history : delayLine?.history ?? history
    let player = seats.first { $0.connection == connection }?.player
    let picture = [.entered(code, role, n: history.last)] + history.picture(for: player)
    show(picture, of: history, to: connection, as: role, &turn)
  }

  /// Sends a watcher what came after event `since`; false when that is not remembered.
  func show(since: Int, to connection: ConnectionID, _ turn: inout Turn) -> Bool {
    let history = delayLine?.history ?? history
    // A client that has seen nothing yet needs the settings, which only the picture has.
    guard since > 0, since >= history.lastOfDay, let missed = history.messages(since: since) else {
      return false
    }
    let messages = [.entered(code, .watcher, n: since)] + missed + history.present
    show(messages, of: history, to: connection, as: .watcher, &turn)
    return true
  }

  private func show(
    _ messages: [ServerMessage], of history: RoomHistory, to connection: ConnectionID,
    as role: Role,
    _ turn: inout Turn
  ) {
    let audience: Audience = role == .player ? .player : .watcher
    let mode = history.mode
    for message in messages + [.watchers(watchers)]
    where isVisible(message, to: audience, in: mode) {
      turn.send(message, to: [connection])
    }
  }
}

// From outside.
extension Room {
  /// The room as LIST shows it: as those who look on know it, so that nobody can ask there for what
  /// they are to hear later.
  var listing: Listing {
    (delayLine?.history ?? history).listing(code, watchers: watchers, isQuick: isQuick)
  }

  /// Where the room stands among those that are listed, by the same knowledge.
  var directoryRow: Directory.Row? {
    guard settings.isListed, !isClosed else { return nil }
    return delayLine?.history.row(of: code) ?? history.row(of: code)
  }

  /// The newest event that a listing goes by.
  var lastListed: Int { delayLine?.history.last ?? history.last }

  /// Whether QUICK leads here.
  var isOpen: Bool {
    settings.isPublic && haunting == nil && history.state.isOpen(withoutHost: isQuick)
  }
}

// A room that is played again from the lines of its journal, by the functions that played it first.
// It tells nobody anything, and everybody who sits there seems to be connected until the journal
// says otherwise. Invariant: after each line the room has the number that the line says, or the
// replay has failed.

import Archive
import Game
import Wire

/// A room as far as its journal has been read.
struct RoomReplay: Sendable {
  private(set) var room: Room
  /// Whether the room wrote itself down.
  private let isRested: Bool
  /// Everybody who has a seat.
  private(set) var sitters: [PlayerID: Sitter] = [:]
  /// What has been read of the record that it races.
  private var record: [UInt8] = []
  /// What had come due by then in the room has still to happen; nil when nothing has.
  private var dueBefore: Instant?

  /// Opens the room again, or begins where it wrote itself down; nil when the line says neither.
  init?(_ line: JournalLine, daily: [UInt8], hashing: Hashing, limits: Limits, log: String?) {
    isRested = if case .rested = line.deed { true } else { false }
    switch line.deed {
    case .opened(let opener, let settings, let key):
      room = Room(
        code: line.room, settings: settings, opener: opener, origin: nil,
        secrets: Secrets(key: key, daily: daily, hashing: hashing), limits: limits, log: log,
        at: line.at)
    case .rested(let resting):
      let secrets = Secrets(
        key: resting.key, drawn: resting.drawn, daily: daily, hashing: hashing)
      room = Room(
        code: line.room, resting, last: line.last, secrets: secrets, limits: limits, log: log,
        at: line.at)
    default: return nil
    }
    // Whether there was one shows in what came of it, whatever there is now.
    room.asksArchive = true
  }

  /// Does what the next line says.
  ///
  /// - Parameter finished: handed each match that is over then.
  /// - Returns: whether the room is then as the line says, and still open.
  mutating func play(
    _ line: JournalLine, finished: (FinishedMatch) -> Void
  ) -> (isAsSaid: Bool, isOpen: Bool) {
    let due = line.due.map { max($0, dueBefore ?? $0) } ?? dueBefore
    // By far the most lines say that sliders were moved and nothing happened that has a number.
    if case .played(let player, .set(let guess), let arrived) = line.deed,
      line.last == room.history.last, room.retake(guess, by: player, arrived: arrived, at: line.at)
    {
      dueBefore = due
      return (true, true)
    }
    var turn = Turn(at: line.at)
    if let due { room.advance(dueBy: due, &turn) }
    dueBefore = nil
    guard perform(line.deed, &turn) else { return (false, false) }
    // Where there was no archive, the match of a day began at once.
    if room.claiming != nil, room.history.last < line.last {
      room.beginClaimed(isRanked: false, &turn)
    }
    for player in room.takeDeparted() { sitters[player] = nil }
    guard room.history.last == line.last else { return (false, false) }
    for (_, _, match) in turn.finished { finished(match) }
    return (true, !room.isClosed)
  }

  /// A connection that stands for a player's.
  private func connection(of player: PlayerID) -> ConnectionID {
    ConnectionID(number: UInt64(player.number))
  }

  /// The household of a player who connected from the same address as `home`. With nobody named it
  /// is a new one: nobody else in the room has that address.
  private func household(with home: PlayerID?) -> UInt64 {
    let known = room.seats.first { $0.player == home }?.household
    return known ?? (room.seats.compactMap(\.household).max() ?? 0) + 1
  }

  private func hasSeat(_ player: PlayerID) -> Bool {
    room.seats.contains { $0.player == player }
  }

  /// - Returns: whether it can be done.
  private mutating func perform(_ deed: RoomDeed, _ turn: inout Turn) -> Bool {
    switch deed {
    case .opened, .rested, .ticked: break
    case .known(let message): room.recall(message, at: turn.now)
    case .copied(let part): record += part
    case .haunted(let ghosts, let index): return haunt(ghosts, index, &turn)
    case .foretold(let event): room.foretold.append(event)
    case .floorDone: return room.endFloor(&turn)
    case .sits(let sitter): return seat(sitter.player, sitter, at: turn.now)
    case .botSits(let bot, let level):
      guard let skill = Skill(level: level) else { return false }
      return seat(bot, skill: skill, at: turn.now)
    case .closed: room.isClosed = true
    case .held(let since): room.goOn(since: since, &turn)
    case .stood(let since): room.goOnStanding(since: since, &turn)
    case .looked(let isAnybodyThere, let wasVisited):
      room.audience = isAnybodyThere ? [0: .somebody] : [:]
      room.wasVisited = wasVisited
      room.settle(at: turn.now)
    case .sat(let sitter):
      guard room.hasFreeSeat, !hasSeat(sitter.player) else { return false }
      sit(sitter, &turn)
    case .presented(let sitter):
      if let host = room.host, !hasSeat(host) { sitters[host] = nil }
      sitters[sitter.player] = sitter
      if room.host != sitter.player { room.appoint(sitter.player, &turn) }
    case .lost(let player): room.lose(player, &turn)
    case .resumed(let player, let depth, let home):
      _ = room.resume(player, on: connection(of: player), of: household(with: home), &turn)
      sitters[player]?.depth = depth
    case .measured(let player, let roundTrip): room.measure(player, roundTrip: roundTrip)
    case .left(let player, let why):
      if why == .banned, let sitter = sitters[player] { room.ban(player, sitter.profile.identity) }
      room.vacate(player, why, &turn)
      // A presenter has no seat that would be given up.
      sitters[player] = nil
    case .played(let player, let command, let arrived):
      do { _ = try room.play(command, by: player, arrived: arrived, &turn) } catch { return false }
    default: return prepare(deed, &turn)
    }
    return true
  }

  private mutating func sit(_ sitter: Sitter, _ turn: inout Turn) {
    room.noteVisit(sitter.player)
    room.sit(
      sitter.player, sitter.profile, on: connection(of: sitter.player),
      of: household(with: sitter.home), &turn)
    if let roundTrip = sitter.roundTrip { room.measure(sitter.player, roundTrip: roundTrip) }
    sitters[sitter.player] = sitter
  }

  /// Has the room race the match of which the record was read. In a room that wrote itself down the
  /// ghosts sit already who were not put out.
  ///
  /// - Returns: whether that is a record.
  private mutating func haunt(_ ghosts: [PlayerID], _ index: Int, _ turn: inout Turn) -> Bool {
    defer { record = [] }
    guard let original = try? Original(record, at: index, hashing: room.secrets.hashing),
      original.profiles.count == ghosts.count, room.haunting == nil
    else { return false }
    let haunting = Haunting(original: original, players: ghosts)
    guard isRested else {
      room.haunt(haunting, &turn)
      return true
    }
    room.haunting = haunting
    for ghost in ghosts { _ = seat(ghost, at: turn.now) }
    return true
  }

  /// Seats somebody in a room that wrote itself down: a person, or a bot.
  ///
  /// - Returns: whether they sat there.
  private mutating func seat(
    _ player: PlayerID, _ sitter: Sitter? = nil, skill: Skill? = nil, at now: Instant
  ) -> Bool {
    if let sitter { sitters[player] = sitter }
    return room.takeSeat(
      player, skill: skill, roundTrip: sitter?.roundTrip ?? 0, on: connection(of: player),
      of: sitter.map { household(with: $0.home) }, heeded: sitter?.heeded ?? now, at: now)
  }

  /// Does what is done between matches.
  private mutating func prepare(_ deed: RoomDeed, _ turn: inout Turn) -> Bool {
    switch deed {
    case .said(let player, let message):
      if case .rename(let name, let icon, let color) = message {
        sitters[player]?.profile.show(name, icon, color)
      }
      return room.obey(message, from: player, &turn)
    case .hosted(let player): return appoint(player, &turn)
    case .banned(let player, let identity): room.ban(player, identity)
    case _ where room.isPlaying: return false
    case .accompanied(let bot, let number, let level):
      guard let skill = Skill(level: level) else { return false }
      room.standIn = NewBot(player: bot, number: number, skill: skill)
      room.reconsiderStart(&turn)
    case .seated(let bot, let number, let level):
      guard let skill = Skill(level: level), room.hasFreeSeat, !hasSeat(bot) else { return false }
      room.heed(room.host, &turn)
      room.seatBot(NewBot(player: bot, number: number, skill: skill), &turn)
      room.reconsiderStart(&turn)
    case .started:
      guard room.isWaiting, room.hasPlayers else { return false }
      room.heed(room.host, &turn)
      room.start(&turn)
    case .claimed(let isRanked):
      guard room.claiming != nil else { return false }
      room.beginClaimed(isRanked: isRanked, &turn)
    case .configured(let settings): room.configure(settings, &turn)
    default: break
    }
    return true
  }

  private mutating func appoint(_ player: PlayerID, _ turn: inout Turn) -> Bool {
    guard hasSeat(player) else { return false }
    room.handOver(to: player, &turn)
    return true
  }
}

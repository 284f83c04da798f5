// A record played again: its commands through the rules of the match give what was told, to the
// byte. What a match does by itself it does at its own moment; only when a round is announced
// depends on the server, so that has a line of its own.
// Invariant: nothing is told that nothing brought about, and nothing that came about is left out.

import Game
import Wire

/// A match that is played again from its record.
struct RecordReplay {
  private let record: MatchRecord
  private var match: Match
  /// What has come about and is still to be told.
  private var pending: ArraySlice<Event> = []
  /// The number of what was told last.
  private var number: Int
  /// Whether what is told next came about together with what was told last, so that nothing was
  /// told in between.
  private var isNext = false
  /// Who is going, and when; why is told next.
  private var going: (player: PlayerID, at: Int)?
  private var gone: [PlayerID] = []

  init(_ record: MatchRecord, hashing: Hashing) {
    self.record = record
    number = record.opening.number
    match = Match(
      rules: record.settings.rules, players: record.opening.players, seed: record.seed,
      nonces: record.opening.nonces, hashing: hashing, start: record.title.began,
      roundTrips: Dictionary(uniqueKeysWithValues: record.seats.map { ($0.player, $0.roundTrip) }),
      copied: record.opening.copied)
  }

  /// The first line that does not follow, counted from 1; nil when all do.
  mutating func fault() -> Int? {
    for index in record.stepsStart..<record.lines.count where !follows(record.lines[index]) {
      return index + 1
    }
    return match.isOver && pending.isEmpty ? nil : record.lines.count
  }

  private mutating func follows(_ line: RecordLine) -> Bool {
    if case .told(let message) = line { return isTold(message) }
    guard pending.isEmpty, going == nil else { return false }
    isNext = false
    switch line {
    case .moved(let command, let player, let at):
      let at = moment(at)
      guard let events = try? match.apply(command, by: player, arrived: at...at) else {
        return false
      }
      pending = events[...]
    case .tick(let at):
      guard match.opens != nil else { return false }
      pending = match.advance(to: moment(at))[...]
      return !pending.isEmpty
    case .measured(let player, let milliseconds):
      match.measure(player, roundTrip: milliseconds)
    case .quit(let player, let at):
      guard !gone.contains(player) else { return false }
      going = (player, at)
    case .title, .seat, .told, .person, .leaf, .path, .tree: return false
    }
    return true
  }

  private func moment(_ at: Int) -> Instant { record.title.began + at }

  private mutating func isTold(_ message: ServerMessage) -> Bool {
    switch message {
    case .room(let number?, .gone(let player, let why)):
      guard let going, going.player == player, pending.isEmpty, count(number) else { return false }
      self.going = nil
      gone.append(player)
      let now = moment(going.at)
      let events =
        why.isPutOut ? match.putOut(player, at: now) : match.withdraw(player, at: now)
      pending = events[...]
    case .play(let number?, let event):
      if pending.isEmpty, going == nil { happen(event) }
      guard pending.popFirst() == event, count(number) else { return false }
    // The moves of those who play along are not in a record; the audit does their sums.
    case .room(let number?, .together), .room(let number?, .best):
      return going == nil && number == self.number + 1 && count(number)
    default: return false
    }
    isNext = !pending.isEmpty
    return true
  }

  /// Lets happen what no command brings about: the server was gone, or a round that nobody ended is
  /// shut when its time is up.
  private mutating func happen(_ event: Event) {
    isNext = false
    if case .held(let span, let until) = event {
      pending = match.hold(since: until - span, until: until)[...]
    } else if match.round != nil, let due = match.deadline {
      pending = match.advance(to: due)[...]
    }
  }

  /// Whether a number may be that of what is told next.
  private mutating func count(_ number: Int) -> Bool {
    defer { self.number = number }
    return isNext ? number == self.number + 1 : number > self.number
  }
}

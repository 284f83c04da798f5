// The record of the match that runs: what a room writes down while it goes on, so that it can be
// played again. A room that no log keeps writes nothing. The order of lines is that of a record
// (`Records`); here is only when each of them happens.
// A match in which nobody ever locked, or of which no round was shut, is nothing that anybody would
// want to see again, and could be made as fast as somebody can type: it is not kept, unless it was
// its player's one ranked try of a day, which counts with what it came to.
// Invariant: it holds what the match was told and what it said, and of those who do not sit there
// only what everybody was told of all of them together and of the best, without names: eleven lines
// a round at the most, however many play along.

import Archive
import Game
import Wire

/// A match that is written down.
struct MatchRecording: Sendable {
  private var writer: RecordWriter
  private let began: Instant
  private let persons: [Person]
  private let isRanked: Bool
  /// Those who still play, with the round trip that was written last.
  private var roundTrips: [PlayerID: Int]
  /// Whether somebody has locked, and whether a round was shut.
  private var (hasLock, hasShut) = (false, false)

  init(
    _ opening: [RecordLine], _ seats: [RecordedSeat], _ persons: [Person], began: Instant,
    isRanked: Bool, bytesMax: Int
  ) {
    self.isRanked = isRanked
    writer = RecordWriter(opening, bytesMax: bytesMax)
    self.began = began
    self.persons = persons
    roundTrips = Dictionary(uniqueKeysWithValues: seats.map { ($0.player, $0.roundTrip) })
  }

  /// A player's move was taken.
  mutating func moved(_ command: Command, by player: PlayerID, at moment: Instant) {
    writer.append(command, by: player, at: moment - began)
  }

  /// A round is announced.
  mutating func ticked(at now: Instant) { writer.append(.tick(at: now - began)) }

  /// The match was told a round trip.
  mutating func measured(_ player: PlayerID, roundTrip: Int) {
    guard let known = roundTrips[player], known != roundTrip else { return }
    roundTrips[player] = roundTrip
    writer.append(.measured(by: player, milliseconds: roundTrip))
  }

  /// Somebody's seat is empty, and everybody has been told so.
  mutating func gone(_ player: PlayerID, _ why: Departure, number: Int, at now: Instant) {
    guard roundTrips.removeValue(forKey: player) != nil else { return }
    writer.append(.quit(by: player, at: now - began))
    writer.append(.told(.room(n: number, .gone(player, why))))
  }

  /// Everybody has been told what happened in the match.
  mutating func told(_ event: Event, number: Int) {
    switch event {
    case .locked, .missed: hasLock = true
    case .shut: hasShut = true
    default: break
    }
    writer.append(.told(.play(n: number, event)))
  }

  /// Everybody has been told what came of those who play along. Names stay out: those people are
  /// not in the record, and could not be forgotten.
  mutating func told(_ event: RoomEvent, number: Int) {
    var event = event
    if case .best(var best) = event {
      best.name = nil
      event = .best(best)
    }
    writer.append(.told(.room(n: number, event)))
  }

  /// The record, once the match is over; nil for a match that is not kept.
  consuming func finish() -> FinishedMatch? {
    guard isRanked || hasLock && hasShut else { return nil }
    return FinishedMatch(body: writer.finish(), persons: persons)
  }
}

extension Room {
  /// Begins to write a match down that has just been announced to everybody.
  mutating func beginRecord(of racing: [Seat], _ countdown: RoomEvent, at now: Instant) {
    guard let log, !racing.isEmpty else { return }
    let persons = racing.filter { !$0.isBot }.map(person)
    let households = settings.isRated && !limits.ratesHouseholds ? shared(by: racing) : []
    let seats = racing.map { seat in
      recorded(seat, persons.first { $0.player == seat.player }, households)
    }
    let players = racing.map(\.player)
    // What is played alike by everybody depends on nothing that anybody gave.
    let sharing = settings.rules.mode.isDaily ? [] : racing.filter { $0.share != .none }
    var told = settings.told
    told.name = code.text
    let original = haunting?.original
    let title = RecordTitle(
      log: log, room: code, match: matchNumber, began: now, ghost: original?.index,
      leaf: original?.leaf)
    var opening: [RecordLine] = [.title(title), .told(.room(n: nil, .settings(told)))]
    opening += seats.map(RecordLine.seat)
    opening.append(.told(.room(n: nil, commitment)))
    opening += sharing.map { .told(.room(n: nil, .readied($0.player, $0.isReady, $0.share))) }
    if sharing.contains(where: { $0.share.seal != nil }) {
      opening.append(.told(.room(n: nil, .reveal(match: matchNumber, players: players))))
    }
    opening.append(.told(.room(n: history.last, countdown)))
    record = MatchRecording(
      opening, seats, persons, began: now, isRanked: isTry, bytesMax: limits.recordBytesMax)
  }

  /// Who sits there, with a salt of its own for each match.
  private func person(on seat: Seat) -> Person {
    Person(
      player: seat.player, salt: secrets.salt(of: seat.player, inMatch: matchNumber),
      name: seat.profile.name, id: seat.profile.identity)
  }

  /// Where several of them are connected from: addresses that own more than one seat.
  private func shared(by racing: [Seat]) -> [UInt64] {
    var (seen, shared): (Set<UInt64>, [UInt64]) = ([], [])
    for household in racing.compactMap(\.household)
    where !seen.insert(household).inserted && !shared.contains(household) {
      shared.append(household)
    }
    return shared
  }

  /// A seat as a record has it: of a person, only the seal of who they are; of an address, only who
  /// shares it.
  private func recorded(
    _ seat: Seat, _ person: Person?, _ households: [UInt64]
  ) -> RecordedSeat {
    var profile = seat.profile
    profile.identity = nil
    // A ghost's name is in the record that is copied, and can be forgotten there.
    if person != nil || profile.isGhost { profile.name = RecordedSeat.nameless }
    return RecordedSeat(
      player: seat.player, profile: profile, roundTrip: max(0, seat.roundTrip),
      seal: person?.seal(secrets.hashing),
      household: seat.household.flatMap(households.firstIndex).map { $0 + 1 })
  }
}

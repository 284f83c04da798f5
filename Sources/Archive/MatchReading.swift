// A finished match as an archive takes it, read out of its record. Most lines of a record are
// moves, which say nothing here, and the server wrote them itself: only those are read that name,
// seat, score or place somebody. Whoever doubts the others has `RecordFile` and `RecordVerifier`.

import Chroma
public import Game
public import Records
import Wire

extension MatchEntry {
  /// Reads what lists, ratings and boards are made of out of a record.
  ///
  /// - Throws: why it is no record.
  public init(_ finished: FinishedMatch, hashing: Hashing) throws(RecordFault) {
    let extract = try Extract(finished.body)
    let (title, settings) = (extract.title, extract.settings)
    let (rules, results) = (settings.rules, Results(extract))
    let isRated = settings.isRated && !rules.isAssisted
    self.init(
      body: finished.body, leaf: hashing.leaf(finished.body), began: title.began,
      room: title.room.text, number: title.match, mode: rules.mode.name,
      family: isRated ? rules.mode.family : nil, isUsual: rules == .usual(of: rules.mode),
      daily: rules.mode.isDaily ? Day(of: title.began) : nil,
      isRanked: extract.isRanked,
      seats: extract.seats.map { seat in
        let person = finished.persons.first { $0.player == seat.player }
        return SeatEntry(
          who: seat.player.number,
          profile: person.flatMap { PlayerProfile($0, shownAs: seat.profile) },
          person: person?.line, place: results.places[seat.player],
          total: results.totals[seat.player] ?? 0,
          colors: rules.mode.isDaily ? results.colors[seat.player] ?? [] : [])
      })
  }
}

/// The lines of a record that lists, ratings and boards are made of.
private struct Extract {
  let title: RecordTitle
  let settings: RoomView
  private(set) var seats: [RecordedSeat] = []
  private(set) var results: [Event] = []
  /// Whether it was its player's one ranked try of the day.
  private(set) var isRanked = false

  private static let verbs = ["RECORD ", "ROOM ", "SEAT ", "COUNTDOWN ", "SCORE ", "PLACE "]
    .map { Array($0.utf8) }

  init(_ body: [UInt8]) throws(RecordFault) {
    var (title, settings): (RecordTitle?, RoomView?)
    for (number, line) in body.split(separator: UInt8(ascii: "\n")).enumerated()
    where Self.verbs.contains(where: line.starts(with:)) {
      switch RecordLine(canonical: line) {
      case .title(let found): title = found
      case .told(.room(_, .settings(let view))): settings = view
      case .seat(let seat) where seats.allSatisfy({ $0.player != seat.player }): seats.append(seat)
      case .told(.room(_, .countdown(_, _, _, _, let isRanked))): self.isRanked = isRanked
      case .told(.play(_, let event)): results.append(event)
      default: throw .line(number + 1)
      }
    }
    guard let title, let settings, !seats.isEmpty else { throw .line(1) }
    (self.title, self.settings) = (title, settings)
  }
}

extension MatchName {
  /// Reads the name of a match in the first line of its record; nil if that is none.
  public init?(_ finished: FinishedMatch) {
    let line = finished.body.prefix { $0 != UInt8(ascii: "\n") }
    guard case .title(let title) = RecordLine(canonical: line) else { return nil }
    self.init(began: title.began, room: title.room.text, number: title.match)
  }
}

/// What everybody had in the end.
private struct Results {
  /// The places of those who were there to the end, or were put out.
  private(set) var places: [PlayerID: Int] = [:]
  private(set) var totals: [PlayerID: Int] = [:]
  /// What each guess looked like, 0xRRGGBB, round by round.
  private(set) var colors: [PlayerID: [Int]] = [:]

  init(_ extract: Extract) {
    let mode = extract.settings.rules.mode
    for event in extract.results {
      switch event {
      case .score(let score):
        totals[score.who] = score.total
        if let color = mode.color(of: score.guess) {
          colors[score.who, default: []].append(color.number)
        }
      case .place(let place, let who, let total):
        (places[who], totals[who]) = (place, total)
      default: break
      }
    }
  }
}

extension Color {
  /// 0xRRGGBB.
  fileprivate var number: Int { Int(red) << 16 | Int(green) << 8 | Int(blue) }
}

extension PlayerProfile {
  /// Somebody who had proved who they are; nil for a guest.
  fileprivate init?(_ person: Person, shownAs profile: Profile) {
    guard let id = person.id else { return nil }
    self.init(
      id: id, name: person.name, icon: profile.icon.rawValue, color: profile.color.number)
  }
}

extension Person {
  /// The line without its ending.
  fileprivate var line: String {
    var bytes: [UInt8] = []
    RecordLine.person(self).encode(into: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}

// A finished match as an archive takes it, read out of its record. Most lines of a record are
// moves, which say nothing here, and the server wrote them itself: only those are read that name,
// seat or place somebody, and scores where nothing else tells what somebody had. To check the
// others there are `RecordFile` and `RecordVerifier`.

import Chroma
public import Game
import Wire

extension MatchEntry {
  /// Reads what lists, ratings and boards are made of out of a record.
  ///
  /// - Throws: why it is no record.
  public init(_ finished: FinishedMatch, hashing: Hashing) throws(RecordFault) {
    try self.init(
      Extract(finished.body), body: finished.body, leaf: hashing.leaf(finished.body),
      persons: finished.persons)
  }

  /// - Parameter persons: those who may be named.
  init(
    _ extract: Extract, body: [UInt8], leaf: [UInt8], persons: [Person]
  ) throws(RecordFault) {
    let (title, settings) = (extract.title, extract.settings)
    let (rules, results) = (settings.rules, try Results(extract))
    // By other rules a match is over in seconds, and shows as little.
    // What is copied is known before it begins: that counts nowhere.
    let isUsual = rules == .usual(of: rules.mode) && title.ghost == nil
    self.init(
      body: body, leaf: leaf, began: title.began,
      room: title.room.text, number: title.match, mode: rules.mode.name,
      family: settings.isRated && isUsual ? rules.mode.family : nil, isUsual: isUsual,
      daily: rules.mode.isDaily && title.ghost == nil ? Day(of: title.began) : nil,
      // A try in which no color was shown is none: the player has another.
      isRanked: extract.isRanked && extract.hasRound, isOpen: settings.isPublic,
      copies: title.ghost,
      seats: extract.seats.map { seat in
        let person = persons.first { $0.player == seat.player }
        return SeatEntry(
          who: seat.player.number, isBot: seat.profile.isBot,
          profile: person.flatMap { PlayerProfile($0, shownAs: seat.profile) },
          person: person?.line, place: results.places[seat.player],
          total: results.totals[seat.player] ?? 0,
          colors: results.colors[seat.player] ?? [], household: seat.household)
      })
  }
}

/// The lines of a record that lists, ratings and boards are made of.
struct Extract {
  /// A line that tells a score.
  typealias ScoreLine = (number: Int, bytes: ArraySlice<UInt8>)

  let title: RecordTitle
  let settings: RoomSettings
  private(set) var seats: [RecordedSeat] = []
  private(set) var places: [(place: Int, who: PlayerID, total: Int)] = []
  /// Of those there are many, so they are read by who wants to know.
  private(set) var scores: [ScoreLine] = []
  /// Whether it was announced as its player's one ranked try of the day.
  private(set) var isRanked = false
  /// Whether anybody was shown a color.
  private(set) var hasRound = false

  private static let verbs = ["RECORD", "ROOM", "SEAT", "COUNTDOWN", "PLACE"]
    .map { verb(of: Array($0.utf8)[...]) }
  private static let score = verb(of: Array("SCORE".utf8)[...])
  private static let round = verb(of: Array("ROUND".utf8)[...])

  /// Reads them.
  init(_ body: [UInt8]) throws(RecordFault) {
    var (title, settings): (RecordTitle?, RoomSettings?)
    var (rest, number) = (body[...], 0)
    while let line = rest.takeLine() {
      number += 1
      let verb = Extract.verb(of: line)
      if verb == Extract.score { scores.append((number, line)) }
      if verb == Extract.round { hasRound = true }
      guard Extract.verbs.contains(verb) else { continue }
      switch RecordLine(canonical: line) {
      case .title(let found): title = found
      case .told(.room(_, .settings(let view))): settings = view
      case .seat(let seat) where seats.allSatisfy({ $0.player != seat.player }): seats.append(seat)
      case .told(.room(_, .countdown(_, _, _, _, let isRanked, _))): self.isRanked = isRanked
      case .told(.play(_, .place(let place, let who, let total))):
        places.append((place, who, total))
      default: throw .line(number)
      }
    }
    guard let title, let settings, !seats.isEmpty else { throw .line(1) }
    (self.title, self.settings) = (title, settings)
  }

  /// The letters before the first space, as a number: the last sixteen of them.
  private static func verb(of line: ArraySlice<UInt8>) -> UInt128 {
    var verb: UInt128 = 0
    for letter in line {
      if letter == UInt8(ascii: " ") { break }
      verb = verb << 8 | UInt128(letter)
    }
    return verb
  }
}

extension Score {
  /// Reads what a line tells.
  fileprivate init(_ line: Extract.ScoreLine) throws(RecordFault) {
    guard case .told(.play(_, .score(let score))) = RecordLine(canonical: line.bytes) else {
      throw .line(line.number)
    }
    self = score
  }
}

extension MatchName {
  /// Reads the name of a match in the first line of its record; nil if that is none.
  public init?(_ finished: FinishedMatch) {
    var body = finished.body[...]
    guard let line = body.takeLine(), case .title(let title) = RecordLine(canonical: line) else {
      return nil
    }
    self.init(began: title.began, room: title.room.text, number: title.match)
  }
}

/// What everybody had in the end.
private struct Results {
  /// The places of those who were there to the end, or were put out.
  private(set) var places: [PlayerID: Int] = [:]
  private(set) var totals: [PlayerID: Int] = [:]
  /// What each guess of a daily match looked like, 0xRRGGBB, round by round.
  private(set) var colors: [PlayerID: [Int]] = [:]

  init(_ extract: Extract) throws(RecordFault) {
    for (place, who, total) in extract.places { (places[who], totals[who]) = (place, total) }
    let mode = extract.settings.rules.mode
    // A player who left has no place: the last score has the total.
    var unplaced = Set(extract.seats.map(\.player).filter { places[$0] == nil })
    for line in extract.scores.reversed() where mode.isDaily || !unplaced.isEmpty {
      let score = try Score(line)
      if unplaced.remove(score.who) != nil { totals[score.who] = score.total }
      if mode.isDaily, let color = mode.color(of: score.guess) {
        colors[score.who, default: []].insert(color.number, at: 0)
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
      id: id, name: person.name, icon: profile.icon.rawValue, color: profile.color.number,
      isBot: profile.isBot)
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

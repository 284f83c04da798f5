// A finished match as it is kept: what it was, who began it, and then every command with what came
// of it, in order. The lines are its only form; they are what is hashed. Whether they are true is
// not asked here.
// Invariant: the lines are in the order of a record, and agree on room, match, players and
// beginning; between them and their bytes there is no choice.

public import Game
public import Wire

/// The lines of a record, from RECORD to SEED.
public struct MatchRecord: Hashable, Sendable {
  /// How a match began.
  public struct Opening: Hashable, Sendable {
    /// The number of its COUNTDOWN.
    public let number: Int
    /// Who began it, in seat order.
    public let players: [PlayerID]
    /// What each gave to its randomness.
    public let nonces: [Nonce]
    /// Whether it was its player's one ranked try of the day.
    public let isRanked: Bool
    /// What it takes from the match that it copies.
    public let copied: Copied
  }

  /// All lines.
  public let lines: [RecordLine]
  /// What match it is.
  public let title: RecordTitle
  /// How its room was set.
  public let settings: RoomSettings
  /// Who began it, in seat order.
  public let seats: [RecordedSeat]
  /// How it began.
  public let opening: Opening
  /// What its targets came from.
  public let seed: MatchSeed
  /// Where the lines behind COUNTDOWN begin.
  let stepsStart: Int

  /// Takes lines.
  ///
  /// - Throws: the first that is not in its place, counted from 1.
  public init(_ lines: [RecordLine]) throws(RecordFault) {
    var reader = RecordReader(lines)
    title = try reader.title()
    settings = try reader.settings(of: title)
    seats = try reader.seats()
    try reader.commitment(of: title)
    try reader.shares(of: title, seats, isDaily: settings.rules.mode.isDaily)
    opening = try reader.countdown(of: title, seats, isDaily: settings.rules.mode.isDaily)
    stepsStart = reader.index
    seed = try reader.steps(of: opening.players)
    self.lines = lines
  }

  /// The lines as bytes.
  public var body: [UInt8] {
    var body: [UInt8] = []
    for line in lines { line.encode(into: &body) }
    return body
  }
}

/// Goes through lines and asks each for its place.
private struct RecordReader {
  private let lines: [RecordLine]
  private(set) var index = 0

  init(_ lines: [RecordLine]) { self.lines = lines }

  private var fault: RecordFault { .line(index + 1) }

  private var line: RecordLine? { index < lines.count ? lines[index] : nil }

  private mutating func require(_ condition: Bool) throws(RecordFault) {
    guard condition else { throw fault }
    index += 1
  }

  mutating func title() throws(RecordFault) -> RecordTitle {
    guard case .title(let title) = line else { throw fault }
    try require(title.version == RecordTitle.version)
    return title
  }

  mutating func settings(of title: RecordTitle) throws(RecordFault) -> RoomSettings {
    guard case .told(.room(nil, .settings(let view))) = line else { throw fault }
    try require(view.name == title.room.text)
    return view
  }

  /// A name is sealed, and only a room's own bot has one that need not be; an identity always is. A
  /// ghost's is in the record that is copied.
  mutating func seats() throws(RecordFault) -> [RecordedSeat] {
    var seats: [RecordedSeat] = []
    while case .seat(let seat) = line {
      let isSealed = seat.seal != nil && seat.profile.name == RecordedSeat.nameless
      let isNamed = seat.profile.name != RecordedSeat.nameless
      let isBot = seat.seal == nil && seat.profile.isBot && !(isNamed && seat.profile.isGhost)
      try require(
        (isSealed || isBot) && seat.profile.identity == nil
          && seats.count < Rules.seatsRange.upperBound
          && seats.allSatisfy { $0.player != seat.player })
      seats.append(seat)
    }
    guard !seats.isEmpty else { throw fault }
    return seats
  }

  mutating func commitment(of title: RecordTitle) throws(RecordFault) {
    guard case .told(.room(nil, .commit(let match, _))) = line else { throw fault }
    try require(match == title.match)
  }

  /// Who gave something says so in seat order; where something was sealed, all were called on.
  mutating func shares(
    of title: RecordTitle, _ seats: [RecordedSeat], isDaily: Bool
  ) throws(RecordFault) {
    var left = seats[...]
    var isSealed = false
    while case .told(.room(nil, .readied(let player, _, let share))) = line {
      let place = left.firstIndex { $0.player == player }
      try require(!isDaily && share != .none && place != nil)
      left = left[((place ?? 0) + 1)...]
      isSealed = isSealed || share.seal != nil
    }
    guard case .told(.room(nil, .reveal(let match, let players))) = line else {
      if isSealed { throw fault }
      return
    }
    try require(isSealed && match == title.match && players == seats.map(\.player))
  }

  mutating func countdown(
    of title: RecordTitle, _ seats: [RecordedSeat], isDaily: Bool
  ) throws(RecordFault) -> MatchRecord.Opening {
    guard
      case .told(.room(let number?, let event)) = line,
      case .countdown(
        let match, let opens, let players, let nonces, let isRanked, let copied) = event
    else { throw fault }
    try require(
      match == title.match && opens - title.began == Rules.countdownMilliseconds
        && players == seats.map(\.player) && (isDaily || !isRanked)
        && copied.ghosts == seats.filter(\.profile.isGhost).map(\.player)
        && copied.isCopy == (title.ghost != nil) && copied.isCopy == (title.leaf != nil))
    return MatchRecord.Opening(
      number: number, players: players, nonces: nonces, isRanked: isRanked, copied: copied)
  }

  /// The commands, and what was told; the last of it is the seed.
  mutating func steps(of players: [PlayerID]) throws(RecordFault) -> MatchSeed {
    while let line {
      switch line {
      case .moved(_, let player, _), .measured(let player, _), .quit(let player, _),
        .told(.room(.some, .gone(let player, _))):
        try require(players.contains(player))
      case .told(.play(.some, .seed(let seed))):
        try require(index == lines.count - 1)
        return seed
      case .tick, .told(.play(.some, _)), .told(.room(.some, .together)),
        .told(.room(.some, .best)):
        index += 1
      default: throw fault
      }
    }
    throw fault
  }
}

// What the user asks of the server's archive: boards, matches of their own, to be forgotten. One is
// under way at a time, and the log comes first; the newest wish wins. What is told is shown until
// something else is.
// Invariant: what was found is whole, or says that it was refused.

public import Game
public import Wire

/// Something to be asked of the archive.
public enum Lookup: Hashable, Sendable {
  /// Who is on a board, now.
  case board(Board, BoardTime)
  /// What the user has played.
  case past
  /// To be forgotten, rather than to be told anything.
  case forgetting

  fileprivate var question: ClientMessage {
    switch self {
    case .board(let board, let time): .top(board, time, nil, from: nil)
    case .past: .past(nil, from: nil)
    case .forgetting: .forget(isSure: true)
    }
  }
}

/// What was told of it.
public struct Found: Hashable, Sendable {
  /// What was looked up.
  public let lookup: Lookup
  /// Counted from 1, so that a reader knows what is new.
  public fileprivate(set) var number = 0
  /// The rows of a board.
  public fileprivate(set) var rows: [BoardLine] = []
  /// The user's own matches, the newest first.
  public fileprivate(set) var matches: [PlayedMatch] = []
  /// Whether players of one address are rated against each other there.
  public fileprivate(set) var ratesHouseholds = false
  /// Why nothing was told.
  public fileprivate(set) var refusal: RefusalCode?

  init(_ lookup: Lookup) { self.lookup = lookup }
}

/// What a session looks up.
struct Lookups: Sendable {
  /// What was found last.
  var found: Found?
  /// What is being told.
  fileprivate var telling: Found?
  fileprivate var wish: Lookup?
  fileprivate var foundCount = 0
}

extension Session {
  /// Whether the server has been told who the user is, as far as it will be.
  public var hasIntroducedItself: Bool {
    state == .online && challengeDue == nil && !asksToProve
  }

  /// What was looked up last; nil before anything was.
  public var found: Found? { lookups.found }

  /// Wants something looked up.
  mutating func lookUp(_ lookup: Lookup, _ outputs: inout [SessionOutput]) {
    lookups.wish = lookup
    askArchive(&outputs)
  }

  /// Asks what is wanted, once nothing else is asked.
  mutating func askArchive(_ outputs: inout [SessionOutput]) {
    guard state == .online, inside == nil, lookups.telling == nil, logWatch?.isAsking != true,
      let wish = lookups.wish
    else { return }
    (lookups.telling, lookups.wish) = (Found(wish), nil)
    outputs.append(.send(wish.question))
  }

  /// Takes a row of a board.
  mutating func hear(_ row: BoardLine) {
    if let count = lookups.telling?.rows.count, count < Board.rowsMax {
      lookups.telling?.rows.append(row)
    }
  }

  /// Takes a match of the user's.
  mutating func hear(_ match: PlayedMatch) {
    if let count = lookups.telling?.matches.count, count < Board.rowsMax {
      lookups.telling?.matches.append(match)
    }
  }

  /// The answer is complete, or there is none.
  mutating func endLookup(
    refused refusal: RefusalCode? = nil, ratesHouseholds: Bool = false,
    _ outputs: inout [SessionOutput]
  ) {
    guard var told = lookups.telling else { return }
    lookups.foundCount += 1
    (told.number, told.refusal) = (lookups.foundCount, refusal)
    told.ratesHouseholds = ratesHouseholds
    (lookups.found, lookups.telling) = (told, nil)
    askArchive(&outputs)
  }

  /// The connection is gone, and with it whatever was asked.
  mutating func forgetLookup() { (lookups.telling, lookups.wish) = (nil, nil) }

  /// Says whether a match of the day counts, where the server keeps boards at all.
  mutating func tellRank(_ message: ServerMessage, at now: Instant) {
    guard case .room(.some, .countdown(_, _, let players, _, let isRanked, _)) = message,
      let room, room.settings.rules.mode.isDaily, identity != nil, players == [room.me],
      room.role == .player, isRanked || logWatch?.memory != nil
    else { return }
    tell(
      isRanked
        ? Words["This is your one ranked try of today."]
        : Words["Practice: you have had your ranked try of today."], nil, at: now)
  }
}

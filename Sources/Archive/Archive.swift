// The port to where matches are kept. One owner writes and waits for each call; others ask. What a
// call does is there whole or not at all, also after a crash. Who waits, and who must not, is for
// the owner to arrange; so are signatures.

public import Game
public import Wire

/// A match as an archive has it.
public struct KeptRecord: Hashable, Sendable {
  /// Which leaf of the log it is.
  public let index: Int
  /// The hash of its record.
  public let leaf: [UInt8]
  /// The lines of the record; nil once its time is up.
  public let body: [UInt8]?
  /// The PERSON lines that are left and that the asker may know, in seat order.
  public let persons: [String]
  /// Whether the asker may know who sat there.
  public let isNamed: Bool
  /// The day whose targets it had; nil for a match that is not daily.
  public let daily: Day?

  /// Describes a match.
  public init(
    index: Int, leaf: [UInt8], body: [UInt8]?, persons: [String], isNamed: Bool = true,
    daily: Day? = nil
  ) {
    self.index = index
    self.leaf = leaf
    self.body = body
    self.persons = persons
    self.isNamed = isNamed
    self.daily = daily
  }
}

/// A match that is in the archive now, and what followed from it.
public struct KeptMatch: Hashable, Sendable {
  /// Which leaf of the log it is.
  public let index: Int
  /// Whether it was not there before.
  public let isNew: Bool
  /// The rating of each seat before the match; nil where nobody is rated, and for a match that was
  /// there before.
  public let ratingsBefore: [Rating?]
  /// The career of each seat after it, for the same.
  public let careers: [Career?]
  /// Those whose first try of a match it was that it copies, by their numbers.
  public var firstTries: [Int] = []

  /// A match that was not there before.
  public init(index: Int, _ consequences: Consequences) {
    self.index = index
    isNew = true
    ratingsBefore = consequences.ratingsBefore
    careers = consequences.careers
  }

  /// A match that was there before.
  public init(knownAt index: Int, seats: Int) {
    self.index = index
    isNew = false
    ratingsBefore = Array(repeating: nil, count: seats)
    careers = Array(repeating: nil, count: seats)
  }
}

/// Why an archive does not do what it should.
public struct ArchiveFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What can be done about it.
  public enum FailureKind: Hashable, Sendable {
    /// There is no room; later there may be.
    case full
    /// The file is no archive, or not whole.
    case damaged
    /// Something else went wrong, such as a disk that fails.
    case failing
    /// It must not be touched: it is in use, or a newer version made it.
    case refused
  }

  /// What can be done about it.
  public let kind: FailureKind
  /// A sentence for the log.
  public let description: String

  /// Describes a failure.
  public init(_ kind: FailureKind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

/// What can be asked of an archive.
public protocol ArchiveReading: SendableMetatype {
  /// How many matches were ever kept: the size of the log.
  func size() throws(ArchiveFailure) -> Int
  /// Which leaf of the log a match is; nil while it is not kept.
  func index(of match: MatchName) throws(ArchiveFailure) -> Int?
  /// The hashes of records, one after another, from an index on, at most so many.
  func leaves(from index: Int, count: Int) throws(ArchiveFailure) -> [[UInt8]]
  /// A match; nil when there is none of that index. Its PERSON lines are there if the asker may
  /// know them.
  func record(_ index: Int, for asker: Asker) throws(ArchiveFailure) -> KeptRecord?
  /// The rows of a board, at most `Board.rowsMax`; of ratings as they are on that day. A row names
  /// its match if the asker may know who sat there.
  func top(
    _ board: Board, _ span: Span, on day: Day, for asker: Asker
  ) throws(ArchiveFailure) -> [BoardRow]
  /// The newest matches of somebody before an index (nil: of all), at most so many: those of which
  /// the asker may know who sat there.
  func past(
    of player: KeyID, before index: Int?, count: Int, for asker: Asker
  ) throws(ArchiveFailure) -> [PlayedMatch]
  /// Whether somebody has played a match, or raced it before a match that copies it. That somebody
  /// looked on, or saw the record, is not kept.
  func hasTried(
    _ index: Int, by player: KeyID, before copy: Int
  ) throws(ArchiveFailure) -> Bool
  /// What somebody has come to in a family of modes; nil before the first rated match.
  func career(of player: KeyID, in family: String) throws(ArchiveFailure) -> Career?
  /// Whether somebody's ranked try of a day is kept.
  func hasPlayed(_ player: KeyID, rankedOn day: Day) throws(ArchiveFailure) -> Bool
  /// How somebody last looked; nil for who never finished a match, or was forgotten.
  func profile(of player: KeyID) throws(ArchiveFailure) -> PlayerProfile?
  /// The place of a cluster's journal that comes next; 1 where none was followed.
  func nextPlace() throws(ArchiveFailure) -> UInt64
}

/// What an archive does for its one owner.
public protocol Archive: ArchiveReading {
  /// Keeps matches, all or none, in this order. One that is kept already changes nothing.
  mutating func keep(_ matches: [MatchEntry]) throws(ArchiveFailure) -> [KeptMatch]
  /// Writes down a ranked try.
  ///
  /// - Returns: false if the player has had one on that day.
  mutating func claim(_ attempt: Attempt) throws(ArchiveFailure) -> Bool
  /// Deletes all that says who somebody is. Their matches stay, played by nobody in particular; a
  /// try of that day stays until the day is over, so forgetting gives nobody a second one.
  ///
  /// - Returns: whether there was anything to forget.
  mutating func forget(_ player: KeyID, on day: Day) throws(ArchiveFailure) -> Bool
  /// Deletes what has been kept long enough, see `Retention`.
  mutating func expire(on day: Day) throws(ArchiveFailure)
  /// Makes all that follows from records again: what stands beside them, players, ratings and
  /// boards. Where a record's time is up, what stands beside it is the source and stays; who was
  /// forgotten does not come back.
  ///
  /// - Returns: beside how many records something else stood.
  mutating func rebuild(hashing: Hashing) throws(ArchiveFailure) -> Int
  /// Does what a cluster's journal says before a place and behind what was done of it so far: all
  /// of it, or nothing.
  ///
  /// - Returns: what has become of each.
  mutating func follow(
    _ deeds: [ArchiveDeed], before place: UInt64
  ) throws(ArchiveFailure) -> [ArchiveOutcome]
}

/// How many days what is kept. Leaves are kept for good: the tree is made of them.
public enum Retention {
  /// Records.
  public static let bodyDays = 400
  /// Names of guests.
  public static let guestDays = 90
  /// Players who are not seen again.
  public static let playerDays = 730
  /// So many days count as past at the most on one day: a clock that is years ahead for a day
  /// deletes a week too much.
  public static let stepDays = 7
}

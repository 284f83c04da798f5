// What one is told of those who play along in a room: one's own cell and what one got, how all of
// them stand, and the field. Who plays along is a racer without a seat, so whatever else there is
// to know of a round is where it is for seats; only one's own tries are here, since nobody is told
// of them. Invariant: a field has whole colors, and no more than may be shown.

public import Chroma
public import Game
public import Wire

/// Those who play along, as a viewer knows them.
public struct CrowdSeen: Hashable, Sendable {
  /// One of them: the viewer.
  public struct Cell: Hashable, Sendable {
    /// The number of the cell.
    public let number: Int
    /// What the server calls the person; nil where nobody is named.
    public let name: String?
  }

  /// The field of cells.
  public struct Field: Hashable, Sendable {
    /// Which round it is of.
    public let round: Int
    /// Which cells it shows.
    public let shown: CrowdField
    /// Their colors, in that order.
    public let colors: [Color]
    /// Which of them are locked.
    public fileprivate(set) var locked: [Bool] = []
    /// Which of them nobody has any more.
    public fileprivate(set) var gone: [Bool] = []
  }

  /// A try of the viewer's own.
  struct Try: Hashable, Sendable {
    let match: Int
    let round: Int
    let elapsed: Int
    let isTaken: Bool
  }

  /// Whether the viewer wants to play along.
  public internal(set) var isJoined = false
  /// Whether the server tells the field to this viewer.
  public internal(set) var showsField = false
  /// The viewer's cell; nil before the first move.
  public internal(set) var cell: Cell?
  /// How they stand in the round that is on; nil while nobody plays along.
  public internal(set) var count: CrowdCount?
  /// What the viewer got for the newest round that they moved in.
  public internal(set) var yours: Yours?
  /// What the viewer got in the match, once it is over.
  public internal(set) var final: Yours?
  /// The newest field.
  public internal(set) var field: Field?
  var ownTry: Try?

  /// Nothing of them is known yet.
  public init() {}

  /// Takes what is told of them.
  ///
  /// - Parameter match: as it is known by then.
  mutating func fold(_ message: ServerMessage, _ match: MatchState?) {
    switch message {
    case .cell(let number, let name): cell = Cell(number: number, name: name)
    case .yours(let yours) where yours.round == 0: final = yours
    case .yours(let yours): self.yours = yours
    case .crowd(let count): if match?.round != nil { self.count = count }
    case .field(let round, let shown, let cells): take(shown, ofRound: round, cells)
    case .locks(let shown, let locked, let gone): take(shown, locked: locked, gone: gone)
    case .room(_, .countdown): (count, yours, final, field, ownTry) = (nil, nil, nil, nil, nil)
    case .play(_, .round): count = nil
    default: break
    }
  }

  private mutating func take(_ shown: CrowdField, ofRound round: Int, _ cells: [UInt8]) {
    let colors = stride(from: 0, to: cells.count / 3 * 3, by: 3).prefix(CrowdField.countMax)
      .map { Color(red: cells[$0], green: cells[$0 + 1], blue: cells[$0 + 2]) }
    let marks = field.flatMap { $0.round == round && $0.shown.isLike(shown) ? $0 : nil }
    field = Field(
      round: round, shown: shown, colors: colors, locked: marks?.locked ?? [],
      gone: marks?.gone ?? [])
  }

  private mutating func take(_ shown: CrowdField, locked: [UInt8], gone: [UInt8]) {
    guard var field, field.shown.isLike(shown) else { return }
    func bits(_ bytes: [UInt8]) -> [Bool] {
      bytes.prefix(CrowdField.countMax / 8)
        .flatMap { byte in (0..<8).map { byte & (128 >> $0) != 0 } }
    }
    (field.locked, field.gone) = (bits(locked), bits(gone))
    self.field = field
  }
}

extension CrowdField {
  /// Whether the same places are the same cells.
  fileprivate func isLike(_ other: CrowdField) -> Bool {
    first == other.first && step == other.step
  }
}

extension RoomModel {
  /// Whether the viewer may play along in a match that runs here, or will.
  public var mayPlayAlong: Bool {
    role == .watcher && settings.hasCrowd && !amPresenting
  }

  /// Whether the viewer does, or would with the next move.
  public var amAlong: Bool { mayPlayAlong && crowd.isJoined }

  /// The match with the viewer's own try in it.
  func withOwnTry(_ match: MatchState?) -> MatchState? {
    guard let own = crowd.ownTry, var match, match.number == own.match,
      match.round?.start.round == own.round
    else { return match }
    match.note(tryOf: me, after: own.elapsed, isTaken: own.isTaken)
    return match
  }
}

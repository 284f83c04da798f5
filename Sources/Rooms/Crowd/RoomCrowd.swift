// Those who look on in a room and play along, as the room knows them: which cell each has, who of
// them can be told, whose cell is kept, and which screens show all cells. How cells are judged is
// the game's, when something is told is beside this.
// Invariants: everybody with a cell is a member and has one; a member is connected, cannot be told
// for a while, or is away with a moment at which the cell is given up.

import Game
import Wire

/// Somebody who plays along.
struct Member: Sendable {
  /// Which visit it is; not while they are away.
  var visit: Visit
  /// The number of their cell.
  let number: Int32
  /// When they may show a reaction again, in whole seconds, because there are thousands of them.
  fileprivate var reactsAgain: UInt32 = 0

  init(number: Int32, visit: Visit) { (self.number, self.visit) = (number, visit) }
}

/// The crowd of a room.
struct RoomCrowd: Sendable {
  /// Somebody whose connection is lost.
  struct Absence: Sendable {
    let until: Instant
    let name: String
  }

  /// What their moves come to.
  var crowd: Crowd
  private(set) var members: [PlayerID: Member] = [:]
  /// Their connections by the numbers of their cells, from 1; nil for those who cannot be told
  /// anything or are away, and for cells that nobody has.
  private var connections: [ConnectionID?] = []
  /// Those whose cells are kept for a while.
  private(set) var away: [PlayerID: Absence] = [:]
  /// How many cells newcomers of each household were given in this match.
  var given: [UInt64: Int] = [:]
  /// Those who asked for the field, the first first.
  var screens: [ConnectionID] = []
  /// All of them see it after a round, but no sooner than this: a presenter may end many at once.
  var fieldDue = Instant(milliseconds: 0)
  /// When the room is told next how the crowd stands, while a round is open; every second time the
  /// numbers are told, too.
  var beatDue: Instant?
  var beats = 0
  /// Whether that is told with the next positions, which are due already: to everybody who looks on
  /// it would be a write of its own.
  var isCountDue = false
  /// When more are told what they got, and the number of the first of them.
  var results: (due: Instant, from: Int)?
  /// Whether that is told of a match that is over.
  var isMatchOver = false
  /// How often each reaction was shown since that was told; empty for none.
  private(set) var reactions: [Int] = []
  /// What screens were told last of who has locked.
  var shownLocks: (locked: [UInt8], gone: [UInt8]) = ([], [])

  /// Nobody yet, in a match in which all guesses together have come to so many points.
  init(total: Int) { crowd = Crowd(total: total) }

  /// When something is due.
  var due: Instant? {
    [beatDue, results?.due, away.values.lazy.map(\.until).min()].compactMap(\.self).min()
  }

  /// The number of somebody's cell; nil for those who do not play along.
  func number(of player: PlayerID) -> Int? { members[player].map { Int($0.number) } }

  /// The connections of those who can be told, in the order of cells: they hear everything but
  /// where seats move.
  var told: [ConnectionID] { connections.compactMap(\.self) }

  /// Where the player of a cell can be told; nil where nobody can.
  func connection(ofCell number: Int) -> ConnectionID? {
    connections.indices.contains(number - 1) ? connections[number - 1] : nil
  }

  /// Somebody has got a cell.
  mutating func add(_ player: PlayerID, _ member: Member, on connection: ConnectionID) {
    members[player] = member
    hear(player, on: connection)
  }

  /// Somebody gives it up.
  mutating func remove(_ player: PlayerID) {
    mute(player)
    guard let member = members.removeValue(forKey: player) else { return }
    away[player] = nil
    crowd.leave(Int(member.number))
    members.shrinkIfSparse()
  }

  /// Somebody cannot be told anything for a while.
  mutating func mute(_ player: PlayerID) { hear(player, on: nil) }

  /// Somebody is lost, and the cell is kept.
  mutating func lose(_ player: PlayerID, _ absence: Absence) {
    mute(player)
    away[player] = absence
  }

  /// Cells are kept for as much longer.
  mutating func keepLonger(by gap: Int) {
    away = away.mapValues { Absence(until: $0.until + gap, name: $0.name) }
  }

  /// Somebody can be told on a connection, or on none.
  mutating func hear(_ player: PlayerID, on connection: ConnectionID?) {
    guard let number = number(of: player) else { return }
    while connections.count < number { connections.append(nil) }
    connections[number - 1] = connection
  }

  /// Counts a reaction of somebody who has shown none for so many milliseconds.
  ///
  /// - Returns: whether it counted.
  mutating func react(
    _ player: PlayerID, _ reaction: Reaction, at now: Instant, every milliseconds: Int
  ) -> Bool {
    func seconds(_ moment: Int) -> UInt32 { UInt32(clamping: moment / 1_000) }
    guard let member = members[player], member.reactsAgain <= seconds(now.milliseconds),
      let index = Reaction.allCases.firstIndex(of: reaction)
    else { return false }
    members[player]?.reactsAgain = seconds(now.milliseconds + milliseconds + 999)
    if reactions.isEmpty { reactions = Reaction.allCases.map { _ in 0 } }
    reactions[index] += 1
    return true
  }

  /// The reactions that have not been told.
  mutating func takeReactions() -> [Int] {
    defer { reactions = [] }
    return reactions
  }

  /// Somebody is back.
  mutating func comeBack(_ player: PlayerID, visit: Visit) {
    away[player] = nil
    members[player]?.visit = visit
  }
}

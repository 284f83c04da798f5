// A hall's part in a cluster: which shards of rooms it has, which of them stand, and what it is to
// those who want a room of another. A shard comes with its rooms and goes with them; the players in
// them are told one sentence and come back where the rooms go on. A tenure decides who may have a
// shard.
// Invariant: every room of the hall is in a shard that it has.

import Game
public import Wire

/// A hall's part in a cluster.
public struct Membership: Sendable {
  /// Nodes of a cluster have numbers below this.
  public static let nodesMax = 64

  private let node: Int
  /// How many players each of its lanes counts as made before it began.
  let playersBefore: Int
  /// The shards that it has.
  fileprivate(set) var shards: Set<Int> = []
  /// Those whose rooms stand, since when and why.
  fileprivate(set) var standing: [Int: (since: Instant, why: Tenure.Standstill)] = [:]
  /// Where all others are; nil where nobody can be lent to another node.
  var places: Places?
  /// What other nodes tell of their rooms.
  var nodeRooms = NodeRooms()

  /// Has no shard yet.
  ///
  /// - Parameters:
  ///   - node: the number of its node, less than `nodesMax`.
  ///   - playersBefore: a count that no earlier start of the node has come to, so that no number of
  ///     a player is given twice. Rooms outlive a start, and so do their players.
  public init(node: Int, playersBefore: Int) {
    precondition((0..<Membership.nodesMax).contains(node), "a node's number is below the most")
    self.node = node
    self.playersBefore = playersBefore
  }

  /// The number of a player among those of all nodes.
  func number(ofPlayer made: Int) -> Int { made * Membership.nodesMax + node }

  /// How many players each of so many lanes may have made when a player has this number.
  static func made(by number: Int, lanes: Int) -> Int { number / nodesMax / lanes + 1 }
}

extension RoomCode {
  /// A number that spreads codes evenly.
  var spread: Int {
    // FNV-1a; its upper half is better mixed than its lower one.
    var hash: UInt32 = 2_166_136_261
    for letter in text.utf8 { hash = (hash ^ UInt32(letter)) &* 16_777_619 }
    return Int(hash >> 16)
  }

  /// The shard that a room of this code is in, wherever rooms are in shards.
  public var shard: Int { spread % LaneTenures.shardCount }
}

// Coming and going of shards.
extension Hall {
  /// Has a shard from now on, and goes on with its rooms.
  mutating func gain(_ shard: Int, _ restoration: Restoration, _ turn: inout Turn) {
    membership?.shards.insert(shard)
    // Before its rooms are listed here: its former owner may still be believed to have it.
    listNodeRooms(&turn)
    // Whatever the clock of this start says: nobody in these rooms is numbered twice.
    playersMade = max(
      playersMade, Membership.made(by: restoration.playersMax, lanes: laneCount))
    guard let newest = restoration.newest, restoration.roomCount > 0 else { return }
    if lane == Hall.bookLane {
      book.enter(restored: restoration.roomCount)
    } else {
      turn.publish(.restored(rooms: restoration.roomCount), to: Hall.bookLane)
    }
    // Its former owner may have a clock that is ahead of ours.
    takeBack(restoration, since: min(newest, turn.now), &turn)
  }

  /// Forgets the rooms of a shard, which go on elsewhere, and parts from those who are there, and
  /// from those who do not know what became of them there.
  mutating func forsake(
    _ shard: Int, why: RefusalLine, _ missing: [ConnectionID], _ turn: inout Turn
  ) {
    membership?.shards.remove(shard)
    membership?.standing[shard] = nil
    for id in people(in: shard) {
      connections[id]?.place = .outside
      refuse(id, why, &turn)
    }
    for id in missing { refuse(id, why, &turn) }
    for code in rooms.keys.filter({ $0.shard == shard }).sorted() {
      guard let index = rooms.index(forKey: code) else { continue }
      for player in rooms.values[index].room.seats.filter({ !$0.isBot }).map(\.player) {
        release(player, from: code, at: turn.now)
      }
      for other in rooms.values[index].elsewhere.lanesThatListen {
        turn.publish(.forsaken(code), to: other)
      }
      rooms.values[index].room.isClosed = true
      settle(index, &turn)
    }
  }

  /// Parts from those who look on from here in a room that goes on elsewhere.
  mutating func forsakeRelay(of code: RoomCode, _ turn: inout Turn) {
    let watchers = connections.filter { $0.value.place == .watchingAfar(code) }.keys
    for id in watchers.sorted(by: { $0.number < $1.number }) {
      connections[id]?.place = .outside
      refuse(id, .movedOn, &turn)
    }
    relays[code] = nil
  }

  /// Whether a room of this code is another node's.
  func isElsewhere(_ code: RoomCode) -> Bool {
    membership.map { !$0.shards.contains(code.shard) } ?? false
  }

  /// Those who are in rooms of a shard, seated or looking on from here.
  private func people(in shard: Int) -> [ConnectionID] {
    let there = connections.filter { _, connection in
      switch connection.place {
      case .seated(let code), .watching(let code): code.shard == shard
      case .outside, .watchingAfar: false
      }
    }
    return there.keys.sorted { $0.number < $1.number }
  }
}

// Standing.
extension Hall {
  /// Lets no time pass in the rooms of a shard. Those who are there are told, but not where it
  /// takes a moment, and they hear of that anyway.
  mutating func stand(_ shard: Int, _ why: Tenure.Standstill, _ turn: inout Turn) {
    guard membership?.shards.contains(shard) == true, membership?.standing[shard] == nil else {
      return
    }
    membership?.standing[shard] = (turn.now, why)
    if why == .leaving { return }
    let told = people(in: shard)
      .filter { connections[$0]?.isClosing == false && connections[$0]?.isMuted == false }
    if !told.isEmpty { turn.send(.no(.standing), to: told) }
  }

  /// Lets the rooms of a shard go on, as much later as they stood.
  mutating func goOn(_ shard: Int, _ turn: inout Turn) {
    guard let since = membership?.standing.removeValue(forKey: shard)?.since else { return }
    for code in rooms.keys.filter({ $0.shard == shard }).sorted() {
      // What was due before they stood happens first.
      if let index = rooms.index(forKey: code) { rooms.values[index].jotted.due = since }
      touch(code, .stood(since: since), &turn) { room, turn in
        room.advance(dueBy: since, &turn)
        room.goOnStanding(since: since, &turn)
      }
    }
  }

  /// Whether no time passes in a room.
  func stands(_ code: RoomCode) -> Bool {
    guard let membership, !membership.standing.isEmpty else { return false }
    return membership.standing[code.shard] != nil
  }

  /// Whether a message is passed over because the room stands: a position, which another one
  /// replaces. Whatever else would change the room is refused.
  func isPassedOver(_ message: ClientMessage, _ caller: Caller) throws(RefusalLine) -> Bool {
    guard membership?.standing.isEmpty == false, let code = caller.place.code ?? message.room,
      stands(code)
    else { return false }
    switch message {
    case .play(.set): return true
    case .hello, .ping, .pong, .list, .leave, .bye, .who, .identify, .prove, .tree, .top, .past,
      .forget, .replay:
      return false
    case .create, .quick, .join, .watch, .ready, .reveal, .bot, .start, .config, .host, .kick,
      .ban, .react, .play(.lock):
      throw membership?.standing[code.shard]?.why == .leaving ? .leaving : .standing
    }
  }
}

// Whose rooms.
extension Hall {
  /// Whether a room of this code may open here.
  func opens(_ code: RoomCode) -> Bool {
    guard let membership else { return true }
    return membership.shards.contains(code.shard) && membership.standing[code.shard] == nil
  }

  /// Whether any room may open here.
  public var opensRooms: Bool {
    guard let membership else { return true }
    return membership.shards.contains { membership.standing[$0] == nil }
  }

  /// Refuses a player who wants a room of a shard that is not this lane's.
  func requireHere(_ code: RoomCode) throws(RefusalLine) {
    if isElsewhere(code) { throw .elsewhere }
  }

  /// A number to call a player by who has no name.
  func shortNumber(of player: PlayerID) -> Int {
    membership == nil ? player.number : playersMade % 100_000
  }
}

extension ClientMessage {
  /// The room that it names, to come in.
  fileprivate var room: RoomCode? {
    switch self {
    case .join(let code, _), .watch(let code, _, _): code
    default: nil
    }
  }
}

extension Tenure.Resignation {
  /// What those are told last whose room was in the shard.
  public var refusal: RefusalLine {
    switch self {
    case .superseded, .handedOver: .movedOn
    case .storeAway:
      RefusalLine(
        code: .moved, text: "the room goes on once the cluster's store answers; connect again")
    case .damaged:
      RefusalLine(code: .moved, text: "what the cluster's store has of the room cannot be read")
    }
  }
}

extension RefusalLine {
  /// What those are told last whose room goes on at another node.
  public static let movedOn = RefusalLine(
    code: .moved, text: "the room goes on at another server; connect again")
  /// The refusal for players in a room that stands, and for those who want something of it.
  static let standing = RefusalLine(
    code: .notNow, text: "the room stands until the cluster's store answers")
  /// The refusal for players who want something of a room that is about to go on elsewhere.
  static let leaving = RefusalLine(
    code: .notNow, text: "the room is about to go on at another server")
  static let elsewhere = RefusalLine(
    code: .notNow, text: "the room of this code is at another server")
  static let noShard = RefusalLine(
    code: .notNow, text: "no room can open here now; try again in a second")
}

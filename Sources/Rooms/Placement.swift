// Whose rooms are, and what a hall does when that changes. A server by itself has them all
// (`Alone`); where several play one game, somebody else decides and tells the hall
// (`Input.placed`). A hall knows other servers by their numbers, and not why they have what they
// have.
// Invariants: all lanes of a server name the same lane for a code; every room of a hall is here.

public import Game
public import Wire

/// Whose the room of a code is, or would be.
public enum Whose: Hashable, Sendable {
  /// This server's, on that lane. If that is the lane that asks, a room may open there.
  case here(lane: Int)
  /// This lane's, and no time passes in it.
  case standing(Halt)
  /// Another server's, of that number.
  case node(Int)
  /// Nobody's, as far as is known.
  case nobody
}

/// Why no time passes in a room.
public struct Halt: Hashable, Sendable {
  /// Since when.
  public let since: Instant
  /// The refusal for players who want something of the room.
  public let refusal: RefusalLine
  /// Whether those who are there are told it at once: not where it takes a moment.
  public let isTold: Bool

  /// No time passes since then.
  public init(since: Instant, _ refusal: RefusalLine, isTold: Bool) {
    (self.since, self.refusal, self.isTold) = (since, refusal, isTold)
  }
}

/// Says whose rooms are.
public protocol Placement: Sendable {
  /// Whose the room of a code is, as one of so many lanes of this server sees it.
  func whose(_ code: RoomCode, on lane: Int, of laneCount: Int) -> Whose
  /// Whether any room may open on the lane.
  var opensRooms: Bool { get }
  /// Whether any room stands.
  var isAnyStanding: Bool { get }
  /// The rooms that LIST shows of other servers, of those codes that a lane is home to.
  func listed(on lane: Int, of laneCount: Int) -> [ListedRoom]

  /// How many players a lane counts as made before it began.
  var playersBefore: Int { get }
  /// The number of a player among those of all servers.
  func number(ofPlayer made: Int) -> Int
  /// How many players each of so many lanes may have made when a player has this number.
  func made(by number: Int, lanes: Int) -> Int
  /// A number to call a player by who has no name.
  func shortNumber(of player: PlayerID, made: Int) -> Int

  /// Whether other servers can be asked for the seat of a token.
  var asksOthers: Bool { get }
  /// The server to ask next for a token that is not known here; notes what is believed of it.
  func nextNode(_ search: inout TokenSearch) -> Int?
  /// Notes whether the server that asks is right about what is here.
  func judge(_ search: inout TokenSearch)
}

/// All rooms are this server's.
public struct Alone: Placement {
  /// There is no other server.
  public init() {}

  /// Whose the room of a code is.
  public func whose(_ code: RoomCode, on lane: Int, of laneCount: Int) -> Whose {
    .here(lane: laneCount == 1 ? 0 : code.spread % laneCount)
  }
  /// Whether any room may open.
  public var opensRooms: Bool { true }
  /// Whether any room stands.
  public var isAnyStanding: Bool { false }
  /// The rooms of other nodes.
  public func listed(on lane: Int, of laneCount: Int) -> [ListedRoom] { [] }
  /// How many players are counted as made before.
  public var playersBefore: Int { 0 }
  /// The number of a player.
  public func number(ofPlayer made: Int) -> Int { made }
  /// How many players may have been made.
  public func made(by number: Int, lanes: Int) -> Int { 0 }
  /// A number to call a player by.
  public func shortNumber(of player: PlayerID, made: Int) -> Int { player.number }
  /// Whether other nodes can be asked for a seat.
  public var asksOthers: Bool { false }
  /// The node to ask next.
  public func nextNode(_ search: inout TokenSearch) -> Int? { nil }
  /// Notes whether the node that asks is right.
  public func judge(_ search: inout TokenSearch) {}
}

/// What a new placement means for the rooms of a lane.
public enum PlacementChange: Sendable {
  /// Only other servers' rooms are elsewhere now, or others of them are listed.
  case elsewhere
  /// These rooms are the lane's from now on.
  case came(Restoration)
  /// Rooms that are not the lane's any more go on elsewhere, and this is why, for those who are
  /// there. These connections have missed what they were to be told, wherever they are by now.
  case went(why: RefusalLine, missing: [ConnectionID])
  /// Rooms stand, because nobody takes what is jotted down.
  case stood
  /// Rooms go on.
  case wentOn
}

extension RoomCode {
  /// A number that spreads codes evenly.
  public var spread: Int {
    // FNV-1a; its upper half is better mixed than its lower one.
    var hash: UInt32 = 2_166_136_261
    for letter in text.utf8 { hash = (hash ^ UInt32(letter)) &* 16_777_619 }
    return Int(hash >> 16)
  }
}

// What is asked.
extension Hall {
  /// Whose the room of a code is.
  func owner(of code: RoomCode) -> Whose { placement.whose(code, on: lane, of: laneCount) }

  /// The lane that a room of this code lives on, if there is one.
  public func home(of code: RoomCode) -> Int {
    if case .here(let home) = owner(of: code) { home } else { lane }
  }

  /// Whether a room of this code is another server's.
  func isElsewhere(_ code: RoomCode) -> Bool {
    switch owner(of: code) {
    case .here, .standing: false
    case .node, .nobody: true
    }
  }

  /// Why no time passes in a room; nil while it does.
  func standing(_ code: RoomCode) -> Halt? {
    guard placement.isAnyStanding, case .standing(let standing) = owner(of: code) else {
      return nil
    }
    return standing
  }

  /// Whether a message is passed over because the room stands: a position, which another one
  /// replaces. Whatever else would change the room is refused.
  func isPassedOver(_ message: ClientMessage, _ caller: Caller) throws(RefusalLine) -> Bool {
    guard placement.isAnyStanding, let code = caller.place.code ?? message.room,
      let standing = standing(code)
    else { return false }
    switch message {
    case .play(.set): return true
    case .hello, .ping, .pong, .list, .leave, .bye, .who, .identify, .prove, .tree, .top, .past,
      .forget, .replay:
      return false
    default:
      throw standing.refusal
    }
  }
}

// What changes.
extension Hall {
  /// Goes by another placement, and does what that means for the rooms here.
  mutating func take(_ new: any Placement, _ change: PlacementChange, _ turn: inout Turn) {
    let old = placement
    placement = new
    switch change {
    case .elsewhere: listNodeRooms(&turn)
    case .came(let restoration): welcome(restoration, &turn)
    case .went(let why, let missing): forsake(why, missing, &turn)
    case .stood: stand(since: old, &turn)
    case .wentOn: goOn(since: old, &turn)
    }
  }

  /// Goes on with rooms that have come.
  private mutating func welcome(_ restoration: Restoration, _ turn: inout Turn) {
    // Before they are listed here: their former owner may still be believed to have them.
    listNodeRooms(&turn)
    // Whatever the clock of this start says: nobody in these rooms is numbered twice.
    playersMade = max(playersMade, placement.made(by: restoration.playersMax, lanes: laneCount))
    guard let newest = restoration.newest, restoration.roomCount > 0 else { return }
    if lane == Hall.bookLane {
      book.enter(restored: restoration.roomCount)
    } else {
      turn.publish(.restored(rooms: restoration.roomCount), to: Hall.bookLane)
    }
    // Their former owner may have a clock that is ahead of ours.
    takeBack(restoration, since: min(newest, turn.now), &turn)
  }

  /// Forgets rooms that go on elsewhere, and parts from those who are there, and from those who do
  /// not know what became of them there.
  private mutating func forsake(
    _ why: RefusalLine, _ missing: [ConnectionID], _ turn: inout Turn
  ) {
    for id in people(in: isElsewhere) {
      connections[id]?.go(.outside)
      refuse(id, why, &turn)
    }
    for id in missing { refuse(id, why, &turn) }
    for code in rooms.keys.filter(isElsewhere).sorted() {
      guard let entry = rooms[code] else { continue }
      for player in entry.room.seats.filter({ !$0.isBot }).map(\.player) {
        release(player, from: code, at: turn.now)
      }
      for player in entry.room.keptWithoutSeat { release(player, from: code, at: turn.now) }
      for other in entry.room.elsewhere.lanesThatListen {
        turn.publish(.forsaken(code), to: other)
      }
      entry.room.isClosed = true
      settle(entry, &turn)
    }
  }

  /// Parts from those who look on from here in a room that goes on elsewhere.
  mutating func forsakeRelay(of code: RoomCode, _ turn: inout Turn) {
    let watchers = connections.filter { $0.value.place == .watchingAfar(code) }.keys
    for id in watchers.sorted(by: { $0.number < $1.number }) {
      connections[id]?.go(.outside)
      refuse(id, .movedOn, &turn)
    }
    relays[code] = nil
  }

  /// Lets no time pass in rooms that did not stand before. Those who are there are told.
  private mutating func stand(since old: any Placement, _ turn: inout Turn) {
    let told = people { standing($0)?.isTold == true && !stood($0, by: old) }
      .filter { connections[$0]?.isClosing == false && connections[$0]?.isMuted == false }
    guard let why = told.first.flatMap({ connections[$0]?.place.code }).flatMap(standing) else {
      return
    }
    turn.send(.no(why.refusal), to: told)
  }

  /// Lets rooms go on that stood before, as much later as they did.
  private mutating func goOn(since old: any Placement, _ turn: inout Turn) {
    for code in rooms.keys.sorted() where standing(code) == nil {
      guard case .standing(let stood) = old.whose(code, on: lane, of: laneCount) else { continue }
      // What was due before they stood happens first.
      rooms[code]?.jotted.due = stood.since
      touch(code, .stood(since: stood.since), &turn) { room, turn in
        room.advance(dueBy: stood.since, &turn)
        room.goOnStanding(since: stood.since, &turn)
      }
    }
  }

  private func stood(_ code: RoomCode, by old: any Placement) -> Bool {
    if case .standing = old.whose(code, on: lane, of: laneCount) { true } else { false }
  }

  /// Those who are in some rooms, seated or looking on from here.
  private func people(in isThere: (RoomCode) -> Bool) -> [ConnectionID] {
    let there = connections.filter { _, connection in
      switch connection.place {
      case .seated(let code), .watching(let code): isThere(code)
      case .outside, .watchingAfar: false
      }
    }
    return there.keys.sorted { $0.number < $1.number }
  }
}

extension ClientMessage {
  /// The room that it names, to come in.
  fileprivate var room: RoomCode? {
    switch self {
    case .join(let code, _), .watch(let code, _, _, _): code
    default: nil
    }
  }
}

extension RefusalLine {
  /// What those are told last whose room goes on at another server.
  public static let movedOn = RefusalLine(
    code: .moved, text: "the room goes on at another server; connect again")
  static let elsewhere = RefusalLine(
    code: .notNow, text: "the room of this code is at another server")
  static let nothingOpens = RefusalLine(
    code: .notNow, text: "no room can open here now; try again in a second")
}

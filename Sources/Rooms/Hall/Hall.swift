// A hall is everything that happens on one lane: connections, players and rooms. It is told what
// happened and when, and says what is to be done; it never reads a clock, draws a random number or
// touches a socket, so the same inputs give the same effects, to the byte. Of other lanes it knows
// what they tell: a connection that wants a room there is carried there. Connections and rooms are
// objects, so a copy of a hall that has some is no other hall.
// Invariants: a connection is seated, watching or in no room; a player has at most one connection;
// a room without anyone is gone when its time is up; every collection is bounded by `Limits` or by
// the edge's limit of connections.

public import Game
import Wire

/// All rooms of one lane and everyone in them.
public struct Hall {
  /// A person who said HELLO, for as long as they are connected or a seat is kept for them.
  struct Player: Sendable {
    var profile: Profile
    let token: String
    /// Bits of color that the screen shows, as far as the client said.
    var depth: Int?
    var connection: ConnectionID?
    var room: RoomCode?
  }

  /// What nobody may exceed.
  public let limits: Limits
  let app: String
  /// Whom players prove who they are to.
  let name: ServerName
  /// Checks what they sign.
  let verifying: Verifying
  /// The log that keeps finished matches; nil where none does.
  let log: String?
  /// Which lane this is, counted from 0, and of how many.
  let lane: Int
  let laneCount: Int
  var secrets: Secrets
  var rooms: [RoomCode: RoomEntry] = [:]
  var directory = Directory()
  /// Who looks on from here in rooms of other lanes.
  var relays: [RoomCode: Relay] = [:]
  var connections: [ConnectionID: Connection] = [:]
  var players: [PlayerID: Player] = [:]
  var tokens: [String: PlayerID] = [:]
  var playersMade = 0
  var isStopping = false
  /// When the server stops at the latest; nil while it is not about to.
  var stopsAt: Instant?
  /// Whose rooms are.
  public internal(set) var placement: any Placement
  /// The rooms of other nodes that are listed here.
  var nodeRooms = NodeRooms()
  /// All rooms of the server, counted; used on one lane only.
  var book = RoomBook()
  /// What addresses have used up lately.
  var ledger: AddressLedger
  /// How late this lane is.
  public internal(set) var pressure: Pressure
  private(set) var agenda = Agenda()
  /// Whom the operator keeps out; nil before that was told.
  var bans: ServerBans?

  /// An empty hall.
  ///
  /// - Parameters:
  ///   - secret: 32 bytes that nobody can guess; everything random in the hall comes from them.
  ///     Halls of several lanes may have the same.
  ///   - daily: 32 bytes that nobody can guess and that outlive the hall, so that a day has the
  ///     same daily targets all day long, on every lane.
  ///   - verifying: checks the signatures of players.
  ///   - name: what the server is called to players who prove who they are, the same on every lane.
  ///   - app: what WELCOME says the server is, such as "chromatchd/0.1".
  ///   - log: the name of the log that keeps finished matches, such as "play.example/chromatch";
  ///     nil where none does.
  ///   - lane: which lane the hall is, counted from 0.
  ///   - laneCount: how many lanes there are.
  ///   - placement: says whose rooms are, where several servers play one game.
  public init(
    secret: [UInt8], daily: [UInt8], hashing: Hashing, verifying: Verifying, name: ServerName,
    limits: Limits, app: String, log: String? = nil, lane: Int, of laneCount: Int,
    placement: any Placement = Alone()
  ) {
    precondition((0..<laneCount).contains(lane), "a lane is one of all lanes")
    self.limits = limits
    ledger = AddressLedger(limits: limits)
    pressure = Pressure(limits: limits)
    self.app = app
    self.name = name
    self.verifying = verifying
    self.log = log
    self.lane = lane
    self.laneCount = laneCount
    self.placement = placement
    playersMade = placement.playersBefore
    let own = laneCount == 1 ? secret : hashing.hmac(secret, Array("lane \(lane)".utf8))
    secrets = Secrets(key: own, daily: daily, hashing: hashing)
  }

  /// When `advance` has to be called next; nil while nothing will happen by itself.
  public var deadline: Instant? { agenda.next }

  /// How many rooms there are.
  public var roomCount: Int { rooms.count }

  /// Takes one input in a turn no earlier than any before. What is due by then waits for
  /// `advance`: more may have arrived before it was due.
  public mutating func handle(_ input: Input, _ turn: inout Turn) {
    turn.level = pressure.level
    switch input {
    case .connected(let id, let origin, let fullness):
      connections[id] = Connection(from: origin, fullness: fullness, at: turn.now, limits: limits)
      schedule(id)
      if isStopping { refuse(id, RefusalLine(code: .shuttingDown), &turn) }
    case .introduced(let id, let origin, let fullness):
      connections[id]?.introduce(from: origin, fullness: fullness)
    case .said(let id, .play(.set(let guess)), let arrived?):
      set(guess, on: id, arrived: arrived, &turn)
    case .said(let id, let message, let arrived):
      // A guest's may have waited at another node.
      if let arrived, !id.isGuest { note(.line, of: turn.clock - arrived.upperBound, &turn) }
      if take(id, cost: message.cost(limits), &turn) {
        answer(.message(message, arrived: arrived ?? turn.now...turn.now), from: id, &turn)
      }
    case .garbled(let id, let refusal):
      if take(id, cost: 1, &turn) || refusal.code.closes {
        answer(.nonsense(refusal), from: id, &turn)
      }
    case .overtaken(let id): overtake(id, &turn)
    case .bound(let id, let binding): connections[id]?.binding = binding
    case .disconnected(let id): forget(id, &turn)
    case .overflowed(let id): overflow(id, &turn)
    case .drained(let id): drained(id, &turn)
    case .arrived(let id, let handoff): arrive(id, handoff, &turn)
    case .kept(let code, let match, let changes):
      touch(code, nil, &turn) { room, turn in
        for message in [.kept(match)] + changes.map(ServerMessage.rated) {
          room.tellPlayers(message, &turn)
        }
      }
    case .claimed(let claim, let isGranted): begin(claim, isRanked: isGranted, &turn)
    case .answered(let id, let answer): self.answer(answer, to: id, &turn)
    case .heard(let bulletin, let lane): hear(bulletin, from: lane, &turn)
    case .waited(let milliseconds): note(.post, of: milliseconds, &turn)
    case .placed(let placement, let change): take(placement, change, &turn)
    case .drain(let end): drain(until: end, &turn)
    case .stop: stop(&turn)
    }
  }

  /// Lets everything happen that is due by `horizon`, and by now if that is not given. Everything
  /// that arrived by then has to have been handled.
  public mutating func advance(dueBy horizon: Instant? = nil, _ turn: inout Turn) {
    let horizon = horizon ?? turn.now
    while let (item, moment) = agenda.due(at: horizon) {
      note(.due, of: turn.clock - moment, &turn)
      switch item {
      case .room(let code):
        guard let entry = rooms[code] else { continue }
        entry.reminders.came(moment)
        if standing(code) != nil { continue }
        let start = turn.effects.count
        if entry.tellMoves(dueBy: horizon, &turn) {
          movesTold(in: entry, since: start, &turn)
          continue
        }
        entry.jotted.due = horizon
        touch(code, .ticked, &turn) { room, turn in room.advance(dueBy: horizon, &turn) }
      case .relay(let code): tellHeldMoves(of: code, dueBy: horizon, &turn)
      case .connection(let id):
        connections[id]?.reminders.came(moment)
        tend(id, &turn)
      }
    }
  }
}

// Rooms.
extension Hall {
  /// Changes a room and does what follows for the hall.
  ///
  /// - Parameter deed: what the journal has to say of it, unless it is refused; nil for nothing, as
  ///   when watchers come and go, which shows by itself.
  /// - Returns: what the change does; nil when there is no such room.
  @discardableResult
  mutating func touch<Result, Failure: Error>(
    _ code: RoomCode, _ deed: RoomDeed?, _ turn: inout Turn,
    _ change: (inout Room, inout Turn) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let entry = rooms[code] else { return nil }
    let start = turn.effects.count
    defer {
      turn.tellCrowd()
      settle(entry, &turn)
      let isLasting = !(turn.finished.isEmpty && turn.claims.isEmpty)
      let denied = isLasting ? keepWhatLasts(&turn) : []
      if turn.marksRooms { turn.mark(code, from: start) }
      for claim in denied { begin(claim, isRanked: false, &turn) }
      if stopsAt != nil { stopSeries(in: code, &turn) }
    }
    let result = try change(&entry.room, &turn)
    let isToWriteItselfDown = entry.jot(deed, &turn)
    if isToWriteItselfDown { writeDown(entry, &turn) }
    // Also when the last who had not locked goes, or is put out.
    if deed != .floorDone, entry.room.isFloorDone {
      touch(code, .floorDone, &turn) { room, turn in _ = room.endFloor(&turn) }
    }
    return result
  }

  /// Notes what follows from positions that were told, or are to be.
  @inline(__always)
  mutating func movesTold(in entry: RoomEntry, since start: Int, _ turn: inout Turn) {
    turn.tellCrowd()
    schedule(entry)
    if turn.marksRooms { turn.mark(entry.room.code, from: start) }
  }

  /// Notes when a room has to be looked at next.
  @inline(__always) private mutating func schedule(_ entry: RoomEntry) {
    guard let due = entry.deadline, entry.reminders.needsEntry(for: due) else { return }
    agenda.add(.room(entry.room.code), at: due)
  }

  /// After a change: forgets players whose seats were given up, lists the room where it belongs,
  /// here and on other lanes, drops it when it is closed, and notes when it has to be looked at
  /// next.
  mutating func settle(_ entry: RoomEntry, _ turn: inout Turn) {
    let code = entry.room.code
    entry.reconsider()
    for player in entry.room.takeDeparted() { release(player, from: code, at: turn.now) }
    if let news = entry.takeNews() {
      directory.move(from: news.old, to: news.new)
      if let bulletin = news.bulletin { tellOthers(bulletin, &turn) }
    }
    if !entry.room.isClosed {
      schedule(entry)
    } else {
      rooms[code] = nil
      strike(entry.room.origin, &turn)
      rooms.shrinkIfSparse()
    }
  }

  /// Notes when the watchers of a room of another lane are to be told what is held back.
  mutating func scheduleRelay(_ code: RoomCode, at moment: Instant) {
    agenda.add(.relay(code), at: moment)
  }

  /// Notes when a connection has to be looked at next.
  mutating func schedule(_ id: ConnectionID) {
    guard let connection = connections[id], let due = connection.deadline(limits) else { return }
    if connection.reminders.needsEntry(for: due) { agenda.add(.connection(id), at: due) }
  }
}

// Several halls driven by hand, one for each lane, and what is on its way between them. Whatever
// one sends another arrives at once and in order, unless a test holds it back. It decides nothing;
// a client keeps its number wherever its connection is carried.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

/// Halls under test.
struct LaneStage {
  /// A client, by where its connection is now.
  private struct Client {
    var lane: Int
    var id: ConnectionID
    var isTraveling = false
    var unread: [ServerMessage] = []
  }

  /// What is on its way.
  private enum Cargo {
    case handoff(Int, Handoff)
    case bulletin(Bulletin)
  }

  private(set) var halls: [Hall]
  private(set) var now = HallStage.start
  /// Whether what is sent between lanes waits for `deliver`.
  var holds = false
  /// Everything that one lane told another, but for lines drawn from budgets.
  private(set) var bulletins: [(bulletin: Bulletin, to: Int)] = []
  /// How many connections were carried so far.
  private(set) var carries = 0
  private(set) var closed: [Int] = []
  private(set) var conflated: [Int] = []
  private var clients: [Client] = []
  private var traffic: [(from: Int, to: Int, cargo: Cargo)] = []
  private var made: UInt64 = 0

  /// - Parameter node: which node of a cluster it is; nil for a server of its own.
  init(_ laneCount: Int, _ limits: Limits = Limits(), node: Int? = nil) {
    halls = (0..<laneCount)
      .map {
        Hall(
          secret: HallStage.secret, daily: HallStage.secret, hashing: .genuine,
          verifying: .genuine, name: HallStage.name, limits: limits, app: "test", lane: $0,
          of: laneCount,
          membership: node.map { Membership(node: $0, playersBefore: 0) })
      }
  }

  /// Limits under which every watcher goes to another lane where there is one.
  static var spread: Limits {
    var limits = Limits()
    limits.watchersAtHomeMax = 0
    return limits
  }

  /// Lets time pass from one deadline to the next.
  mutating func pass(_ milliseconds: Int) {
    let end = now + milliseconds
    while let deadline = halls.compactMap(\.deadline).min(), deadline <= end {
      now = max(now, deadline)
      for lane in halls.indices {
        var turn = Turn(at: now)
        halls[lane].advance(&turn)
        carryOut(turn.effects, lane)
      }
      if !holds { deliver() }
    }
    now = end
  }

  /// Lets everything arrive that is on its way, and what comes of it.
  mutating func deliver() {
    while !traffic.isEmpty {
      let (from, to, cargo) = traffic.removeFirst()
      switch cargo {
      case .bulletin(let bulletin): input(.heard(bulletin, from: from), to)
      case .handoff(let client, let handoff):
        made += 1
        let id = ConnectionID(number: made)
        clients[client].lane = to
        clients[client].id = id
        clients[client].isTraveling = false
        input(.arrived(id, handoff), to)
      }
    }
  }

  /// A hall is told something; what it sends to other lanes is on its way then.
  mutating func input(_ input: Input, _ lane: Int) {
    var turn = Turn(at: now)
    halls[lane].handle(input, &turn)
    carryOut(turn.effects, lane)
  }

  private mutating func carryOut(_ effects: [Effect], _ lane: Int) {
    for effect in effects {
      switch effect {
      case .send(let message, let ids):
        for id in ids { change(id) { $0.unread.append(message) } }
      case .conflate(let id): conflated += clients.indices.filter { clients[$0].id == id }
      case .close(let id): closed += clients.indices.filter { clients[$0].id == id }
      case .carry(let id, let other, let handoff):
        carries += 1
        expect(other, differsFrom: lane)
        for client in clients.indices where clients[client].id == id {
          clients[client].isTraveling = true
          traffic.append((lane, other, .handoff(client, handoff)))
        }
      case .publish(let bulletin, let other):
        expect(other, differsFrom: lane)
        switch bulletin {
        case .drew, .answered, .charged: break
        default: bulletins.append((bulletin, other))
        }
        traffic.append((lane, other, .bulletin(bulletin)))
      case .lend, .giveBack, .keep, .claim, .ask, .note: break
      }
    }
  }

  private mutating func change(_ id: ConnectionID, _ change: (inout Client) -> Void) {
    guard let index = clients.firstIndex(where: { $0.id == id }) else { return }
    expect(!clients[index].isTraveling, "told by a hall that has let go")
    change(&clients[index])
  }
}

// What clients do.
extension LaneStage {
  /// Somebody connects to a lane; their number. All are of one address unless a test says
  /// otherwise.
  mutating func connect(
    _ lane: Int, from origin: Origin = Origin(household: 1), fullness: Fullness? = nil
  ) -> Int {
    made += 1
    clients.append(Client(lane: lane, id: ConnectionID(number: made)))
    tell(clients.count - 1) { .connected($0, from: origin, fullness: fullness) }
    return clients.count - 1
  }

  /// A client's hall is told something of its connection.
  mutating func tell(_ client: Int, _ make: (ConnectionID) -> Input) {
    input(make(clients[client].id), clients[client].lane)
    if !holds { deliver() }
  }

  mutating func say(_ client: Int, _ line: String) {
    do throws(RefusalLine) {
      guard let message = try ClientMessage.decode(Array(line.utf8)[...]) else { return }
      tell(client) { .said($0, message) }
    } catch {
      tell(client) { .garbled($0, error) }
    }
  }

  /// Says a line and gives the verbs of what is heard then; refusals by their code.
  mutating func ask(_ client: Int, _ line: String) -> [String] {
    _ = heard(client)
    say(client, line)
    return verbs(client)
  }

  /// What a client heard since this was asked last.
  mutating func heard(_ client: Int) -> [ServerMessage] {
    defer { clients[client].unread = [] }
    return clients[client].unread
  }

  mutating func verbs(_ client: Int) -> [String] {
    heard(client)
      .map { message in
        if case .no(let refusal) = message { refusal.code.rawValue } else { message.verb.rawValue }
      }
  }

  /// Everybody forgets what was heard, and what lanes told each other.
  mutating func clear() {
    for client in clients.indices { clients[client].unread = [] }
    bulletins = []
  }

  /// Somebody on a lane who has said HELLO; `more` is what HELLO says besides.
  mutating func person(
    _ name: String, _ lane: Int, _ more: String = "", from origin: Origin = Origin(household: 1)
  ) throws -> Int {
    let client = connect(lane, from: origin)
    say(client, "HELLO v=1 name=\(name)\(more.isEmpty ? "" : " ")\(more)")
    guard case .welcome = heard(client).first else { throw Violation("no WELCOME") }
    return client
  }

  /// A room that somebody opens and sits in.
  mutating func room(by client: Int, _ wishes: String = "") throws -> String {
    _ = heard(client)
    say(client, wishes.isEmpty ? "CREATE" : "CREATE \(wishes)")
    guard case .entered(let code, .player, _) = try require(heard(client).first) else {
      throw Violation("no IN")
    }
    return code.text
  }
}

// Where everything is.
extension LaneStage {
  /// The lane that a client's connection is on.
  func lane(_ client: Int) -> Int { clients[client].lane }

  /// A client's name on its lane.
  func id(_ client: Int) -> ConnectionID { clients[client].id }

  /// Who a client is, as its hall has it.
  func player(_ client: Int) throws -> (id: PlayerID, state: Hall.Player) {
    let hall = halls[clients[client].lane]
    let player = try require(hall.connections[clients[client].id]?.player)
    return (player, try require(hall.players[player]))
  }

  /// A room, where it lives.
  func room(_ text: String) throws -> Room { try entry(text).room }

  /// A room and what its hall knows of it.
  func entry(_ text: String) throws -> RoomEntry {
    let code = try require(RoomCode(text))
    return try require(halls[halls[0].home(of: code)].rooms[code])
  }

  /// How many people the halls know, by lane.
  var population: [Int] { halls.map(\.connections.count) }
}

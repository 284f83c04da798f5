// A server in memory with its clients: it does what actions say, lets every client fold what it
// reads, and looks after each action whether everything still holds. It chooses nothing by itself.
// Invariant: the same actions make the same world; one that is not watched makes the same trace.

import Framing
import Game
import Rooms
import TranscriptSupport
import Wire

/// A server and its clients.
struct World: Sendable {
  /// A client, connected or not.
  struct Client: Sendable {
    var id: ConnectionID?
    var viewer = Viewer(hashing: .genuine)
    var framer = LineFramer(lineBytesMax: Wire.serverLineBytesMax)
    var isStalled = false
    /// Whether it has stalled on this connection, and so may have heard of things late.
    var hasStalled = false
    /// Whether it has said BYE on this connection.
    var hasSaidBye = false
    /// What may give back the seat of an earlier connection.
    var token: String?

    /// The same client, whose connection is lost.
    var disconnected: Client {
      Client(
        viewer: Viewer(hashing: .genuine, remembering: viewer.room),
        token: viewer.token ?? token)
    }
  }

  private(set) var edge: MemoryEdge
  private(set) var clients: [Client]
  private(set) var tally = Tally()
  /// What was done, with every answer as it was said: enough to do it again unwatched.
  private(set) var done: [Action] = []
  /// Whether clients fold what they read and everything is checked; a replay needs neither.
  private let isWatched: Bool

  /// A world in which nothing has happened yet.
  init(secret: [UInt8], clients: Int, isWatched: Bool) {
    edge = MemoryEdge(World.setup(secret: secret))
    self.clients = Array(repeating: Client(), count: clients)
    self.isWatched = isWatched
  }

  /// Small limits, so that a short run meets all of them.
  private static func setup(secret: [UInt8]) -> MemoryEdge.Setup {
    var setup = MemoryEdge.Setup()
    setup.secret = secret
    setup.pipeBytesMax = 300
    setup.outboxBytesMax = 1_800
    setup.limits.helloMilliseconds = 5_000
    setup.limits.idleMilliseconds = 40_000
    setup.limits.idleInRoomMilliseconds = 60_000
    setup.limits.pingMilliseconds = 5_000
    setup.limits.seatKeptMilliseconds = 8_000
    setup.limits.emptyRoomMilliseconds = 5_000
    setup.limits.roomsMax = 3
    setup.limits.listedRoomsMax = 2
    setup.limits.historyEventsMax = 40
    setup.limits.heldLinesMax = 6
    setup.limits.lineBurst = 60
    setup.limits.linesPerSecond = 30
    return setup
  }

  /// Lets something happen; what cannot happen to a client who is not connected does not.
  ///
  /// - Throws: what does not hold after it.
  mutating func apply(_ action: Action) throws(Violation) {
    tally.note(action)
    var action = action
    if case .answer(let client) = action {
      action = .say(client, "PONG nonce=\(clients[client].viewer.ping ?? "00")")
      clients[client].viewer.ping = nil
    }
    done.append(action)
    switch action {
    case .pass(let milliseconds): try pass(milliseconds)
    case .lag(let milliseconds): edge.advance(to: edge.now + milliseconds)
    case .stop: edge.stop()
    case .connect(let client):
      if clients[client].id == nil { clients[client].id = edge.connect() }
    case .say(let client, let line): send(client, Array("\(line)\n".utf8))
    case .flood(let client, let line, let times):
      let lines = String(repeating: "\(line)\n", count: times)
      send(client, Array(lines.utf8))
    case .drag(let client, let lines):
      for line in lines {
        send(client, Array("\(line)\n".utf8))
        try pass(50)
        try readAll()
      }
    case .send(let client, let bytes): send(client, bytes)
    case .answer: break
    case .stall(let client):
      clients[client].isStalled = true
      clients[client].hasStalled = true
    case .sip(let client, let count): _ = try read(client, atMost: count)
    case .wake(let client): clients[client].isStalled = false
    case .end(let client): leave(client) { edge, id in edge.end(id) }
    case .cut(let client): leave(client) { edge, id in edge.cut(id) }
    }
    try readAll()
    if isWatched { try check() }
  }

  private mutating func send(_ client: Int, _ bytes: [UInt8]) {
    guard let id = clients[client].id else { return }
    if bytes.starts(with: "BYE".utf8) { clients[client].hasSaidBye = true }
    edge.receive(bytes, from: id)
  }

  private mutating func leave(
    _ client: Int, _ parting: (inout MemoryEdge, ConnectionID) -> Void
  ) {
    if let id = clients[client].id { parting(&edge, id) }
    clients[client] = clients[client].disconnected
  }

  /// Lets time pass from one deadline to the next.
  private mutating func pass(_ milliseconds: Int) throws(Violation) {
    let end = edge.now + milliseconds
    while let deadline = edge.deadline, deadline <= end {
      edge.advance(to: max(edge.now, deadline))
      if let next = edge.deadline, next <= edge.now {
        throw Violation("something is due that was to be done")
      }
      try readAll()
    }
    edge.advance(to: end)
  }
}

// Reading.
extension World {
  /// Everyone who does not stall reads until nothing is left.
  private mutating func readAll() throws(Violation) {
    var hasRead = true
    while hasRead {
      hasRead = false
      for client in clients.indices where !clients[client].isStalled {
        if try read(client, atMost: .max) { hasRead = true }
      }
    }
    for client in clients.indices {
      if let id = clients[client].id, edge.hasEnded(id) {
        if isWatched { try expectReason(clients[client], id) }
        leave(client) { edge, id in edge.end(id) }
      }
    }
  }

  private mutating func read(_ client: Int, atMost count: Int) throws(Violation) -> Bool {
    guard let id = clients[client].id else { return false }
    let bytes = edge.read(id, atMost: count)
    if isWatched { try fold(bytes, client) }
    return !bytes.isEmpty
  }

  private mutating func fold(_ bytes: [UInt8], _ client: Int) throws(Violation) {
    clients[client].framer.receive(bytes[...])
    do {
      while let line = try clients[client].framer.next() {
        guard let message = try ServerMessage.decode(line) else {
          throw Violation("unknown: \(String(decoding: line, as: UTF8.self))")
        }
        tally.note(message)
        try clients[client].viewer.fold(message)
        try expectAhead(message, client)
      }
    } catch let violation as Violation {
      throw Violation("client \(client): \(violation)")
    } catch {
      throw Violation("client \(client) cannot read a line: \(error)")
    }
  }
}

// Looking.
extension World {
  /// Whoever plays and reads hears of a round before it opens.
  private func expectAhead(_ message: ServerMessage, _ client: Int) throws(Violation) {
    guard case .play(.some, .round(let start)) = message, !clients[client].hasStalled,
      clients[client].viewer.role == .player
    else { return }
    let lead = start.opens - edge.now
    if lead < Rules.leadRange.lowerBound { throw Violation("a round announced \(lead) ms ahead") }
  }

  /// Whom the server closes, it tells why; but a watcher who cannot be told anything.
  private func expectReason(_ client: Client, _ id: ConnectionID) throws(Violation) {
    guard edge.hasParted(id), !client.hasSaidBye, client.viewer.role != .watcher else { return }
    let reason = client.viewer.refused
    guard reason?.closes == true || reason == .tooFast else {
      throw Violation("closed without a reason")
    }
  }

  private mutating func check() throws(Violation) {
    try checkInvariants(of: edge.hall, at: edge.now)
    for client in clients {
      if let id = client.id, !edge.isWithinLimit(id) { throw Violation("an outbox too full") }
    }
    if done.count.isMultiple(of: 4) { try compareViewers() }
    tally.simulatedMilliseconds = edge.elapsedMilliseconds
  }

  /// Everyone who has read everything knows what somebody new would be told.
  private mutating func compareViewers() throws(Violation) {
    for (room, picture) in pictures(of: edge.hall) {
      var newcomer = Viewer(hashing: .genuine)
      for message in picture { try newcomer.fold(message) }
      guard let expected = newcomer.room else { throw Violation("a picture of nothing") }
      for (index, client) in clients.enumerated() where isUpToDate(client, on: room) {
        let differences = client.viewer.room?.differences(from: expected) ?? []
        if let difference = differences.first {
          throw Violation("client \(index) knows something else: \(difference)")
        }
        tally.comparisons += 1
      }
    }
  }

  private func isUpToDate(_ client: Client, on room: RoomCode) -> Bool {
    guard let id = client.id, client.viewer.role != nil, client.viewer.room?.code == room else {
      return false
    }
    return edge.waitingBytes(id) == 0 && !edge.hasEnded(id) && !isMuted(id, in: edge.hall)
  }

  /// A second after the last coming and going, everybody has the right count of watchers.
  func checkWatcherCounts() throws(Violation) {
    for (room, count) in watcherCounts(of: edge.hall) {
      for client in clients where isUpToDate(client, on: room) {
        guard client.viewer.room?.watchers == count else {
          throw Violation("\(client.viewer.room?.watchers ?? -1) watchers where there are \(count)")
        }
      }
    }
  }

  /// Long after everybody has gone, nothing is left of them.
  mutating func checkEmpty() throws(Violation) {
    try checkNothingLeft(in: edge.hall)
    tally.note(edge)
  }
}

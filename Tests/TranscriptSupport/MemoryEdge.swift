// A server in memory: its lanes' halls and its connections under a clock that somebody else moves.
// It does with arrays what Net and the keepers of lanes do with sockets, turn by turn and in the
// same order, so what holds here of slow readers and last lines holds there. Invariant: the same
// calls give the same bytes; a number of a connection is never used twice, and whoever made it
// knows it by its first number, wherever it is carried.

import Framing
public import Game
public import Rooms
import Wire

/// Halls with connections made of arrays.
public struct MemoryEdge: Sendable {
  /// How a server in memory is set up.
  public struct Setup: Sendable {
    /// What the hall allows.
    public var limits = Limits()
    /// What everything random comes from.
    public var secret = [UInt8](repeating: 7, count: 32)
    /// How much may wait for one client; beyond that the hall decides what becomes of it.
    public var outboxBytesMax = 64 * 1_024
    /// How much a client may leave unread before its outbox fills.
    public var pipeBytesMax = 64 * 1_024
    /// How long a connection that is being closed may take.
    public var closeMilliseconds = 1_000
    /// How many lanes it has; connections come to them in turn.
    public var laneCount = 1
    /// When it starts.
    public var start = Instant(milliseconds: 1_700_000_000_000)

    /// A server that nobody configured.
    public init() {}
  }

  private var halls: [Hall]
  /// The present moment.
  public private(set) var now: Instant
  /// Everything the hall wanted done, as bytes, in order: equal traces are equal histories.
  public private(set) var trace: [UInt8] = []
  /// How often a watcher's queue was dropped for a fresh picture.
  public private(set) var conflations = 0
  /// What the hall had to tell the log.
  public private(set) var notes: [Note] = []
  private let setup: Setup
  private var links: [MemoryLink] = []
  /// Whose each number of a connection is, in all halls.
  private var owners: [Int] = []
  private var effects: [Effect] = []
  /// What one lane sent another, in order.
  private var traffic: [Cargo] = []

  private enum Cargo: Sendable {
    case traveler(index: Int, Traveler, to: Int)
    case bulletin(Bulletin, from: Int, to: Int)
  }

  /// A server without connections.
  public init(_ setup: Setup) {
    self.setup = setup
    now = setup.start
    halls = (0..<setup.laneCount)
      .map {
        Hall(
          secret: setup.secret, daily: setup.secret, hashing: .genuine, limits: setup.limits,
          app: "chromatchd/memory", lane: $0, of: setup.laneCount)
      }
  }

  /// How long it has been running.
  public var elapsedMilliseconds: Int { now - setup.start }

  /// When something happens next by itself; nil while nothing will.
  public var deadline: Instant? {
    (links.compactMap(\.deadline) + halls.compactMap(\.deadline)).min()
  }
}

// What clients do.
extension MemoryEdge {
  /// Somebody connects; all are of one address.
  public mutating func connect() -> ConnectionID {
    let index = links.count
    links.append(
      MemoryLink(
        lane: index % halls.count, name: newName(of: index),
        framer: LineFramer(lineBytesMax: Wire.clientLineBytesMax),
        outbox: Outbox(bytesMax: setup.outboxBytesMax)))
    let id = links[index].name
    handle(.connected(id, from: Origin(household: 1)), links[index].lane)
    finishTurn()
    return id
  }

  /// One more number for a connection.
  private mutating func newName(of index: Int) -> ConnectionID {
    owners.append(index)
    return ConnectionID(number: UInt64(owners.count))
  }

  private func index(_ id: ConnectionID) -> Int { owners[Int(id.number) - 1] }

  /// A client sends bytes.
  public mutating func receive(_ bytes: [UInt8], from id: ConnectionID) {
    let index = index(id)
    if links[index].phase != .open { return }
    links[index].framer.receive(bytes[...])
    readOn(index)
    finishTurn()
  }

  /// Tells the hall all lines that have come, as long as it keeps the connection.
  private mutating func readOn(_ index: Int) {
    do throws(FramingError) {
      while links[index].phase == .open, !links[index].isTraveling,
        let line = try links[index].framer.next()
      {
        received(line, from: index)
      }
    } catch {
      refused(error, from: index)
    }
  }

  /// A client reads at most so many bytes.
  public mutating func read(_ id: ConnectionID, atMost count: Int) -> [UInt8] {
    let index = index(id)
    let bytes = Array(links[index].pipe.prefix(count))
    links[index].pipe.removeFirst(bytes.count)
    if !bytes.isEmpty { finishTurn() }
    return bytes
  }

  /// Whether a client has read everything and the server has ended the stream.
  public func hasEnded(_ id: ConnectionID) -> Bool {
    let link = links[index(id)]
    return link.pipe.isEmpty && (link.phase == .parting || link.phase == .gone)
  }

  /// Whether the server has ended the stream and all of it was written.
  public func hasParted(_ id: ConnectionID) -> Bool {
    links[index(id)].phase == .parting
  }

  /// A client closes its connection and goes on reading.
  public mutating func end(_ id: ConnectionID) {
    let index = index(id)
    if links[index].phase == .gone { return }
    links[index].peerEnded = true
    if links[index].phase == .open { beginClosing(index) }
    if links[index].phase == .parting { lose(index) }
    finishTurn()
  }

  /// A connection breaks.
  public mutating func cut(_ id: ConnectionID) {
    lose(index(id))
    finishTurn()
  }

  /// How many bytes wait for a client, read by nobody yet.
  public func waitingBytes(_ id: ConnectionID) -> Int {
    links[index(id)].pipe.count + links[index(id)].outbox.count
  }

  /// Whether a client's outbox holds no more than it may.
  public func isWithinLimit(_ id: ConnectionID) -> Bool {
    !links[index(id)].outbox.isOverfull
  }
}

// What happens by itself.
extension MemoryEdge {
  /// Lets time pass, all at once: what was due in between happens late, as on a server that was
  /// kept from its work.
  public mutating func advance(to moment: Instant) {
    precondition(moment >= now, "time does not run back")
    now = moment
    for index in links.indices {
      if let deadline = links[index].deadline, deadline <= now { lose(index) }
    }
    for lane in halls.indices {
      halls[lane].advance(to: now, effects: &effects)
      carryOut(lane)
    }
    finishTurn()
  }

  /// The server is told to stop.
  public mutating func stop() {
    for lane in halls.indices { handle(.stop, lane) }
    finishTurn()
  }
}

// What Net and the keeper do.
extension MemoryEdge {
  private mutating func received(_ line: ArraySlice<UInt8>, from index: Int) {
    let (name, lane) = (links[index].name, links[index].lane)
    do throws(RefusalLine) {
      if let message = try ClientMessage.decode(line) { handle(.said(name, message), lane) }
    } catch {
      handle(.garbled(name, error), lane)
    }
  }

  private mutating func refused(_ error: FramingError, from index: Int) {
    if links[index].isRefused { return }
    links[index].isRefused = true
    let text =
      switch error {
      case .tooLong: "a line has at most \(Wire.clientLineBytesMax) bytes"
      case .notUTF8: "a line is UTF-8"
      case .containsNUL: "a line has no NUL"
      }
    handle(.garbled(links[index].name, RefusalLine(code: .badLine, text: text)), links[index].lane)
  }

  private mutating func handle(_ input: Input, _ lane: Int) {
    halls[lane].handle(input, at: now, effects: &effects)
    carryOut(lane)
  }

  private mutating func carryOut(_ lane: Int) {
    let wanted = effects
    effects.removeAll(keepingCapacity: true)
    for effect in wanted {
      switch effect {
      case .send(let message, let connections):
        var line: [UInt8] = []
        message.encode(into: &line)
        for id in connections { send(line, to: index(id)) }
        record("\(connections.map { "#\($0.number)" }.joined(separator: ","))< ", line)
      case .conflate(let id):
        conflate(index(id))
        record("#\(id.number) conflated\n")
      case .close(let id):
        if links[index(id)].phase == .open { beginClosing(index(id)) }
        record("#\(id.number) closed\n")
      case .carry(let id, let other, let traveler):
        links[index(id)].isTraveling = true
        traffic.append(.traveler(index: index(id), traveler, to: other))
      case .publish(let bulletin, let other):
        traffic.append(.bulletin(bulletin, from: lane, to: other))
      case .note(let note):
        notes.append(note)
      }
    }
  }

  /// Brings what one lane sent another, and what comes of it.
  private mutating func deliver() {
    while !traffic.isEmpty {
      switch traffic.removeFirst() {
      case .bulletin(let bulletin, let from, let lane): handle(.heard(bulletin, from: from), lane)
      case .traveler(let index, let traveler, let lane):
        links[index].lane = lane
        links[index].name = newName(of: index)
        links[index].isTraveling = false
        handle(.arrived(links[index].name, traveler), lane)
        readOn(index)
      }
    }
  }

  private mutating func record(_ text: String, _ line: [UInt8] = []) {
    trace += Array("\(now.milliseconds - setup.start.milliseconds) \(text)".utf8)
    trace += line
  }

  private mutating func send(_ line: [UInt8], to index: Int) {
    guard links[index].output == .flowing, links[index].phase == .open else { return }
    links[index].outbox.append(line)
    guard links[index].outbox.isOverfull else { return }
    links[index].write(pipeBytesMax: setup.pipeBytesMax)
    guard links[index].outbox.isOverfull else { return }
    links[index].outbox.dropWholeLines()
    links[index].output = .overflowed
  }

  private mutating func conflate(_ index: Int) {
    guard links[index].phase == .open else { return }
    links[index].outbox.dropWholeLines()
    links[index].output = .conflated
    links[index].isBlocked = true
    conflations += 1
  }

  private mutating func beginClosing(_ index: Int) {
    links[index].phase = .flushing
    links[index].deadline = now + setup.closeMilliseconds
  }

  private mutating func lose(_ index: Int) {
    if links[index].phase == .gone { return }
    links[index].phase = .gone
    links[index].deadline = nil
    handle(.disconnected(links[index].name), links[index].lane)
  }

  /// Writes what has been sent and tells the hall what came of it, until nothing is left to tell.
  private mutating func finishTurn() {
    var isDone = false
    while !isDone {
      isDone = true
      deliver()
      for index in links.indices where links[index].phase != .gone {
        if finishTurn(of: index) { isDone = false }
      }
    }
  }

  /// - Returns: whether the hall was told something.
  private mutating func finishTurn(of index: Int) -> Bool {
    if links[index].isTraveling { return false }
    let (name, lane) = (links[index].name, links[index].lane)
    links[index].write(pipeBytesMax: setup.pipeBytesMax)
    if links[index].isBlocked, links[index].pipe.count < setup.pipeBytesMax {
      links[index].isBlocked = false
      links[index].write(pipeBytesMax: setup.pipeBytesMax)
      if links[index].output == .conflated, links[index].phase == .open,
        !links[index].isBlocked
      {
        links[index].output = .flowing
        handle(.drained(name), lane)
        return true
      }
    }
    if links[index].output == .overflowed {
      links[index].output = .flowing
      if links[index].phase == .open {
        handle(.overflowed(name), lane)
        return true
      }
    }
    if links[index].phase == .flushing, links[index].outbox.isEmpty {
      links[index].phase = .parting
      if links[index].peerEnded {
        lose(index)
        return true
      }
    }
    return false
  }
}

// A server in memory: a hall and its connections under a clock that somebody else moves. It does
// with arrays what Net and the keeper of a lane do with sockets, turn by turn and in the same
// order, so what holds here of slow readers and last lines holds there. Invariant: the same calls
// give the same bytes; a number of a connection is never used twice.

import Framing
public import Game
public import Rooms
import Wire

/// A hall with connections made of arrays.
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
    /// When it starts.
    public var start = Instant(milliseconds: 1_700_000_000_000)

    /// A server that nobody configured.
    public init() {}
  }

  /// The hall.
  public private(set) var hall: Hall
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
  private var effects: [Effect] = []

  /// A server without connections.
  public init(_ setup: Setup) {
    self.setup = setup
    now = setup.start
    hall = Hall(
      secret: setup.secret, daily: setup.secret, hashing: .genuine, limits: setup.limits,
      app: "chromatchd/memory")
  }

  /// How long it has been running.
  public var elapsedMilliseconds: Int { now - setup.start }

  /// When something happens next by itself; nil while nothing will.
  public var deadline: Instant? {
    (links.compactMap(\.deadline) + [hall.deadline].compactMap { $0 }).min()
  }
}

// What clients do.
extension MemoryEdge {
  /// Somebody connects.
  public mutating func connect() -> ConnectionID {
    links.append(
      MemoryLink(
        framer: LineFramer(lineBytesMax: Wire.clientLineBytesMax),
        outbox: Outbox(bytesMax: setup.outboxBytesMax)))
    let id = ConnectionID(number: UInt64(links.count))
    handle(.connected(id))
    finishTurn()
    return id
  }

  /// A client sends bytes.
  public mutating func receive(_ bytes: [UInt8], from id: ConnectionID) {
    if links[id.index].phase != .open { return }
    links[id.index].framer.receive(bytes[...])
    do throws(FramingError) {
      while links[id.index].phase == .open, let line = try links[id.index].framer.next() {
        received(line, from: id)
      }
    } catch {
      refused(error, from: id)
    }
    finishTurn()
  }

  /// A client reads at most so many bytes.
  public mutating func read(_ id: ConnectionID, atMost count: Int) -> [UInt8] {
    let bytes = Array(links[id.index].pipe.prefix(count))
    links[id.index].pipe.removeFirst(bytes.count)
    if !bytes.isEmpty { finishTurn() }
    return bytes
  }

  /// Whether a client has read everything and the server has ended the stream.
  public func hasEnded(_ id: ConnectionID) -> Bool {
    let link = links[id.index]
    return link.pipe.isEmpty && (link.phase == .parting || link.phase == .gone)
  }

  /// Whether the server has ended the stream and all of it was written.
  public func hasParted(_ id: ConnectionID) -> Bool {
    links[id.index].phase == .parting
  }

  /// A client closes its connection and goes on reading.
  public mutating func end(_ id: ConnectionID) {
    let index = id.index
    if links[index].phase == .gone { return }
    links[index].peerEnded = true
    if links[index].phase == .open { beginClosing(index) }
    if links[index].phase == .parting { lose(index) }
    finishTurn()
  }

  /// A connection breaks.
  public mutating func cut(_ id: ConnectionID) {
    lose(id.index)
    finishTurn()
  }

  /// How many bytes wait for a client, read by nobody yet.
  public func waitingBytes(_ id: ConnectionID) -> Int {
    links[id.index].pipe.count + links[id.index].outbox.count
  }

  /// Whether a client's outbox holds no more than it may.
  public func isWithinLimit(_ id: ConnectionID) -> Bool {
    !links[id.index].outbox.isOverfull
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
    hall.advance(to: now, effects: &effects)
    carryOut()
    finishTurn()
  }

  /// The server is told to stop.
  public mutating func stop() {
    handle(.stop)
    finishTurn()
  }
}

// What Net and the keeper do.
extension MemoryEdge {
  private mutating func received(_ line: ArraySlice<UInt8>, from id: ConnectionID) {
    if line.isEmpty { return }
    do throws(RefusalLine) {
      handle(.said(id, try ClientMessage.decode(line)))
    } catch {
      handle(.garbled(id, error))
    }
  }

  private mutating func refused(_ error: FramingError, from id: ConnectionID) {
    if links[id.index].isRefused { return }
    links[id.index].isRefused = true
    let text =
      switch error {
      case .tooLong: "a line has at most \(Wire.clientLineBytesMax) bytes"
      case .notUTF8: "a line is UTF-8"
      case .containsNUL: "a line has no NUL"
      }
    handle(.garbled(id, RefusalLine(code: .badLine, text: text)))
  }

  private mutating func handle(_ input: Input) {
    hall.handle(input, at: now, effects: &effects)
    carryOut()
  }

  private mutating func carryOut() {
    let wanted = effects
    effects.removeAll(keepingCapacity: true)
    for effect in wanted {
      switch effect {
      case .send(let message, let connections):
        var line: [UInt8] = []
        message.encode(into: &line)
        for id in connections { send(line, to: id.index) }
        record("\(connections.map { "#\($0.number)" }.joined(separator: ","))< ", line)
      case .conflate(let id):
        conflate(id.index)
        record("#\(id.number) conflated\n")
      case .close(let id):
        if links[id.index].phase == .open { beginClosing(id.index) }
        record("#\(id.number) closed\n")
      case .note(let note):
        notes.append(note)
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
    handle(.disconnected(ConnectionID(number: UInt64(index + 1))))
  }

  /// Writes what has been sent and tells the hall what came of it, until nothing is left to tell.
  private mutating func finishTurn() {
    var isDone = false
    while !isDone {
      isDone = true
      for index in links.indices where links[index].phase != .gone {
        if finishTurn(of: index) { isDone = false }
      }
    }
  }

  /// - Returns: whether the hall was told something.
  private mutating func finishTurn(of index: Int) -> Bool {
    let id = ConnectionID(number: UInt64(index + 1))
    links[index].write(pipeBytesMax: setup.pipeBytesMax)
    if links[index].isBlocked, links[index].pipe.count < setup.pipeBytesMax {
      links[index].isBlocked = false
      links[index].write(pipeBytesMax: setup.pipeBytesMax)
      if links[index].output == .conflated, links[index].phase == .open,
        !links[index].isBlocked
      {
        links[index].output = .flowing
        handle(.drained(id))
        return true
      }
    }
    if links[index].output == .overflowed {
      links[index].output = .flowing
      if links[index].phase == .open {
        handle(.overflowed(id))
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

extension ConnectionID {
  fileprivate var index: Int { Int(number) - 1 }
}

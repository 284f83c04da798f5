// A hall and the server's end of its connections: it does with arrays what Net and the keeper of a
// lane do with sockets, turn by turn and in the same order. It writes down every input with its
// moment and every effect in bytes, so that the hall can be run again and compared. It knows no
// people and chooses nothing.

import Framing
import Game
import Rooms
import TranscriptSupport
import Wire

/// A server of a simulated world.
final class House {
  /// How a house is set up.
  struct Setup {
    var secret: [UInt8]
    var limits: Limits
    /// How much may wait for one client; beyond that the hall decides what becomes of it.
    var outboxBytesMax: Int
    /// How much may be on its way to a client or unread.
    var windowBytes: Int
    /// How long a connection that is being closed may take.
    var closeMilliseconds = 1_000

    /// An empty hall.
    var hall: Hall {
      Hall(
        secret: secret, daily: secret, hashing: .genuine, limits: limits,
        app: "chromatchd/simulated")
    }
  }

  let number: Int
  let setup: Setup
  private(set) var hall: Hall
  /// Everybody who is connected, in the order they came.
  private(set) var links: [Link] = []
  /// The rooms there were, in the order they opened.
  private(set) var chronicles: [Chronicle] = []
  private(set) var diary = Diary()
  /// From when until when the house is kept from its work.
  private(set) var pause = 0..<0
  /// What happened that is worth counting.
  var tally = Tally()
  /// Hears everything that is said, when somebody wants to know.
  let tell: ((String) -> Void)?
  private var connectionsMade: UInt64 = 0
  private var effects: [Effect] = []
  private var lost: ConnectionID?
  /// When the newest piece left that has arrived, whoever sent it.
  private var newest = 0
  /// Links of which something has to be done at the end of the turn.
  private var touched: [Link] = []

  /// A house in which nobody is yet.
  init(number: Int, _ setup: Setup, tell: ((String) -> Void)?) {
    self.number = number
    self.setup = setup
    self.tell = tell
    hall = setup.hall
  }

  /// When it has to be called next; `Int.max` when nothing will happen by itself.
  func deadline() -> Int {
    var next = hall.deadline.map { $0 - World.start } ?? .max
    for link in links where link.closesAt < next { next = link.closesAt }
    return next == .max ? next : max(next, pause.upperBound)
  }

  /// The room of a code, as it was told; nil when there was none.
  func chronicle(of code: RoomCode) -> Chronicle? {
    chronicles.last { $0.code == code }
  }
}

// What comes in.
extension House {
  /// Somebody connects.
  func connect(person: Int, path: Path, at now: Int) throws(Violation) -> Link {
    connectionsMade += 1
    let link = Link(
      id: ConnectionID(number: connectionsMade), hall: number, person: person, path: path,
      outboxBytesMax: setup.outboxBytesMax, windowBytes: setup.windowBytes)
    links.append(link)
    try handle(.connected(link.id), at: now)
    try finishTurn(at: now)
    return link
  }

  /// Something that a client sent arrives.
  func receive(_ piece: Link.Rising, on link: Link, at now: Int) throws(Violation) {
    if piece.sent < newest { tally.count("overtaken") }
    newest = max(newest, piece.sent)
    switch piece.cargo {
    case .bytes(let bytes): try receive(bytes, on: link, at: now)
    case .end:
      link.peerEnded = true
      if link.phase == .open { beginClosing(link, at: now) }
      if link.phase == .parting { try lose(link, at: now) }
    case .loss: try lose(link, at: now)
    }
    try finishTurn(at: now)
  }

  /// Lets time pass.
  func advance(to now: Int) throws(Violation) {
    for link in links where link.closesAt <= now { try lose(link, at: now) }
    diary.note(nil, at: now)
    hall.advance(to: World.start + now, effects: &effects)
    try carryOut(at: now)
    try finishTurn(at: now)
    if let deadline = hall.deadline, deadline - World.start <= now {
      throw Violation("something is due that was to be done")
    }
  }

  /// A client has read, so that more can be written.
  func makeRoom(_ link: Link, at now: Int) throws(Violation) {
    touch(link)
    if !isPaused(at: now) { try finishTurn(at: now) }
  }

  /// From now on nothing is done for so long.
  func rest(_ span: Int, at now: Int) {
    let start = isPaused(at: now) ? pause.lowerBound : now
    pause = start..<max(pause.upperBound, now + span)
  }

  /// Whether nothing is done now.
  func isPaused(at now: Int) -> Bool { now < pause.upperBound }

  /// The hall is told to stop.
  func stop(at now: Int) throws(Violation) {
    if isPaused(at: now) { pause = pause.lowerBound..<now }
    try handle(.stop, at: now)
    try finishTurn(at: now)
  }

  private func receive(_ bytes: [UInt8], on link: Link, at now: Int) throws(Violation) {
    if link.phase != .open { return }
    link.framer.receive(bytes[...])
    while link.phase == .open, let input = nextInput(of: link) { try handle(input, at: now) }
  }

  /// What the hall is told of the next line; nil when there is none.
  private func nextInput(of link: Link) -> Input? {
    do throws(FramingError) {
      while let line = try link.framer.next() {
        if !line.isEmpty { return input(line, from: link.id) }
      }
      return nil
    } catch {
      if link.isRefused { return nil }
      link.isRefused = true
      return .garbled(link.id, RefusalLine(code: .badLine, text: "that is no line"))
    }
  }

  private func input(_ line: ArraySlice<UInt8>, from id: ConnectionID) -> Input {
    do throws(RefusalLine) {
      return .said(id, try ClientMessage.decode(line))
    } catch {
      return .garbled(id, error)
    }
  }
}

// What comes of it.
extension House {
  private func handle(_ input: Input, at now: Int) throws(Violation) {
    diary.note(input, at: now)
    hall.handle(input, at: World.start + now, effects: &effects)
    try carryOut(at: now)
  }

  private func carryOut(at now: Int) throws(Violation) {
    try observe(at: now)
    let wanted = effects
    effects.removeAll(keepingCapacity: true)
    for effect in wanted {
      switch effect {
      case .send(let message, let connections):
        let line = Line(message)
        diary.write(line.bytes, to: connections)
        if let tell {
          let names = connections.map { "#\($0.number)" }.joined(separator: ",")
          tell("\(now) hall \(number) \(names)< \(line.text)")
        }
        for id in connections { try send(line, to: id, at: now) }
      case .conflate(let id):
        diary.write(conflated: id)
        tell?("\(now) hall \(number) #\(id.number) conflated")
        try conflate(id)
      case .close(let id):
        diary.write(closed: id)
        tell?("\(now) hall \(number) #\(id.number) closed")
        if let link = link(id), link.phase == .open { beginClosing(link, at: now) }
      case .note(let note): tally.note(note)
      }
    }
  }

  /// Writes down what has happened in the rooms, and looks whether all is well.
  private func observe(at now: Int) throws(Violation) {
    tally.steps += 1
    for effect in effects {
      if case .note(.opened(let code, _, _)) = effect {
        chronicles.append(try Chronicle(of: code, in: hall, at: now))
      }
    }
    for chronicle in chronicles where !chronicle.isClosed {
      let isLate = pause.upperBound == now
      try chronicle.extend(from: hall, at: now, due: isLate ? pause.lowerBound : now)
    }
    try checkInvariants(of: self, at: now)
  }

  private func link(_ id: ConnectionID) -> Link? {
    for link in links where link.id == id { return link }
    return nil
  }

  private func touch(_ link: Link) {
    for known in touched where known === link { return }
    touched.append(link)
  }
}

// The server's end of a connection.
extension House {
  private func send(_ line: Line, to id: ConnectionID, at now: Int) throws(Violation) {
    guard let link = link(id) else {
      // What was due when a connection was lost is still told to it.
      return try expect(id == lost, "something was sent to nobody: \(line.text)")
    }
    guard link.output == .flowing, link.phase == .open else { return }
    touch(link)
    link.queue(line)
    guard link.outbox.isOverfull else { return }
    link.write(at: now)
    guard link.outbox.isOverfull else { return }
    try link.drop()
    link.output = .overflowed
    tally.count("overflows")
  }

  private func conflate(_ id: ConnectionID) throws(Violation) {
    guard let link = link(id), link.phase == .open else { return }
    try link.drop()
    link.output = .conflated
    link.isBlocked = true
    touch(link)
    tally.count("conflated")
  }

  private func beginClosing(_ link: Link, at now: Int) {
    link.phase = .flushing
    link.closesAt = now + setup.closeMilliseconds
    touch(link)
  }

  private func lose(_ link: Link, at now: Int) throws(Violation) {
    if link.phase == .gone { return }
    link.phase = .gone
    link.closesAt = .max
    link.endStream(at: now)
    links.removeAll { $0 === link }
    lost = link.id
    try handle(.disconnected(link.id), at: now)
  }

  /// Writes what has been sent and tells the hall what came of it, until nothing is left to tell.
  private func finishTurn(at now: Int) throws(Violation) {
    var index = 0
    while index < touched.count {
      while touched[index].phase != .gone, try finishTurn(of: touched[index], at: now) {}
      index += 1
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// - Returns: whether the hall was told something.
  private func finishTurn(of link: Link, at now: Int) throws(Violation) -> Bool {
    link.write(at: now)
    if link.isBlocked, !link.hasNoRoom {
      link.isBlocked = false
      link.write(at: now)
      if link.output == .conflated, link.phase == .open, !link.isBlocked {
        link.output = .flowing
        tally.count("drained")
        try handle(.drained(link.id), at: now)
        return true
      }
    }
    if link.output == .overflowed {
      link.output = .flowing
      if link.phase == .open {
        try handle(.overflowed(link.id), at: now)
        return true
      }
    }
    if link.phase == .flushing, link.outbox.isEmpty {
      link.phase = .parting
      link.endStream(at: now)
      if link.peerEnded {
        try lose(link, at: now)
        return true
      }
    }
    return false
  }
}

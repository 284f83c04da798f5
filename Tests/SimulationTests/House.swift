// A server: its lanes, each with a hall, and the server's end of all connections. It does with
// arrays what Net and the keepers of lanes do with sockets, turn by turn and in the same order. It
// writes down every input with its moment and every effect in bytes, so that each hall can be run
// again and compared. It knows no people and chooses nothing.

import Framing
import Game
import Rooms
import TranscriptSupport
import Wire

/// A server of a simulated world.
final class House {
  let number: Int
  let setup: Setup
  private(set) var lanes: [Lane]
  /// What is between the lanes.
  private(set) var roads: Roads
  /// Everybody who is connected, in the order they came.
  private(set) var links: [Link] = []
  /// The rooms there were, in the order they opened.
  private(set) var chronicles: [Chronicle] = []
  /// From when until when the house is kept from its work.
  private(set) var pause = 0..<0
  /// What happened that is worth counting.
  var tally = Tally()
  /// Hears everything that is said, when somebody wants to know.
  let tell: ((String) -> Void)?
  private var linksMade = 0
  private var effects: [Effect] = []
  /// When the newest piece left that has arrived, whoever sent it.
  private var newest = 0
  /// Links of which something has to be done at the end of the turn.
  private var touched: [Link] = []

  /// A house in which nobody is yet.
  init(number: Int, _ setup: Setup, tell: ((String) -> Void)?) {
    self.number = number
    self.setup = setup
    self.tell = tell
    lanes = (0..<setup.laneCount).map { Lane(hall: setup.hall(lane: $0)) }
    roads = Roads(lanes: setup.laneCount, setup.road)
  }

  /// When it has to be called next; `Int.max` when nothing will happen by itself.
  func deadline() -> Int {
    var next = roads.deadline
    for lane in lanes {
      if let due = lane.hall.deadline { next = min(next, due - World.start) }
      next = min(next, lane.stopsAt)
    }
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
    let lane = linksMade % lanes.count
    linksMade += 1
    let link = Link(
      id: lanes[lane].newID(), hall: number, lane: lane, person: person, path: path,
      outboxBytesMax: setup.outboxBytesMax, windowBytes: setup.windowBytes)
    links.append(link)
    try handle(.connected(link.id, from: .of(person: person)), lane, at: now)
    try finishTurn(at: now)
    return link
  }

  /// Something that a client sent arrives.
  func receive(_ piece: Link.Rising, on link: Link, at now: Int) throws(Violation) {
    if piece.sent < newest { tally.count("overtaken") }
    newest = max(newest, piece.sent)
    switch piece.cargo {
    case .bytes(let bytes):
      link.readAt = piece.at
      try receive(bytes, on: link, at: now)
    case .end:
      link.peerEnded = true
      if link.phase == .open { beginClosing(link, at: now) }
      if link.phase == .parting { try lose(link, at: now) }
    case .loss: try lose(link, at: now)
    }
    try finishTurn(at: now)
  }

  /// Takes in what the lanes have sent each other.
  func takePosts(at now: Int) throws(Violation) {
    while let piece = roads.next(at: now) { try take(piece, at: now) }
  }

  /// Lets everything happen that is due. What has arrived by now has been received.
  func advance(to now: Int) throws(Violation) {
    for link in links where link.closesAt <= now { try lose(link, at: now) }
    for lane in lanes.indices {
      lanes[lane].diary.note(nil, at: now)
      lanes[lane].horizon = now
      lanes[lane].hall.advance(to: World.start + now, effects: &effects)
      try carryOut(lane, at: now)
      if lanes[lane].stopsAt <= now {
        lanes[lane].stopsAt = .max
        try handle(.stop, lane, at: now)
      }
    }
    try finishTurn(at: now)
    for lane in lanes {
      if let deadline = lane.hall.deadline, deadline - World.start <= now {
        throw Violation("something is due that was to be done")
      }
    }
  }

  /// What one lane sent another arrives.
  private func take(_ piece: Roads.Piece, at now: Int) throws(Violation) {
    switch piece.cargo {
    case .bulletin(let bulletin):
      try handle(.heard(bulletin, from: piece.from), piece.to, at: now)
    case .traveler(let link, let traveler):
      link.arrive(on: piece.to, as: lanes[piece.to].newID())
      tell?("\(now) hall \(number).\(piece.to) person \(link.person) is #\(link.id.number)")
      try handle(.arrived(link.id, traveler), piece.to, at: now)
      try readOn(link, at: now)
      touch(link)
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

  /// The halls are told to stop, one soon after the other.
  func stop(at now: Int) throws(Violation) {
    if isPaused(at: now) { pause = pause.lowerBound..<now }
    for lane in lanes.indices.dropFirst() { lanes[lane].stopsAt = now + 3 * lane }
    try handle(.stop, 0, at: now)
    try finishTurn(at: now)
  }

  private func receive(_ bytes: [UInt8], on link: Link, at now: Int) throws(Violation) {
    if link.phase != .open { return }
    link.framer.receive(bytes[...])
    try readOn(link, at: now)
  }

  /// Tells the hall all lines that have come, as long as it keeps the connection.
  private func readOn(_ link: Link, at now: Int) throws(Violation) {
    while link.phase == .open, !link.isTraveling, let input = nextInput(of: link) {
      try handle(input, link.lane, at: now)
    }
  }

  /// What the hall is told of the next line; nil when there is none.
  private func nextInput(of link: Link) -> Input? {
    do throws(FramingError) {
      while let line = try link.framer.next() {
        if let input = input(line, from: link) { return input }
      }
      return nil
    } catch {
      if link.isRefused { return nil }
      link.isRefused = true
      return .garbled(link.id, RefusalLine(code: .badLine, text: "that is no line"))
    }
  }

  private func input(_ line: ArraySlice<UInt8>, from link: Link) -> Input? {
    do throws(RefusalLine) {
      let arrived = World.start + link.readAt
      return try ClientMessage.decode(line)
        .map { .said(link.id, $0, arrived: arrived...arrived) }
    } catch {
      return .garbled(link.id, error)
    }
  }
}

// What comes of it.
extension House {
  private func handle(_ input: Input, _ lane: Int, at now: Int) throws(Violation) {
    lanes[lane].diary.note(input, at: now)
    lanes[lane].hall.handle(input, at: World.start + now, effects: &effects)
    try carryOut(lane, at: now)
  }

  /// Does what a hall wants, and then looks whether all is well.
  private func carryOut(_ lane: Int, at now: Int) throws(Violation) {
    let wanted = effects
    effects.removeAll(keepingCapacity: true)
    for effect in wanted {
      lanes[lane].diary.write(effect)
      if let tell { effect.story.map { tell("\(now) hall \(number).\(lane) \($0)") } }
      switch effect {
      case .send(let message, let connections):
        let line = Line(message)
        for id in connections { try send(line, to: id, lane, at: now) }
      case .conflate(let id):
        try conflate(id, lane)
      case .close(let id):
        if let link = link(id, lane), link.phase == .open { beginClosing(link, at: now) }
      case .carry(let id, let other, let traveler):
        guard let link = link(id, lane) else { throw Violation("nobody is carried") }
        link.isTraveling = true
        tally.note(traveler)
        try expect(other != lane, "carried nowhere")
        roads.send(.traveler(link, traveler), from: lane, to: other, at: now)
      case .publish(let bulletin, let other):
        tally.count("published")
        try expect(other != lane, "published to itself")
        roads.send(.bulletin(bulletin), from: lane, to: other, at: now)
      case .note(let note):
        tally.note(note)
        if case .opened(let code, _, _) = note {
          chronicles.append(try Chronicle(of: code, in: lanes[lane].hall, at: now))
        }
      }
    }
    try observe(lane, at: now)
  }

  /// Writes down what has happened in the rooms of a lane, and looks whether all is well.
  private func observe(_ lane: Int, at now: Int) throws(Violation) {
    tally.steps += 1
    for chronicle in chronicles where !chronicle.isClosed && home(of: chronicle) == lane {
      let isLate = pause.upperBound == now
      try chronicle.extend(
        from: lanes[lane].hall, at: now, due: isLate ? pause.lowerBound : now)
    }
    try checkInvariants(of: self, lane)
  }

  /// The lane of a room.
  func home(of chronicle: Chronicle) -> Int { lanes[0].hall.home(of: chronicle.code) }

  /// Who is known to a lane by a name.
  private func link(_ id: ConnectionID, _ lane: Int) -> Link? {
    for link in links where link.id == id && link.lane == lane && !link.isTraveling { return link }
    return nil
  }

  private func touch(_ link: Link) {
    for known in touched where known === link { return }
    touched.append(link)
  }
}

// The server's end of a connection.
extension House {
  private func send(
    _ line: Line, to id: ConnectionID, _ lane: Int, at now: Int
  ) throws(Violation) {
    guard let link = link(id, lane) else {
      // What was due when a connection was lost is still told to it.
      return try expect(id == lanes[lane].lost, "something was sent to nobody: \(line.text)")
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

  private func conflate(_ id: ConnectionID, _ lane: Int) throws(Violation) {
    guard let link = link(id, lane), link.phase == .open else { return }
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
    lanes[link.lane].lost = link.id
    try handle(.disconnected(link.id), link.lane, at: now)
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
    if link.isTraveling { return false }
    link.write(at: now)
    if link.isBlocked, !link.hasNoRoom {
      link.isBlocked = false
      link.write(at: now)
      if link.output == .conflated, link.phase == .open, !link.isBlocked {
        link.output = .flowing
        tally.count("drained")
        try handle(.drained(link.id), link.lane, at: now)
        return true
      }
    }
    if link.output == .overflowed {
      link.output = .flowing
      if link.phase == .open {
        try handle(.overflowed(link.id), link.lane, at: now)
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

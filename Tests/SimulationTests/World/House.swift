// A server of a simulated world, and everything that looks at it: each hall's diary, the record of
// each room, and what has to hold at the end of every turn. The server is one in memory, with the
// driver that runs everywhere; here it is only told what happens when. It chooses nothing.

import Archive
import Cluster
import Game
import TestSupport
import TranscriptSupport
import Wire

@testable import Rooms

final class House {
  typealias Setup = MemoryServer.Setup

  /// Changes the lines of a journal, as no machine would.
  typealias Tampering = @Sendable ([UInt8]) -> [UInt8]

  let number: Int
  private(set) var server: MemoryServer
  private(set) var lanes: [Lane] = []
  /// Those of the server before it was killed.
  private(set) var formerLanes: [Lane] = []
  /// What the journals hold of earlier lives, a segment for each lane and life.
  private var segments: [[UInt8]] = []
  /// When it is back; nil while it is there.
  private var revivesAt: Int?
  var tamper: Tampering?
  private(set) var chronicles: [Chronicle] = []
  /// Who has proved who they are, as they were told.
  private(set) var known: [PlayerID: KeyID] = [:]
  /// The ranked match of each player and day, as it was announced.
  private var tries: [Trier: RoomEvent] = [:]
  /// From when until when the house is kept from its work.
  private(set) var pause = 0..<0
  private var finished: [FinishedMatch] = []
  var tally = Tally()
  /// Hears everything that is said, when somebody wants to know.
  let tell: ((String) -> Void)?
  /// What a witness found, until somebody can be told.
  private var violation: Violation?
  private var isStopping = false
  /// When the newest piece left that has arrived, from any sender.
  private var newest = 0

  init(number: Int, _ setup: Setup, tell: ((String) -> Void)?) {
    var setup = setup
    setup.number = number
    self.number = number
    self.tell = tell
    server = MemoryServer(setup)
    lanes = server.lanes.indices.map { Lane(of: self, $0) }
  }

  var setup: Setup { server.setup }

  /// When it has to be called next; `Int.max` when nothing will happen by itself.
  func deadline() -> Int {
    if let revivesAt { return revivesAt }
    var next = server.deadline
    for lane in lanes { next = min(next, lane.stopsAt) }
    return next == .max ? next : max(next, pause.upperBound)
  }

  func chronicle(of code: RoomCode) -> Chronicle? { chronicles.last { $0.code == code } }
  func home(of chronicle: Chronicle) -> Int { lanes[0].hall.home(of: chronicle.code) }
}

private struct Trier: Hashable {
  let player: KeyID
  let day: Day
}

/// A lane, as its driver's witness.
final class Lane: Witness {
  let number: Int
  /// Makes the hall as it was when nobody had come, from its journal if there was one.
  let first: () -> Hall
  let sockets: MemorySockets
  private let driver: HallDriver
  private unowned let house: House
  fileprivate(set) var diary = Diary()
  /// What was due by then has happened.
  fileprivate(set) var horizon = 0
  fileprivate(set) var stopsAt = Int.max
  /// Whether something has happened since it was looked at.
  fileprivate var hasNews = false

  fileprivate init(of house: House, _ number: Int, restoring restoration: Restoration? = nil) {
    self.house = house
    self.number = number
    sockets = house.server.lanes[number].sockets
    driver = house.server.lanes[number].driver
    let (setup, now) = (house.setup, driver.now)
    first = {
      var (hall, turn) = (setup.hall(lane: number), Turn(at: now))
      if let restoration { hall.restore(restoration, &turn) }
      return hall
    }
    driver.witness = self
  }

  var hall: Hall { driver.hall }

  /// What is not in the journal yet.
  var waiting: Jottings { driver.turn.jottings }

  func saw(_ input: Input?, _ effects: ArraySlice<Effect>, at now: Instant) {
    hasNews = true
    diary.note(input, at: now - World.start)
    for effect in effects { diary.write(effect) }
    house.take(input, effects, of: self)
  }
}

// What comes in.
extension House {
  func connect(_ person: Person) throws(Violation) -> MemoryLink {
    let link = server.connect(
      person: person.number, from: .of(person: person.number), path: person.path,
      inWebSocket: person.isWeb)
    try look()
    return link
  }

  /// What a client sent arrives, as far as it has come.
  func land(_ link: MemoryLink) throws(Violation) {
    while link.phase != .carried, let piece = link.land(at: server.now) {
      if piece.sent < newest { tally.count("overtaken") }
      newest = max(newest, piece.sent)
      server.take(piece, from: link)
      try look()
    }
  }

  /// Takes in what the lanes have sent each other.
  func takePosts() throws(Violation) { while server.takePost() { try look() } }

  func advance() throws(Violation) {
    if let revivesAt {
      if revivesAt <= server.now { try revive() }
      return
    }
    for lane in lanes { lane.horizon = server.now }
    server.advance()
    for lane in lanes where lane.stopsAt <= server.now {
      lane.stopsAt = .max
      server.lanes[lane.number].stop()
    }
    try look()
    for lane in lanes {
      if let deadline = lane.hall.deadline, deadline - World.start <= server.now {
        throw Violation("something is due that was to be done")
      }
    }
  }

  func makeRoom(_ link: MemoryLink) throws(Violation) {
    if isPaused { return }
    server.makeRoom(link)
    try look()
  }

  func rest(_ span: Int) {
    let start = isPaused ? pause.lowerBound : server.now
    pause = start..<max(pause.upperBound, server.now + span)
  }

  /// Whether nothing is done now.
  var isPaused: Bool { revivesAt != nil || server.now < pause.upperBound }

  /// When it does something at the earliest.
  var worksFrom: Int { revivesAt ?? pause.upperBound }

  /// The lanes are told to stop, one soon after the other.
  func stop() throws(Violation) {
    if revivesAt != nil { try revive() }
    if isPaused { pause = pause.lowerBound..<server.now }
    isStopping = true
    for lane in lanes { lane.stopsAt = server.now + 3 * lane.number }
    try advance()
  }

  func kill(for span: Int, torn: Int) {
    if revivesAt != nil || isStopping { return }
    server.die()
    for lane in server.lanes {
      var lines = lane.journal.bytes
      if !lane.journal.newest.isEmpty {
        var frame: [UInt8] = []
        JournalSegment.append(lane.journal.newest, to: &frame, sum: crc32)
        lines += frame.prefix(min(torn, frame.count - 1))
      }
      segments.append(lines)
    }
    pause = server.now..<server.now
    revivesAt = server.now + span
  }

  private func revive() throws(Violation) {
    revivesAt = nil
    let (now, halls) = (server.now, lanes.map(\.hall))
    let (restoration, again) = try restoration()
    let waiting = lanes.map(\.waiting)
    try demand(waiting.allSatisfy(\.areUnanswered), "a journal that lacks what was answered")
    tally.count("unanswered deeds lost", waiting.reduce(0) { $0 + $1.count })
    try expectRestored(restoration.taking(waiting.flatMap(\.lines)), from: halls)
    try demand(again.count == finished.count, "a match that is over is lost, or was none")
    try demand(Set(again) == Set(finished), "a match that is over has another record")
    var setup = server.setup
    setup.secret = Hashing.genuine.sha256(setup.secret)
    // Another server may have another number of lanes.
    setup.laneCount = 1 + Int(setup.secret[0] % 3)
    formerLanes += lanes
    server = MemoryServer(setup, log: server.log)
    server.now = now
    for lane in server.lanes { lane.restore(restoration) }
    lanes = server.lanes.indices.map { Lane(of: self, $0, restoring: restoration) }
    // Numbers of those who had no seat may be given again.
    known = known.filter { player, _ in lanes.contains { $0.hasPlayer(player) } }
    for chronicle in chronicles where !chronicle.isClosed {
      try chronicle.extend(from: lanes[home(of: chronicle)].hall, at: now)
      tally.count("restored")
    }
    for lane in lanes { (lane.hasNews, lane.horizon) = (true, now) }
    try look()
  }

  /// What the journals give, and the matches that they come to the end of.
  private func restoration() throws(Violation) -> (Restoration, again: [FinishedMatch]) {
    let nothing = Restoration(
      daily: setup.daily, hashing: .genuine, limits: setup.limits, log: setup.log)
    // Each room is in one share, as if several threads played them.
    var shares = nothing.divided(into: 3)
    var lines: [JournalLine] = []
    var again: [FinishedMatch] = []
    for segment in segments {
      do {
        for frame in try JournalSegment.read(segment, sum: crc32)?.frames ?? [] {
          let frame = tamper.map { $0(Array(frame))[...] } ?? frame
          for index in shares.indices { shares[index].take(frame) { again.append($0) } }
          lines += frame.split(separator: UInt8(ascii: "\n"))
            .compactMap { try? JournalLine.decode($0) }
        }
      } catch {
        throw Violation("a journal that cannot be read: \(error)")
      }
    }
    // Nothing is needed of a room from before it wrote itself down.
    var beginnings: [RoomCode: Int] = [:]
    for (index, line) in lines.enumerated() {
      if case .rested = line.deed { beginnings[line.room] = index }
    }
    tally.count("written down", beginnings.count)
    let needed = lines.enumerated().filter { $0.offset >= beginnings[$0.element.room] ?? 0 }
    var neededLines: [UInt8] = []
    for line in needed { line.element.encode(into: &neededLines) }
    let restoration = nothing.taking(neededLines)
    var united = nothing
    united.unite(shares)
    try demand(
      united.differing == restoration.differing && united.newest == restoration.newest
        && Set(united.replays.keys) == Set(restoration.replays.keys), "a room in no share")
    return (restoration, again)
  }
}

extension Restoration {
  fileprivate func taking(_ lines: [UInt8]) -> Restoration {
    var restoration = self
    restoration.take(lines[...]) { _ in }
    return restoration
  }
}

// What comes of it.
extension House {
  fileprivate func take(_ input: Input?, _ effects: ArraySlice<Effect>, of lane: Lane) {
    tally.steps += 1
    tally.note(input)
    do throws(Violation) {
      for effect in effects {
        if let tell, let story = effect.story {
          tell("\(server.now) hall \(number).\(lane.number) \(story)")
        }
        try take(effect, of: lane)
      }
      for chronicle in chronicles where !chronicle.isClosed && home(of: chronicle) == lane.number {
        try chronicle.extend(from: lane.hall, at: server.now)
      }
    } catch {
      violation = violation ?? error
    }
  }

  private func take(_ effect: Effect, of lane: Lane) throws(Violation) {
    switch effect {
    case .send(.proved(let id, _), let connections):
      for connection in connections {
        if let player = lane.player(on: connection) { known[player] = id }
      }
    case .send(.room(.some, let event), _): try checkTry(event)
    case .send, .close: break
    case .conflate: tally.count("conflated")
    case .carry(_, .lane(let other), let handoff):
      tally.note(handoff)
      try demand(other != lane.number, "carried nowhere")
    case .carry(_, .node, _), .carry(_, .back, _): throw Violation("lent, without a cluster")
    case .publish(_, let other):
      tally.count("published")
      try demand(other != lane.number, "published to itself")
    case .keep(let match):
      tally.count("records")
      finished.append(match)
      do throws(RecordFault) {
        let file = try RecordFile(reading: match.bytes)
        try RecordVerifier.genuine.verifySeals(of: file)
        try RecordVerifier.genuine.verify(file.match)
      } catch {
        throw Violation("a record is wrong: \(error)")
      }
    case .claim: break
    case .ask: tally.count("asked the archive")
    case .note(let note):
      tally.note(note)
      if case .opened(let code, _, _) = note {
        chronicles.append(try Chronicle(of: code, in: lane.hall))
      }
    }
  }

  /// Nobody has two ranked matches on a day, whatever became of the first and of the server.
  private func checkTry(_ event: RoomEvent) throws(Violation) {
    guard case .countdown(_, let opens, let players, _, true, _) = event,
      let player = players.first.flatMap({ known[$0] })
    else { return }
    let trier = Trier(player: player, day: Day(of: opens - Rules.countdownMilliseconds))
    try demand(tries[trier] ?? event == event, "a second ranked try on one day")
    tries[trier] = event
  }

  private func look() throws(Violation) {
    if let violation { throw violation }
    for lane in lanes {
      if let misuse = lane.sockets.misuse { throw Violation(misuse) }
      guard lane.hasNews else { continue }
      lane.hasNews = false
      try checkInvariants(of: self, lane.number)
    }
  }

  /// When nothing is on its way, the door knows who is where, and who has said HELLO.
  func checkDoor() throws(Violation) {
    try demand(!server.roads.isBookWrong, "the door hears of a stranger")
    guard server.roads.isEmpty else { return }
    var count = 0
    for lane in lanes {
      for link in lane.sockets.links where link.ticket > 0 {
        count += 1
        try demand(server.roads.book[link.ticket] == lane.number, "the door looks elsewhere")
        guard let connection = lane.connection(link.id) else { continue }
        let isGreeted = server.roads.greeted.contains(link.ticket)
        try demand(isGreeted || !connection, "the door has not heard of a HELLO")
      }
    }
    try demand(server.roads.book.count == count, "the door takes somebody for present who is gone")
  }

  /// Whether a house that was stopped has stopped everywhere.
  func checkStopped() throws(Violation) {
    if !isStopping { return }
    for lane in lanes { try demand(lane.sockets.isStopped, "a lane that does not stop") }
  }
}

extension Effect {
  /// What is told of an effect to those who want to know everything; nil for nothing.
  fileprivate var story: String? {
    switch self {
    case .send(let message, let connections):
      "\(connections.map { "#\($0.number)" }.joined(separator: ","))< \(message.asLine)"
    case .conflate(let id): "#\(id.number) conflated"
    case .close(let id): "#\(id.number) closed"
    case .carry(let id, .lane(let lane), _): "#\(id.number) carried to \(lane)"
    case .publish(let bulletin, let lane): "tells \(lane): \(bulletin)"
    case .carry(_, .node, _), .carry(_, .back, _), .keep, .claim, .ask, .note: nil
    }
  }
}

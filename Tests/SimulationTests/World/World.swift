// Halls, people and the ways between them, under one clock. A world does what deeds say, moves
// bytes along their ways, lets halls do what is due, and looks after every step whether all still
// holds. It chooses nothing by itself.
// Invariant: the same deeds make the same world, whatever else has been computed before.

import Archive
import Game
import Rooms
import TestSupport
import TranscriptSupport
import Wire

final class World {
  static let start = MemoryServer.start

  private(set) var now = 0 { didSet { for house in houses { house.server.now = now } } }
  let houses: [House]
  let people: [Person]
  var tally = Tally()
  /// More steps at one moment than this are a circle.
  private static let stepsAtOnceMax = 1_000
  private var stepsAtOnce = 0
  /// What people have heard since this was last taken.
  private var news: [(person: Int, message: ServerMessage)] = []
  /// Connections of which something is on its way, or to come.
  private var links: [MemoryLink] = []

  init(_ houses: [House], _ people: [Person]) {
    self.houses = houses
    self.people = people
  }

  /// What people have heard since this was asked last, in order.
  func takeNews() -> [(person: Int, message: ServerMessage)] {
    defer { news.removeAll(keepingCapacity: true) }
    return news
  }

  /// When something happens next by itself; `Int.max` when nothing will.
  func nextMoment() -> Int {
    var next = Int.max
    for house in houses { next = min(next, house.deadline()) }
    for link in links {
      if link.nextDown < next { next = link.nextDown }
      if link.nextUp < next, link.phase != .carried {
        next = min(next, max(link.nextUp, houses[link.server].worksFrom))
      }
    }
    return next
  }

  /// Lets everything happen that happens by itself until then, each at its own moment.
  func pass(to end: Int) throws(Violation) {
    while true {
      let next = nextMoment()
      if next > end { break }
      try step(to: next)
    }
    now = max(now, end)
  }

  func step(to moment: Int) throws(Violation) {
    stepsAtOnce = moment > now ? 0 : stepsAtOnce + 1
    try demand(stepsAtOnce < World.stepsAtOnceMax, "it never ends")
    now = max(now, moment)
    for house in houses where !house.isPaused { try house.takePosts() }
    var hasEnded = false
    for link in links {
      if link.nextDown <= now {
        link.arrive(at: now)
        try read(link)
      }
      if link.nextUp <= now, link.phase != .carried, !houses[link.server].isPaused {
        try land(link)
      }
      if link.phase == .gone { hasEnded = true }
    }
    // However late the house is: what has come comes before what is due.
    for house in houses where house.deadline() <= now { try house.advance() }
    if hasEnded {
      links.removeAll { $0.phase == .gone && ($0.isAbandoned || $0.hasEnded(at: now)) }
    }
    tally.milliseconds = now
  }

  private func land(_ link: MemoryLink) throws(Violation) {
    try houses[link.server].land(link)
    try houses[link.server].expectOutboxesWithinLimit()
  }

  /// Lets a person hear what has arrived, as far as they read.
  private func read(_ link: MemoryLink, atMost count: Int = .max) throws(Violation) {
    let person = people[link.person]
    guard person.link === link, !person.isStalled || count < .max else { return }
    var count = count
    while let line = try link.hear(atMost: &count, at: now) { try hear(line, person, on: link) }
    try houses[link.server].makeRoom(link)
    if link.hasEnded(at: now) {
      try expectReason(person, link)
      link.ship(.end, at: now)
      person.letGo()
    }
  }

  private func hear(
    _ line: ArraySlice<UInt8>, _ person: Person, on link: MemoryLink
  ) throws(Violation) {
    do {
      let (isOfRecord, record) = try person.reading.take(line)
      if isOfRecord {
        try demand(person.viewer.role == nil, "a record for who is in a room")
        if let record { try expectTrue(record) }
        return
      }
      guard let message = try ServerMessage.decode(line) else { throw Violation("no message") }
      tally.note(message)
      if link.takeGap() { person.viewer.miss() }
      try person.hear(message, at: now)
      try expectRecorded(message, person, in: houses[link.server])
      news.append((person.number, message))
    } catch {
      let text = String(decoding: line, as: UTF8.self)
      throw Violation("person \(person.number): \(error) (\(text))")
    }
  }

  private func expectTrue(_ record: [UInt8]) throws(Violation) {
    do throws(RecordFault) {
      let file = try RecordFile(reading: record)
      try RecordVerifier.genuine.verifySeals(of: file)
      try RecordVerifier.genuine.verify(file.match)
      guard let receipt = file.receipt else { throw .leaf }
      let isThere = MerkleProof(hashing: .genuine)
        .isIncluded(
          Hashing.genuine.leaf(file.match.body), at: receipt.index, path: receipt.path,
          size: receipt.size, root: receipt.root)
      if !isThere { throw .path }
    } catch {
      throw Violation("a record that was told is wrong: \(error)")
    }
  }

  /// Lets time pass until a deed's moment and does it; what cannot be done is not.
  func perform(_ deed: Deed) throws(Violation) {
    try pass(to: deed.at)
    tally.note(deed.action)
    switch deed.action {
    case .connect(let person, let hall): try connect(people[person], to: houses[hall])
    case .say(let person, let phrase, let times): try say(phrase, times, people[person])
    case .send(let person, let bytes): people[person].link?.ship(.bytes(bytes), at: now)
    case .stall(let person):
      people[person].isStalled = people[person].link != nil
      people[person].hasStalled = true
    case .sip(let person, let count):
      if let link = people[person].link { try read(link, atMost: count) }
    case .wake(let person):
      people[person].isStalled = false
      if let link = people[person].link { try read(link) }
    case .end(let person):
      people[person].link?.ship(.end, at: now)
      people[person].letGo()
    case .cut(let person, let losing): cut(people[person], losing: losing)
    case .vanish(let person): people[person].letGo()
    case .spike(let person, let delay, let span):
      people[person].path.slow(by: delay, until: now + span)
      people[person].link?.path = people[person].path
    case .pause(let hall, let span): houses[hall].rest(span)
    case .stop(let hall): try houses[hall].stop()
    case .kill(let hall, let span, let torn): houses[hall].kill(for: span, torn: torn)
    }
    for house in houses { try house.expectOutboxesWithinLimit() }
  }

  private func connect(_ person: Person, to house: House) throws(Violation) {
    if person.link != nil || house.isPaused { return }
    if person.hasConnected, person.hall != house.number { tally.count("moved hall") }
    let link = try house.connect(person)
    links.append(link)
    person.begin(link)
  }

  private func say(_ phrase: String, _ times: Int, _ person: Person) throws(Violation) {
    guard let link = person.link else { return }
    let line = fill(phrase, by: person)
    if line.hasPrefix("BYE") { person.hasSaidBye = true }
    houses[link.server].tell?("\(now) person \(person.number) hall \(link.server)> \(line)")
    let bytes = Array("\(line)\n".utf8)
    link.say(times == 1 ? bytes : Array((0..<times).map { _ in bytes }.joined()), at: now)
  }

  private func cut(_ person: Person, losing count: Int) {
    guard let link = person.link else { return }
    tally.count("lines lost", link.loseNewest(count))
    link.ship(.loss, at: now)
    person.letGo()
  }
}

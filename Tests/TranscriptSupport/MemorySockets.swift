// The sockets of one lane of a server in memory: what a reactor does, on arrays. Like a reactor it
// only notes what it is asked for; the turn of its lane does it (`MemoryLane`).

package import Framing
package import Game
package import Rooms

/// The time of a server in memory, in milliseconds since it began.
final class MemoryClock {
  var now = 0
}

package final class MemorySockets: Sockets {
  /// Everybody who is connected, in the order they came to this lane.
  package private(set) var links: [MemoryLink] = []
  var wakeAt = Int.max
  package private(set) var isStopped = false
  /// The first thing that was asked for and makes no sense.
  package private(set) var misuse: String?

  // What is to be done at the end of the turn.
  var touched: [MemoryLink] = []
  var overflowed: [MemoryLink] = []
  var resumed: [MemoryLink] = []
  var doomed: [MemoryLink] = []
  private var departed: [UInt64] = []
  /// The connection that was lost last; what was due then is still told to it.
  private var lost: ConnectionID?
  private var namesMade: UInt64 = 0

  private let lane: Int
  private let setup: MemoryServer.Setup
  private let clock: MemoryClock

  init(lane: Int, _ setup: MemoryServer.Setup, _ clock: MemoryClock) {
    self.lane = lane
    self.setup = setup
    self.clock = clock
  }

  package subscript(id: ConnectionID) -> MemoryLink? {
    for link in links where link.id == id { return link }
    return nil
  }

  func insert(_ link: MemoryLink) {
    namesMade += 1
    link.id = ConnectionID(number: namesMade)
    link.lane = lane
    links.append(link)
  }

  func touch(_ link: MemoryLink) {
    if link.isTouched { return }
    link.isTouched = true
    touched.append(link)
  }

  package var connectionCount: Int { links.count }

  package func send(_ lines: [UInt8], to audience: [ConnectionID]) {
    var batch = LineBatch(lines)
    for id in audience {
      guard let link = self[id] else {
        if id != lost { misuse = misuse ?? "something was sent to nobody" }
        continue
      }
      guard link.phase == .open, link.output == .flowing else { continue }
      guard link.conversation.isOpened || link.conversation.takesLines else { continue }
      link.conversation.send(&batch)
      queued(to: link)
    }
  }

  /// Has what was queued written at the end of the turn, or at once if it is too much.
  func queued(to link: MemoryLink) {
    touch(link)
    guard link.conversation.outbox.isOverfull else { return }
    link.write(at: clock.now)
    guard link.conversation.outbox.isOverfull else { return }
    link.drop()
    link.output = .overflowed
    overflowed.append(link)
  }

  /// Drops what waits for a slow client until it has room again.
  package func conflate(_ id: ConnectionID) {
    guard let link = self[id], link.phase == .open, link.output == .flowing else { return }
    link.drop()
    link.output = .conflated
    link.isBlocked = true
    touch(link)
  }

  /// Closes a connection once what has been sent to it is on its way.
  package func close(_ id: ConnectionID, saying code: WebSocketCloseCode) {
    if let link = self[id], link.phase == .open { beginClosing(link, saying: code) }
  }

  func beginClosing(_ link: MemoryLink, saying code: WebSocketCloseCode = .normal) {
    link.conversation.close(code)
    link.phase = .flushing
    link.closesAt = clock.now + setup.closeMilliseconds
    touch(link)
  }

  package func abort(_ id: ConnectionID) { if let link = self[id] { doom(link) } }

  func doom(_ link: MemoryLink) {
    if link.phase == .gone { return }
    link.phase = .gone
    link.closesAt = .max
    link.endStream(at: clock.now)
    doomed.append(link)
  }

  func release(_ link: MemoryLink) {
    links.removeAll { $0 === link }
    if link.ticket > 0 { departed.append(link.ticket) }
    lost = link.id
  }

  /// Gives a connection away; nil if there is none that could go.
  package func carry(_ id: ConnectionID) -> (any CarriedConnection)? {
    guard let link = self[id], link.phase == .open, link.conversation.speaksLines else {
      self[id]?.isDisowned = true
      return nil
    }
    links.removeAll { $0 === link }
    touched.removeAll { $0 === link }
    overflowed.removeAll { $0 === link }
    resumed.removeAll { $0 === link }
    link.isTouched = false
    link.phase = .carried
    return link
  }

  /// Takes a connection that another lane gave away, or one that was lost.
  package func adopt(_ carried: (any CarriedConnection)?) -> ConnectionID {
    let link =
      carried as? MemoryLink
      ?? MemoryLink(setup, ticket: 0, person: -1, path: Path(delay: 0, jitter: 0, seed: 0))
    insert(link)
    link.phase = .open
    if carried == nil { doom(link) }
    if link.output == .overflowed { overflowed.append(link) }
    resumed.append(link)
    touch(link)
    return link.id
  }

  package func ticket(of id: ConnectionID) -> UInt64? { self[id]?.ticket }

  package func binding(of id: ConnectionID) -> Binding {
    self[id]?.conversation.origin.map(Binding.web) ?? .inMemory
  }

  package func takeDeparted() -> [UInt64]? {
    if departed.isEmpty { return nil }
    defer { departed = [] }
    return departed
  }

  package func wake(at moment: Instant?) { wakeAt = moment.map { $0 - MemoryServer.start } ?? .max }

  package func stop() {
    if !links.isEmpty { misuse = misuse ?? "stopped while somebody is connected" }
    isStopped = true
  }
}

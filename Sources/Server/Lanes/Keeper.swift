// Keeps one hall by one reactor: lines become inputs, effects become bytes or parcels for other
// lanes. It holds no rule of the game and decides nothing; it only carries, and it encodes a
// message once however many hear it. Confined to the lane's queue, like the reactor that calls it.

import Framing
import Game
import Logging
import Net
import Rooms
import Wire

/// Runs a hall.
final class Keeper: ReactorDelegate {
  private let index: Int
  private let reactor: Reactor
  private let clock: Clock
  private let log: Logger
  private let bus: LocalBus
  private let door: Door
  private let whenStopped: () -> Void
  private var hall: Hall
  private var effects: [Effect] = []
  /// Room for so many is kept from one input to the next; a whole picture of a room fits in.
  private static let effectsKept = 1_024
  /// What waits to be handed to each other lane.
  private var parcels: [[Parcel]]
  /// What the door does not know yet.
  private var news = LaneNews()
  /// Who has not said HELLO, by their tickets.
  private var waiting: [UInt64: SocketID] = [:]
  /// Why whoever is being let in can only come back to a seat.
  private var fullness: Fullness?
  private var isStopping = false
  private var metrics = Metrics()
  private var refusals: RefusalSums
  private let logsAddresses: Bool
  /// What requests are answered with.
  var website: Website

  init(
    index: Int, reactor: Reactor, clock: Clock, hall: Hall, configuration: Configuration,
    bus: LocalBus, door: Door, log: Logger, whenStopped: @escaping () -> Void
  ) {
    self.index = index
    self.reactor = reactor
    self.clock = clock
    self.hall = hall
    website = configuration.website
    logsAddresses = configuration.logsAddresses
    refusals = RefusalSums(addressesMax: configuration.limits.loggedAddressesMax)
    self.bus = bus
    self.door = door
    self.log = log
    self.whenStopped = whenStopped
    parcels = Array(repeating: [], count: bus.laneCount)
  }

  /// Tells everyone that the server stops; the reactor stops when the last connection is closed.
  func stop() {
    isStopping = true
    handle(.stop)
    post()
    stopWhenAlone()
  }

  private func handle(_ input: Input) {
    hall.handle(input, at: now, effects: &effects)
    carryOut()
  }

  private var now: Instant { Instant(clock.milliseconds()) }

  private func stopWhenAlone() {
    if isStopping && reactor.connectionCount == 0 { reactor.stop() }
  }
}

// Effects.
extension Keeper {
  /// Does what the hall wants, in order. Messages to the same connections go out as one piece.
  private func carryOut() {
    var lines: [UInt8] = []
    var audience: [ConnectionID] = []
    for effect in effects {
      if case .send(let message, let connections) = effect {
        if connections != audience {
          send(&lines, to: audience)
          audience = connections
        }
        message.encode(into: &lines)
        metrics.deliveries += connections.count
        switch message {
        case .no(let refusal): metrics.refusals[refusal.code] += connections.count
        case .welcome: connections.forEach(noteGreeting)
        default: break
        }
        continue
      }
      // Bulletins go elsewhere: what is between two of them may still be one piece.
      if case .publish(let bulletin, let lane) = effect {
        parcels[lane].append(.bulletin(bulletin))
        continue
      }
      send(&lines, to: audience)
      switch effect {
      case .send, .publish: break
      case .conflate(let id):
        metrics.conflations += 1
        reactor.conflate(SocketID(id))
      case .close(let id):
        reactor.close(SocketID(id), saying: isStopping ? .goingAway : .normal)
      case .carry(let id, let lane, let traveler): carry(id, to: lane, traveler)
      case .note(.measured(let milliseconds)):
        metrics.roundTrips.observe(nanoseconds: milliseconds * 1_000_000)
      case .note(.guessing(let id)): log.guessing(id, from: address(of: SocketID(id)))
      case .note(.refused(let id, let code)):
        refusals.add(code, from: address(of: SocketID(id)), at: clock.milliseconds())
      case .note(let note): log.note(note)
      }
    }
    send(&lines, to: audience)
    effects.removeAll(keepingCapacity: effects.capacity <= Self.effectsKept)
  }

  private func send(_ lines: inout [UInt8], to audience: [ConnectionID]) {
    if lines.isEmpty { return }
    var batch = LineBatch(lines)
    for id in audience { reactor.send(&batch, to: SocketID(id)) }
    lines = []
  }

  private func carry(_ id: ConnectionID, to lane: Int, _ traveler: Traveler) {
    let ticket = reactor.ticket(of: SocketID(id))
    let socket = reactor.carry(SocketID(id))
    parcels[lane].append(.traveler(socket, traveler))
    metrics.carried += 1
    guard let ticket, socket != nil else { return }
    waiting[ticket] = nil
    news.moved.append((ticket, lane))
  }

  private func noteGreeting(_ id: ConnectionID) {
    guard let ticket = reactor.ticket(of: SocketID(id)) else { return }
    waiting[ticket] = nil
    news.greeted.append(ticket)
  }

  /// Hands over what is for others: first the door's, so that it hears of a way before anything of
  /// where it led.
  private func post() {
    news.departed = reactor.takeDeparted()
    for ticket in news.departed { waiting[ticket] = nil }
    if !news.isEmpty {
      let (door, news) = (door, news)
      self.news = LaneNews()
      door.executor.post { door.assumeIsolated { $0.heard(news) } }
    }
    for lane in parcels.indices where !parcels[lane].isEmpty {
      bus.deliver(parcels[lane], from: index, to: lane)
      parcels[lane] = []
    }
  }
}

// For whoever watches the server.
extension Keeper {
  /// Where a connection comes from, for the log; nil unless it is to have addresses.
  private func address(of id: SocketID) -> String? {
    logsAddresses ? reactor.neighborhood(of: id).map { "\($0)" } : nil
  }

  private func logRefusals() {
    for sum in refusals.take() { log.refused(sum) }
  }

  /// What the lane has done and what it holds.
  func snapshot() -> Metrics.Snapshot {
    var counted = metrics
    counted.take(reactor.counts)
    return Metrics.Snapshot(
      counted: counted, connections: Tally(reactor.connectionsByTransport()),
      rooms: Tally(hall.roomsByState()))
  }
}

// From the door and from other lanes.
extension Keeper {
  /// Lets somebody in who came to the door; where something is full, only to come back to a seat.
  func admit(_ socket: AcceptedSocket, _ fullness: Fullness?) {
    self.fullness = fullness
    reactor.adopt(socket)
    self.fullness = nil
  }

  /// Closes somebody who has not said HELLO, because others need the place.
  func displace(_ ticket: UInt64) {
    if let id = waiting.removeValue(forKey: ticket) { reactor.abort(id) }
  }

  /// Takes what another lane has sent, in order, and does what follows from all of it at once.
  func receive(_ parcels: [Parcel], from sender: Int) {
    for parcel in parcels {
      let input: Input
      switch parcel {
      case .traveler(let socket, let traveler):
        let id = reactor.adopt(socket)
        if !traveler.isGreeted, let ticket = reactor.ticket(of: id) { waiting[ticket] = id }
        input = .arrived(ConnectionID(id), traveler)
      case .bulletin(let bulletin): input = .heard(bulletin, from: sender)
      }
      hall.handle(input, at: now, effects: &effects)
    }
    carryOut()
  }
}

// From the reactor.
extension Keeper {
  func accepted(_ id: SocketID, from peer: Endpoint) {
    var metadata: Logger.Metadata = ["connection": "\(id)"]
    if let address = address(of: id) { metadata["address"] = "\(address)" }
    log.debug("connected", metadata: metadata)
    if let ticket = reactor.ticket(of: id) { waiting[ticket] = id }
    let origin = Origin(reactor.neighborhood(of: id))
    handle(.connected(ConnectionID(id), from: origin, fullness: fullness))
  }

  func opened(_ id: SocketID, over transport: Transport) {
    metrics.accepted[transport] += 1
    log.debug("opened", metadata: ["connection": "\(id)", "transport": "\(transport)"])
  }

  func requested(_ request: Result<RequestHead, HTTPRefusal>, from id: SocketID) {
    let unixSeconds = Int(clock.milliseconds() / 1_000)
    switch website.answer(to: request, unixSeconds: unixSeconds) {
    case .respond(let response, let keepsConnection):
      metrics.count(response: response)
      reactor.respond(response, to: id, keepsConnection: keepsConnection)
    case .upgrade(let upgrade): reactor.upgrade(upgrade, of: id, for: .lines)
    }
  }

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    let connection = ConnectionID(id)
    do throws(RefusalLine) {
      // A person who presses Enter twice says nothing by it.
      guard let message = try ClientMessage.decode(line) else { return }
      metrics.linesReceived += 1
      let arrived = reactor.lineArrival
      handle(
        .said(
          connection, message,
          arrived: Instant(arrived.lowerBound)...Instant(arrived.upperBound)))
    } catch {
      metrics.linesReceived += 1
      handle(.garbled(connection, error))
    }
  }

  func refused(_ error: FramingError, from id: SocketID) {
    handle(.garbled(ConnectionID(id), RefusalLine(error)))
  }

  func overflowed(_ id: SocketID) { handle(.overflowed(ConnectionID(id))) }

  func drained(_ id: SocketID) { handle(.drained(ConnectionID(id))) }

  func closed(_ id: SocketID, _ reason: CloseReason) {
    log.debug("disconnected", metadata: ["connection": "\(id)", "reason": "\(reason)"])
    metrics.closed[Ending(reason)] += 1
    handle(.disconnected(ConnectionID(id)))
    stopWhenAlone()
  }

  func woke() {
    hall.advance(to: now, dueBy: Instant(reactor.horizon), effects: &effects)
    carryOut()
    if let dueAt = refusals.dueAt, dueAt <= clock.milliseconds() { logRefusals() }
  }

  func turnEnded() { post() }

  func finished(_ turn: TurnTimes) {
    // Who left or fell behind was told only now, and may have left something to do.
    post()
    let deadlines = [hall.deadline.map { Int64($0.milliseconds) }, refusals.dueAt]
    reactor.wake(atMilliseconds: deadlines.compactMap(\.self).min())
    metrics.observe(turn)
  }

  func stopped() {
    logRefusals()
    whenStopped()
  }

  // A server makes no connections of its own.
  func connected(_ id: SocketID) {}
  func failed(_ id: SocketID, _ error: NetError) {}
}

extension Instant {
  /// A moment of the reactor's clock.
  fileprivate init(_ milliseconds: Int64) { self.init(milliseconds: Int(milliseconds)) }
}

extension SocketID {
  fileprivate init(_ id: ConnectionID) { self.init(rawValue: id.number) }
}

extension ConnectionID {
  fileprivate init(_ id: SocketID) { self.init(number: id.rawValue) }
}

extension Origin {
  /// Those who are gone already count for nobody.
  fileprivate init(_ neighborhood: Neighborhood?) {
    self.init(household: neighborhood?.number ?? .max, site: neighborhood?.siteNumber)
  }
}

extension RefusalLine {
  fileprivate init(_ error: FramingError) {
    let text =
      switch error {
      case .tooLong: "a line has at most \(Wire.clientLineBytesMax) bytes"
      case .notUTF8: "a line is UTF-8"
      case .containsNUL: "a line has no NUL"
      }
    self.init(code: .badLine, text: text)
  }
}

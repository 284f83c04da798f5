// Counts and logs what happens on a lane: what its hall is told and wants, and what becomes of its
// connections. It decides nothing, and names nothing for the outside. Confined to the lane's queue.
// Invariant: an address is in the log only where the server is configured to have it there.

import Cluster
import Game
import Logging
import Measures
import Net
import Rooms
import Wire

/// The counters and the log of a lane.
final class LaneWitness: Witness {
  var metrics = Metrics()
  private let driver: HallDriver
  private let reactor: Reactor
  private let cluster: ClusterEdge?
  /// What the lane writes down; nil where nothing outlives the server.
  var journal: LaneJournal?
  private let log: Logger
  private let logsAddresses: Bool
  private var refusals: RefusalSums

  init(
    _ driver: HallDriver, over reactor: Reactor,
    _ cluster: ClusterEdge?,
    _ shared: Lane.Shared
  ) {
    (self.driver, self.reactor, self.cluster) = (driver, reactor, cluster)
    log = shared.log
    logsAddresses = shared.configuration.logsAddresses
    refusals = RefusalSums(addressesMax: shared.configuration.limits.loggedAddressesMax)
    driver.witness = self
  }

  func saw(_ input: Input?, _ effects: ArraySlice<Effect>, at now: Instant) {
    cluster?.saw(input)
    for effect in effects {
      metrics.count(effect)
      guard case .note(let note) = effect else { continue }
      switch note {
      case .measured: break
      case .guessing(let id): log.guessing(id, from: address(of: SocketID(id)))
      case .refused(let id, let code):
        refusals.add(.client(code), from: address(of: SocketID(id)), at: Int64(now.milliseconds))
      default: log.note(note)
      }
    }
  }

  /// Where a connection comes from, for the log; nil unless it is to have addresses.
  private func address(of id: SocketID) -> String? {
    logsAddresses ? reactor.addressGroup(of: id).map { "\($0)" } : nil
  }

  /// A proxy says of somebody what is not to be believed.
  func disbelieved(_ id: SocketID, _ why: String, at now: Instant) {
    refusals.add(.proxy(why), from: address(of: id), at: Int64(now.milliseconds))
  }

  /// Logs that somebody has come.
  func arrived(_ message: Logger.Message, _ id: SocketID) {
    var metadata: Logger.Metadata = ["connection": "\(id)"]
    if let address = address(of: id) { metadata["address"] = "\(address)" }
    log.debug(message, metadata: metadata)
  }

  func opened(_ id: SocketID, over transport: Transport) {
    metrics.accepted[transport] += 1
    log.debug("opened", metadata: ["connection": "\(id)", "transport": "\(transport)"])
  }

  func closed(_ id: SocketID, _ reason: CloseReason) {
    log.debug("disconnected", metadata: ["connection": "\(id)", "reason": "\(reason)"])
    metrics.closed[Ending(reason)] += 1
  }

  /// When sums of refusals are to be logged; nil while there are none.
  var dueAt: Instant? { refusals.dueAt.map { Instant($0) } }

  /// Logs the sums of refusals so far.
  func logRefusals() {
    for sum in refusals.take() { log.refused(sum) }
  }

  /// What the lane has done and what it holds.
  func snapshot(at now: Instant) -> Metrics {
    var snapshot = metrics
    snapshot.connections = Tally(reactor.connectionsByTransport())
    snapshot.laneConnections = snapshot.connections.sum
    snapshot.certificateEnd = reactor.tls.map { Int($0.server.validUntil) }
    snapshot.rooms = Tally(driver.hall.roomsByState())
    snapshot.people = Tally(driver.hall.peopleByPlace())
    snapshot.moveMilliseconds = Tally(driver.hall.moveMilliseconds)
    snapshot.linesReceived = driver.linesReceived
    snapshot.journalBytes = journal?.bytesWritten ?? 0
    snapshot.journalsOff = journal?.isOff == true ? 1 : 0
    snapshot.take(reactor.counts)
    snapshot.take(driver.hall.pressure)
    if let cluster { snapshot.cluster = cluster.snapshot(at: now) }
    return snapshot
  }
}

// Where the admin site meets sockets: a reactor of its own asks, the pure site says what to answer,
// and lanes are asked for their numbers without anybody waiting for them. Confined to the queue of
// its `Admin`. It closes a connection that is silent for a while, and sooner where another needs
// the place, so that connections that hang block no other.

import Framing
import Net

/// Answers operators' machines.
final class AdminDesk: ReactorDelegate {
  private let reactor: Reactor
  private let clock: Clock
  private let askLanes: (SocketID, RequestHead) -> Void
  private let whenStopped: () -> Void
  /// When a connection was last heard or told something.
  private struct Activity: Comparable {
    /// In milliseconds of the clock.
    let milliseconds: Int64
    /// Tells apart what happened in the same millisecond.
    let number: Int

    static func < (one: Self, other: Self) -> Bool { one.number < other.number }
  }

  private var active: [SocketID: Activity] = [:]
  private var activityCount = 0
  /// Those who wait for what the lanes say: that silence is ours.
  private var waiting: Set<SocketID> = []
  /// What `/readyz` says.
  var readiness = Readiness.starting
  /// What it says beside, while that is `ready`.
  var lacks: Set<Lack> = []
  /// The lanes on which a room could open, in a cluster; nil for a server of its own.
  var lanesOpening: Set<Int>?

  private let connectionsMax: Int
  private let silenceMillisecondsMax: Int64

  /// - Parameters:
  ///   - connectionsMax: how many there may be; the next one takes the place of the one that
  ///     has been silent longest.
  ///   - silenceMillisecondsMax: how long a connection may be silent; then it is closed.
  ///   - askLanes: has `tell` called with what the lanes say, soon.
  init(
    reactor: Reactor, clock: Clock, connectionsMax: Int, silenceMillisecondsMax: Int64,
    askLanes: @escaping (SocketID, RequestHead) -> Void,
    whenStopped: @escaping () -> Void
  ) {
    self.reactor = reactor
    self.clock = clock
    self.connectionsMax = connectionsMax
    self.silenceMillisecondsMax = silenceMillisecondsMax
    self.askLanes = askLanes
    self.whenStopped = whenStopped
  }

  /// Answers a request for metrics.
  func tell(_ lanes: [Metrics], to id: SocketID, _ head: RequestHead) {
    guard active[id] != nil else { return }
    let text = prometheus(of: lanes, process: .read())
    answer(
      id, AdminSite.metrics(text, to: head, unixSeconds: unixSeconds),
      keepsConnection: head.keepsConnection)
  }

  private func answer(_ id: SocketID, _ response: WholeResponse, keepsConnection: Bool) {
    noteActivity(of: id)
    waiting.remove(id)
    reactor.respond(response.bytes, to: id, keepsConnection: keepsConnection)
  }

  private var shownReadiness: Readiness {
    readiness == .ready && lanesOpening?.isEmpty == true ? .withoutShards : readiness
  }

  private var unixSeconds: Int { Int(clock.milliseconds() / 1_000) }

  private func noteActivity(of id: SocketID) {
    activityCount += 1
    active[id] = Activity(milliseconds: clock.milliseconds(), number: activityCount)
  }

  func accepted(_ id: SocketID, from peer: Endpoint) {
    noteActivity(of: id)
    if active.count <= connectionsMax { return }
    let silent = active.filter { !waiting.contains($0.key) }
    guard let oldest = silent.min(by: { $0.value < $1.value })?.key else { return }
    active[oldest] = nil
    reactor.abort(oldest)
  }

  func requested(_ request: Result<RequestHead, HTTPRefusal>, from id: SocketID) {
    noteActivity(of: id)
    do throws(HTTPRefusal) {
      let head = try request.get()
      try AdminSite.checkHost(of: head)
      switch AdminSite.answer(
        to: head, readiness: shownReadiness, lacks: lacks, unixSeconds: unixSeconds)
      {
      case .respond(let response):
        answer(id, response, keepsConnection: head.keepsConnection)
      case .askLanes:
        waiting.insert(id)
        askLanes(id, head)
      }
    } catch {
      let response = WholeResponse(refusing: error, unixSeconds: unixSeconds, withBody: true)
      answer(id, response, keepsConnection: false)
    }
  }

  // Nobody plays here.
  func opened(_ id: SocketID, over transport: Transport) { reactor.close(id) }
  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {}
  func refused(_ error: FramingError, from id: SocketID) { reactor.close(id) }
  func overflowed(_ id: SocketID) { reactor.abort(id) }

  func closed(_ id: SocketID, _ reason: CloseReason) {
    active[id] = nil
    waiting.remove(id)
  }

  func woke() {
    let latest = clock.milliseconds() - silenceMillisecondsMax
    let silent = active.filter { $0.value.milliseconds <= latest && !waiting.contains($0.key) }
      .map(\.key)
    for id in silent.sorted(by: { $0.rawValue < $1.rawValue }) { reactor.abort(id) }
  }

  func turnEnded() {
    reactor.wake(
      atMilliseconds: active.filter { !waiting.contains($0.key) }.values.min()
        .map { $0.milliseconds + silenceMillisecondsMax })
  }

  func stopped() { whenStopped() }
}

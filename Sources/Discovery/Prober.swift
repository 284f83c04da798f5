// Tries whether the games of this network answer: a connection to each, which says nothing and is
// closed at once, every few seconds. A machine that was switched off says no good-bye, and DNS-SD
// remembers it for an hour; so only this tells. Confined to the queue of the network.
// Invariant: at most one try of a place is under way, and of `placesMax` places.

import Framing
import Net
import Wire

/// Connects to each place, and tells which of them answer.
final class Prober: ReactorDelegate {
  /// Where to try from now on.
  var tries: [(place: NearbyPlace, addresses: [String], port: UInt16)] = []
  private let reactor: Reactor
  private let clock = Clock()
  private let report: (NearbyPlace, _ answered: String?) -> Void
  private var pending: [SocketID: (place: NearbyPlace, address: String)] = [:]
  private var nextRound: Int64?
  /// What is left of this round.
  private var round: ArraySlice<(place: NearbyPlace, addresses: [String], port: UInt16)> = []

  /// From one round to the next, in milliseconds.
  private static let roundMilliseconds: Int64 = 3_000
  /// How many places are tried at a time.
  private static let placesMax = 8
  /// How long to wait for more addresses before the first try, in milliseconds.
  private static let gatheringMilliseconds: Int64 = 60

  /// - Parameter report: told which address of a place has answered, or that none has.
  init(
    executor: QueueExecutor, report: @escaping (NearbyPlace, _ answered: String?) -> Void
  ) throws(NetError) {
    self.report = report
    reactor = try Reactor(executor: executor, clock: clock, limits: .probing)
    reactor.start(delegate: self)
  }

  /// There is somebody new to be tried soon.
  func hurry() {
    let soon = clock.milliseconds() + Prober.gatheringMilliseconds
    if let nextRound, nextRound <= soon { return }
    schedule(soon)
  }

  private func schedule(_ moment: Int64) {
    nextRound = moment
    reactor.wake(atMilliseconds: moment)
  }

  func woke() {
    guard let moment = nextRound, moment <= clock.milliseconds() else { return }
    round = tries[...]
    tryNext()
    schedule(clock.milliseconds() + Prober.roundMilliseconds)
  }

  private func tryNext() {
    var busy = Set(pending.values.map(\.place))
    while busy.count < Prober.placesMax, let (place, addresses, port) = round.popFirst() {
      if !busy.insert(place).inserted { continue }
      for address in addresses {
        pending[reactor.connect(host: address, port: port)] = (place, address)
      }
    }
  }

  func connected(_ id: SocketID) {
    guard let (place, address) = pending[id] else { return }
    // One answer is enough.
    for (other, attempt) in pending where attempt.place == place {
      pending[other] = nil
      reactor.close(other)
    }
    report(place, address)
    tryNext()
  }

  func failed(_ id: SocketID, _ error: NetError) {
    guard let (place, _) = pending.removeValue(forKey: id) else { return }
    if pending.values.contains(where: { $0.place == place }) { return }
    report(place, nil)
    tryNext()
  }

  // What a server says to somebody who only knocks is of no interest.
  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {}
  func refused(_ error: FramingError, from id: SocketID) {}
  func overflowed(_ id: SocketID) {}
  func closed(_ id: SocketID, _ reason: CloseReason) {}
  func stopped() {}
}

extension ReactorLimits {
  /// Nothing is sent, what is said is not read, and a server on this network answers within a
  /// second.
  fileprivate static let probing = ReactorLimits(
    lineBytesMax: 4_096, headBytesMax: 8_192, messageBytesMax: 4_096, burstBytesMax: 65_536,
    bytesPerSecondMax: 65_536, outboxBytesMax: 4_096, connectionsMax: 0, fullReply: [],
    closeMillisecondsMax: 100, connectMillisecondsMax: 1_000,
    lingerMilliseconds: 0)
}

// What a lane does with connections that do not speak in lines yet: it answers requests, and asks
// the door about those for whom a trusted proxy speaks. It knows no room and no player. Confined to
// the lane's queue. Invariant: nothing is answered through a proxy before the door has answered.

import Framing
import Game
import Net

/// Answers requests on a lane.
final class Reception {
  /// What requests are answered with.
  var website: Website
  private let reactor: Reactor
  private let witness: LaneWitness
  private let lane: Int
  private let bus: LocalBus

  init(
    _ website: Website, over reactor: Reactor, _ witness: LaneWitness, lane: Int, _ bus: LocalBus
  ) {
    (self.website, self.reactor, self.witness) = (website, reactor, witness)
    (self.lane, self.bus) = (lane, bus)
  }

  /// Answers a request, once the door has answered whether its sender may stay.
  func take(_ request: Result<RequestHead, HTTPRefusal>, from id: SocketID, at now: Instant) {
    guard case .success(let head) = request, let proxy = reactor.proxy(of: id) else {
      return answer(request, from: id, at: now)
    }
    do throws(HTTPRefusal) {
      let client = try reactor.trustedProxies.client(in: head.fields)
      reactor.count(id, for: client.map { AddressGroup($0) } ?? proxy)
      askDoor(about: id, who: head)
    } catch {
      witness.disbelieved(id, error.reason, at: now)
      answer(.failure(error), from: id, at: now)
    }
  }

  /// Answers a request.
  func answer(_ request: Result<RequestHead, HTTPRefusal>, from id: SocketID, at now: Instant) {
    switch website.answer(to: request, unixSeconds: now.milliseconds / 1_000) {
    case .respond(let response, let keepsConnection):
      witness.metrics.count(response.status)
      reactor.respond(response.bytes, to: id, keepsConnection: keepsConnection)
    case .upgrade(let upgrade): reactor.upgrade(upgrade, of: id, for: .lines)
    }
  }

  /// Asks the door whether somebody may stay for whom a proxy speaks.
  ///
  /// - Parameter head: what they ask for; nil if the proxy has said it before any request.
  func askDoor(about id: SocketID, who head: RequestHead? = nil) {
    guard let ticket = reactor.ticket(of: id), let group = reactor.addressGroup(of: id) else {
      return
    }
    bus.introduce(
      ProxiedClient(ticket: ticket, id: id, lane: lane, addressGroup: group, request: head))
  }
}

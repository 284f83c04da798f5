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
  /// Has what shared links lead to.
  private let share: Sharing

  /// Looks up what a shared link leads to, and calls back on the lane's queue.
  typealias Sharing = (
    _ page: SharedPage, _ id: SocketID, _ now: Instant,
    _ then: @escaping @Sendable (Reception, SharedAnswer, Instant) -> Void
  ) -> Void

  init(
    _ website: Website, over reactor: Reactor, _ witness: LaneWitness, lane: Int, _ bus: LocalBus,
    share: @escaping Sharing
  ) {
    (self.website, self.reactor, self.witness) = (website, reactor, witness)
    (self.lane, self.bus, self.share) = (lane, bus, share)
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
      respond(response, to: id, keepsConnection: keepsConnection)
    case .share(let page, let head):
      guard let ticket = reactor.ticket(of: id) else { return }
      let place = self.place(in: head, of: id)
      share(page, id, now) { reception, answer, now in
        // Another client may have come meanwhile.
        guard reception.reactor.ticket(of: id) == ticket else { return }
        let response = reception.website.response(
          to: head, for: page, answer, at: place, unixSeconds: now.milliseconds / 1_000)
        reception.respond(response, to: id, keepsConnection: head.keepsConnection)
      }
    case .upgrade(let upgrade): reactor.upgrade(upgrade, of: id, for: .lines)
    }
  }

  private func respond(_ response: WholeResponse, to id: SocketID, keepsConnection: Bool) {
    witness.metrics.count(response.status)
    reactor.respond(response.bytes, to: id, keepsConnection: keepsConnection)
  }

  /// Where a client has this server, as it says itself. A proxy that ends TLS need not say so.
  private func place(in head: RequestHead, of id: SocketID) -> String {
    let isSealed = reactor.transport(of: id).map { $0 == .tls || $0 == .wss } ?? false
    let isProxied = reactor.proxy(of: id) != nil
    let isPlain = isProxied ? head.fields.only("X-Forwarded-Proto") == "http" : !isSealed
    let port = head.authority?.port.map { ":\($0)" } ?? ""
    return "http\(isPlain ? "" : "s")://\(head.authority?.host ?? "localhost")\(port)"
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

// The connections of those who look on in several rooms for one person, beside the connection of
// the session itself: on the same reactor, to the same server, trusted on the same ground. It
// carries lines and keeps track of whose socket is whose; who looks on where is decided elsewhere.
// Invariant: a socket in the list is some watcher's; what is heard on any other is nobody's.

import ClientCore
import Game
import Net
import TerminalUI
import Wire

/// The watchers, and their sockets.
final class WallDriver {
  private let reactor: Reactor
  private var state = Watchers()
  private var sockets: [(room: RoomCode, id: SocketID)] = []
  /// The way to the server, as it was last said to be.
  private var route: Route?

  init(reactor: Reactor) { self.reactor = reactor }

  /// Those who look on, as far as they have come.
  var watchers: [Watcher] { state.all }

  /// When `tick` has to be called next.
  var deadline: Instant? { state.deadline }

  /// Has these rooms and no others looked on in.
  ///
  /// - Parameters:
  ///   - player: as whom.
  ///   - route: the way that the session took, and what it has learned of the server on it.
  func want(_ rooms: [RoomCode], of player: LocalPlayer, by route: Route, at now: Instant) {
    self.route = route
    carryOut(state.want(rooms, at: now) { player.session(watching: $0) })
  }

  /// Does what is due.
  func tick(at now: Instant) { carryOut(state.tick(at: now)) }

  /// Takes what happened on a connection; nothing if it is nobody's any more.
  func hear(_ input: SessionInput, on id: SocketID, at now: Instant) {
    guard let room = sockets.first(where: { $0.id == id })?.room else { return }
    if case .lost = input { close(room) }
    carryOut(state.handle(input, in: room, at: now))
  }

  private func carryOut(_ outputs: [WatcherOutput]) {
    for output in outputs {
      switch output.output {
      case .connect:
        close(output.room)
        if let route { sockets.append((output.room, reactor.connect(by: route))) }
      case .send(let message):
        if let id = id(of: output.room) { reactor.send(message, to: id) }
      case .disconnect: close(output.room)
      // A watcher has been promised nothing.
      case .remember, .keepConsent: break
      }
    }
  }

  private func id(of room: RoomCode) -> SocketID? { sockets.first { $0.room == room }?.id }

  private func close(_ room: RoomCode) {
    if let id = id(of: room) { reactor.close(id) }
    sockets.removeAll { $0.room == room }
  }
}

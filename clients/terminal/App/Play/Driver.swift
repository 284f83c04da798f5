// Drives a session: opens its connection and carries lines both ways, tells it the time, and has a
// face show it, and beside it whoever else the face wants to see. It decides nothing about the
// game; the session says what is to be done. Confined to the client's queue, like the reactor that
// calls it.
//
// Invariant: at most one connection is the session's; what is still heard from an older one is not
// passed on.

import Framing
import Game
import Glibc
import Net
import TerminalUI
import Wire

/// One session, its connection and its face.
final class Driver: ReactorDelegate {
  /// The way to the server.
  struct Route {
    let server: Endpoint
    var trust: ServerTrust
    /// What to remember once the server has let the player in; nil for nothing.
    var isNews: Address?

    /// - Parameter isOwn: whether the server ends with this program.
    init(to address: Address, isOwn: Bool) throws(Failure) {
      server = address.endpoint
      trust = try ServerTrust(address, file: .usual)
      isNews = isOwn ? nil : address
    }
  }

  private let reactor: Reactor
  private let clock: Clock
  private var route: Route
  private let face: any Face
  private let habits: Habits
  private var whenOver: () -> Void = {}
  private var player: Player
  private var session: Session
  private let wall: WallDriver
  private var socket: SocketID?
  private var wasConnected = false
  /// Whether to be ready for the first match without being told, as soon as there is a seat.
  private var isEager: Bool
  /// Whether a match was seen running: then it was this one that somebody came for.
  private var hasSeenMatch = false
  private var hasEnded = false
  /// What the program is to exit with.
  private(set) var status = ExitStatus.fine
  /// Why it failed, if it did.
  private(set) var failure: String?
  /// What the person should know about the server, once the screen is theirs again.
  private(set) var remark: String?

  /// How long the last lines may take to leave when all is over, in milliseconds.
  static let closeMillisecondsMax: Int64 = 300
  /// How long one address of the server may take to answer, in milliseconds.
  static let connectMillisecondsMax: Int64 = 4_000
  /// How much may wait to be sent, in bytes; a client says little, so that is never reached.
  static let outboxBytesMax = 64 * 1_024

  init(
    _ player: Player, by route: Route, reactor: Reactor, clock: Clock, face: any Face,
    habits: Habits
  ) {
    self.player = player
    session = player.session()
    isEager = player.isEager
    self.route = route
    self.reactor = reactor
    wall = WallDriver(reactor: reactor)
    self.clock = clock
    self.face = face
    self.habits = habits
  }

  /// Begins. `whenOver` is called once the session has ended and all is closed.
  func start(whenOver: @escaping () -> Void) {
    self.whenOver = whenOver
    reactor.start(delegate: self)
    face.begin { [weak self] in self?.perform($0) }
    carryOut(session.start(at: now))
  }

  /// Ends the session, whatever it is doing.
  func quit(status: Int32) {
    self.status = status
    handle(.act(.quit))
  }

  /// Has the face shown and the deadlines looked at soon.
  func refresh() {
    // In a turn that has already told its end, only a wake leads to another one.
    reactor.wake(atMilliseconds: Int64(now.milliseconds))
  }

  private var now: Instant { Instant(milliseconds: Int(clock.milliseconds())) }

  private func perform(_ action: FaceAction) {
    switch action {
    case .act(let action): handle(.act(action))
    case .refresh: refresh()
    case .wear(let icon):
      closeSocket()
      session = player.session(wearing: icon)
      carryOut(session.start(at: now))
    case .suspend: kill(getpid(), SIGTSTP)
    }
  }

  private func handle(_ input: SessionInput) {
    if hasEnded { return }
    carryOut(session.handle(input, at: now))
  }

  private func carryOut(_ outputs: [SessionOutput]) {
    for output in outputs {
      switch output {
      case .connect:
        closeSocket()
        connect()
      case .send(let message):
        if let socket { reactor.send(message, to: socket) }
      case .disconnect: closeSocket()
      }
    }
    refresh()
  }

  private func connect() { socket = reactor.connect(by: route) }

  private func closeSocket() {
    if let socket { reactor.close(socket) }
    socket = nil
  }

  private func fail(_ sentence: String) {
    status = ExitStatus.failure
    failure = sentence
    handle(.act(.quit))
  }

  private func end() {
    hasEnded = true
    if case .ended(.failed(let sentence)) = session.state {
      status = ExitStatus.failure
      failure = failure ?? sentence
    }
    wall.want([], of: player, by: route, at: now)
    face.end(session, hasFailed: failure != nil)
    if reactor.connectionCount == 0 { reactor.stop() }
  }

  /// Ends a session in which nobody wants anything any more.
  private func goOnAlone() {
    hasSeenMatch = hasSeenMatch || session.room?.isRunning == true
    if hasSeenMatch, session.room?.match?.seed != nil {
      handle(.act(.quit))
    } else if session.state == .online, session.intent == .browse {
      fail(session.notices.last?.text ?? "There is no room to be in.")
    }
  }

  // MARK: ReactorDelegate

  func connected(_ id: SocketID) {
    guard id == socket else { return wall.hear(.connected, on: id, at: now) }
    wasConnected = true
    do throws(Failure) {
      let remark = try route.trust.connected()
      handle(.connected)
      if let remark { handle(.remark(remark)) }
      self.remark = self.remark ?? remark
    } catch {
      fail(error.description)
    }
  }

  func failed(_ id: SocketID, _ error: NetError) {
    guard id == socket else { return wall.hear(.lost("\(error)"), on: id, at: now) }
    socket = nil
    if case .insecure(_, let failure) = error {
      do throws(Failure) {
        switch try route.trust.refused(failure) {
        case .askAgain: return connect()
        case .giveUp(let warning): return fail(warning)
        case .unrelated: break
        }
      } catch {
        return fail(error.description)
      }
    }
    // Whoever typed the address is waiting to correct it.
    if !wasConnected && error.isFinal { return fail("\(error).") }
    handle(.lost("\(error)"))
  }

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    if id == socket { handle(.received(line)) } else { wall.hear(.received(line), on: id, at: now) }
  }

  func refused(_ error: FramingError, from id: SocketID) {
    let reason = "it does not speak this game's protocol"
    guard id == socket else { return wall.hear(.lost(reason), on: id, at: now) }
    closeSocket()
    handle(.lost(reason))
  }

  func closed(_ id: SocketID, _ reason: CloseReason) {
    if id == socket {
      socket = nil
      handle(.lost("\(reason)"))
    } else {
      wall.hear(.lost("\(reason)"), on: id, at: now)
    }
    if hasEnded && reactor.connectionCount == 0 { reactor.stop() }
  }

  func overflowed(_ id: SocketID) {
    let reason = "it does not read what is sent to it"
    guard id == socket else { return wall.hear(.lost(reason), on: id, at: now) }
    closeSocket()
    handle(.lost(reason))
  }

  func woke() {}

  func turnEnded() {
    if hasEnded { return }
    if let deadline = session.deadline, deadline <= now { handle(.tick) }
    if let address = route.isNews, session.state == .online {
      habits.remember(address)
      route.isNews = nil
    }
    wall.tick(at: now)
    face.show(session, beside: wall.watchers, at: now)
    wall.want(face.watched, of: player, by: route, at: now)
    if face.isAlone { goOnAlone() }
    if isEager, session.room?.mySeat != nil {
      isEager = false
      handle(.act(.ready(true)))
    }
    if case .ended = session.state { return end() }
    let next = [session.deadline, wall.deadline, face.deadline].compactMap(\.self).min()
    reactor.wake(atMilliseconds: next.map { Int64($0.milliseconds) })
  }

  func stopped() { whenOver() }

  // A client listens for nobody, and never conflates.
  func accepted(_ id: SocketID, from peer: Endpoint) {}
  func drained(_ id: SocketID) {}
}

extension NetError {
  /// Whether trying again would not help, as long as the address is the same.
  fileprivate var isFinal: Bool {
    switch self {
    case .cannotResolve, .refused, .unreachable, .permissionDenied, .notAnAddress,
      .addressNotAvailable:
      true
    case .insecure(_, let failure): failure.isFinal
    case .addressInUse, .timedOut, .speaksOtherwise, .noDescriptors, .failed: false
    }
  }
}

extension TLSFailure {
  /// Whether the other side has made up its mind.
  fileprivate var isFinal: Bool {
    switch self {
    case .notTLS, .noCommonProtocol, .nothingInCommon, .refusedByPeer: true
    default: false
    }
  }
}

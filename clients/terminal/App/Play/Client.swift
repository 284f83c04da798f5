// Everything that plays, on one serial queue: the socket, the terminal and the time. As an actor on
// that queue it lets the compiler prove that nothing of it is touched from elsewhere; the only
// other thread that matters waits for signals and says here which have come.

import ClientCore
import Discovery
import Dispatch
import Game
import Glibc
import Net
import Server
import TerminalUI
import Wire

/// One run of the program, from the plan to the exit status.
actor Client: SignaledRun {
  nonisolated let executor = QueueExecutor(label: "chromatch.client")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private var plan: Plan
  private let clock = Clock()
  private var face: (any Face)?
  private var keys: InputWatch?
  private var driver: Driver?
  /// The games of this network, and ours among them; nil where nobody looks or tells.
  private var network: LocalNetwork?
  private var over: CheckedContinuation<Void, Never>?
  /// The signal that asked to end before there was anything to end.
  private var earlySignal: Int32?

  init(_ plan: Plan) {
    self.plan = plan
  }

  /// Plays as planned.
  ///
  /// - Returns: the status to exit with. What went wrong, if anything, has been said.
  func run() async -> Int32 {
    do throws(Failure) {
      return try await play()
    } catch {
      complain(error.description)
      return ExitStatus.failure
    }
  }

  private func play() async throws(Failure) -> Int32 {
    var own: OwnServer?
    let address: Address
    // A file is raced by the number that it gets.
    switch plan.venue {
    case .own(let settings):
      let server = try await OwnServer(settings)
      own = server
      if let why = server.whyNothingIsKept { complain(why) }
      if let raced = server.raced { plan.intent = .create(RoomWishes(), bots: [], ghost: raced) }
      address = Address(server.endpoint)
    case .at(let given): address = given
    }
    if earlySignal == nil {
      try await play(at: address, inviting: own?.invitations ?? Invitations(), on: own?.onNetwork)
    }
    await own?.stop()
    if let earlySignal { return ExitStatus.signal(earlySignal) }
    // A screen had not the space for all of it.
    if let remark = driver?.remark, !plan.screen.isPlain { complain(remark) }
    if let sentence = driver?.failure { complain(sentence) }
    if let why = (face as? ErrandFace)?.failure {
      complain(why)
      return ExitStatus.failure
    }
    return driver?.status ?? ExitStatus.fine
  }

  private func play(
    at address: Address, inviting others: Invitations,
    on door: (port: UInt16, certificate: CertificateFingerprint?)?
  ) async throws(Failure) {
    let route =
      plan.isOwnServer
      ? try Route(toOwn: address, sharedAs: others)
      : try Route(to: address, knowing: plan.isRestricted ? nil : .usual)
    let reactor: Reactor
    do throws(NetError) {
      reactor = try Reactor(executor: executor, clock: clock, limits: .client)
    } catch {
      throw Failure("\(error).")
    }
    let face: any Face
    if let errand = plan.errand {
      face = ErrandFace(errand, isJSON: plan.isJSON)
    } else if plan.screen.isPlain {
      face = PlainFace(
        clock: clock, readsInput: plan.screen.isTypedTo, playsItself: plan.selfPlay != nil)
    } else {
      write(others.linesBeforeScreen, to: STDOUT_FILENO)
      let probed = try ProbedTerminal.ofProgram(wish: plan.screen.depth, clock: clock)
      let support = probed.detection.support
      var setup = ScreenSetup(
        support: support, isCalm: plan.screen.isCalm == true, server: route.name,
        addressesToShare: [], fingerprintToShare: nil, icon: plan.player.icon,
        canChangeIcon: true)
      setup.opensWall = plan.opensWall
      setup.preferences = plan.preferences
      setup.isNewcomer = plan.habits.isNew
      setup.staysOnServer = plan.isRestricted
      face = ScreenFace(probed, clock: clock, setup: setup)
    }
    self.face = face
    let driver = Driver(
      LocalPlayer(plan, depth: face.depth), by: route, reactor: reactor, clock: clock, face: face,
      habits: plan.habits, isRestricted: plan.isRestricted)
    meetNetwork(driver, on: door)
    await drive(driver)
  }

  /// Looks for games on this network, or tells it of ours, where either is wanted and can be done.
  private func meetNetwork(
    _ driver: Driver, on door: (port: UInt16, certificate: CertificateFingerprint?)?
  ) {
    let announces = plan.announces && door != nil
    guard announces || plan.looksAround else { return }
    let network = LocalNetwork { [weak self, executor] view in
      executor.post { [weak self] in self?.assumeIsolated { $0.driver?.knows(view.games) } }
    }
    guard let network else { return }
    self.network = network
    if announces, let door {
      driver.announce = { notice in
        let announcement = notice?.announcement(certificate: door.certificate)
        network.executor.post {
          network.assumeIsolated { $0.announce(notice?.name, port: door.port, announcement) }
        }
      }
    } else {
      network.executor.post { network.assumeIsolated { $0.look() } }
    }
  }

  /// Returns when the session is over and its connection closed.
  private func drive(_ driver: Driver) async {
    self.driver = driver
    await withCheckedContinuation {
      over = $0
      driver.start { [weak self] in self?.assumeIsolated { $0.over?.resume() } }
      watchKeys()
    }
    keys?.cancel()
  }

  private func watchKeys() {
    guard let input = face?.input else { return }
    keys = InputWatch(input, on: executor.queue) { [weak self] in
      self?.assumeIsolated { $0.inputIsReady() }
    }
  }

  private func inputIsReady() {
    driver?.takeInput()
    driver?.refresh()
    if face?.input == nil { keys?.cancel() }
  }

  private func complain(_ sentence: String) {
    let line = Array("chromatch: \(sentence)\n".utf8)
    write(STDERR_FILENO, line, line.count)
  }

  // MARK: From the thread that waits for signals

  /// Takes note of a signal and has done what it means when this returns.
  nonisolated func take(_ signal: Int32) {
    executor.queue.sync { assumeIsolated { $0.obey(signal) } }
  }

  private func obey(_ signal: Int32) {
    switch signal {
    case SIGWINCH: face?.resized()
    case SIGTSTP: face?.suspend()
    case SIGCONT: face?.resume()
    default:
      if driver == nil { earlySignal = signal }
      driver?.quit(status: ExitStatus.signal(signal))
    }
    driver?.refresh()
  }
}

extension ReactorLimits {
  /// What this client allows a server; it lets nobody in itself.
  static let client = ReactorLimits(
    lineBytesMax: Wire.serverLineBytesMax, headBytesMax: 8_192, messageBytesMax: 1 << 20,
    burstBytesMax: .max, bytesPerSecondMax: .max,
    outboxBytesMax: Driver.outboxBytesMax,
    connectionsMax: 0, fullReply: [], closeMillisecondsMax: Driver.closeMillisecondsMax,
    connectMillisecondsMax: Driver.connectMillisecondsMax, lingerMilliseconds: 0)
}

// Shows something to look at on a terminal, on one serial queue: the terminal and the time. There
// is no server and no session but the one that a kept match may have to hear it again.

@preconcurrency import Dispatch
import Game
import Glibc
import Net
import Server
import TerminalUI

/// What can be looked at until somebody has seen enough.
protocol Viewed: Drawn, Sendable {
  /// Whether they have.
  var isOver: Bool { get }
  /// Takes what they do at a local moment.
  mutating func take(_ event: InputEvent, at now: Instant)
  /// Stands still, for as long as nobody can see it.
  mutating func stop(at now: Instant)
}

extension ReplayModel: Viewed {}

extension EyeModel: Viewed {
  func stop(at now: Instant) {}
}

/// Somebody who looks at something.
actor Spectator<Model: Viewed>: SignaledRun {
  nonisolated let executor = QueueExecutor(label: "chromatch.spectator")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let model: @Sendable (ScreenSetup, Instant) -> Model
  private let screen: Plan.Screen
  private let clock = Clock()
  private var desk: ScreenDesk<Model>?
  private var timer: (any DispatchSourceTimer)?
  private var over: CheckedContinuation<Void, Never>?
  private var hasEnded = false
  private var status = ExitStatus.fine

  /// - Parameter model: makes what is looked at, once the terminal is known.
  init(on screen: Plan.Screen, _ model: @escaping @Sendable (ScreenSetup, Instant) -> Model) {
    (self.screen, self.model) = (screen, model)
  }

  func run() async -> Int32 {
    do throws(Failure) {
      try await show()
      return status
    } catch {
      write(["chromatch: \(error)"], to: STDERR_FILENO)
      return ExitStatus.failure
    }
  }

  private func show() async throws(Failure) {
    if hasEnded { return }
    let probed = try ProbedTerminal.ofProgram(wish: screen.depth, clock: clock)
    let setup = ScreenSetup(
      support: probed.detection.support, isCalm: screen.isCalm == true, server: "",
      addressesToShare: [], fingerprintToShare: nil, icon: nil, canChangeIcon: false)
    let now = Instant(milliseconds: Int(clock.milliseconds()))
    let desk = ScreenDesk(probed, clock: clock, model: model(setup, now))
    self.desk = desk
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.setEventHandler { @Sendable [weak self] in self?.assumeIsolated { $0.look() } }
    let keys = InputWatch(desk.input, on: executor.queue) { [weak self] in
      self?.assumeIsolated { $0.look() }
    }
    self.timer = timer
    timer.activate()
    await withCheckedContinuation {
      over = $0
      look()
    }
    keys.cancel()
    timer.cancel()
  }

  /// Takes what was typed and draws, and comes back when there is more to see.
  private func look() {
    guard let desk, let over else { return }
    while let input = desk.next(at: desk.now) {
      switch input {
      case .event(let event): desk.model.take(event, at: desk.now)
      case .end: hasEnded = true
      }
    }
    if hasEnded || desk.model.isOver {
      self.over = nil
      desk.leave()
      return over.resume()
    }
    desk.draw(at: desk.now)
    let wait = desk.deadline.map { DispatchTimeInterval.milliseconds(max(0, $0 - desk.now)) }
    timer?.schedule(deadline: wait.map { .now() + $0 } ?? .distantFuture)
  }

  // MARK: From the thread that waits for signals

  nonisolated func take(_ signal: Int32) {
    executor.queue.sync { assumeIsolated { $0.obey(signal) } }
  }

  private func obey(_ signal: Int32) {
    switch signal {
    case SIGWINCH: desk?.resized()
    case SIGTSTP:
      // Nobody sees what would be played meanwhile.
      if let desk { desk.model.stop(at: desk.now) }
      desk?.leave()
    case SIGCONT: desk?.resume()
    default:
      status = ExitStatus.signal(signal)
      hasEnded = true
    }
    look()
  }
}

extension Spectator<ReplayModel> {
  /// Somebody who sees a kept match again.
  ///
  /// - Parameter viewer: whose eyes see it at first; nil for somebody who looks on.
  init(_ match: SavedMatch, seenBy viewer: PlayerID?, on screen: Plan.Screen) {
    self.init(on: screen) { setup, now in
      ReplayModel(match, seenBy: viewer, setup: setup, hashing: .openSSL, at: now)
    }
  }
}

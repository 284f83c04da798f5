// A session on a screen: keys and the mouse go to the model of the screens, its pictures go to the
// terminal, at most as fast as the terminal shows them. What is on the screens is not decided here.
// Confined to the client's queue.

import Game
import Glibc
import Net
import TerminalUI
import Wire

/// The face of a session for a person at a terminal.
final class ScreenFace: Face {
  private let terminal: Terminal
  private var decoder: InputDecoder
  private var renderer: Renderer
  private var pacer = FramePacer()
  private var screens: ScreenModel
  private var perform: (UserRequest) -> Void = { _ in }
  /// What was typed while the terminal was asked about itself.
  private var early: [InputEvent]
  /// When a lone escape is taken for the key of that name.
  private var escapeDue: Instant?
  /// When the next frame is wanted; nil if only news can bring one.
  private var frameDue: Instant?
  private let clock: Clock
  /// What is known of the terminal; late answers still count.
  private var detection: Detection
  /// When the terminal was asked.
  private let asked: Instant

  init(_ probed: ProbedTerminal, clock: Clock, setup: ScreenSetup) {
    terminal = probed.terminal
    decoder = probed.decoder
    early = probed.typed
    detection = probed.detection
    asked = probed.asked
    renderer = Renderer(for: probed.detection.traits)
    screens = ScreenModel(setup: setup)
    screens.setup.glyphs = probed.detection.traits.glyphs
    self.clock = clock
    if detection.offersKeyboardProtocol { terminal.useKeyboardProtocol() }
    resized()
  }

  var isAlone: Bool { false }

  var depth: ColorDepth { screens.setup.support.depth }

  var deadline: Instant? {
    [escapeDue, frameDue].compactMap(\.self).min()
  }

  func begin(_ perform: @escaping (UserRequest) -> Session?) {
    self.perform = { _ = perform($0) }
    take(early)
    early = []
  }

  // MARK: Out

  var watched: [RoomCode] { screens.watched }

  func show(_ session: Session, beside watchers: [Watcher], at now: Instant) {
    if let due = escapeDue, due <= now {
      escapeDue = nil
      take(decoder.flushEscape().map { [$0] } ?? [])
    }
    for request in screens.show(session, beside: watchers, at: now) { carryOut(request) }
    if screens.takeChime(), screens.setup.preferences.hasBell == true { ring() }
    draw(at: now)
  }

  func goes(to route: Route, choices: [ServerChoice]) {
    screens.setup.server = route.name
    screens.setup.addressesToShare = route.invitations.addresses.map(\.invitation)
    screens.setup.fingerprintToShare =
      route.invitations.addresses.first?.fingerprint.map { "\($0)" }
    screens.setup.pageToShare = route.invitations.page
    screens.setup.servers = choices
    screens.setup.daySecret = route.isPrivate ? OwnServer.daySecret : nil
  }

  func refuseServer(_ sentence: String) { screens.refuseServer(sentence) }

  func remembers(_ bests: BestMatches) { screens.setup.bests = bests }

  private func ring() {
    let bell: [UInt8] = [0x07]
    if terminal.isEntered { terminal.write(bell) }
  }

  private func draw(at now: Instant) {
    // While the job is stopped, the screen is the shell's.
    guard terminal.isEntered else { return frameDue = nil }
    let moment = Int64(now.milliseconds)
    if pacer.allows(at: moment), !terminal.isDrained { pacer.skipped(at: moment) }
    guard pacer.allows(at: moment) else {
      return frameDue = Instant(milliseconds: Int(pacer.next))
    }
    let frame = renderer.frame(screens.frame(at: now))
    if !frame.isEmpty {
      terminal.write(frame)
      pacer.drew(at: moment)
    }
    frameDue = screens.nextFrame(at: now)
  }

  // MARK: In

  var input: Int32? { terminal.input }

  func inputIsReady() {
    // Whoever closed the window has left.
    guard let bytes = terminal.read() else { return perform(.act(.quit)) }
    take(decoder.decode(bytes))
    let patience = detection.escapeMilliseconds(afterAsking: now - asked)
    escapeDue = decoder.pendingEscape ? now + patience : nil
  }

  private var now: Instant { Instant(milliseconds: Int(clock.milliseconds())) }

  private func take(_ events: [InputEvent]) {
    for event in events {
      switch event {
      case .key(.character("c"), .control): perform(.act(.quit))
      case .key(.character("z"), .control): _ = kill(getpid(), SIGTSTP)
      case .key(.character("l"), .control): renderer.forget()
      case .answer(let answer): learn(answer)
      default:
        for request in screens.take(event, at: now) { carryOut(request) }
      }
    }
  }

  private func carryOut(_ request: UserRequest) {
    if case .prefer(let preference) = request { follow(preference) }
    perform(request)
  }

  /// Shows everything the way that the person wants it from now on.
  private func follow(_ preference: Preference) {
    screens.setup.preferences.take(preference)
    switch preference {
    case .calm(let isOn): screens.setup.isCalm = isOn
    case .color(let depth):
      detection.wish(for: depth)
      screens.setup.support = detection.support
      renderer = Renderer(for: detection.traits)
    case .name, .icon, .bell, .server: break
    }
  }

  /// Takes an answer that came after the first frame. What it says of the colors changes what is
  /// drawn from now on; the server was told what was known at the start.
  private func learn(_ answer: TerminalAnswer) {
    let before = detection.traits
    detection.receive(answer)
    if detection.offersKeyboardProtocol { terminal.useKeyboardProtocol() }
    screens.setup.support = detection.support
    screens.setup.glyphs = detection.traits.glyphs
    if detection.traits != before { renderer = Renderer(for: detection.traits) }
  }

  // MARK: Around

  func suspend() {
    hearOut()
    terminal.leave()
  }

  func resume() {
    terminal.enter()
    renderer.forget()
  }

  func resized() {
    let size = terminal.size
    screens.resize(columns: size.columns, rows: size.rows)
  }

  func end(_ session: Session, hasFailed: Bool) {
    hearOut()
    terminal.leave()
  }

  /// Takes the answers that the terminal still owes, for as long as they usually need: whoever
  /// reads from it next would take them for keys.
  private func hearOut() {
    let deadline = now + detection.waitMilliseconds
    while terminal.isEntered, detection.awaitsAnswers(afterAsking: now - asked),
      isReadable(terminal.input, withinMilliseconds: max(0, deadline - now)),
      let bytes = terminal.read()
    {
      for case .answer(let answer) in decoder.decode(bytes) { detection.receive(answer) }
    }
  }
}

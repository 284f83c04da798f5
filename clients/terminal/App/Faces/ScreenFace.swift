// A session on a screen: keys and the mouse go to the model of the screens, and what comes of them
// to the session. What is on the screens is not decided here, and how it gets onto the terminal is
// the desk's business. Confined to the client's queue.

import Game
import Net
import TerminalUI
import Wire

/// The face of a session for a person at a terminal.
final class ScreenFace: Face {
  private let desk: ScreenDesk<ScreenModel>
  private var perform: (UserRequest) -> Void = { _ in }

  init(_ probed: ProbedTerminal, clock: Clock, setup: ScreenSetup) {
    desk = ScreenDesk(probed, clock: clock, model: ScreenModel(setup: setup))
  }

  var isAlone: Bool { false }
  var canAsk: Bool { true }

  var depth: ColorDepth { desk.model.setup.support.depth }

  var deadline: Instant? { desk.deadline }

  func begin(_ perform: @escaping (UserRequest) -> Session?) {
    self.perform = { _ = perform($0) }
    desk.begin { [unowned self] input in
      switch input {
      case .event(let event):
        for request in desk.model.take(event, at: desk.now) { carryOut(request) }
      case .end: self.perform(.act(.quit))
      }
    }
  }

  // MARK: Out

  var watched: [RoomCode] { desk.model.watched }

  func show(_ session: Session, beside watchers: [Watcher], at now: Instant) {
    desk.takeEscape(at: now)
    for request in desk.model.show(session, beside: watchers, at: now) { carryOut(request) }
    if desk.model.takeChime(), desk.model.setup.preferences.hasBell == true { desk.ring() }
    desk.draw(at: now)
  }

  func goes(to route: Route, choices: [ServerChoice]) {
    desk.model.setup.server = route.name
    desk.model.setup.addressesToShare = route.invitations.addresses.map(\.invitation)
    desk.model.setup.fingerprintToShare =
      route.invitations.addresses.first?.fingerprint.map { "\($0)" }
    desk.model.setup.pageToShare = route.invitations.page
    desk.model.setup.servers = choices
    desk.model.setup.daySecret = route.isPrivate ? OwnServer.daySecret : nil
  }

  func knows(_ choices: [ServerChoice]) { desk.model.know(choices) }

  func refuseServer(_ sentence: String) { desk.model.refuseServer(sentence) }

  func remembers(_ bests: BestMatches) { desk.model.setup.bests = bests }

  // MARK: In

  var input: Int32? { desk.input }

  func inputIsReady() { desk.inputIsReady() }

  private func carryOut(_ request: UserRequest) {
    if case .prefer(let preference) = request { follow(preference) }
    perform(request)
  }

  /// Shows everything the way that the person wants it from now on.
  private func follow(_ preference: Preference) {
    desk.model.setup.preferences.take(preference)
    switch preference {
    case .calm(let isOn): desk.model.setup.isCalm = isOn
    case .color(let depth): desk.wish(for: depth)
    case .name, .icon, .bell, .server: break
    }
  }

  // MARK: Around

  func suspend() { desk.leave() }

  func resume() { desk.resume() }

  func resized() { desk.resized() }

  func end(_ session: Session, hasFailed: Bool) { desk.leave() }
}

// A session on a screen: keys and the mouse go to the model of the screens, which does to the
// session what they mean. What is on the screens is not decided here, and how it gets onto the
// terminal is the desk's business. Confined to the client's queue.

import ClientCore
import Game
import Net
import TerminalUI
import Wire

/// The face of a session for a person at a terminal.
final class ScreenFace: Face {
  private let desk: ScreenDesk<ScreenModel>

  init(_ probed: ProbedTerminal, clock: Clock, setup: ScreenSetup) {
    desk = ScreenDesk(probed, clock: clock, model: ScreenModel(setup: setup))
  }

  var isAlone: Bool { false }
  var canAsk: Bool { true }

  var depth: ColorDepth { desk.model.setup.support.depth }

  var deadline: Instant? { desk.deadline }

  // MARK: Out

  var watched: [RoomCode] { desk.model.watched }

  func show(_ session: inout Session, beside watchers: [Watcher], at now: Instant) -> [Wish] {
    let wishes = desk.model.show(&session, beside: watchers, at: now)
    if desk.model.takeChime(), desk.model.setup.preferences.hasBell == true { desk.ring() }
    desk.draw(at: now)
    return wishes
  }

  func goes(to route: Route, choices: [ServerChoice]) {
    desk.model.setup.server = route.name
    desk.model.setup.addressesToShare = route.invitations.addresses.map(\.invitation)
    desk.model.setup.fingerprintToShare =
      route.invitations.addresses.first?.fingerprint.map { "\($0)" }
    desk.model.setup.pageToShare = route.invitations.page
    desk.model.setup.servers = choices
  }

  func knows(_ choices: [ServerChoice]) { desk.model.know(choices) }

  func refuseServer(_ sentence: String) { desk.model.refuseServer(sentence) }

  func remembers(_ bests: BestMatches) { desk.model.setup.bests = bests }

  func remembers(_ friends: Friends, days: Set<Int>) {
    (desk.model.setup.friends, desk.model.setup.ownDays) = (friends, days)
  }

  func comes(of day: DayResult) { desk.model.setup.today = day }

  func copy(_ text: String) { desk.copy(text) }

  // MARK: In

  var input: Int32? { desk.input }

  func takeNext(_ session: inout Session, at now: Instant) -> [Wish]? {
    switch desk.next(at: now) {
    case .event(let event):
      let wishes = desk.model.take(event, &session, at: now)
      for case .prefer(let preference) in wishes { follow(preference) }
      return wishes
    case .end: return session.act(.quit, at: now).map(Wish.session)
    case nil: return nil
    }
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

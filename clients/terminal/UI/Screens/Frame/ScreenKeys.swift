// What keys and the mouse do, screen by screen. Everything that a hand does becomes a key or a move
// of a slider first, so that there is one way to do a thing. Nothing here is refused for good:
// what makes no sense at the moment does nothing.

package import Game
import Wire

extension ScreenModel {
  /// Takes one input event at a local moment.
  ///
  /// - Returns: what is to be done about it, in order.
  package mutating func take(_ event: InputEvent, at now: Instant) -> [UserRequest] {
    if event.isPress { readNotices(at: now) }
    return switch event {
    case .key(let key, let modifiers):
      held.isHeld(key, once: actsOnce(key), at: now) ? [] : press(key, modifiers, at: now)
    case .mouse(let mouse): take(mouse, at: now)
    case .paste(let text): paste(text)
    case .focus, .answer: []
    }
  }

  private mutating func press(
    _ key: Key, _ modifiers: Modifiers, at now: Instant
  ) -> [UserRequest] {
    if modifiers.contains(.control) || modifiers.contains(.alt) { return [] }
    if showsHelp {
      showsHelp = false
      return []
    }
    if asksToLeave {
      asksToLeave = false
      return key == .enter ? [.act(.leave)] : []
    }
    if let saying { return press(key, saying: saying) }
    if showsCode {
      showsCode = false
      return []
    }
    let isTyping = isTyping
    if session?.asksToProve == true, !isTyping {
      if [.character("y"), .character("Y")].contains(key) { return [.act(.consent(true))] }
      if [.character("n"), .character("N")].contains(key) { return [.act(.consent(false))] }
    }
    if key == .function(1) || (key == .character("?") && !isTyping) {
      showsHelp = true
      return []
    }
    if let password { return press(key, inPassword: password) }
    if audience != nil, let room = session?.room { return pressOnAudience(key, in: room) }
    if key == .character("a"), !isTyping, showsAudience {
      audience = AudiencePanel()
      return []
    }
    if key == .character("t"), !isTyping, session?.room?.mySeat != nil {
      saying = 0
      return []
    }
    switch (screen, session?.room, session?.room?.match) {
    case (.home, _, _):
      let practiced = isPracticing ? pressOnPractice(key, modifiers, at: now) : nil
      return practiced ?? pressOnHome(key)
    case (.wall, _, _): return pressOnWall(key)
    case (.room, let room?, _): return press(key, in: room)
    case (.race, _, _): return pressInRace(key, modifiers, at: now)
    case (.watch, let room?, _): return lookOn(by: key, room)
    case (.results, let room?, let match?): return press(key, after: match, in: room)
    default: return key == .character("q") || key == .escape ? [.act(.quit)] : []
    }
  }

  /// Esc leaves; a match that one plays in, only after a question.
  mutating func leave(by key: Key, _ room: RoomModel) -> [UserRequest] {
    guard key == .escape else { return [] }
    guard room.isInMatch else { return [.act(.leave)] }
    asksToLeave = true
    return []
  }

  /// Whether a letter is a letter and not a key.
  private var isTyping: Bool {
    password != nil || (screen == .home && home.panel != nil) || desk.panel != nil
  }

  // MARK: Reactions

  private mutating func press(_ key: Key, saying: Int) -> [UserRequest] {
    let key = key == .character("t") ? .escape : key
    switch Menu.press(key, chosen: saying, of: Reaction.allCases.count) {
    case .choose(let index): self.saying = index
    case .take(let index): return say(index)
    case .goBack: self.saying = nil
    case .nothing: break
    }
    return []
  }

  private mutating func say(_ index: Int) -> [UserRequest] {
    saying = nil
    return [.act(.react(Reaction.allCases[index]))]
  }

  // MARK: Mouse

  private mutating func take(_ mouse: Mouse, at now: Instant) -> [UserRequest] {
    if case .release = mouse.action {
      race.release(with: guess, at: now)
      practice.hand.release(with: practice.guess, at: now)
      return []
    }
    if case .drag(.left) = mouse.action, practice.hand.held != nil {
      dragPractice(to: mouse.point, at: now)
      return []
    }
    if case .drag(.left) = mouse.action, let held = race.held {
      return drag(held, to: mouse.point, at: now)
    }
    guard let control = sheet(at: now).hits.hit(at: mouse.point)?.control else {
      if case .press = mouse.action, showsHelp { showsHelp = false }
      return []
    }
    if mouseOnPractice(mouse.action, control, mouse.point, at: now) { return [] }
    switch (mouse.action, control) {
    case (.press(.left), .key(let key)): return press(key, [], at: now)
    case (.press(.left), .reaction(let index)) where saying != nil: return say(index)
    case _ where showsHelp || asksToLeave || saying != nil || password != nil: return []
    case _ where audience != nil:
      return session?.room.map { mouseOnAudience(mouse.action, control, in: $0) } ?? []
    default:
      switch (screen, session?.room) {
      case (.race, _): return mouseInRace(mouse, control, at: now)
      case (.room, let room?): return mouseInRoom(mouse.action, control, in: room)
      case (.wall, _): return mouseOnWall(mouse.action, control)
      default: return mouseOnHome(mouse.action, control)
      }
    }
  }
}

extension InputEvent {
  /// Whether somebody has done something with a key, a button or a paste.
  fileprivate var isPress: Bool {
    switch self {
    case .key, .paste: true
    case .mouse(let mouse): if case .press = mouse.action { true } else { false }
    case .focus, .answer: false
    }
  }
}

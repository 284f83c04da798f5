// What keys and the mouse do, screen by screen. Everything that a hand does becomes a key or a move
// of a slider first, so that there is one way to do a thing. Nothing here is refused for good:
// what makes no sense at the moment does nothing.

import ClientCore
import Game
import Wire

extension ScreenModel {
  mutating func press(_ key: Key, _ modifiers: Modifiers) {
    if modifiers.contains(.control) || modifiers.contains(.alt) { return }
    if showsHelp { return showsHelp = false }
    if showsDay { return showsDay = false }
    if asksToLeave {
      asksToLeave = false
      if key == .enter { act(.leave) }
      return
    }
    if let saying { return press(key, saying: saying) }
    if showsCode { return showsCode = false }
    let isTyping = isTyping
    if session?.asksToProve == true, !isTyping {
      if [.character("y"), .character("Y")].contains(key) { return act(.consent(true)) }
      if [.character("n"), .character("N")].contains(key) { return act(.consent(false)) }
    }
    if key == .function(1) || (key == .character("?") && !isTyping) { return showsHelp = true }
    if let password { return press(key, inPassword: password) }
    if let naming { return press(key, inName: naming) }
    if audience != nil, let room = session?.room { return pressOnAudience(key, in: room) }
    if key == .character("a"), !isTyping, showsAudience { return audience = AudiencePanel() }
    if key == .character("t"), !isTyping, canSay { return saying = 0 }
    switch (screen, session?.room, session?.room?.match) {
    case (.home, _, _):
      if !isPracticing || !pressOnPractice(key, modifiers) { pressOnHome(key) }
    case (.wall, _, _): pressOnWall(key)
    case (.room, let room?, _): press(key, in: room)
    case (.race, _, _): pressInRace(key, modifiers)
    case (.watch, let room?, _): lookOn(by: key, room)
    case (.results, let room?, let match?): press(key, after: match, in: room)
    default: if key == .character("q") || key == .escape { act(.quit) }
    }
  }

  /// Esc leaves; a match that one plays in, only after a question.
  mutating func leave(by key: Key, _ room: RoomModel) {
    guard key == .escape else { return }
    if room.isInMatch { asksToLeave = true } else { act(.leave) }
  }

  /// Whether a letter is a letter and not a key.
  private var isTyping: Bool {
    password != nil || naming != nil || (screen == .home && home.panel != nil) || desk.panel != nil
  }

  // MARK: Reactions

  /// Whether somebody would see what the player says.
  var canSay: Bool { session?.room.map { $0.mySeat != nil && $0.hasCompany } ?? false }

  private mutating func press(_ key: Key, saying: Int) {
    let key = key == .character("t") ? .escape : key
    switch Menu.press(key, chosen: saying, of: Reaction.allCases.count) {
    case .choose(let index): self.saying = index
    case .take(let index): say(index)
    case .goBack: self.saying = nil
    case .nothing: break
    }
  }

  private mutating func say(_ index: Int) {
    saying = nil
    act(.react(Reaction.allCases[index]))
  }

  // MARK: Mouse

  mutating func take(_ mouse: Mouse) {
    if case .release = mouse.action {
      race.release(with: guess, at: now)
      practice.hand.release(with: practice.guess, at: now)
      return
    }
    if case .drag(.left) = mouse.action, practice.hand.held != nil {
      return dragPractice(to: mouse.point)
    }
    if case .drag(.left) = mouse.action, let held = race.held {
      return drag(held, to: mouse.point)
    }
    guard let control = sheet(at: now).hits.hit(at: mouse.point)?.control else {
      if case .press = mouse.action { (showsHelp, showsDay) = (false, false) }
      return
    }
    if mouseOnPractice(mouse.action, control, mouse.point) { return }
    switch (mouse.action, control) {
    case (.press(.left), .key(let key)): press(key, [])
    case (.press(.left), .reaction(let index)) where saying != nil: say(index)
    case _
    where showsHelp || showsDay || asksToLeave || saying != nil || password != nil || naming != nil:
      break
    case _ where audience != nil:
      if let room = session?.room { mouseOnAudience(mouse.action, control, in: room) }
    default:
      switch (screen, session?.room) {
      case (.race, _): mouseInRace(mouse, control)
      case (.room, let room?): mouseInRoom(mouse.action, control, in: room)
      case (.wall, _): mouseOnWall(mouse.action, control)
      default: mouseOnHome(mouse.action, control)
      }
    }
  }
}

extension InputEvent {
  /// Whether somebody has done something with a key, a button or a paste.
  var isPress: Bool {
    switch self {
    case .key, .paste: true
    case .mouse(let mouse): if case .press = mouse.action { true } else { false }
    case .focus, .answer: false
    }
  }
}

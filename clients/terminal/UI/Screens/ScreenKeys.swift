// What keys and the mouse do, screen by screen. Everything that a hand does becomes a key or a move
// of a slider first, so that there is one way to do a thing. Nothing here is refused for good:
// what makes no sense at the moment does nothing.

public import Game
import Wire

extension ScreenModel {
  /// Takes one input event at a local moment.
  ///
  /// - Returns: what is to be done about it, in order.
  public mutating func take(_ event: InputEvent, at now: Instant) -> [ScreenOutput] {
    if event.isPress { readNotices(at: now) }
    return switch event {
    case .key(let key, let modifiers): press(key, modifiers, at: now)
    case .mouse(let mouse): take(mouse, at: now)
    case .paste(let text): paste(text)
    case .focus, .answer: []
    }
  }

  private mutating func press(
    _ key: Key, _ modifiers: Modifiers, at now: Instant
  ) -> [ScreenOutput] {
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
    switch (place, session?.room, session?.room?.match) {
    case (.home, _, _):
      let practiced = isPracticing ? pressOnPractice(key, modifiers, at: now) : nil
      return practiced ?? pressOnHome(key)
    case (.wall, _, _): return pressOnWall(key)
    case (.room, let room?, _): return press(key, in: room)
    case (.race, _, _): return pressInRace(key, modifiers, at: now)
    case (.watch, let room?, _):
      let seated = sit(by: key, room)
      return seated.isEmpty ? leave(by: key, room) : seated
    case (.results, let room?, let match?): return press(key, after: match, in: room)
    default: return key == .character("q") || key == .escape ? [.act(.quit)] : []
    }
  }

  /// Esc leaves; a match that one plays in, only after a question.
  mutating func leave(by key: Key, _ room: RoomModel) -> [ScreenOutput] {
    guard key == .escape else { return [] }
    guard room.isInMatch else { return [.act(.leave)] }
    asksToLeave = true
    return []
  }

  /// Whether a letter is a letter and not a key.
  private var isTyping: Bool {
    password != nil || (place == .home && home.panel != nil) || desk.panel != nil
  }

  // MARK: Reactions

  private mutating func press(_ key: Key, saying: Int) -> [ScreenOutput] {
    let key = key == .character("t") ? .escape : key
    switch Menu.press(key, chosen: saying, of: Reaction.allCases.count) {
    case .choose(let index): self.saying = index
    case .take(let index): return say(index)
    case .goBack: self.saying = nil
    case .nothing: break
    }
    return []
  }

  private mutating func say(_ index: Int) -> [ScreenOutput] {
    saying = nil
    return [.act(.react(Reaction.allCases[index]))]
  }

  // MARK: Sliders

  private mutating func pressInRace(
    _ key: Key, _ modifiers: Modifiers, at now: Instant
  ) -> [ScreenOutput] {
    if race.mode.answer == .tiles { return pressOnTiles(key, at: now) }
    if race.palette != nil { return pressOnPalette(key, at: now) }
    if isOnWheel, let done = pressOnWheel(key, modifiers, at: now) { return done }
    let step = modifiers.contains(.shift) ? 10 : 1
    switch key {
    case .up, .character("k"): race.choose(by: -1)
    case .down, .character("j"): race.choose(by: 1)
    case .tab where race.mode.stops > 1: race.choose(stop: 1 - race.stop)
    case .tab: race.choose(by: modifiers.contains(.shift) ? -1 : 1)
    case .character("x"): return move(to: race.swapped, at: now)
    case .character("a"): race.showsAssist.toggle()
    case .character("m"): turnWheel()
    case .character("p"): openPalette()
    case .character("u"): return undo(at: now)
    case .left: return move(to: race.stepped(by: -step), at: now)
    case .right: return move(to: race.stepped(by: step), at: now)
    case .character("h"): return move(to: race.stepped(by: -1), at: now)
    case .character("l"): return move(to: race.stepped(by: 1), at: now)
    case .character("H"): return move(to: race.stepped(by: -10), at: now)
    case .character("L"): return move(to: race.stepped(by: 10), at: now)
    case .home: return move(to: race.setting(race.active, at: 0), at: now)
    case .end: return move(to: race.setting(race.active, at: 1), at: now)
    case .character(let digit) where ("0"..."9").contains(digit): race.type(digit)
    case .backspace: race.rubOut()
    case .enter, .character(" "):
      if let guess = race.takeTyped() { return move(to: guess, at: now) }
      return lock(race.guess, at: now)
    case .escape:
      if race.typed.isEmpty { asksToLeave = true } else { race.forgetTyped() }
    default: break
    }
    return []
  }

  /// Moves the sliders on the screen and in the session, while they may be moved.
  mutating func move(to guess: Guess, at now: Instant) -> [ScreenOutput] {
    race.forgetTyped()
    guard session?.canMove(at: now) == true, guess != race.guess else { return [] }
    race.trail.leave(race.guess, isHeld: race.held != nil, at: now)
    race.move(to: guess, at: now)
    return [.act(.set(guess))]
  }

  /// Puts the sliders back to where they stood before the last thing that was done to them.
  private mutating func undo(at now: Instant) -> [ScreenOutput] {
    race.forgetTyped()
    guard session?.canMove(at: now) == true, let guess = race.trail.back() else { return [] }
    race.move(to: guess, at: now)
    return [.act(.set(guess))]
  }

  /// Locks in, unless the lock is frozen: the screen says so already.
  mutating func lock(_ guess: Guess, at now: Instant) -> [ScreenOutput] {
    guard let session, let room = session.room, session.canMove(at: now) else { return [] }
    let frozen = room.match?.round?.frozenUntil(room.me)
    if let frozen, session.clock.server(at: now) < frozen { return [] }
    race.lock(guess, at: now)
    return [.act(.lock(guess))]
  }

  // MARK: Mouse

  private mutating func take(_ mouse: Mouse, at now: Instant) -> [ScreenOutput] {
    if case .release = mouse.action {
      race.release(at: now)
      practice.hand.release(at: now)
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
    case (.press(.left), .color(let index)): return take(color: index, at: now)
    case _ where race.palette != nil: return []
    case (.press(.left), .slider), (.press(.left), .wheel), (.press(.left), .brightness):
      race.hold(control)
      return drag(control, to: mouse.point, at: now)
    case (.wheelUp, .wheel), (.wheelUp, .brightness): return scrollBrightness(by: 1, at: now)
    case (.wheelDown, .wheel), (.wheelDown, .brightness):
      return scrollBrightness(by: -1, at: now)
    case (.wheelUp, .slider(let slider)), (.wheelRight, .slider(let slider)):
      race.activate(slider)
      return move(to: race.stepped(by: 1), at: now)
    case (.wheelDown, .slider(let slider)), (.wheelLeft, .slider(let slider)):
      race.activate(slider)
      return move(to: race.stepped(by: -1), at: now)
    case (.press(.left), .stop(let stop)): race.choose(stop: stop)
    case (.press(.left), .tile(let tile)): return take(tile: tile, at: now)
    default:
      switch (place, session?.room) {
      case (.room, let room?): return mouseInRoom(mouse.action, control, in: room)
      case (.wall, _): return mouseOnWall(mouse.action, control)
      default: return mouseOnHome(mouse.action, control)
      }
    }
    return []
  }

  /// What the mouse holds follows it, wherever it goes.
  private mutating func drag(
    _ control: Control, to point: Point, at now: Instant
  ) -> [ScreenOutput] {
    guard case .slider(let slider) = control else {
      return pointOnWheel(control, at: point, now)
    }
    guard let track = sheet(at: now).hits.area(of: .slider(slider)) else { return [] }
    return move(to: race.setting(slider, at: track.fraction(at: point.column)), at: now)
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

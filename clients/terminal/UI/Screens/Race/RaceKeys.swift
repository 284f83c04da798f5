// What keys and the mouse do in a round: on its sliders here, on the wheel and on tiles beside. All
// that a hand does there becomes a move of the guess or a lock.

import Game

extension ScreenModel {
  mutating func pressInRace(
    _ key: Key, _ modifiers: Modifiers, at now: Instant
  ) -> [UserRequest] {
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
  mutating func move(to guess: Guess, at now: Instant) -> [UserRequest] {
    race.forgetTyped()
    guard session?.canMove(at: now) == true, guess != race.guess else { return [] }
    race.undos.leave(race.guess, isHeld: race.held != nil, at: now)
    race.move(to: guess, at: now)
    return [.act(.set(guess))]
  }

  /// Puts the sliders back to where they stood before the last thing that was done to them.
  private mutating func undo(at now: Instant) -> [UserRequest] {
    race.forgetTyped()
    guard session?.canMove(at: now) == true, let guess = race.undos.back() else { return [] }
    race.move(to: guess, at: now)
    return [.act(.set(guess))]
  }

  /// Locks in, unless the lock is frozen: the screen says so already.
  mutating func lock(_ guess: Guess, at now: Instant) -> [UserRequest] {
    guard let session, let room = session.room, session.canMove(at: now) else { return [] }
    let frozen = room.match?.round?.frozenUntil(room.me)
    if let frozen, session.clock.server(at: now) < frozen { return [] }
    race.lock(guess, at: now)
    return [.act(.lock(guess))]
  }

  // MARK: Mouse

  /// - Parameter control: what the mouse is on.
  mutating func mouseInRace(
    _ mouse: Mouse, _ control: Control, at now: Instant
  ) -> [UserRequest] {
    switch (mouse.action, control) {
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
    default: break
    }
    return []
  }

  /// What the mouse holds follows it, wherever it goes.
  mutating func drag(
    _ control: Control, to point: Point, at now: Instant
  ) -> [UserRequest] {
    guard case .slider(let slider) = control else {
      return pointOnWheel(control, at: point, now)
    }
    guard let track = sheet(at: now).hits.area(of: .slider(slider)) else { return [] }
    return move(to: race.setting(slider, at: track.fraction(at: point.column)), at: now)
  }
}

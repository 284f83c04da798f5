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
    let steps = modifiers.contains(.shift) ? 10 : 1
    switch key {
    case .up, .character("k"): race.choose(by: -1)
    case .down, .character("j"): race.choose(by: 1)
    case .tab where race.mode.stops > 1: race.choose(stop: 1 - race.stop)
    case .tab: race.choose(by: modifiers.contains(.shift) ? -1 : 1)
    case .character("x"): return move(to: guess.swapped(in: race.mode), at: now)
    case .character("a"): race.showsAssist.toggle()
    case .character("m"): turnWheel()
    case .character("p"): openPalette()
    case .character("u"): return undo(at: now)
    case .left: return step(race.active, by: -steps, at: now)
    case .right: return step(race.active, by: steps, at: now)
    case .character("h"): return step(race.active, by: -1, at: now)
    case .character("l"): return step(race.active, by: 1, at: now)
    case .character("H"): return step(race.active, by: -10, at: now)
    case .character("L"): return step(race.active, by: 10, at: now)
    case .home: return put(race.active, at: 0, now)
    case .end: return put(race.active, at: 1, now)
    case .character(let digit) where ("0"..."9").contains(digit): race.type(digit)
    case .backspace: race.rubOut()
    case .enter, .character(" "):
      if let value = race.takeTyped() {
        return move(to: guess.setting(race.active, to: value, in: race.mode), at: now)
      }
      return lock(guess, at: now)
    case .escape:
      if race.typed.isEmpty { asksToLeave = true } else { race.forgetTyped() }
    default: break
    }
    return []
  }

  /// Moves the sliders on the screen and in the session, while they may be moved.
  mutating func move(to guess: Guess, at now: Instant) -> [UserRequest] {
    race.forgetTyped()
    guard session?.canMove(at: now) == true, guess != self.guess else { return [] }
    race.undos.leave(self.guess, isHeld: race.held != nil, at: now)
    return set(guess, at: now)
  }

  private mutating func set(_ guess: Guess, at now: Instant) -> [UserRequest] {
    race.moved(from: self.guess, to: guess, at: now)
    foresee(.set(guess), at: now)
    return [.act(.set(guess))]
  }

  /// Moves a slider by so many steps.
  mutating func step(_ slider: Int, by steps: Int, at now: Instant) -> [UserRequest] {
    move(to: guess.stepped(slider, by: steps, in: race.mode), at: now)
  }

  /// Puts a slider to a fraction of its track.
  mutating func put(_ slider: Int, at fraction: Double, _ now: Instant) -> [UserRequest] {
    move(to: guess.setting(slider, at: fraction, in: race.mode), at: now)
  }

  /// Puts the sliders back to where they stood before the last thing that was done to them.
  private mutating func undo(at now: Instant) -> [UserRequest] {
    race.forgetTyped()
    guard session?.canMove(at: now) == true, let guess = race.undos.back() else { return [] }
    return set(guess, at: now)
  }

  /// Locks in, unless the lock is frozen: the screen says so already.
  mutating func lock(_ guess: Guess, at now: Instant) -> [UserRequest] {
    guard let session, let room = session.room, session.canMove(at: now) else { return [] }
    let frozen = room.match?.round?.frozenUntil(room.me)
    if let frozen, session.clock.server(at: now) < frozen { return [] }
    race.lock(guess, at: now)
    foresee(.lock(guess), at: now)
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
      return step(slider, by: 1, at: now)
    case (.wheelDown, .slider(let slider)), (.wheelLeft, .slider(let slider)):
      race.activate(slider)
      return step(slider, by: -1, at: now)
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
    return put(slider, at: track.fraction(at: point.column), now)
  }
}

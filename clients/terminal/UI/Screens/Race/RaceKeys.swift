// What keys and the mouse do in a round: on its sliders here, on the wheel and on tiles beside. All
// that a hand does there becomes a move of the guess or a lock.

import ClientCore
import Game

extension ScreenModel {
  mutating func pressInRace(_ key: Key, _ modifiers: Modifiers) {
    if race.mode.answer == .tiles { return pressOnTiles(key) }
    if race.palette != nil { return pressOnPalette(key) }
    if isOnWheel, pressOnWheel(key, modifiers) { return }
    if let steps = ScreenModel.steps(of: key, modifiers) {
      return move(to: guess.stepped(race.active, by: steps, in: race.mode))
    }
    // A number that was typed counts, however one goes on.
    if [.up, .down, .tab, .character("k"), .character("j")].contains(key),
      let value = race.takeTyped()
    {
      move(to: guess.setting(race.active, to: value, in: race.mode))
    }
    switch key {
    case .up, .character("k"): race.choose(by: -1)
    case .down, .character("j"): race.choose(by: 1)
    case .tab where race.mode.stops > 1: race.choose(stop: 1 - race.stop)
    case .tab: race.choose(by: modifiers.contains(.shift) ? -1 : 1)
    case .character("x"): move(to: guess.swapped(in: race.mode))
    case .character("a"): race.showsAssist.toggle()
    case .character("m"): turnWheel()
    case .character("p"): openPalette()
    case .character("u"): undo()
    case .home: put(race.active, at: 0)
    case .end: put(race.active, at: 1)
    case .character(let digit) where ("0"..."9").contains(digit): race.type(digit)
    case .backspace: race.rubOut()
    case .enter, .character(" "):
      if let value = race.takeTyped() {
        move(to: guess.setting(race.active, to: value, in: race.mode))
      } else {
        lock(guess)
      }
    case .escape:
      if race.typed.isEmpty { leaveRace() } else { race.forgetTyped() }
    default: break
    }
  }

  /// Asks before a seat is left; a member of the crowd only goes back to watching.
  mutating func leaveRace() {
    if session?.room?.amAlong == true { looksOn = true } else { asksToLeave = true }
  }

  /// By how many steps a key moves the active slider; nil for other keys.
  private static func steps(of key: Key, _ modifiers: Modifiers) -> Int? {
    switch key {
    case .left: modifiers.contains(.shift) ? -10 : -1
    case .right: modifiers.contains(.shift) ? 10 : 1
    case .character("h"): -1
    case .character("l"): 1
    case .character("H"): -10
    case .character("L"): 10
    default: nil
    }
  }

  /// Moves the sliders, while they may be moved.
  mutating func move(to guess: Guess) {
    race.forgetTyped()
    guard session?.canMove(at: now) == true, guess != self.guess else { return }
    race.undos.leave(self.guess, isHeld: race.held != nil, at: now)
    race.moved(from: self.guess, to: guess, at: now)
    act(.set(guess))
  }

  /// Moves a slider by so many steps.
  mutating func step(_ slider: Int, by steps: Int) {
    move(to: guess.stepped(slider, by: steps, in: race.mode))
  }

  /// Puts a slider to a fraction of its track.
  mutating func put(_ slider: Int, at fraction: Double) {
    move(to: guess.setting(slider, at: fraction, in: race.mode))
  }

  /// Puts the sliders back to where they stood before the last thing that was done to them.
  private mutating func undo() {
    race.forgetTyped()
    guard session?.canMove(at: now) == true, let guess = race.undos.back() else { return }
    race.moved(from: self.guess, to: guess, at: now)
    act(.set(guess))
  }

  /// Whether a lock would be judged now: it is open, and not frozen. The screen says so already.
  var canLock: Bool {
    guard let session, let room = session.room, session.canMove(at: now) else { return false }
    return room.match?.round?.frozenUntil(room.me).map { session.clock.server(at: now) >= $0 }
      ?? true
  }

  /// Locks in, where that can be done.
  mutating func lock(_ guess: Guess) {
    guard canLock else { return }
    race.lock(guess, at: now)
    act(.lock(guess))
  }

  // MARK: Mouse

  /// - Parameter control: what the mouse is on.
  mutating func mouseInRace(_ mouse: Mouse, _ control: Control) {
    switch (mouse.action, control) {
    case (.press(.left), .color(let index)): take(color: index)
    case _ where race.palette != nil: break
    case (.press(.left), .slider), (.press(.left), .wheel), (.press(.left), .brightness):
      race.hold(control)
      drag(control, to: mouse.point)
    case (.wheelUp, .wheel), (.wheelUp, .brightness): step(race.brightnessSlider, by: 1)
    case (.wheelDown, .wheel), (.wheelDown, .brightness): step(race.brightnessSlider, by: -1)
    case (.wheelUp, .slider(let slider)), (.wheelRight, .slider(let slider)):
      race.activate(slider)
      step(slider, by: 1)
    case (.wheelDown, .slider(let slider)), (.wheelLeft, .slider(let slider)):
      race.activate(slider)
      step(slider, by: -1)
    case (.press(.left), .stop(let stop)): race.choose(stop: stop)
    case (.press(.left), .tile(let tile)): take(tile: tile)
    default: break
    }
  }

  /// What the mouse holds follows it, wherever it goes.
  mutating func drag(_ control: Control, to point: Point) {
    guard case .slider(let slider) = control else { return pointOnWheel(control, at: point) }
    guard let track = sheet(at: now).hits.area(of: .slider(slider)) else { return }
    put(slider, at: track.fraction(at: point.column))
  }
}

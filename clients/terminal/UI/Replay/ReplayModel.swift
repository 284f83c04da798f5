// The screen of a kept match: the screens of the game at a moment of the match, and on their last
// two rows what moves through it. It knows no clock and no terminal. The local clock only moves the
// match's moment on; everything else is drawn as if that moment were now.
// Invariant: while it stands, the picture depends on the match, whose eyes see it and the moment
// alone.

import ClientCore
package import Game

/// A kept match on a screen.
///
/// To drive it: `resize` at the start and whenever the terminal's size changes, `take` each input
/// event, and draw `frame(at:)` then and when `nextFrame(at:)` has come, until `isOver`. Ctrl-C,
/// Ctrl-Z and Ctrl-L are the program's.
package struct ReplayModel: Sendable {
  /// Whether the viewer has seen enough.
  package private(set) var isOver = false
  private var replay: Replay
  private var screens: ScreenModel
  private var motion: ReplayMotion
  private var showsHelp = false
  private let hashing: Hashing

  /// A match that plays from its beginning.
  ///
  /// - Parameter viewer: whose eyes see it; nil for somebody who looks on.
  package init(
    _ match: SavedMatch, seenBy viewer: PlayerID?, setup: ScreenSetup, hashing: Hashing,
    at now: Instant
  ) {
    replay = Replay(match, seenBy: viewer, hashing: hashing)
    motion = ReplayMotion(within: match.begins...match.ends, at: now)
    screens = ScreenModel(setup: setup)
    self.hashing = hashing
  }

  /// What is known of the terminal; may change whenever more is known.
  package var setup: ScreenSetup {
    get { screens.setup }
    set { screens.setup = newValue }
  }

  /// The terminal's size in cells.
  package mutating func resize(columns: Int, rows: Int) {
    screens.resize(columns: columns, rows: rows)
  }

  /// Stands still, for as long as nobody can see it.
  package mutating func stop(at now: Instant) { motion.stop(at: now) }

  private var match: SavedMatch { replay.match }

  /// The match's moment at a local one.
  func moment(at now: Instant) -> Instant { motion.moment(at: now) }

  // MARK: Input

  /// Takes one input event at a local moment.
  package mutating func take(_ event: InputEvent, at now: Instant) {
    switch event {
    case .key(let key, let modifiers):
      if modifiers.isDisjoint(with: [.control, .alt]) { press(key, at: now) }
    case .mouse(let mouse): take(mouse, at: now)
    case .paste, .focus, .answer: break
    }
  }

  private mutating func press(_ key: Key, at now: Instant) {
    if showsHelp { return showsHelp = false }
    switch key {
    case .character(" "): toggle(at: now)
    case .left, .right: step(isForward: key == .right, at: now)
    case .pageUp, .pageDown:
      go(to: match.round(from: moment(at: now), isForward: key == .pageDown), at: now)
    case .home: go(to: match.begins, at: now)
    case .end: go(to: match.ends, at: now)
    case .character("+"), .character("="): motion.change(speedBy: 1, at: now)
    case .character("-"): motion.change(speedBy: -1, at: now)
    case .tab, .character("v"): lookWithNext(at: now)
    case .function(1), .character("?"): showsHelp = true
    case .escape, .character("q"): isOver = true
    default: break
    }
  }

  private mutating func take(_ mouse: Mouse, at now: Instant) {
    let hit = sheet(at: now).hits.hit(at: mouse.point)
    switch (mouse.action, hit?.control) {
    case (.press(.left), .key(let key)): press(key, at: now)
    case (.press(.left), _) where showsHelp: showsHelp = false
    case (.press(.left), .moment), (.drag(.left), .moment):
      guard let hit else { return }
      go(to: motion.moment(at: hit.area.fraction(at: mouse.point.column)), at: now)
    default: break
    }
  }

  /// Plays on or stands still; at the end it begins again.
  private mutating func toggle(at now: Instant) {
    motion.settle(at: now)
    if moment(at: now) == match.ends { go(to: match.begins, at: now) }
    motion.toggle(at: now)
    look(at: now)
  }

  private mutating func step(isForward: Bool, at now: Instant) {
    let moment = self.moment(at: now)
    motion.stop(at: now)
    go(to: match.beat(from: moment, isForward: isForward) ?? moment, at: now)
  }

  private mutating func go(to moment: Instant, at now: Instant) {
    motion.go(to: moment, at: now)
    look(at: now)
  }

  /// Sees the match with the next player's eyes; after the last one's with nobody's.
  private mutating func lookWithNext(at now: Instant) {
    let everybody = [nil] + match.players.map(\.player)
    let index = everybody.firstIndex(of: replay.viewer) ?? 0
    replay = Replay(match, seenBy: everybody[(index + 1) % everybody.count], hashing: hashing)
    look(at: now)
  }

  /// Looks at the present moment as if nothing had been seen before it: screens show how they came
  /// to be where they are, such as a bar that glides, and a viewer who jumps saw none of that. All
  /// of it takes less than a second, for which the screens are told to have looked already.
  private mutating func look(at now: Instant) {
    let moment = self.moment(at: now)
    replay.seek(to: moment)
    var fresh = ScreenModel(setup: screens.setup)
    fresh.resize(columns: screens.width, rows: screens.height)
    var seen = replay.session
    fresh.show(&seen, at: moment - 1_000)
    fresh.show(&seen, at: moment)
    // What is costly to paint comes a frame later.
    _ = fresh.frame(at: moment)
    screens = fresh
  }

  // MARK: Drawing

  /// The picture at a local moment.
  package mutating func frame(at now: Instant) -> Canvas {
    let isMoving = motion.isPlaying
    motion.settle(at: now)
    let moment = self.moment(at: now)
    if motion.isPlaying {
      replay.seek(to: moment)
      var seen = replay.session
      screens.show(&seen, at: moment)
    } else if isMoving || screens.session == nil {
      look(at: now)
    }
    return sheet(over: screens.frame(at: moment), at: moment).canvas
  }

  /// The picture and where its controls are.
  func sheet(at now: Instant) -> Sheet {
    let moment = self.moment(at: now)
    return sheet(over: screens.view(at: moment), at: moment)
  }

  private func sheet(over canvas: Canvas, at moment: Instant) -> Sheet {
    var sheet = Sheet(over: canvas, setup: screens.setup)
    guard sheet.height >= ScreenModel.heightMin, sheet.width >= ScreenModel.widthMin else {
      return sheet
    }
    let keys = keys(at: moment)
    ReplayBar(match: match, viewer: replay.viewer, motion: motion, moment: moment, keys: keys)
      .draw(on: &sheet)
    if showsHelp { sheet.help(keys, title: Words["seeing a match again"]) }
    return sheet
  }

  /// When the picture changes by itself; nil if it does not.
  package func nextFrame(at now: Instant) -> Instant? {
    guard motion.isPlaying else { return nil }
    let moment = self.moment(at: now)
    let bar = ReplayBar.nextChange(after: moment, of: match)
    let news = [screens.nextFrame(at: moment), replay.nextBeat, bar]
    return news.compactMap(\.self).min().map { max(now + 1, motion.local(of: $0)) }
  }

  private func keys(at moment: Instant) -> [KeyBinding] {
    let space =
      if motion.isPlaying {
        Words["pause"]
      } else if moment == match.ends {
        Words["again"]
      } else {
        Words["resume"]
      }
    return [
      KeyBinding("space", space, .character(" "), Words["stand still, or go on"]),
      KeyBinding("←→", Words["step"], nil, Words["to what happened before, or next"]),
      KeyBinding("Pg↑↓", Words["round"], nil, Words["to the round before, or the next"]),
      KeyBinding("Tab", Words["eyes"], .tab, Words["see with the next one's eyes (or v)"]),
      KeyBinding("+−", Words["speed"], nil, Words["faster or slower, from ×¼ to ×8"]),
      ScreenModel.help,
      KeyBinding("Esc", Words["end"], .escape, Words["end (or q)"]),
    ]
  }
}

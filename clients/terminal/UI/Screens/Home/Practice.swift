// The pair to practice on: two colors on the home screen that touch, and sliders that move one of
// them at once, without a room, a name or a server. Nobody else sees it and nothing counts. Once
// nobody could tell the two apart, the next pair may come.
// Invariant: each pair is far around the wheel from the one before; where the first is depends on
// the moment.

import Chroma
import ClientCore
import Game

/// A pair, and the hand on its sliders.
struct Practice: Sendable {
  /// The hand: that of a round that never closes.
  var hand = RaceState()
  /// Where the sliders stand.
  private(set) var guess = Mode.rgb.start
  /// Where on the wheel the first pair is; nil before anybody has looked.
  private var start: Int?
  /// How many pairs came before this one.
  private(set) var count = 0
  /// When the sliders of this pair moved first, and how many milliseconds later it was matched.
  private var began: Instant?
  private(set) var time: Int?
  /// Whether the player wants to see the rooms instead.
  var isAside = false
  /// The colors of a drill, which may be left unmatched; empty where pairs go on for ever.
  private(set) var drilled: [Color] = []

  /// Pairs at home.
  init() {}

  /// The colors of a drill.
  init(drilling colors: [Color]) { drilled = colors }

  /// What is to be matched: every time about the golden angle further around the wheel.
  var target: Color {
    if drilled.indices.contains(count) { return drilled[count] }
    let color = HSB(
      hue: ((start ?? 0) + 137 * count) % 360, saturation: 70 - count % 3 * 15,
      brightness: 78 - count % 4 * 8
    )
    return color?.color ?? Mode.startColor
  }

  var yours: Color { hand.mode.swatch(of: guess)?.color ?? Mode.startColor }

  /// How far apart the two are.
  var difference: Difference { yours.difference(from: target) }

  var isMatched: Bool { difference.isGone }

  /// Somebody looks, for the first time.
  mutating func begin(at now: Instant) { start = start ?? now.milliseconds / 1_000 % 360 }

  /// Moves the sliders.
  private mutating func move(to guess: Guess, at now: Instant) {
    guard guess != self.guess else { return }
    hand.moved(from: self.guess, to: guess, at: now)
    self.guess = guess
    let start = began ?? now
    began = start
    time = isMatched ? time ?? (now - start) : nil
  }

  /// Another pair, once this one is matched; in a drill at any time.
  mutating func goOn(at now: Instant) {
    guard isMatched || !drilled.isEmpty else { return }
    count += 1
    move(to: hand.mode.start, at: now)
    (began, time) = (nil, nil)
  }

  /// Moves a slider by so many steps.
  mutating func step(_ slider: Int, by steps: Int, at now: Instant) {
    move(to: guess.stepped(slider, by: steps, in: hand.mode), at: now)
  }

  /// Puts a slider to a fraction of its track.
  mutating func put(_ slider: Int, at fraction: Double, _ now: Instant) {
    move(to: guess.setting(slider, at: fraction, in: hand.mode), at: now)
  }

  // MARK: Hands

  /// What a key does; whether it does anything.
  mutating func press(_ key: Key, _ modifiers: Modifiers, at now: Instant) -> Bool {
    let step = modifiers.contains(.shift) ? 10 : 1
    switch key {
    case .up: hand.choose(by: -1)
    case .down, .tab: hand.choose(by: 1)
    case .left: self.step(hand.active, by: -step, at: now)
    case .right: self.step(hand.active, by: step, at: now)
    case .home: put(hand.active, at: 0, now)
    case .end: put(hand.active, at: 1, now)
    case .enter: goOn(at: now)
    default: return false
    }
    return true
  }

  /// What the wheel of a mouse does over a slider.
  mutating func turn(_ slider: Int, _ action: Mouse.Action, at now: Instant) {
    switch action {
    case .wheelUp, .wheelRight: step(slider, by: 1, at: now)
    case .wheelDown, .wheelLeft: step(slider, by: -1, at: now)
    default: break
    }
  }

  /// The slider that the mouse holds follows it.
  mutating func drag(to point: Point, over hits: HitMap<Control>, at now: Instant) {
    guard case .slider(let slider) = hand.held, let track = hits.area(of: .slider(slider)) else {
      return
    }
    put(slider, at: track.fraction(at: point.column), now)
  }
}

extension ScreenModel {
  /// Whether the pair stands where the rooms would: as long as there are none, and for newcomers
  /// until they put it aside. Where no color can be judged there is none.
  var showsPractice: Bool {
    guard screen == .home, !setup.isByNumbers, let session, session.intent == .browse else {
      return false
    }
    if session.listings.isEmpty { return setup.isNewcomer || session.listedAt != nil }
    return setup.isNewcomer && !practice.isAside
  }

  /// Whether keys move it.
  var isPracticing: Bool { showsPractice && home.panel == nil && password == nil }

  /// The next pair is offered once it may come.
  var practiceKeys: [KeyBinding] {
    let move = KeyBinding(
      "↑↓ ←→", Words["practice"], nil, Words["choose and move a slider, with Shift by 10"])
    let next = KeyBinding(
      "⏎", Words["next pair"], .enter, Words["another pair, once the line is gone"])
    return practice.isMatched ? [move, next] : [move]
  }

  /// What a key does to the pair; whether it was one of its keys.
  mutating func pressOnPractice(_ key: Key, _ modifiers: Modifiers) -> Bool {
    if key == .escape, session?.listings.isEmpty == false {
      practice.isAside = true
      return true
    }
    return practice.press(key, modifiers, at: now)
  }

  /// What the mouse does to the pair; whether it was on it at all.
  mutating func mouseOnPractice(
    _ action: Mouse.Action, _ control: Control, _ point: Point
  ) -> Bool {
    guard isPracticing, case .slider(let slider) = control else { return false }
    if action == .press(.left) {
      practice.hand.hold(control)
      dragPractice(to: point)
    }
    practice.turn(slider, action, at: now)
    return true
  }

  /// The slider that the mouse holds follows it.
  mutating func dragPractice(to point: Point) {
    practice.drag(to: point, over: sheet(at: now).hits, at: now)
  }
}

extension Sheet {
  /// The pair, its sliders and what there is to say about them.
  ///
  /// - Returns: the first row below.
  mutating func practice(_ practice: Practice, _ vanish: Double?, width: Int) -> Int {
    let (left, right) = (3, width - 1)
    canvas.text(Words["A pair to practice on"], column: left, row: 3, .strong)
    let apart = Words["\(practice.difference.words) apart"]
    canvas.text(apart, endColumn: right, row: 3, practice.isMatched ? .strong : .text)
    let row = pair(practice, vanish, left..<right)
    let sentence =
      practice.isMatched
      ? Vanish.headline(practice.difference, in: practice.time)
      : Words["Make the line between them disappear."]
    canvas.text(
      sentence, column: left, row: row, practice.isMatched ? .strong : .text, limit: right - left)
    return row + 1 + (height < 24 ? 0 : 1)
  }

  /// A pair and its sliders, from the fourth row on.
  ///
  /// - Returns: the first row below.
  mutating func pair(_ practice: Practice, _ vanish: Double?, _ columns: Range<Int>) -> Int {
    let (left, right) = (columns.lowerBound, columns.upperBound)
    let top = 5
    let height = isBig ? 9 : self.height < 24 ? 4 : 6
    let gap = self.height < 24 ? 0 : 1
    let area = Area(column: left, row: top, width: right - left, height: height)
    let (target, yours) = area.halvesAcross
    canvas.text(Words["TARGET"], column: left, row: top - 1, .label)
    canvas.text(Words["YOURS"], endColumn: right, row: top - 1, .label)
    patch(target, practice.target, square: true)
    patch(yours, practice.yours, square: true)
    if let vanish { Seam(between: target, yours).draw(on: &canvas, progress: vanish) }
    var row = top + height + gap
    for index in practice.hand.mode.channels.indices {
      let slider = practice.hand.slider(index, of: practice.guess)
      let track = canvas.slider(slider, column: left - 1, row: row, width: right - left + 1)
      hits.mark(Area(column: left, row: row, width: right - left, height: 1), as: .slider(index))
      hits.mark(track, as: .slider(index))
      if slider.isActive { canvas.park(column: track.column(at: slider.fraction), row: row) }
      row += isBig ? 2 : 1
    }
    return row + gap - (isBig ? 1 : 0)
  }
}

// What a player is in the middle of in a round: which slider is active, a half-typed number, a
// drag, what the tracks are painted for, and which tiles were wrong. Where the sliders stand is
// handed in; it is the session's to know. Invariant: `active` is one of the mode's channels.

import Chroma
import Game

/// A player's hands in one round.
struct RaceState: Sendable {
  /// Which round of which match this is about; nil between rounds.
  private(set) var round: (match: Int, round: Int)?
  private(set) var mode = Mode.rgb
  /// The slider that keys move. It stays the same from round to round.
  private(set) var active = 0
  /// Digits that wait for Enter.
  private(set) var typed = ""
  /// What the mouse holds: a slider, the loupe or the bar beside the wheel.
  private(set) var held: Control?
  /// The hand on the wheel. Like the active slider it stays from round to round.
  var wheel = WheelHand()
  /// Where the sliders stood before.
  var undos = UndoHistory()
  /// Which color of the palette is chosen; nil while it is closed.
  var palette: Int?
  /// Tiles that were locked and were not the one.
  private(set) var wrongTiles: Set<Int> = []
  /// The tile whose lock was not answered yet.
  private var lockedTile: Int?
  /// When the last miss was that the screen knows of, in milliseconds after the opening.
  private var lastMiss: Int?
  /// When the player locked; nil before that, and once it was too far off.
  private(set) var lockedAt: Instant?
  /// Whether the help is shown that the room gives.
  var showsAssist = true
  /// What the tracks are painted for, and one's own gradient. Repainting them costs ten times what
  /// a knob does, so they follow the sliders at most eight times a second, and at once on release.
  private(set) var painted = Mode.rgb.start
  /// The colors of each track, one for each value of its grid.
  private(set) var tracks = RaceState.tracks(of: .rgb, around: Mode.rgb.start)
  private var tracksMode = Mode.rgb
  /// Whether a frame has shown the last move.
  private var isDrawn = true
  private var paintedAt = Instant(milliseconds: 0)
  private var movedAt = Instant(milliseconds: 0) { didSet { isDrawn = false } }

  /// From one repainting of the tracks to the next.
  static let paintMilliseconds = 125
  /// How long the loupe has to rest before what stands beside the wheel is repainted: longer than
  /// from one frame to the next, and shorter than from one repeat of a held key to the next. A
  /// mouse is faster only on its way across the wheel.
  static let loupeRestMilliseconds = 30
  /// How long a lock stands out.
  static let lockMarkMilliseconds = 300
  /// As many digits as the largest value has.
  static let digitsMax = 3

  /// When the tracks have to be repainted; nil when they are as they should be.
  func tracksDue(for guess: Guess) -> Instant? {
    if painted == guess { return nil }
    let due = paintedAt + RaceState.paintMilliseconds
    return usesWheel ? max(due, movedAt + RaceState.loupeRestMilliseconds) : due
  }

  /// When a lock stands out no more; nil when none does.
  var lockMarkEnd: Instant? { lockedAt.map { $0 + RaceState.lockMarkMilliseconds } }

  /// Takes a look at the round that is on.
  ///
  /// - Parameters:
  ///   - guess: where the sliders stand, and where they stood when last looked at.
  ///   - me: the player.
  mutating func follow(
    _ round: RoundState, of match: MatchState, guess: (before: Guess, now: Guess), me: PlayerID,
    at now: Instant
  ) {
    var before = guess.before
    if self.round?.match != match.number || self.round?.round != round.start.round {
      prepare(for: match, at: now)
      before = mode.start
      self.round = (match.number, round.start.round)
    }
    if round.lock(of: me) != nil { lockedAt = lockedAt ?? now }
    if let missed = round.miss(of: me)?.elapsed, missed != lastMiss {
      lastMiss = missed
      lockedAt = nil
      if let lockedTile { wrongTiles.insert(lockedTile) }
      lockedTile = nil
    }
    if guess.now != before { moved(from: before, to: guess.now, at: now) }
  }

  /// A frame is about to be drawn: repaints what is due. What stands beside the wheel waits until
  /// the loupe has been seen where it is, however long that took, so no frame has both to pay for.
  mutating func catchUp(with guess: Guess, at now: Instant) {
    defer { isDrawn = true }
    guard let due = tracksDue(for: guess), due <= now, isDrawn || !usesWheel else { return }
    paint(guess, at: now)
  }

  /// Forgets the last round; in the one that comes next the sliders stand where everybody starts.
  mutating func prepare(for match: MatchState, at now: Instant) {
    round = nil
    held = nil
    typed = ""
    undos.clear()
    palette = nil
    wrongTiles = []
    lockedTile = nil
    lockedAt = nil
    lastMiss = nil
    mode = match.rules.mode
    // Every round begins alike, so a hand need not look where it left off.
    active = 0
    paint(mode.start, at: now)
  }

  private mutating func paint(_ guess: Guess, at now: Instant) {
    paintedAt = now
    guard painted != guess || tracksMode != mode else { return }
    painted = guess
    tracksMode = mode
    tracks = RaceState.tracks(of: mode, around: guess)
  }

  private static func tracks(of mode: Mode, around guess: Guess) -> [[Color]] {
    mode.channels.indices.map { mode.track(of: $0, around: guess) }
  }

  // MARK: Moving

  /// The sliders have moved; the tracks follow a little later.
  mutating func moved(from before: Guess, to guess: Guess, at now: Instant) {
    // What was at rest gives the first frame to the knob alone.
    if painted == before { paintedAt = now }
    movedAt = now
    if mode.answer != .sliders { painted = guess }
  }

  // MARK: Choosing

  /// How many sliders make one color.
  var slidersPerStop: Int { mode.channels.count / mode.stops }

  /// Which end of a gradient the active slider is of: 0 or 1.
  var stop: Int { active / slidersPerStop }

  /// The sliders of the active stop: those that are on the screen.
  var sliders: Range<Int> {
    let first = stop * slidersPerStop
    return first..<first + slidersPerStop
  }

  /// Makes the slider so many places further active, around the ends of its stop.
  mutating func choose(by places: Int) {
    let count = slidersPerStop
    let place = active - sliders.lowerBound + places
    activate(sliders.lowerBound + (place % count + count) % count)
  }

  /// Goes to the same slider of a stop.
  mutating func choose(stop: Int) {
    guard (0..<mode.stops).contains(stop) else { return }
    activate(active % slidersPerStop + stop * slidersPerStop)
  }

  mutating func activate(_ slider: Int) {
    guard mode.channels.indices.contains(slider) else { return }
    active = slider
    typed = ""
  }

  /// The player locks: should it be a tile, it is known which when the answer comes.
  mutating func lock(_ guess: Guess, at now: Instant) {
    lockedAt = now
    if mode.answer == .tiles { (painted, lockedTile) = (guess, guess.values[0]) }
  }

  /// The mouse takes hold of something, which is a new thing to do.
  mutating func hold(_ control: Control) {
    if case .slider(let slider) = control { activate(slider) }
    held = control
    undos.pause()
  }

  /// The mouse lets go; the tracks follow at once, on the wheel once the last move has been seen.
  mutating func release(with guess: Guess, at now: Instant) {
    held = nil
    guard usesWheel else { return paint(guess, at: now) }
    movedAt = now
    paintedAt = min(
      paintedAt, now + (RaceState.loupeRestMilliseconds - RaceState.paintMilliseconds))
  }

  // MARK: Typing

  mutating func type(_ digit: Unicode.Scalar) {
    if typed.count == RaceState.digitsMax { typed = "" }
    typed.unicodeScalars.append(digit)
  }

  mutating func rubOut() { if !typed.isEmpty { typed.removeLast() } }

  mutating func forgetTyped() { typed = "" }

  /// The number that was typed for the active slider; nil if none was.
  mutating func takeTyped() -> Int? {
    defer { typed = "" }
    return Int(typed)
  }
}

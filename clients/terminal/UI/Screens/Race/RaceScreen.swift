// A round as its players see it: what is to be matched and what one makes of it, equal and large,
// and everybody else along the bottom. Before the round opens, by the server's clock, the target is
// not drawn at all, and once it is hidden no more. What is the same in every mode is here; the
// pictures are in RacePictures.swift.

import Chroma
import ClientCore
import Game
import Wire

/// Playing a round, or counting down to it.
struct RaceScreen {
  let room: RoomModel
  let match: MatchState
  let state: RaceState
  /// Where the sliders stand, or which tile is chosen.
  let guess: Guess
  let keys: [KeyBinding]
  /// Whether a lock is on its way to the server.
  let isLockOnItsWay: Bool
  /// Whether the player has locked just now.
  let marksLock: Bool
  /// How much of the line between the colors has gone; nil while it does not go.
  let vanish: Double?
  /// On the server's clock.
  let now: Instant

  var round: RoundState? { match.round }
  var mode: Mode { match.rules.mode }
  var swatch: Swatch {
    mode.swatch(of: guess, among: round?.challenge.tiles ?? []) ?? Swatch(Mode.startColor)
  }

  func draw(on sheet: inout Sheet) {
    let clock = RoundClock(match, at: now, tick: sheet.setup.tickMilliseconds)
    sheet.header(
      "\(room.settings.name)   \(match.headline(at: now))", right: clock.text,
      isUrgent: round?.hasRung == true && !isDone,
      color: ringer.flatMap { room.profile(of: $0)?.color })
    sheet.stepper(clock.stepper)
    // The server tells the crowd only where the nearest seat is.
    let crowd = room.amAlong ? room.crowd.count : nil
    let rivals = match.players.filter {
      $0 != room.me && match.isPlaying($0) && (!room.amAlong || $0 == crowd?.seat)
    }
    let layout = RaceLayout(
      width: sheet.width, height: sheet.height, mode: mode,
      hasRivals: !rivals.isEmpty || room.amAlong,
      showsColors: !mode.isSecret, helps: helps(on: sheet) || hints(on: sheet),
      isOnWheel: isOnWheel(sheet))
    sheet.judged = [layout.target, layout.yours]
    status(on: &sheet, layout, clock)
    freeze(on: &sheet, layout)
    switch mode.look {
    case .pair: pair(on: &sheet, layout, clock)
    case .gradient: gradients(on: &sheet, layout, clock)
    case .tiles: tiles(on: &sheet, layout, clock)
    }
    sheet.rivals(rivals, and: crowd, of: room, match, layout, at: now)
    sheet.keyLine(keys, after: waitedFor)
  }

  /// Whether a lock is on its way that the server will take.
  var isLocking: Bool {
    guard isLockOnItsWay, let round else { return false }
    return mode.difference(guess, in: round.challenge).map { $0 <= round.tolerance } == true
  }

  /// Whether names, hints and numbers of the target are shown: where the room helps, and its scores
  /// say so.
  func helps(on sheet: Sheet) -> Bool { match.rules.isAssisted && state.showsAssist }

  /// Whether words say what a guess lacks: where the room does not help, and no color can be seen.
  func hints(on sheet: Sheet) -> Bool { sheet.setup.isByNumbers && !helps(on: sheet) }

  /// What to compare with, as long as it may be seen.
  func target(_ clock: RoundClock) -> Swatch? {
    clock.isTargetSeen ? round?.challenge.target : nil
  }

  /// The guess that matches, where hints may lead to it: never to a target that has to be
  /// remembered.
  func answer(_ clock: RoundClock) -> Guess? {
    clock.isShown && round?.start.hides == nil ? round?.challenge.answer : nil
  }

  // MARK: How it stands

  private func status(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    if largeRinger(on: sheet, layout) != nil { return }
    let (strong, label) = standing(on: sheet, clock)
    let style = ringer.map { self.style(of: $0, on: sheet) } ?? .strong
    // What is large stands over the middle of the colors, and the bar of a freeze right of it.
    let middle = (layout.columns.lowerBound + layout.columns.upperBound) / 2
    let limit = middleReach(clock).map { middle - $0 } ?? sheet.endColumn
    let fitting = Say.fitting(strong, in: limit - Sheet.margin)
    if layout.wheel != nil || strong.isEmpty {
      sheet.status(fitting, label, endColumn: limit, style)
    } else {
      sheet.status(fitting, "", endColumn: limit, style)
      sheet.status("", label, row: Sheet.statusRow + 1, endColumn: limit)
    }
  }

  /// Columns that the bell's seconds, and other large figures, reach to each side, and a blank.
  static let bellReach = 6
  private static let headlineReach = 10

  /// How far what is large over the middle reaches to the left; nil for nothing.
  private func middleReach(_ clock: RoundClock) -> Int? {
    switch headline(clock) {
    case .bell: return RaceScreen.bellReach
    case .points: return RaceScreen.headlineReach
    case .none, .clock:
      let isFrozen = (round?.frozenUntil(room.me)).map { $0 > now } ?? false
      return isFrozen ? RaceScreen.headlineReach : nil
    }
  }

  /// How it stands: what matters, and what may be overlooked.
  private func standing(on sheet: Sheet, _ clock: RoundClock) -> (String, String) {
    guard let round, clock.isShown else {
      return ("", Words["Get ready. \(match.conditions(ofRound: clock.number))"])
    }
    if let lock = round.lock(of: room.me) {
      let lag = Say.lag(lock.lag)
      let left = Words["\(clock.timeText) left"]
      if let gone = mode.difference(guess, in: round.challenge), match.isGone(gone) {
        return (Vanish.headline(gone, in: lock.elapsed), left + lag)
      }
      return (Words["Locked after \(Say.tenths(lock.elapsed))\(lag)"], left)
    }
    if let end = round.frozenUntil(room.me), end > now {
      let left = Ticks.left(until: end, at: now, every: sheet.setup.tickMilliseconds)
      let bound = Say.difference(round.tolerance)
      let what =
        mode.look == .tiles ? Words["Not that one"] : Words["Too far off: up to \(bound)"]
      return (what, Words["frozen for \(Say.tenths(left))"])
    }
    if round.hasRung {
      let name = round.firstLock
        .map { "\(room.figure(of: $0.player)) \(room.name(of: $0.player))" }
      return (
        Words["\(name ?? Words["Someone"]) rang the bell"], Words["Lock before time runs out"]
      )
    }
    return quiet(on: sheet, round, clock)
  }

  /// What there is to know when nothing has happened.
  private func quiet(
    on sheet: Sheet, _ round: RoundState, _ clock: RoundClock
  ) -> (String, String) {
    if let left = match.lives(of: room.me), !room.amAlong {
      let hearts = match.hearts(of: room.me) ?? ""
      let lives =
        left == 1 ? Words["your last life"] : Phrase.lives(left)
      return ("\(hearts)  \(lives)", match.conditions(ofRound: clock.number))
    }
    if clock.isHidden {
      return (Words["From memory"], Words["the target is hidden till the round ends"])
    }
    if let hides = round.start.hides {
      let left = Ticks.left(until: hides, at: now, every: 1_000)
      return (Words["Look closely"], Words["the target hides in \(Say.seconds(left))"])
    }
    if room.amAlong { return (room.crowd.selfWords, "") }
    if sheet.setup.isByNumbers {
      let how =
        helps(on: sheet) ? Words["played by numbers"] : Words["played by names and hints"]
      return ("", Words["No colors here (\(sheet.setup.support.reason)): \(how)"])
    }
    if mode.isDaily { return ("", Words["The same targets for everybody today."]) }
    return ("", sheet.setup.isTaught ? lesson(clock.number, isOnWheel: isOnWheel(sheet)) : "")
  }

  /// What a player learns in each round of their first match: one thing.
  private func lesson(_ number: Int, isOnWheel: Bool) -> String {
    switch (number, mode.answer) {
    case (1, .sliders):
      isOnWheel
        ? Words["The arrows move the loupe, [ ] the brightness: make the line disappear"]
        : Words["←→ moves a slider, ↑↓ goes to the next: make the line disappear"]
    case (2, .sliders): Words["⏎ locks: the nearer and the sooner, the more points"]
    case (3, _) where mode.ringsBell:
      Words["The first lock rings the bell, then the others have three seconds"]
    default: ""
    }
  }
}

extension MatchState {
  /// What is played, as it stands in the header.
  func headline(at now: Instant) -> String {
    let day = rules.mode.isDaily ? " \(Day(of: now).text)" : ""
    return rules.mode.name + day + (rules.isAssisted ? Words["   ◐ assisted"] : "")
  }

  /// What a round asks for, where each asks for more than the last.
  func conditions(ofRound number: Int) -> String {
    guard rules.mode.isEndless else { return "" }
    let length = Say.tenths(rules.milliseconds(ofRound: number))
    let tolerance = Say.difference(rules.tolerance(inRound: number))
    return Words["\(length) to get within \(tolerance), or lose a life"]
  }
}

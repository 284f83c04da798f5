// A round as its players see it: what is to be matched and what one makes of it, equal and large,
// and everybody else along the bottom. Before the round opens, by the server's clock, the target is
// not drawn at all, and once it is hidden no more. What is the same in every mode is here; the
// pictures are in RacePictures.swift.

import Chroma
import Game
import Wire

/// Playing a round, or counting down to it.
struct RaceScreen {
  let room: RoomModel
  let match: MatchModel
  let state: RaceState
  let keys: [KeyBinding]
  /// On the server's clock.
  let now: Instant

  var round: RoundModel? { match.round }
  var mode: Mode { match.rules.mode }
  var swatch: Swatch {
    mode.swatch(of: state.guess, among: round?.challenge.tiles ?? []) ?? Swatch(Mode.startColor)
  }

  func draw(on sheet: inout Sheet) {
    let clock = RoundClock(match, at: now, tick: sheet.setup.tickMilliseconds)
    sheet.header(
      "\(room.settings.name)   \(match.headline(at: now))", right: clock.text,
      style: round?.hasRung == true ? .strong : .text)
    sheet.stepper(clock.stepper)
    status(on: &sheet, clock)
    let rivals = match.players.filter { $0 != room.me && match.isPlaying($0) }
    let layout = RaceLayout(
      width: sheet.width, height: sheet.height, mode: mode, hasRivals: !rivals.isEmpty,
      showsColors: !mode.isSecret, helps: helps(on: sheet) || hints(on: sheet),
      isOnWheel: isOnWheel(sheet))
    switch mode.look {
    case .pair: pair(on: &sheet, layout, clock)
    case .gradient: gradients(on: &sheet, layout, clock)
    case .tiles: tiles(on: &sheet, layout, clock)
    }
    sheet.rivals(rivals, of: room, match, layout, at: now)
    sheet.keyLine(keys)
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

  private func status(on sheet: inout Sheet, _ clock: RoundClock) {
    guard let round, clock.isShown else {
      return sheet.status("", Words["Get ready. \(match.conditions(ofRound: clock.number))"])
    }
    if let after = round.locks[room.me] {
      let rest = round.locks.count < match.players.count { match.isRacing($0) }
      let lag = Say.lag(round.lags[room.me] ?? 0)
      sheet.status(
        Words["Locked after \(Say.tenths(after))\(lag)"],
        rest ? Words["the others are still at it"] : "")
    } else if let end = round.frozenUntil(room.me), end > now {
      let left = Ticks.left(until: end, at: now, every: sheet.setup.tickMilliseconds)
      let what = mode.look == .tiles ? Words["Not that one"] : Words["Too far off"]
      sheet.status(what, Words["your lock is frozen for \(Say.tenths(left))"])
    } else if round.hasRung {
      let who = round.locks.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key
      let name = who.map(room.name(of:)) ?? Words["Somebody"]
      sheet.status(Words["\(name) rang the bell"], Words["lock in before the clock stops"])
    } else {
      standing(on: &sheet, round, clock)
    }
  }

  /// What there is to know when nothing has happened.
  private func standing(on sheet: inout Sheet, _ round: RoundModel, _ clock: RoundClock) {
    if let left = match.lives(of: room.me) {
      let hearts = match.hearts(of: room.me) ?? ""
      let lives =
        left == 1 ? Words["your last life"] : Say.count(left, Words["life"], Words["lives"])
      sheet.status(
        "\(hearts)  \(lives)",
        match.conditions(ofRound: clock.number))
    } else if clock.isHidden {
      sheet.status(Words["From memory"], Words["the target is hidden till the round ends"])
    } else if let hides = round.start.hides {
      let left = Ticks.left(until: hides, at: now, every: 1_000)
      sheet.status(Words["Look closely"], Words["the target hides in \(Say.seconds(left))"])
    } else if sheet.setup.isByNumbers {
      let how =
        helps(on: sheet) ? Words["played by numbers"] : Words["played by names and hints"]
      sheet.status("", Words["No colors here (\(sheet.setup.support.reason)): \(how)"])
    } else if mode.isDaily {
      sheet.status("", Words["The same targets for everybody today."])
    }
  }
}

extension MatchModel {
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
    return Words["\(length) to come within \(tolerance), or a life is lost"]
  }
}

// What a report of an eye says in words, for screens and lines alike. It says "make" and never
// "see": eye, hand, screen and hurry are in every answer, and nobody is told that they cannot see.
// It draws nothing.

import Chroma
package import ClientCore
import Game

extension EyeSector {
  /// What people call it.
  var words: String {
    switch self {
    case .pink: Words["pink"]
    case .red: Words["red"]
    case .orange: Words["orange"]
    case .amber: Words["amber"]
    case .lime: Words["lime"]
    case .green: Words["green"]
    case .teal: Words["teal"]
    case .cyan: Words["cyan"]
    case .azure: Words["azure"]
    case .blue: Words["blue"]
    case .violet: Words["violet"]
    case .magenta: Words["magenta"]
    case .gray: Words["gray"]
    }
  }

  /// The same at the beginning of a sentence.
  var title: String { words.prefix(1).uppercased() + words.dropFirst() }

  /// To which side an answer is off.
  func toward(_ part: EyePart, _ bias: Int) -> String {
    switch part {
    case .lightness: bias > 0 ? Words["too light"] : Words["too dark"]
    case .chroma: bias > 0 ? Words["too strong"] : Words["too gray"]
    case .hue: bias > 0 ? onward : back
    }
  }

  /// Turned towards the next sector.
  private var onward: String {
    switch self {
    case .pink, .red, .orange, .gray: Words["too yellow"]
    case .amber, .lime: Words["too green"]
    case .green, .teal, .cyan: Words["too blue"]
    case .azure, .blue, .violet, .magenta: Words["too red"]
    }
  }

  /// Turned towards the one before.
  private var back: String {
    switch self {
    case .pink, .red, .gray, .violet, .magenta: Words["too blue"]
    case .orange, .amber: Words["too red"]
    case .lime, .green: Words["too yellow"]
    case .teal, .cyan, .azure, .blue: Words["too green"]
    }
  }
}

/// Thousandths of ΔE without their sign, with one decimal.
private func size(_ thousandths: Int) -> String {
  Difference(thousandths: abs(thousandths)).words
}

extension EyeReport.Sector {
  /// To which side it is off, of all parts that are sure the one that is most, such as "too green
  /// 3.0"; or that it is on target, or that nothing is sure.
  var verdict: String {
    let parts = zip(EyePart.allCases, findings?.parts ?? []).filter { $1.low > 0 || $1.high < 0 }
    guard let (part, mean) = parts.max(by: { abs($0.1.bias) < abs($1.1.bias) }) else {
      return Words["not sure"]
    }
    // Nobody can tell colors apart that are so near.
    if abs(mean.bias) < 500 { return Words["on target"] }
    return "\(sector.toward(part, mean.bias)) \(size(mean.bias))"
  }

  /// How far it is off, as people read it; empty where it says nothing.
  var median: String { findings.map { size($0.median) } ?? "" }

  /// How much answers differ from each other: the largest deviation of a part.
  var spread: String { (findings?.parts.map(\.spread).max()).map { size($0) } ?? "" }
}

extension EyeReport {
  /// What there is to say that is most of use.
  package var headline: String {
    guard let whole else {
      return Words[
        rounds, "Your eye shows after \(EyeReport.needed) rounds; so far there is \(rounds).",
        "Your eye shows after \(EyeReport.needed) rounds; so far there are \(rounds)."]
    }
    guard let weakness = whole.weakness else { return Words["Nothing stands out."] }
    let toward = weakness.sector.toward(weakness.part, weakness.bias)
    return Words["\(weakness.sector.title): you make it \(size(weakness.bias)) ΔE \(toward)."]
  }

  /// How sure that is; nil where nothing stands out.
  var margin: String? {
    guard let whole, let weakness = whole.weakness else { return nil }
    let sector = whole.sectors[weakness.sector.rawValue]
    guard let mean = sector.findings?.parts[weakness.part.rawValue] else { return nil }
    let ends = [abs(mean.low), abs(mean.high)].sorted()
    return Words["Between \(size(ends[0])) and \(size(ends[1])), in \(sector.rounds) rounds."]
  }

  /// How far all colors are off, and which are least.
  var overall: String? {
    guard let whole, let best = whole.best else { return nil }
    let name = best.sector.words
    return Words["All colors: \(size(whole.median)) apart. Best: \(name), \(best.median)."]
  }

  /// How the first week was and the last.
  var trend: String? {
    guard let weeks = whole?.weeks, let first = weeks.first, let last = weeks.last,
      weeks.count > 1
    else { return nil }
    return Words["\(size(first.median)) in the first week, \(size(last.median)) in the last"]
  }

  /// How near quick answers are, and slow ones.
  var pace: [String] {
    guard let pace = whole?.pace, pace.count == 2 else { return [] }
    let (quick, slow) = (pace[0], pace[1])
    return [
      Words["Quickest third: \(Say.tenths(quick.milliseconds)), \(size(quick.median)) apart."],
      Words["Slowest third: \(Say.tenths(slow.milliseconds)), \(size(slow.median)) apart."],
    ]
  }

  /// How near colors are that had to be remembered; nil where that says nothing.
  var remembered: String? {
    guard let memory = whole?.memory, let median = memory.median else { return nil }
    return Words["From memory: \(size(median)) apart, in \(memory.rounds) rounds."]
  }

  /// How many rounds are left out, and why; nil where none is.
  var leftOutWords: String? {
    func count(_ reason: EyeMatch.Reason) -> Int { leftOut[reason] ?? 0 }
    guard leftOut.values.contains(where: { $0 > 0 }) else { return nil }
    let (idle, open) = (count(.idle), count(.open))
    let (helped, forfeit) = (count(.helped), count(.forfeit))
    return Words[
      "Left out: \(idle) unmoved, \(open) not locked, \(helped) with help, \(forfeit) given up."]
  }

  /// What holds of every report.
  static var cautions: [String] {
    [
      Words["Another screen changes all of this. It compares you only with yourself."],
      Words["Everyone starts at gray: too gray can also be too early."],
    ]
  }

  /// The whole report, a line each.
  package var lines: [String] {
    guard let whole else { return [headline] + (leftOutWords.map { [$0] } ?? []) }
    let sectors = whole.sectors.map { sector in
      let (name, rounds) = (sector.sector.words, sector.rounds)
      return sector.findings == nil
        ? Words[rounds, "\(name): \(rounds) round, too few", "\(name): \(rounds) rounds, too few"]
        : Words["\(name), \(rounds) rounds: \(sector.median) apart, \(sector.verdict)"]
    }
    let weeks = whole.weeks.map {
      Words["Week of \($0.monday.text), \($0.rounds) rounds: \(size($0.median)) apart"]
    }
    let single = [margin, overall].compactMap(\.self)
    let rest = [remembered, leftOutWords].compactMap(\.self)
    return [headline] + single + sectors + weeks + pace + rest + EyeReport.cautions
  }
}

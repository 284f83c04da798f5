// What one's own answers say about one's eye: by hue how far and to which side, how sure that is,
// the trend by week, and time against nearness. It compares a player with nobody else; how it is
// said is not known here. Invariant: the same answers give the same report, to the thousandth, as
// in every other implementation.

package import Chroma
package import Game

/// A report of one's eye.
package struct EyeReport: Equatable, Sendable {
  /// A sector of hues that has answers enough.
  package struct Findings: Equatable, Sendable {
    /// The median ΔE, in thousandths.
    package let median: Int
    /// What was asked and what was made of it, on average.
    package let asked: Color
    package let made: Color
    /// By `EyePart`; of grays only lightness, since they have neither chroma to lose nor a hue.
    package let parts: [EyeMean]
  }

  /// A sector of hues.
  package struct Sector: Equatable, Sendable {
    package let sector: EyeSector
    package let rounds: Int
    /// Nil where there are too few answers.
    package let findings: Findings?
  }

  /// What is sure to be off, and farther than the player's average.
  package struct Weakness: Equatable, Sendable {
    package let sector: EyeSector
    package let part: EyePart
    package let bias: Int
  }

  /// A week that has answers enough.
  package struct Week: Equatable, Sendable {
    package let monday: Day
    package let rounds: Int
    package let median: Int
  }

  /// A third of all answers by the time they took.
  package struct Pace: Equatable, Sendable {
    package let milliseconds: Int
    package let median: Int
  }

  /// Colors that had to be remembered: how many rounds, and their median if they are enough.
  package struct Memory: Equatable, Sendable {
    package let rounds: Int
    package let median: Int?
  }

  /// All that there is to say.
  package struct Whole: Equatable, Sendable {
    package let median: Int
    package let sectors: [Sector]
    package let weakness: Weakness?
    package let weeks: [Week]
    /// The quickest third, and the slowest.
    package let pace: [Pace]
    /// Colors that had to be remembered.
    package let memory: Memory

    /// What a drill is of: the weakness, else of all hues that speak the one that is farthest off;
    /// nil where none speaks.
    package var drilled: EyeSector? {
      if let weakness { return weakness.sector }
      let hues = sectors.filter { $0.sector != .gray }
      let most = hues.compactMap { $0.findings?.median }.max()
      return hues.first { $0.findings != nil && $0.findings?.median == most }?.sector
    }

    /// Of all hues that speak the one that is least off.
    package var best: Sector? {
      let hues = sectors.filter { $0.sector != .gray }
      let least = hues.compactMap { $0.findings?.median }.min()
      return hues.first { $0.findings != nil && $0.findings?.median == least }
    }
  }

  /// Nothing is said before so many rounds.
  package static let needed = 60
  /// Nothing is said of a sector or a week before so many.
  package static let neededHere = 8
  /// How many weeks are told, the newest.
  private static let weeksMax = 12

  /// How many rounds say something, without those of colors that had to be remembered.
  package let rounds: Int
  /// How many rounds are left out, by why.
  package let leftOut: [EyeMatch.Reason: Int]
  /// Nil before there are rounds enough.
  package let whole: Whole?

  /// The report of one's own matches, which are in the order in which they began.
  package init(of matches: [EyeMatch]) {
    let answers = EyeAnswer.all(in: matches)
    let own = answers.filter { !$0.isRemembered }
    rounds = own.roundsCount
    leftOut = matches.flatMap(\.rounds)
      .reduce(into: [:]) { counts, round in
        if case .leftOut(let reason) = round { counts[reason, default: 0] += 1 }
      }
    whole =
      rounds < EyeReport.needed
      ? nil : EyeReport.whole(of: own, remembered: answers.filter(\.isRemembered))
  }

  private static func whole(of answers: [EyeAnswer], remembered: [EyeAnswer]) -> Whole {
    let averages = EyePart.allCases.map { part in
      quotient(answers.reduce(0) { $0 + $1.error.parts[part.rawValue] }, answers.count)
    }
    let sectors = EyeSector.allCases.map { sector in
      self.sector(sector, answers.filter { $0.error.sector == sector }, averages)
    }
    let isTold = remembered.roundsCount >= neededHere
    return Whole(
      median: median(answers.map(\.error.apart)), sectors: sectors,
      weakness: weakness(in: sectors), weeks: weeks(of: answers), pace: pace(of: answers),
      memory: Memory(
        rounds: remembered.roundsCount,
        median: isTold ? median(remembered.map(\.error.apart)) : nil))
  }

  private static func sector(
    _ sector: EyeSector, _ answers: [EyeAnswer], _ averages: [Int]
  ) -> Sector {
    let rounds = answers.roundsCount
    guard rounds >= neededHere else { return Sector(sector: sector, rounds: rounds, findings: nil) }
    let errors = answers.map(\.error)
    let ends = EyeBootstrap.ends(of: errors)
    let parts = EyePart.allCases.prefix(sector == .gray ? 1 : 3)
      .map { part in
        let index = part.rawValue
        return EyeMean(
          errors.map { $0.parts[index] }, ends: ends[index], average: averages[index])
      }
    let findings = Findings(
      median: median(errors.map(\.apart)), asked: middle(errors.map(\.asked)),
      made: middle(errors.map(\.made)), parts: Array(parts))
    return Sector(sector: sector, rounds: rounds, findings: findings)
  }

  /// The mean of colors in OKLab, as a color.
  private static func middle(_ labs: [OKLab]) -> Color {
    func mean(_ key: KeyPath<OKLab, Double>) -> Double {
      labs.reduce(0) { $0 + $1[keyPath: key] } / Double(labs.count)
    }
    return Color(OKLab(lightness: mean(\.lightness), a: mean(\.a), b: mean(\.b)))
  }

  /// Of all means that are beyond zero and the average the largest, the first of equals.
  private static func weakness(in sectors: [Sector]) -> Weakness? {
    var found: Weakness?
    for sector in sectors {
      for (part, mean) in zip(EyePart.allCases, sector.findings?.parts ?? [])
      where mean.isWeak && abs(mean.bias) > abs(found?.bias ?? 0) {
        found = Weakness(sector: sector.sector, part: part, bias: mean.bias)
      }
    }
    return found
  }

  private static func weeks(of answers: [EyeAnswer]) -> [Week] {
    let weeks = Dictionary(grouping: answers, by: \.monday)
      .filter { $0.value.roundsCount >= neededHere }.sorted { $0.key < $1.key }
    return weeks.suffix(weeksMax)
      .map { monday, answers in
        Week(
          monday: Day(number: monday), rounds: answers.roundsCount,
          median: median(answers.map(\.error.apart)))
      }
  }

  private static func pace(of answers: [EyeAnswer]) -> [Pace] {
    let order = answers.indices.sorted {
      (answers[$0].milliseconds, $0) < (answers[$1].milliseconds, $1)
    }
    let third = order.count / 3
    return [order.prefix(third), order.suffix(third)]
      .map { some in
        Pace(
          milliseconds: median(some.map { answers[$0].milliseconds }),
          median: median(some.map { answers[$0].error.apart }))
      }
  }
}

/// One color of a round that says something.
private struct EyeAnswer {
  let error: EyeError
  /// The Monday of its week, in days since 1970, which began on a Thursday.
  let monday: Int
  let milliseconds: Int
  let isRemembered: Bool
  /// Which round of all it is of: a gradient has two colors.
  let round: Int

  static func all(in matches: [EyeMatch]) -> [EyeAnswer] {
    var number = 0
    return matches.flatMap { match in
      let day = Day(of: match.began).number
      return match.rounds.flatMap { round -> [EyeAnswer] in
        guard case .answer(let asked, let made, let milliseconds) = round else { return [] }
        number += 1
        let pairs = [(asked.color, made.color)] + (asked.to.map { [($0, made.to ?? $0)] } ?? [])
        return pairs.map { pair in
          EyeAnswer(
            error: EyeError(pair.0, pair.1), monday: day - (day + 3) % 7,
            milliseconds: milliseconds, isRemembered: match.mode.hidesAfter != nil, round: number)
        }
      }
    }
  }
}

extension [EyeAnswer] {
  /// How many rounds they are of.
  fileprivate var roundsCount: Int { Set(map(\.round)).count }
}

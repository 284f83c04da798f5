// By which rules a match was played, as a word. Journals, nodes and records carry it, so that what
// was done under other rules is never judged by these. The word is made of the numbers themselves:
// nobody has to remember to change it.
// Invariant: two programs whose matches could end differently have different words.

import Chroma

extension Rules {
  /// Everything counted that decides what comes of a match, of what is the same in all matches.
  public static let numbers: [(name: String, values: [Int])] = [
    ("roundsRange", bounds(roundsRange)), ("secondsRange", bounds(secondsRange)),
    ("seatsRange", bounds(seatsRange)), ("countdownMilliseconds", [countdownMilliseconds]),
    ("intervalMilliseconds", [intervalMilliseconds]), ("graceMilliseconds", [graceMilliseconds]),
    ("freezeMilliseconds", [freezeMilliseconds]), ("leadRange", bounds(leadRange)),
    ("slackMilliseconds", [slackMilliseconds]), ("heldMillisecondsMax", [heldMillisecondsMax]),
    ("lagQuotaMax", [lagQuotaMax]), ("lagQuotaRefill", [lagQuotaRefill]),
    ("tieMilliseconds", [tieMilliseconds]), ("endlessRoundsMax", [endlessRoundsMax]),
    ("tolerance", Level.allCases.map(\.tolerance.thousandths)),
    ("best", [Accuracy.best]), ("farthest", Accuracy.farthest),
    ("points", [0, 1, 250, 999, 1_000].map { Points.of(accuracy: 999, after: $0, of: 1_000) }),
    ("startColor", numbers(of: Mode.startColor)),
    ("targetDifferenceMin", [Sliders.targetDifferenceMin.thousandths]),
    ("targetDrawsMax", [Sliders.targetDrawsMax]), ("arcadeToleranceMin", [Mode.arcadeToleranceMin]),
    ("endsDifferenceMin", [Mode.endsDifferenceMin.thousandths]),
    ("distanceMax", [Tiles.distanceMax]), ("distanceMin", [Tiles.distanceMin]),
    ("distanceCrowded", [Tiles.distanceCrowded]), ("triesEach", [Tiles.triesEach]),
    ("triesMax", [Tiles.triesMax]), ("locksMax", [Planner.locksMax]),
    ("aimsMax", [Planner.aimsMax]), ("tempos", bounds(Planner.tempos)),
    ("levels", Skill.levels.compactMap(Skill.init(level:)).flatMap(\.numbers)),
  ]

  /// The word for these rules: 16 hexadecimal digits.
  public static let edition = edition(of: numbers)

  /// The word for rules with such numbers: FNV-1a over them and over what each mode makes of its
  /// own. It names rules and proves nothing, so it need not resist anybody.
  ///
  /// Source: draft-eastlake-fnv, section 2.
  public static func edition(of numbers: [(name: String, values: [Int])]) -> String {
    var hash = FNV()
    for (name, values) in numbers { hash.take("\(name) \(values)\n") }
    for mode in Mode.all { hash.take(mode.samples) }
    return String(hex: hash.bytes)
  }

  private static func bounds(_ range: ClosedRange<Int>) -> [Int] {
    [range.lowerBound, range.upperBound]
  }

  fileprivate static func numbers(of color: Color) -> [Int] {
    [color.red, color.green, color.blue].map(Int.init)
  }
}

extension Skill {
  fileprivate var numbers: [Int] {
    [reaction, pace, reach, overshoot, miss].flatMap { [$0.lowerBound, $0.upperBound] } + [fading]
  }
}

extension Mode {
  /// What the mode says of itself, and what it draws at each level as a match goes on.
  fileprivate var samples: String {
    let usual = usual
    let flags = [isFixed, isDaily, ringsBell, isSecret].map { $0 ? 1 : 0 }
    var text = "\(name) \(usual.rounds) \(usual.seconds) \(seats.lowerBound) \(seats.upperBound)"
    text += " \(flags) \(lives ?? 0) \(hidesAfter ?? 0)\n"
    // Any numbers will do, if they are always the same.
    let hashing = Hashing(sha256: { FNV.spread($0) }, hmac: { FNV.spread($0 + $1) })
    var before: Challenge?
    for level in Level.allCases {
      for round in [1, 2, 3, 5, 9, 14, 20] {
        var draw = RandomStream(key: Array("\(name) \(level) \(round)".utf8), hashing: hashing)
        let drawn = challenge(&draw, Course(round: round, streak: round - 1, level: level))
        let off = before.flatMap { difference($0.answer, in: drawn) }
        let colors = [drawn.target.color, drawn.target.to].compactMap(\.self) + drawn.tiles
        text += "\(drawn.answer.values.map { $0 }) \(colors.flatMap(Rules.numbers(of:)))"
        text += " \(off?.thousandths ?? 0) \(off.map(accuracy) ?? 0)"
        text += " \(tolerance(level, round).thousandths) \(milliseconds(usual.seconds, round))\n"
        before = drawn
      }
    }
    return text
  }
}

/// FNV-1a of 64 bits.
private struct FNV {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func take(_ text: String) { for byte in text.utf8 { take(byte) } }

  private mutating func take(_ byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) } }

  /// 32 bytes that follow from these.
  static func spread(_ bytes: [UInt8]) -> [UInt8] {
    var hash = FNV()
    for byte in bytes { hash.take(byte) }
    return [UInt8](0..<4)
      .flatMap { part in
        hash.take(part)
        return hash.bytes
      }
  }
}

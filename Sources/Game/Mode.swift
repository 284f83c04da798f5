// What differs between one kind of round and another, as a value: its sliders or tiles, how a
// challenge is drawn, how a guess is judged, and what of it others may see. A mode knows no players
// and no clock. Its numbers are functions of the rules, so that nobody else has to ask which mode
// it is. Adding one is a file in Modes/ and a line in `Mode.all`.

public import Chroma

/// A kind of round.
public struct Mode: Sendable {
  /// How a player answers.
  public enum InputMethod: Hashable, Sendable {
    /// By sliders that are moved and locked; unlocked ones count where they stand.
    case sliders
    /// By the number of one tile, from 1; 0 is none. Only locks are taken.
    case tiles
  }

  /// All that it is. Rooms, matches and what is known of them hold modes, and are handed on: so a
  /// mode is one reference to what never changes.
  private final class Description: Sendable {
    let traits: ModeTraits

    init(_ traits: ModeTraits) { self.traits = traits }
  }

  private let description: Description

  /// Describes a mode by its challenges; what is usual about it is changed afterwards.
  ///
  /// - Parameters:
  ///   - draw: gives a challenge whose answer is on the grid.
  ///   - mix: gives a swatch for exactly the values on the grid that a player may lock.
  ///   - nearestGuess: gives the answer when it is handed a challenge's own target and tiles.
  init(
    name: String, channels: [Channel], start: Guess,
    draw: @escaping @Sendable (inout RandomStream, Course) -> Challenge,
    mix: @escaping @Sendable (_ values: Guess.Values, _ tiles: [Color]) -> Swatch?,
    nearestGuess: @escaping @Sendable (Swatch, _ tiles: [Color]) -> Guess
  ) {
    description = Description(
      ModeTraits(
        name: name, channels: channels, start: start, draw: draw, mix: mix,
        nearestGuess: nearestGuess, family: name))
  }

  private init(_ traits: ModeTraits) { description = Description(traits) }

  /// The same mode with something changed.
  func with(_ change: (inout ModeTraits) -> Void) -> Mode {
    var traits = description.traits
    change(&traits)
    return Mode(traits)
  }

  /// Every mode there is, in the order they are offered.
  public static let all: [Mode] = [
    .rgb, .hsb, .cmyk, .gradient, .tiles, .memory, .arcade, .daily,
  ]

  /// The families of modes, each once, in the order in which their modes are offered.
  public static let families: [String] = all.compactMap(\.family)
    .reduce(into: []) { families, family in
      if !families.contains(family) { families.append(family) }
    }

  /// The mode of that name, nil when there is none.
  public static func named(_ name: String) -> Mode? {
    all.first { $0.name == name }
  }

  /// A light gray: `#bcbcbc`, where all sliders start, as nearly as their grid has it.
  public static let startColor = Color(red: 0xbc, green: 0xbc, blue: 0xbc)
}

// What it is.
extension Mode {
  /// Its name on the wire, on screens and in `Mode.all`: lower-case ASCII.
  public var name: String { description.traits.name }
  /// The sliders, in the order their values stand in a guess.
  public var channels: [Channel] { description.traits.channels }
  /// How a player answers.
  public var answer: InputMethod { description.traits.answer }
  /// The guess that everybody starts at.
  public var start: Guess { description.traits.start }
  /// Modes of one family ask for the same skill, so a player rated in one is rated in all; nil for
  /// a mode that nobody is rated in.
  public var family: String? { description.traits.family }
  /// How many play at most and at least.
  public var seats: ClosedRange<Int> { description.traits.seats }
  /// The rounds and seconds of a room whose creator did not say.
  public var usual: (rounds: Int, seconds: Int) { description.traits.usual }
  /// Whether every match has the usual rules and no others, so that all can be compared.
  public var isFixed: Bool { description.traits.isFixed }
  /// Whether every match of a day has the same targets, see `Day`.
  public var isDaily: Bool { description.traits.isDaily }
  /// Milliseconds from the opening after which the target is hidden; nil when it stays.
  public var hidesAfter: Int? { description.traits.hidesAfter }
  /// Whether nobody may see where others stand before the round is shut.
  public var isSecret: Bool { description.traits.isSecret }
  /// Whether the first lock ends the round for everyone soon after.
  public var ringsBell: Bool { description.traits.ringsBell }
  /// How many rounds without a lock end the match for a player; nil when none do. Such a match has
  /// no last round: it goes on until at most one player is left.
  public var lives: Int? { description.traits.lives }
}

// Rounds.
extension Mode {
  /// Whether a match goes on until players are out, instead of for so many rounds.
  public var isEndless: Bool { lives != nil }

  /// Draws a round's challenge.
  public func challenge(_ draw: inout RandomStream, _ course: Course) -> Challenge {
    description.traits.draw(&draw, course)
  }

  /// The largest difference that locks.
  public var tolerance: @Sendable (Level, _ round: Int) -> Difference {
    description.traits.tolerance
  }

  /// A round's length in milliseconds, by the seconds of the rules and the round.
  public var milliseconds: @Sendable (_ seconds: Int, _ round: Int) -> Int {
    description.traits.milliseconds
  }

  /// What a difference is worth, 0…1000.
  public var accuracy: @Sendable (Difference) -> Int { description.traits.accuracy }

  /// How near to the target something is that is so far off, 0…100.
  public func nearness(of difference: Difference) -> Int {
    description.traits.accuracy(difference) * 100 / Accuracy.best
  }

  /// A round's challenge as a player works it out from what was announced.
  public func challenge(of round: RoundStart) -> Challenge {
    Challenge(
      answer: description.traits.nearestGuess(round.swatch, round.tiles), target: round.swatch,
      tiles: round.tiles)
  }

  /// What a guess looks like; nil when it is not on the grid, or names a tile that is not there.
  public func swatch(of guess: Guess, among tiles: [Color] = []) -> Swatch? {
    guess.isOnGrid(of: channels) ? swatch(onGrid: guess, among: tiles) : nil
  }

  /// The same of a guess that has been judged.
  func swatch(onGrid guess: Guess, among tiles: [Color]) -> Swatch? {
    description.traits.mix(guess.values, tiles)
  }

  /// The color of a guess, of a gradient where it begins; nil as for `swatch`.
  public func color(of guess: Guess) -> Color? { swatch(of: guess)?.color }

  /// The guess whose swatch is nearest to a swatch.
  public func nearest(_ swatch: Swatch) -> Guess {
    description.traits.nearestGuess(swatch, [])
  }

  /// How far a guess is from a challenge, as an eye sees it; nil for a guess that has no swatch.
  public func difference(_ guess: Guess, in challenge: Challenge) -> Difference? {
    swatch(of: guess, among: challenge.tiles).map(challenge.difference)
  }
}

extension Mode: Hashable {
  /// Modes are the same when their names are; there is one mode of each name.
  public static func == (one: Mode, other: Mode) -> Bool {
    one.description === other.description || one.name == other.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

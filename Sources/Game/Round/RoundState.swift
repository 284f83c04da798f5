// One round as it was told: while it is announced or open, and what came of it. What a round asks
// is the mode's own reading of what was announced; nothing here asks which mode it is.
// Invariants: in a mode that keeps guesses secret there are no moves, not even the viewer's own; a
// round that is over has neither moves nor misses, because its scores count those.

public import Chroma

/// Where a player's sliders are, for the others. The newest wins.
public struct Move: Hashable, Sendable {
  /// Whose.
  public var who: PlayerID
  /// How near to the target, 0…100.
  public var near: Int
  /// The color that the sliders make; of a gradient, where it begins.
  public var color: Color
  /// Where a gradient ends.
  public var to: Color?

  /// Describes a move.
  public init(who: PlayerID, near: Int, color: Color, to: Color? = nil) {
    self.who = who
    self.near = near
    self.color = color
    self.to = to
  }

  /// What the sliders make.
  public var swatch: Swatch { Swatch(color, to: to) }
}

/// A lock as it was told, taken or too far off.
public struct Lock: Hashable, Sendable {
  /// Whose.
  public let player: PlayerID
  /// Milliseconds after the opening.
  public let elapsed: Int
  /// How many milliseconds lag had taken off.
  public let lag: Int
  /// Whether it was near enough to be taken.
  let isTaken: Bool

  /// When it arrived, in milliseconds after the opening.
  var arrival: Int { elapsed + lag }
}

/// A round that was announced.
public struct RoundState: Hashable, Sendable {
  /// Where everybody's sliders are, as far as that may be seen.
  public internal(set) var moves: [Move]
  /// How it was announced.
  public private(set) var start: RoundStart
  /// What it asks: the target, the tiles to choose from if there are any, and the guess that
  /// matches.
  public let challenge: Challenge
  /// The largest difference that locks.
  public let tolerance: Difference
  /// When it shuts since somebody has locked and the others have only the grace left; nil until
  /// then.
  public internal(set) var bell: Instant?
  /// When it goes on, since its server was gone for a while; nil when it was not.
  public internal(set) var resumes: Instant?
  /// The locks that were taken, in the order in which they arrived.
  public internal(set) var locks: [Lock] = []
  /// The newest lock that was too far off, of each player who has one.
  public internal(set) var misses: [Lock] = []
  /// The newest try of somebody who plays along, as only their own client knows it.
  var own: Lock?

  /// - Parameter players: who races in it.
  init(_ start: RoundStart, rules: Rules, players: [PlayerID]) {
    self.start = start
    challenge = rules.mode.challenge(of: start)
    tolerance = start.tolerance ?? rules.level.tolerance
    moves = Self.firstMoves(of: players, in: start, mode: rules.mode)
  }

  /// Everything of it is later by so much, and nobody may move before it goes on.
  mutating func hold(by span: Int, until: Instant) {
    start = start.held(by: span)
    bell = bell.map { $0 + span }
    resumes = until
  }

  mutating func take(_ move: Move) {
    if let index = moves.firstIndex(where: { $0.who == move.who }) { moves[index] = move }
  }

  /// Everybody begins at the same place.
  static func firstMoves(of players: [PlayerID], in start: RoundStart, mode: Mode) -> [Move] {
    guard !mode.isSecret else { return [] }
    let place = Swatch(start.start, to: mode.swatch(of: mode.start, among: start.tiles)?.to)
    let near = mode.nearness(of: place.difference(from: start.swatch))
    return players.map { Move(who: $0, near: near, color: place.color, to: place.to) }
  }

  /// When it shuts as things stand: earlier than announced once the bell has rung.
  public var closes: Instant { bell ?? start.closes }

  /// Whether somebody has locked, so that the others have only the grace left.
  public var hasRung: Bool { bell != nil }

  /// The lock that was made soonest.
  public var firstLock: Lock? {
    locks.min { ($0.elapsed, $0.player) < ($1.elapsed, $1.player) }
  }

  /// Whether players may move at a moment of the server's clock.
  public func isOpen(at now: Instant) -> Bool {
    max(start.opens, resumes ?? start.opens) <= now && now < closes
  }

  /// Whether the target has to be remembered by now: it may not be shown, nor anything that tells
  /// how near to it one is.
  public func isHidden(at now: Instant) -> Bool { start.hides.map { $0 <= now } ?? false }

  /// A player's lock, once it is taken.
  public func lock(of player: PlayerID) -> Lock? {
    locks.first { $0.player == player } ?? own(player, isTaken: true)
  }

  /// A player's newest lock that was too far off.
  public func miss(of player: PlayerID) -> Lock? {
    misses.first { $0.player == player } ?? own(player, isTaken: false)
  }

  private func own(_ player: PlayerID, isTaken: Bool) -> Lock? {
    own.flatMap { $0.player == player && $0.isTaken == isTaken ? $0 : nil }
  }

  /// Where a player's sliders are.
  public func move(of player: PlayerID) -> Move? { moves.first { $0.who == player } }

  /// Until when a player's lock is frozen; nil when none of theirs was too far off.
  public func frozenUntil(_ player: PlayerID) -> Instant? {
    miss(of: player).map { start.opens + $0.elapsed + Rules.freezeMilliseconds }
  }
}

/// A round that is over.
public struct RoundResult: Hashable, Sendable {
  /// Which round, counted from 1.
  public let round: Int
  /// How it was announced, and its locks; nil when a server told no more of it than its end.
  public let told: RoundState?
  /// The guess that would have matched, on the mode's grid.
  public let answer: Guess
  /// The target. Light gray where it cannot be known: of tiles that were not told.
  public let target: Swatch
  /// When the next round opens; nil when no other follows.
  public let next: Instant?
  /// What everybody got, in seat order.
  public internal(set) var scores: [Score] = []

  init(_ round: Int, _ told: RoundState?, answer: Guess, next: Instant?, mode: Mode) {
    self.round = round
    self.told = told
    self.answer = answer
    self.next = next
    target =
      mode.swatch(of: answer, among: told?.start.tiles ?? []) ?? told?.challenge.target
      ?? Swatch(Mode.startColor)
  }

  /// The colors there were to choose from, the first of them tile 1; none in modes with sliders.
  public var tiles: [Color] { told?.start.tiles ?? [] }

  /// The target's color; of a gradient, where it begins.
  public var color: Color { target.color }

  /// Whether no other round follows.
  public var isLast: Bool { next == nil }

  /// What a player got; nil for those who did not play the round.
  public func score(of player: PlayerID) -> Score? {
    scores.first { $0.who == player }
  }
}

/// A player's place; equal ones share one.
public struct Standing: Hashable, Sendable {
  /// Counted from 1.
  public let place: Int
  /// Whose.
  public let who: PlayerID
  /// All points of the match so far.
  public let total: Int
}

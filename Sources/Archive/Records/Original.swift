// A kept match as another one copies it: its ghosts, how they looked, and the lines that they come
// from, so that a journal can keep them. It knows no archive and no room.
// Invariant: it comes of a record that was verified, or of a journal that had it from one.

public import Game
public import Wire

/// A match of a log that is raced again.
public final class Original: Sendable {
  /// No record with more bytes is raced: a room's journal keeps them.
  public static let bytesMax = 512 * 1_024

  /// Which match of the log it is.
  public let index: Int
  /// The hash of its record.
  public let leaf: [UInt8]
  /// How its best players moved.
  public let ghosts: Ghosts
  /// How they are shown, in the order of ghosts.
  public let profiles: [Profile]
  /// The record and its PERSON lines.
  public let bytes: [UInt8]

  /// Reads a record.
  ///
  /// - Throws: the first line that is none of a record.
  public init(_ bytes: [UInt8], at index: Int, hashing: Hashing) throws(RecordFault) {
    let file = try RecordFile(reading: bytes)
    ghosts = Ghosts(of: file.match)
    profiles = ghosts.all.compactMap { ghost in
      let seat = file.match.seats.first { $0.player == ghost.player }
      let person = file.persons.first { $0.player == ghost.player }
      return seat.map { seat in
        Profile(
          name: person?.name ?? seat.profile.name, icon: seat.profile.icon,
          color: seat.profile.color, isBot: true, isGhost: true)
      }
    }
    leaf = hashing.leaf(file.match.body)
    (self.index, self.bytes) = (index, bytes)
  }

  /// Verifies a match that a log has, to be raced by somebody who asks for it.
  ///
  /// - Throws: why it is not raced.
  public convenience init(
    _ record: KeptRecord, on today: Day, hashing: Hashing
  ) throws(RefusalLine) {
    let index = record.index
    guard let body = record.body else {
      throw .notRaced("the record of match \(index) is kept no longer")
    }
    // Those may race it who may know who sat there.
    guard record.isNamed else {
      throw .notRaced("match \(index) was not for everybody: only its players race it")
    }
    guard record.daily.map({ $0.number < today.number }) ?? true else {
      throw RefusalLine(code: .notNow, text: "the day of match \(index) is not over")
    }
    let bytes = body + record.persons.flatMap { Array("\($0)\n".utf8) }
    guard bytes.count <= Original.bytesMax else {
      throw .notRaced("the record of match \(index) is too long to be raced")
    }
    do throws(RecordFault) {
      // Whose signature the log has is no question here.
      let verifier = RecordVerifier(hashing: hashing) { _, _, _ in false }
      let file = try RecordFile(reading: bytes)
      guard hashing.leaf(body) == record.leaf else { throw .leaf }
      try verifier.verifySeals(of: file)
      try verifier.verify(file.match)
      try self.init(bytes, at: index, hashing: hashing)
    } catch {
      throw .notRaced("match \(index) does not verify: the check of \(error.check) fails")
    }
    guard !ghosts.all.isEmpty else {
      throw .notRaced("nobody played match \(index) to its end")
    }
  }
}

extension RefusalLine {
  fileprivate static func notRaced(_ text: String) -> RefusalLine {
    RefusalLine(code: .noMatch, text: text)
  }
}

extension Original: Hashable {
  /// Whether two are the same match of the same log.
  public static func == (one: Original, other: Original) -> Bool {
    one.index == other.index && one.leaf == other.leaf
  }

  /// Hashes the leaf.
  public func hash(into hasher: inout Hasher) { hasher.combine(leaf) }
}

extension Ghosts {
  /// Reads them out of a record: those who have a place and never left, the best first. Its own
  /// ghosts are none of them: who they are is in the record that it copies.
  init(of record: MatchRecord) {
    let rules = record.settings.rules
    let moves = RecordMoves(record)
    let opening = record.opening
    var (streak, streaks) = (0, [Int]())
    for scores in moves.scores {
      streaks.append(streak)
      streak = Course.streak(streak, after: scores)
    }
    let hasStreaks = rules.mode.answer == .tiles
    let copied = Copied(
      ghosts: [], nonces: opening.copied.isCopy ? opening.copied.nonces : opening.nonces,
      rounds: moves.scores.count,
      streaks: !hasStreaks ? [] : opening.copied.isCopy ? opening.copied.streaks : streaks)
    let left = moves.gone.union(opening.copied.ghosts)
    let best = moves.placed.filter { !left.contains($0) }.prefix(Ghosts.countMax)
    self.init(
      rules: rules, seed: record.seed, copied: copied,
      best.map { player in
        let rounds = (moves.rounds[player] ?? []).prefix(moves.scores.count)
        return Ghost(player: player, rounds: Array(rounds))
      })
  }
}

/// Who did what in a record, by rounds.
struct RecordMoves {
  /// The rounds of each player, from the first to the last that was announced.
  private(set) var rounds: [PlayerID: [Ghost.Round]] = [:]
  /// The scores of each round that was shut.
  private(set) var scores: [[Score]] = []
  /// Those who have a place, the best first.
  private(set) var placed: [PlayerID] = []
  /// Those whose seats were emptied while it ran.
  private(set) var gone: Set<PlayerID> = []
  private var roundTrips: [PlayerID: Int]
  /// When the round opened, later by as long as it stood still.
  private var opens = Instant(milliseconds: 0)

  init(_ record: MatchRecord) {
    roundTrips = Dictionary(uniqueKeysWithValues: record.seats.map { ($0.player, $0.roundTrip) })
    for line in record.lines[record.stepsStart...] {
      switch line {
      case .moved(let command, let player, let at):
        add(Ghost.Step(at: record.title.began + at - opens, command: command), by: player)
      case .measured(let player, let milliseconds): roundTrips[player] = milliseconds
      case .told(.room(_, .gone(let player, _))): gone.insert(player)
      case .told(.play(_, let event)): hear(event)
      default: break
      }
    }
  }

  private mutating func hear(_ event: Event) {
    switch event {
    case .round(let start):
      opens = start.opens
      for (player, roundTrip) in roundTrips {
        rounds[player, default: []].append(Ghost.Round(roundTrip: roundTrip))
      }
    case .held(let span, _): opens = opens + span
    case .locked(let player, let elapsed, _): judge(player, elapsed: elapsed, isTaken: true)
    case .missed(let player, let elapsed, _): judge(player, elapsed: elapsed, isTaken: false)
    case .shut: scores.append([])
    case .score(let score):
      if let last = scores.indices.last { scores[last].append(score) }
    case .place(_, let player, _): placed.append(player)
    case .bell, .over, .seed: break
    }
  }

  private mutating func add(_ step: Ghost.Step, by player: PlayerID) {
    guard let last = rounds[player]?.indices.last else { return }
    rounds[player]?[last].steps.append(step)
  }

  /// The newest move of a player was a lock, given so long after the opening.
  private mutating func judge(_ player: PlayerID, elapsed: Int, isTaken: Bool) {
    guard let round = rounds[player]?.indices.last,
      let step = rounds[player]?[round].steps.indices.last,
      case .lock(let guess, _)? = rounds[player]?[round].steps[step].command
    else { return }
    rounds[player]?[round].steps[step].command = .lock(guess, claim: elapsed)
    rounds[player]?[round].steps[step].isTaken = isTaken
  }
}

/// What is wrong with the record of a ghost race.
public enum CopyFault: Error, Hashable, Sendable {
  /// It is no copy of that match.
  case other
  /// What this ghost did is not what its player did then.
  case ghost(PlayerID)
}

extension MatchRecord {
  /// Checks that a ghost race copies a match. Both have to be verified by themselves.
  ///
  /// - Throws: the first thing that is wrong.
  public func verifyCopy(of original: MatchRecord, _ hashing: Hashing) throws(CopyFault) {
    let (match, ghosts) = (self, Ghosts(of: original))
    let copied = match.opening.copied
    guard match.title.ghost != nil, match.title.leaf == hashing.leaf(original.body),
      match.seed == ghosts.seed, match.settings.rules == ghosts.rules,
      copied.nonces == ghosts.copied.nonces, copied.rounds == ghosts.copied.rounds,
      copied.streaks == ghosts.copied.streaks
    else { throw .other }
    let (moves, then) = (RecordMoves(match), RecordMoves(original))
    var left = ghosts.all[...]
    for player in copied.ghosts {
      let seat = match.seats.first { $0.player == player }
      let place = left.firstIndex { ghost in
        let looks = original.seats.first { $0.player == ghost.player }?.profile
        return looks?.icon == seat?.profile.icon && looks?.color == seat?.profile.color
          && moves.isCopy(player, of: ghost.player, in: then)
      }
      guard let place else { throw .ghost(player) }
      left = left[(place + 1)...]
    }
  }
}

extension RecordMoves {
  /// Whether a ghost did nothing but what its player did then, at the same moments, and got the
  /// same for it. A long record has only some of the moves.
  fileprivate func isCopy(
    _ ghost: PlayerID, of player: PlayerID, in original: RecordMoves
  ) -> Bool {
    for (round, part) in (rounds[ghost] ?? []).enumerated() {
      guard let known = original.rounds[player], round < known.count else { return false }
      var rest = known[round].steps[...]
      for step in part.steps {
        guard let place = rest.firstIndex(of: step) else { return false }
        rest = rest[(place + 1)...]
      }
    }
    return zip(scores, original.scores)
      .allSatisfy { scores, then in
        guard let score = scores.first(where: { $0.who == ghost }) else { return true }
        guard var known = then.first(where: { $0.who == player }) else { return false }
        (known.who, known.isFirst) = (ghost, score.isFirst)
        return known == score
      }
  }
}

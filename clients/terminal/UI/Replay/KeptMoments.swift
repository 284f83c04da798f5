// When each line of a kept match was told. Saved lines have no moments of their own, but some of
// what they say are moments, and the others follow from the rules: a lock came when it counts plus
// its lag, and a round is over when all have locked or its time is up. Moves lie evenly between
// what stands around them. A record says when each command came, and what came of it was told then.
// It folds nothing: what the lines mean for a room is `RoomState`'s.
// Invariants: moments never go back; no sum of what a file says overflows.

import Archive
import Game
import Wire

/// The lines of a file, as far as it was read.
struct KeptMoments {
  /// Where it all happens, and the number of the newest event before.
  private(set) var room: (code: RoomCode, last: Int)?
  private(set) var players: [SavedMatch.Participant] = []
  private(set) var picture: [ServerMessage] = []
  private(set) var beats: [SavedMatch.Beat] = []
  private(set) var rounds: [Instant] = []
  /// Whether somebody went to another room after a round: nothing more is of interest.
  private(set) var isComplete = false
  /// Whether the seed of a match was told, and nothing since.
  private(set) var hasEnded = false

  private var profiles: [PlayerID: Profile] = [:]
  private var hasSettings = false
  private var now: Instant?
  /// When the match of a record began; nil where moments have to follow from the rules.
  private var began: Instant?
  /// An IN for the room that is known already, until the next line says what it is for.
  private var isReturning: (role: Role, last: Int)?
  /// The round that was announced last.
  private var start: RoundStart?
  private var opens = Instant(milliseconds: 0)
  private var closes = Instant(milliseconds: 0)
  private var locks = 0
  private var racing: Set<PlayerID> = []

  /// How long before it opens a round is announced: not later than this.
  private static let leadMilliseconds = Rules.leadRange.lowerBound + Rules.slackMilliseconds

  /// From the moment at which HELD is told to the one at which the match goes on.
  private static let pauseMilliseconds = 3_000

  mutating func take(_ message: ServerMessage) {
    switch message {
    case .entered(let code, let role, let last): enter(code, role, last: last)
    case .room(let number, _), .play(let number, _): tell(message, number: number)
    case .move, .watchers, .reacted: if room != nil { keep(message) }
    // Everything else is not about what happens in a room.
    default: break
    }
  }

  /// What happened in another room before is of no interest; what happens in another one later
  /// is not shown with it.
  private mutating func enter(_ code: RoomCode, _ role: Role, last: Int) {
    guard let room, room.code == code else {
      guard rounds.isEmpty else { return isComplete = true }
      self = KeptMoments()
      return self.room = (code, last)
    }
    isReturning = (role, last)
  }

  private mutating func tell(_ message: ServerMessage, number: Int?) {
    guard let room else { return }
    // A player who came back either hears the room anew, or goes on where they were.
    if let (role, last) = isReturning, number == nil {
      keep(.entered(room.code, role, n: last))
    }
    isReturning = nil
    if case .room(_, .settings) = message { hasSettings = true }
    // Before its settings nothing of a room can be understood.
    guard hasSettings else { return }
    follow(message)
    keep(message)
  }

  private mutating func keep(_ message: ServerMessage) {
    if let now { beats.append(SavedMatch.Beat(at: now, message: message)) }
    if now == nil { picture.append(message) }
  }

  // MARK: Moments

  private mutating func pass(to moment: Instant) {
    now = max(moment, now ?? Instant(milliseconds: 0))
  }

  /// Moves on to a moment that follows from the rules, unless moments are told.
  private mutating func reckon(_ moment: Instant) {
    if began == nil { pass(to: moment) }
  }

  /// Moves on to when a line was told.
  private mutating func follow(_ message: ServerMessage) {
    hasEnded = false
    switch message {
    case .room(_, .seat(let player, let profile)): profiles[player] = profile
    case .room(_, .gone(let player, _)): racing.remove(player)
    case .room(_, .countdown(_, let opens, let players, _, _, _)): begin(players, opens: opens)
    case .play(_, let event): if now != nil { follow(event) }
    default: break
    }
  }

  private mutating func begin(_ players: [PlayerID], opens: Instant) {
    racing = Set(players)
    let known = self.players.map(\.player)
    self.players += players.filter { !known.contains($0) }
      .compactMap { player in
        profiles[player].map { SavedMatch.Participant(player: player, profile: $0) }
      }
    pass(to: opens - Rules.countdownMilliseconds)
  }

  private mutating func follow(_ event: Event) {
    switch event {
    case .round(let start):
      self.start = start
      (opens, closes, locks) = (start.opens, start.closes, 0)
      rounds.append(max(opens, rounds.last ?? opens))
      reckon(opens - KeptMoments.leadMilliseconds)
    case .locked(_, let elapsed, let lag):
      locks += 1
      reckon(opens + elapsed + lag)
    case .missed(_, let elapsed, let lag): reckon(opens + elapsed + lag)
    case .bell(let closes):
      self.closes = closes
      reckon(closes - Rules.graceMilliseconds)
    case .shut(_, _, let next):
      if let next {
        pass(to: next - Rules.intervalMilliseconds)
      } else if locks < racing.count {
        pass(to: closes)
      }
    case .held(let span, let until): hold(by: span, until: until)
    case .score(let score): if score.lives == 0 { racing.remove(score.who) }
    case .seed: hasEnded = true
    case .over, .place: break
    }
  }

  /// The match stood still until then; what was to come of its round comes later.
  private mutating func hold(by span: Int, until: Instant) {
    pass(to: until - KeptMoments.pauseMilliseconds)
    guard (0...Rules.heldMillisecondsMax).contains(span) else { return }
    if let last = rounds.last, let now, last > now { rounds[rounds.count - 1] = last + span }
    (opens, closes) = (opens + span, closes + span)
  }

  // MARK: Records

  /// Before any line.
  init() {}

  /// Takes a record. Its numbers skip what others did meanwhile, so they are counted anew.
  init(_ record: RecordFile) {
    let title = record.match.title
    began = title.began
    var number = record.match.opening.number - 1
    room = (title.room, number)
    let names = Dictionary(record.persons.map { ($0.player, $0.name) }) { first, _ in first }
    for line in record.match.lines {
      switch line {
      case .seat(let seat):
        var profile = seat.profile
        profile.name = names[seat.player] ?? profile.name
        tell(.room(n: nil, .seat(seat.player, profile)), number: nil)
      case .told(.room(nil, let event)): tell(.room(n: nil, event), number: nil)
      case .told(.room(.some, let event)):
        number += 1
        tell(.room(n: number, event), number: number)
      case .told(.play(_, let event)):
        number += 1
        tell(.play(n: number, event), number: number)
      case .moved(.set(let guess), let player, let at),
        .moved(.lock(let guess, _), let player, let at):
        pass(to: title.began + at)
        move(player, to: guess, in: record.match.settings.rules.mode)
      case .tick(let at), .quit(_, let at): pass(to: title.began + at)
      case .title, .measured, .told, .person, .leaf, .path, .tree: break
      }
    }
  }

  /// A player moved, which the others saw unless the mode keeps it secret.
  private mutating func move(_ player: PlayerID, to guess: Guess, in mode: Mode) {
    guard let start, let now, let swatch = mode.swatch(of: guess, among: start.tiles) else {
      return
    }
    let near = mode.nearness(of: swatch.difference(from: start.swatch))
    let move = Move(who: player, near: near, color: swatch.color, to: swatch.to)
    beats.append(
      SavedMatch.Beat(
        at: now, message: mode.isSecret ? nil : .move(move), moved: (player, guess)))
  }

  // MARK: Moves

  /// Moves the moves to where they may have been made: between what was told before and after them,
  /// and not before their round was open.
  mutating func spreadMoves() {
    var opens = Instant(milliseconds: 0)
    var index = 0
    while index < beats.count {
      if case .play(_, .round(let start)) = beats[index].message { opens = start.opens }
      guard beats[index].isUntimed else {
        index += 1
        continue
      }
      let run = index..<(beats[index...].firstIndex { !$0.isUntimed } ?? beats.count)
      index = run.upperBound
      guard run.upperBound < beats.count else { return }
      let end = beats[run.upperBound].at
      let start = min(end, max(beats[run.lowerBound].at, opens))
      // Divided first: a file may say any moment.
      let step = (end - start) / (run.count + 1)
      for (place, index) in run.enumerated() { beats[index].at = start + step * (place + 1) }
    }
  }
}

extension SavedMatch.Beat {
  /// Whether nothing follows from the rules about when it was told.
  fileprivate var isUntimed: Bool {
    switch message {
    case .move?, .reacted?, .watchers?: true
    default: false
    }
  }
}

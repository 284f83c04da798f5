// One turn of a hall: the moment, and what is to be done when it is over. Everything that happens
// in a hall happens in a turn, so all code that may change something is handed it. It knows nobody.
// Invariant: `now` is never after `clock`; effects stay in the order in which they were wanted, but
// that a crowd is told after the seats: each connection is told everything in order.

import Archive
public import Game
public import Wire

/// When something happens in a hall, and what comes of it.
public struct Turn: Sendable {
  /// What the clock shows.
  public private(set) var clock: Instant
  /// When it happens: with the clock, or at its own moment what was due before.
  var now: Instant
  /// What is to be done, in order.
  public internal(set) var effects: [Effect] = []
  /// What a crowd is told, as one piece, once those beside it have been told the same: thousands of
  /// connections are written to once instead of once for each line.
  private var held: (messages: [ServerMessage], crowd: [ConnectionID]) = ([], [])
  /// What has ended in the room that is being changed, and the tries that are to begin there: the
  /// hall sees to both, because rooms know nobody's address.
  var finished: [(code: RoomCode, number: Int, match: FinishedMatch)] = []
  var claims: [Claim] = []
  /// What a journal has to have before anything of it is done, in order.
  public var jottings = Jottings()
  /// Whether there is a journal; if not, nothing is jotted down.
  public var isJotting = true
  /// Which of the effects come of which rooms, in order, if anybody wants to know. All others tell
  /// of connections.
  public private(set) var marks: [RoomMark] = []
  /// Whether anybody wants to know.
  public var marksRooms = false
  /// How much is left out because the hall is late: the level of its pressure.
  var level = 0

  /// Nothing is to be done yet.
  public init(at now: Instant) {
    clock = now
    self.now = now
  }

  /// Moves on to another moment.
  public mutating func begin(at now: Instant) {
    clock = now
    self.now = now
  }

  /// Hands over what is to be done, for an array that has room for the next.
  @inline(__always) mutating func exchangeEffects(for others: inout [Effect]) {
    swap(&effects, &others)
    if !marks.isEmpty { marks.removeAll(keepingCapacity: true) }
  }

  /// Puts the effects that may be told in the place of those that were wanted.
  public mutating func leave(_ ready: [Effect]) {
    effects = ready
    marks.removeAll(keepingCapacity: true)
  }

  /// Notes that everything wanted since then comes of one room.
  mutating func mark(_ code: RoomCode, from start: Int) {
    if start < effects.count { marks.append(RoomMark(code: code, effects: start..<effects.count)) }
  }

  /// - Parameter isBesideCrowd: whether none of these is of the crowd that is told later.
  mutating func send(
    _ message: ServerMessage, to connections: [ConnectionID], isBesideCrowd: Bool = false
  ) {
    if !isBesideCrowd { tellCrowd() }
    if !connections.isEmpty { effects.append(.send(message, to: connections)) }
  }

  /// Tells a crowd something after those beside it.
  mutating func hold(_ message: ServerMessage, for crowd: [ConnectionID]) {
    if crowd != held.crowd { tellCrowd() }
    if !crowd.isEmpty { held = (held.messages + [message], crowd) }
  }

  /// Tells the crowd what was held for it.
  mutating func tellCrowd() {
    if held.messages.isEmpty { return }
    for message in held.messages { effects.append(.send(message, to: held.crowd)) }
    held = ([], [])
  }

  mutating func publish(_ bulletin: Bulletin, to lane: Int) {
    effects.append(.publish(bulletin, to: lane))
  }

  mutating func note(_ note: Note) { effects.append(.note(note)) }
}

/// Effects that come of one room.
public struct RoomMark: Sendable {
  /// Which room.
  public let code: RoomCode
  /// Which effects of the turn.
  public let effects: Range<Int>
}

extension [Effect] {
  /// Whether anybody is told what a journal has to have first. Positions it may have later: of a
  /// player only the newest counts, and a player who comes back says it again. To ask for a round
  /// trip, to answer it with the time, or to tell other lanes what an address has used up, tells
  /// nothing of what happened.
  public var needJournal: Bool {
    !allSatisfy { effect in
      switch effect {
      case .note, .send(.move, _), .publish(.told(_, .move), _), .send(.ping, _), .send(.pong, _),
        .send(.crowd, _), .publish(.told(_, .crowd), _), .send(.field, _), .send(.locks, _),
        .publish(.drew, _), .publish(.missed, _), .publish(.answered, _), .publish(.charged, _):
        true
      default: false
      }
    }
  }
}

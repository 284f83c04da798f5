// Writes a room's journal, where the room lies: every deed, and of the passing of time only what
// would not follow from the deeds. A reader that plays the lines again has the same room.
// Invariant: no numbered event is without a line at or behind it, so what anybody was told is in
// the journal.

import Game
import Wire

/// What a reader of a room's journal so far knows.
struct Jotted: Sendable {
  /// By when everything due has happened, unless that has been said since.
  var due: Instant?
  /// The number of the newest event.
  var last = 0
  var isLookedOn = false
  var wasVisited = false
  /// Whether the room is to write itself down, so that what was read before may go.
  var isAging = false
}

extension RoomEntry {
  /// Jots down what has just been done, and what else of it would not be known.
  ///
  /// - Parameter deed: nil when nobody did anything that has a name.
  /// - Returns: whether the room is to write itself down, and can.
  @discardableResult
  func jot(_ deed: RoomDeed?, _ turn: inout Turn) -> Bool {
    if !room.foretold.isEmpty { foretell(&turn) }
    switch deed {
    case .played(let player, .set(let guess), let arrived)?:
      jot(set: guess, by: player, arrived: arrived, &turn)
    case nil: break
    case .ticked?: if room.history.last != jotted.last { write(.ticked, &turn) }
    case .sat?:
      jotted.wasVisited = room.wasVisited
      write(deed, &turn)
    case .held?:
      jotted.isLookedOn = false
      write(deed, &turn)
    default: write(deed, &turn)
    }
    if (jotted.isLookedOn, jotted.wasVisited) != (room.isLookedOn, room.wasVisited) {
      (jotted.isLookedOn, jotted.wasVisited) = (room.isLookedOn, room.wasVisited)
      write(.looked(isAnybodyThere: room.isLookedOn, wasVisited: room.wasVisited), &turn)
    }
    if room.isClosed { write(.closed, &turn) }
    return isToWriteItselfDown
  }

  /// Jots down where a player's sliders stand.
  func jot(
    set guess: Guess, by player: PlayerID, arrived: ClosedRange<Instant>, _ turn: inout Turn
  ) {
    guard turn.isJotting else { return }
    turn.jottings.append(
      set: guess, by: player, arrived: arrived, in: room.code, at: turn.now, due: jotted.due,
      last: room.history.last)
    (jotted.due, jotted.last) = (nil, room.history.last)
  }

  /// Writes what came of those who play along, before what told it: a replay needs it by then.
  private func foretell(_ turn: inout Turn) {
    for event in room.foretold where turn.isJotting {
      turn.jottings.append(
        .foretold(event), in: room.code, at: turn.now, due: nil, last: jotted.last)
    }
    room.foretold = []
  }

  /// Whether what was wanted can be done now.
  var isToWriteItselfDown: Bool { jotted.isAging && room.isResting }

  /// Jots the whole room down, for a reader that knows nothing else.
  func jot(anew deeds: [RoomDeed], _ turn: inout Turn) {
    jotted = Jotted(
      last: room.history.last, isLookedOn: room.isLookedOn, wasVisited: room.wasVisited)
    for deed in deeds { write(deed, &turn) }
    write(
      .looked(isAnybodyThere: jotted.isLookedOn, wasVisited: jotted.wasVisited), &turn)
  }

  private func write(_ deed: RoomDeed?, _ turn: inout Turn) {
    guard turn.isJotting, let deed else { return }
    turn.jottings.append(
      deed, in: room.code, at: turn.now, due: jotted.due, last: room.history.last)
    (jotted.due, jotted.last) = (nil, room.history.last)
  }
}

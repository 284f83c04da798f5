// What a hall does when somebody has set the machine's clock. A room's moments are those of one
// time, which only runs on, so a hall goes on at a later moment as after a crash that took as long;
// matches stand still meanwhile, and nobody loses anything. Back it goes only without a room.

public import Game
import Wire

extension Hall {
  /// Forgets all connections, as if all of them were lost: seats are kept.
  ///
  /// - Returns: those that are to be cut off.
  public mutating func partFromEverybody(_ turn: inout Turn) -> [ConnectionID] {
    let everybody = connections.keys.sorted { $0.number < $1.number }
    for id in everybody { forget(id, &turn) }
    return everybody
  }

  /// Goes on at the turn's moment with what was at another one. What was due by then has happened,
  /// and nobody is connected.
  public mutating func goOn(since stopped: Instant, _ turn: inout Turn) {
    precondition(turn.now >= stopped || rooms.isEmpty, "rooms cannot go back")
    // Both remember moments, which may be still to come now. Who has used up something long ago may
    // use it again.
    ledger = AddressLedger(limits: limits)
    pressure.forgetMoments()
    for code in rooms.keys.sorted() {
      rooms[code]?.jotted.due = stopped
      touch(code, .stood(since: stopped), &turn) { room, turn in
        room.advance(dueBy: stopped, &turn)
        room.goOnStanding(since: stopped, &turn)
      }
    }
  }
}

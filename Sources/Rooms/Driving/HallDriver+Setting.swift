// What a lane does when its time goes on at another moment, because somebody has set the machine's
// clock: what it would do if the server had been gone from the one to the other, but at once.

public import Game

extension HallDriver {
  /// Goes on at another moment: a later one, or an earlier one while there is no room. The driver
  /// cuts off all connections, since clients have the time from before; they come back by
  /// themselves, as after a crash. The time of sockets only runs on, so that none waits longer.
  public func step(by milliseconds: Int, at stopped: Instant) {
    ahead += milliseconds
    let now = stopped + milliseconds
    judgeNewestSet()
    turn.begin(at: stopped)
    hall.advance(dueBy: stopped, &turn)
    let everybody = hall.partFromEverybody(&turn)
    carryOut()
    write()
    for id in everybody { abort(id) }
    // What was written is of a time that is still to come.
    if now < stopped { journal?.startOver() }
    turn.begin(at: now)
    hall.goOn(since: stopped, &turn)
    carryOut()
    write()
    finished()
  }
}

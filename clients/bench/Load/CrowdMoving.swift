// Players move when the schedule says, and a client that is shown a move knows which one, so every
// delivery gives a latency. Between two moves shown there may be others that the server passed over
// because a newer one had come (it batches moves); they count too, as soon as a newer one shows.

import Game
import Net
import Wire

extension Crowd {
  /// Makes all moves that are due, those that are late included, each as of its own tick.
  func moveWhoIsDue() {
    let now = clock.milliseconds
    guard firstTickAt + Int64(nextTick) <= now else { return }
    while firstTickAt + Int64(nextTick) <= now {
      move(at: nextTick)
      nextTick = schedule.tick(after: nextTick)
    }
    reactor.wake(atMilliseconds: firstTickAt + Int64(nextTick))
  }

  private func move(at tick: Int) {
    let isMeasured = measured.contains(tick)
    for (index, sequence) in schedule.moves(at: tick) {
      guard rooms[index / scenario.players].isOpen(at: firstTickAt + Int64(tick)) else {
        lock(index, at: firstTickAt + Int64(tick))
        continue
      }
      if sequence != movers[index].sent + 1 { movers[index].firstOfRound = sequence }
      movers[index].sent = sequence
      say(.play(.set(MoveMark.guess(of: sequence))), as: movers[index].guest)
      if isMeasured {
        movers[index].measured = sequence
        tally.moves += 1
        tally.lateness.record(nanoseconds: clock.nanoseconds - due(at: tick))
      }
    }
  }

  /// Ends a round of a short match with a lock, most likely too far off: no server keeps a match in
  /// which nobody ever locked.
  private func lock(_ index: Int, at milliseconds: Int64) {
    let room = index / scenario.players
    let late = milliseconds - max(rooms[room].closes, 0)
    guard scenario.hasPauses, (0..<BenchRoom.closingMilliseconds / 2).contains(late) else { return }
    rooms[room].closes = .min
    say(.play(.lock(MoveMark.guess(of: movers[index].sent), claim: nil)), as: movers[index].guest)
  }

  /// When a tick's moves are due, in nanoseconds of the clock.
  private func due(at tick: Int) -> Int64 {
    (firstTickAt + Int64(tick)) * nanosecondsPerMillisecond
  }

  func saw(_ move: MoveLine, _ guest: Guest) {
    let now = clock.nanoseconds
    tally.deliveries += 1
    let index = guest.room * scenario.players
    let sequence = MoveMark.sequence(of: move.color)
    guard let seat = rooms[guest.room].players.firstIndex(of: move.who),
      sequence <= movers[index + seat].sent
    else {
      tally.strange += 1
      return
    }
    let mover = movers[index + seat]
    // A guest that was given the room anew may be shown the same move twice.
    let oldest = max(guest.shown[seat] + 1, mover.firstOfRound)
    guard oldest <= sequence else { return }
    guest.shown[seat] = sequence
    for overtaken in oldest...sequence {
      let tick = schedule.tick(of: overtaken, by: index + seat)
      guard measured.contains(tick) else { continue }
      let latency = now - due(at: tick)
      tally.every.record(nanoseconds: latency)
      if overtaken == sequence { tally.shown.record(nanoseconds: latency) }
    }
  }

  func measure(seconds: Int) {
    (tally.matches, tally.keeping) = (0, Tally.spans())
    measured = nextTick..<(nextTick + seconds * 1_000)
  }

  /// Counts how often a guest has not seen a player's last measured move yet.
  func countThoseBehind() {
    tally.behind = 0
    for guest in guests {
      for seat in guest.shown.indices {
        let mover = movers[guest.room * scenario.players + seat]
        if guest.shown[seat] < mover.measured { tally.behind += 1 }
      }
    }
  }
}

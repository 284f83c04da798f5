// What an address may do however many connections it has and however often it comes back: so many
// lines, so many bytes of answers to them, so many wrong guesses. The ledger counts; here it is
// said who pays when, what is refused, and what other lanes are told of it. After ten wrong guesses
// even a right one is refused, or the answer would give it away. A queue that answers late would be
// filled by the guesser.

import Game
import Wire

extension Hall {
  /// Has a connection's address pay for a line, and for those to come: a connection draws a handful
  /// at a time, so most lines look nothing up.
  ///
  /// - Returns: whether there was enough; if not, the client is told now and then.
  mutating func draw(
    _ cost: Int, on connection: Connection, _ id: ConnectionID, _ turn: inout Turn
  ) -> Bool {
    let origin = connection.origin
    let draw = max(limits.lineDraw, cost)
    guard ledger.takeLines(draw, from: origin, at: turn.now) else {
      if connection.isToldOfCrowd(at: turn.now, limits) {
        refuse(id, RefusalLine(code: .tooFast, text: "your address sends too many"), &turn)
      }
      return false
    }
    connection.prepaidLines += draw - cost
    tellOthers(.drew(origin, lines: draw), &turn)
    return true
  }

  /// Refuses a caller that may not guess now, whatever they say and whether it is right or not, or
  /// the refusal would tell.
  mutating func requireGuess(of caller: Caller, at now: Instant) throws(RefusalLine) {
    guard let origin = connections[caller.id]?.origin,
      let wait = ledger.waitForGuess(from: origin, at: now)
    else { return }
    throw RefusalLine(
      code: .notNow,
      text: "too many wrong codes or passwords from your address: wait \((wait + 999) / 1_000) s")
  }

  /// Notes that somebody guessed wrong.
  mutating func miss(_ caller: Caller, _ turn: inout Turn) {
    guard let origin = connections[caller.id]?.origin else { return }
    if ledger.miss(from: origin, at: turn.now) { turn.note(.guessing(caller.id)) }
    tellOthers(.missed(origin), &turn)
  }

  /// Refuses a client whose address asks for more than is told to one.
  ///
  /// - Returns: who pays for the answer.
  @discardableResult
  mutating func requireAnswers(
    for caller: Caller, at now: Instant
  ) throws(RefusalLine) -> Origin? {
    guard let origin = connections[caller.id]?.origin else { return nil }
    guard let wait = ledger.waitForAnswer(to: origin, at: now) else { return origin }
    throw RefusalLine(
      code: .notNow, text: "your address has asked for too much: wait \((wait + 999) / 1_000) s")
  }

  /// Has an address pay for what this turn tells one of its connections alone, from an effect on.
  mutating func countAnswer(
    from start: Int, to id: ConnectionID, of origin: Origin?, _ turn: inout Turn
  ) {
    guard let origin else { return }
    var bytes: [UInt8] = []
    for case .send(let message, let receivers) in turn.effects[start...] where receivers == [id] {
      message.encode(into: &bytes)
    }
    if !bytes.isEmpty { spend(bytes: bytes.count, on: origin, &turn) }
  }

  /// Has an address pay for so many bytes.
  mutating func spend(bytes: Int, on origin: Origin, _ turn: inout Turn) {
    ledger.spendAnswer(bytes, to: origin, at: turn.now)
    tellOthers(.answered(origin, bytes: bytes), &turn)
  }

  func tellOthers(_ bulletin: Bulletin, _ turn: inout Turn) {
    for other in 0..<laneCount where other != lane {
      turn.publish(bulletin, to: other)
    }
  }
}

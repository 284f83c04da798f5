// Those who play along: they come as idlers do, then all of them watch one room and move, two SETs
// a second each and a LOCK within the last three seconds of a round, as long as a bell lasts. On a
// floor no round ends. Only the first of them reads all that the room is told; of the others' lines
// only YOURS and refusals are looked at, or the bench would take the time that it measures.

import Chroma
import Game
import Net
import Wire

final class AlongPlayers: Idlers {
  /// What they heard in the measured time.
  struct Testimony: Sendable {
    /// From the first SHUT that any of them hears until each has YOURS.
    var yours = Tally.spans()
    /// YOURS that did not come in time, and connections that ended.
    var lost = 0
    var refusals = 0
    /// Bytes of all lines that came while a round was open, and how many milliseconds one was.
    var bytes = 0
    var openMilliseconds: Int64 = 0
  }

  var testimony = Testimony()
  /// The bench's milliseconds minus the server's, at the most.
  private var skew: Int64 = 0
  private var opens = Int64.max
  private var closes: Int64 = 0
  private var isOpen = false
  private var target = Guess([0, 0, 0])
  /// When the last round was shut, in nanoseconds, until the next is announced.
  private var shutAt: Int64?
  /// Since when they play, and until when they have moved, in milliseconds; nil before.
  private var began: Int64?
  private var steppedAt: Int64 = 0
  /// How many SETs were due so far, and how many have locked in the round.
  private var due = 0
  private var locked = 0

  /// Has all of them play along in a room, or on a floor.
  func play(in code: RoomCode?) {
    (began, steppedAt) = (clock.milliseconds, clock.milliseconds)
    if let code {
      for id in idlers { say(.watch(code, password: nil, since: nil), to: id) }
    } else {
      (opens, closes) = (0, .max)
    }
    woke()
  }

  /// What was heard since; YOURS that was not heard for long is lost.
  func end() -> Testimony {
    if let shutAt, clock.nanoseconds - shutAt > patience { testimony.lost += awaited.count }
    return testimony
  }

  override func woke() {
    guard let began else { return super.woke() }
    let now = clock.milliseconds
    isOpen = opens <= now && now < closes
    if isOpen { testimony.openMilliseconds += now - steppedAt }
    let next = idlers.count * setsPerSecond * Int(now - began) / 1_000
    let rung = isOpen ? max(0, bellMilliseconds - (closes - now)) : 0
    while locked < min(idlers.count, idlers.count * Int(rung) / lockingSpan) {
      say(.play(.lock(target, claim: nil)), to: idlers[locked])
      locked += 1
    }
    for number in due..<max(due, next) where isOpen && number % idlers.count >= locked {
      say(.play(.set(MoveMark.guess(of: number))), to: idlers[number % idlers.count])
    }
    (due, steppedAt) = (next, now)
    reactor.wake(atMilliseconds: now + stepMilliseconds)
  }

  override func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    if isOpen { testimony.bytes += line.count + 1 }
    if line.starts(with: yours) {
      tookYours(id)
    } else if line.starts(with: shut) {
      if shutAt == nil {
        (shutAt, awaited, isOpen, closes) = (clock.nanoseconds, Set(idlers), false, 0)
      }
    } else if line.starts(with: sat) {
      wasWelcomed()
    } else if began == nil || id == idlers.first || line.starts(with: ping) {
      super.received(line, from: id)
    } else if line.starts(with: refusal) {
      testimony.refusals += 1
    }
  }

  override func heard(_ message: ServerMessage, from id: SocketID) {
    switch message {
    case .welcome(let welcome):
      skew = clock.milliseconds - Int64(welcome.now.milliseconds)
      super.heard(message, from: id)
    case .play(_, .round(let start)):
      opens = Int64(start.opens.milliseconds) + skew
      closes = Int64(start.closes.milliseconds) + skew - BenchRoom.closingMilliseconds
      target = Guess([start.target.red, start.target.green, start.target.blue].map { Int($0) })
      if shutAt != nil { testimony.lost += awaited.count }
      (shutAt, awaited, locked) = (nil, [], 0)
    case .no where began != nil: testimony.refusals += 1
    case _ where began == nil: super.heard(message, from: id)
    default: break
    }
  }

  private func tookYours(_ id: SocketID) {
    guard let shutAt, awaited.remove(id) != nil else { return }
    testimony.yours.record(nanoseconds: clock.nanoseconds - shutAt)
  }

  override func lost(_ id: SocketID, _ error: BenchError) {
    if began != nil && !isLeaving { testimony.lost += 1 } else { super.lost(id, error) }
  }
}

private let setsPerSecond = 2
private let stepMilliseconds: Int64 = 10
private let bellMilliseconds: Int64 = 3_000
/// The last has locked before the round closes.
private let lockingSpan = 2_500
/// In nanoseconds.
private let patience: Int64 = 2_000_000_000
private let yours = Array("YOURS ".utf8), shut = Array("SHUT ".utf8)
private let sat = Array("SAT".utf8), ping = Array("PING ".utf8), refusal = Array("NO ".utf8)

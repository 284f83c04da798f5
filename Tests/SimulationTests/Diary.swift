// Everything a hall was told, with its moments, and everything it wanted done, in bytes. Told the
// same again, another hall has to want the same, to the byte.

import Game
import TranscriptSupport
import Wire

@testable import Rooms

/// What went into a hall and what came out.
struct Diary {
  /// One call of a hall: an input, or time that passed.
  private struct Call {
    let at: Int
    let input: Input?
  }

  private var calls: [Call] = []
  private var effects: [UInt8] = []

  /// How many times the hall was called.
  var count: Int { calls.count }

  /// Notes what the hall was told; nil that only time passed.
  mutating func note(_ input: Input?, at now: Int) {
    calls.append(Call(at: now, input: input))
  }

  mutating func write(_ line: [UInt8], to connections: [ConnectionID]) {
    for id in connections { effects.append(UInt8(truncatingIfNeeded: id.number)) }
    effects += line
  }

  mutating func write(conflated id: ConnectionID) {
    effects += [1, UInt8(truncatingIfNeeded: id.number)]
  }

  mutating func write(closed id: ConnectionID) {
    effects += [2, UInt8(truncatingIfNeeded: id.number)]
  }

  private mutating func write(_ effect: Effect) {
    switch effect {
    case .send(let message, let connections):
      var line: [UInt8] = []
      message.encode(into: &line)
      write(line, to: connections)
    case .conflate(let id): write(conflated: id)
    case .close(let id): write(closed: id)
    case .note: break
    }
  }

  /// Tells another hall the same.
  ///
  /// - Parameter hall: an empty one, of the same secret and limits.
  /// - Throws: that it wants something else, and from when on.
  func replay(in hall: Hall) throws(Violation) {
    var hall = hall
    // In tables of another size everything has another order, which must not show.
    hall.rooms.reserveCapacity(40)
    hall.connections.reserveCapacity(70)
    hall.players.reserveCapacity(130)
    var again = Diary()
    again.effects.reserveCapacity(effects.count)
    var wanted: [Effect] = []
    for call in calls {
      let moment = World.start + call.at
      if let input = call.input {
        hall.handle(input, at: moment, effects: &wanted)
      } else {
        hall.advance(to: moment, effects: &wanted)
      }
      for effect in wanted { again.write(effect) }
      wanted.removeAll(keepingCapacity: true)
    }
    if again.effects != effects { throw difference(from: again) }
  }

  /// Where two diaries part.
  private func difference(from other: Diary) -> Violation {
    let place = zip(effects, other.effects).prefix { $0 == $1 }.count
    func line(_ bytes: [UInt8]) -> String {
      let start = bytes[..<min(place, bytes.count)].lastIndex(of: 10).map { $0 + 1 } ?? 0
      return String(decoding: bytes[start...].prefix(while: { $0 != 10 }), as: UTF8.self)
    }
    return Violation("a replay gives other bytes: \(line(effects)) / \(line(other.effects))")
  }
}

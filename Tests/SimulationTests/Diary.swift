// Everything a hall was told, with its moments, and everything it wanted done, in bytes. Told the
// same again, another hall has to want the same, to the byte.

import Archive
import Game
import TranscriptSupport
import Wire

@testable import Rooms

struct Diary {
  private struct Call {
    let at: Int
    let input: Input?
  }

  private var calls: [Call] = []
  private var effects: [UInt8] = []

  var count: Int { calls.count }
  mutating func note(_ input: Input?, at now: Int) { calls.append(Call(at: now, input: input)) }

  mutating func write(_ effect: Effect) {
    func byte(_ id: ConnectionID) -> UInt8 { UInt8(truncatingIfNeeded: id.number) }
    switch effect {
    case .send(let message, let connections):
      for id in connections { effects.append(byte(id)) }
      message.encode(into: &effects)
    case .conflate(let id): effects += [1, byte(id)]
    case .close(let id): effects += [2, byte(id)]
    case .carry(let id, .lane(let lane), let handoff):
      effects += [3, byte(id), UInt8(lane)] + Array("\(handoff)\n".utf8)
    case .carry(let id, .node(let node), let handoff):
      effects += [6, byte(id), UInt8(node)] + Array("\(handoff)\n".utf8)
    case .carry(let id, .back, let handoff):
      effects += [7, byte(id)] + Array("\(handoff)\n".utf8)
    case .publish(let bulletin, let lane):
      effects += [4, UInt8(lane)]
      write(bulletin)
    case .keep(let match): effects += match.bytes
    case .claim(let claim): effects += Array("\(claim)\n".utf8)
    case .ask(let id, let question, _): effects += [5, byte(id)] + Array("\(question)\n".utf8)
    case .note: break
    }
  }

  private mutating func write(_ bulletin: Bulletin) {
    switch bulletin {
    case .told(let code, let message):
      effects += Array(code.text.utf8)
      message.encode(into: &effects)
    case .left(let code, let visit): effects += Array("-\(code.text) \(visit)\n".utf8)
    case .putOut(let code, let player, let visit, let why):
      effects += Array("^\(code.text) \(player.number) \(visit) \(why.rawValue)\n".utf8)
    case .listed(let room):
      effects += Array("\(room.people) ".utf8)
      ServerMessage.listed(room.listing).encode(into: &effects)
    case .unlisted(let code): effects += Array("!\(code.text)\n".utf8)
    case .closed, .forsaken, .restored, .drew, .missed, .answered, .charged:
      effects += Array("\(bulletin)\n".utf8)
    }
  }

  /// Tells another hall the same.
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
    for call in calls {
      var turn = Turn(at: World.start + call.at)
      if let input = call.input {
        hall.handle(input, &turn)
      } else {
        hall.advance(&turn)
      }
      for effect in turn.effects { again.write(effect) }
    }
    if again.effects != effects { throw difference(from: again) }
  }

  private func difference(from other: Diary) -> Violation {
    let place = zip(effects, other.effects).prefix { $0 == $1 }.count
    func line(_ bytes: [UInt8]) -> String {
      let start = bytes[..<min(place, bytes.count)].lastIndex(of: 10).map { $0 + 1 } ?? 0
      return String(decoding: bytes[start...].prefix(while: { $0 != 10 }), as: UTF8.self)
    }
    return Violation("a replay gives other bytes: \(line(effects)) / \(line(other.effects))")
  }
}

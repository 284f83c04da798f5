// Where a client can stand when it says something, as lists, and how a stage brings one there. What
// comes of it then is in the tables that use it.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

/// Where a client can stand when it says something.
enum Standing: Hashable, CaseIterable, CustomTestStringConvertible {
  /// One of those whom every room has, in one of the phases that it goes through.
  case part(Part, Phase)
  /// Any other.
  case apart(Apart)

  /// Who is in a room.
  enum Part: String, CaseIterable {
    case host, guest, watcher
  }

  /// How far a room is: no match runs; one begins once the guest's seal is open; one has begun; a
  /// round is announced; it is open; it is shut, and another follows.
  enum Phase: String, CaseIterable {
    case waiting, revealing, countdown, announced, racing, interval
  }

  /// Those who stand apart: has not said HELLO; is in no room; looks on, cannot keep up and is told
  /// nothing; is being closed. And players in an open round: has locked; sat down during the match;
  /// was away when it began and came back; was lost and came back; has no life left.
  enum Apart: String, CaseIterable {
    case nameless, outside, muted, closing
    case locked, late, idle, resumed, out
  }

  static let allCases =
    Part.allCases.flatMap { part in Phase.allCases.map { Standing.part(part, $0) } }
    + Apart.allCases.map(Standing.apart)

  var testDescription: String {
    switch self {
    case .part(let part, let phase): "\(part) while \(phase)"
    case .apart(let apart): apart.rawValue
    }
  }
}

/// A room with everybody whom the tables need, and one client in a standing.
struct Scene {
  var stage: HallStage
  /// The client, and whose connection it is.
  let id: ConnectionID
  let player: PlayerID?
  let host: Person
  let guest: Person
  let third: Person
  let watcher: Person
  /// The room, and another one.
  let room: String
  let other: String
  /// The line that locks exactly, where that is known.
  private(set) var lock = "LOCK v=1,2,3"

  init(_ standing: Standing) throws {
    var stage = HallStage()
    other = try stage.room(by: try stage.person("Eve"))
    let host = try stage.person("Ada")
    let isArcade = standing == .apart(.out)
    let room = try stage.room(by: host, "rounds=2 time=5 mode=\(isArcade ? "arcade" : "rgb")")
    let guest = try stage.guest("Bob", in: room)
    let third = try stage.guest("Dan", in: room)
    let watcher = try stage.watcher("Cal", in: room)
    var person: Person?
    switch standing {
    case .part(let part, let phase):
      lock = try stage.bring(room, of: host, and: guest, to: phase) ?? lock
      person =
        switch part {
        case .host: host
        case .guest: guest
        case .watcher: watcher
        }
    case .apart(.nameless): break
    case .apart(.outside): person = try stage.person("Fay")
    case .apart(.muted):
      stage.input(.overflowed(watcher.id))
      person = watcher
    case .apart(.closing):
      stage.input(.stop)
      person = host
    case .apart(.locked):
      lock = try stage.openRound(by: host)
      stage.say(guest.id, lock)
      person = guest
    case .apart(.late):
      lock = try stage.openRound(by: host)
      person = try stage.guest("Gil", in: room)
    case .apart(.idle):
      stage.input(.disconnected(guest.id))
      lock = try stage.openRound(by: host)
      person = stage.back(guest)
    case .apart(.resumed):
      lock = try stage.openRound(by: host)
      stage.input(.disconnected(guest.id))
      person = stage.back(guest)
    case .apart(.out):
      lock = try stage.loseLives(guest, against: [host, third])
      person = guest
    }
    id = person?.id ?? stage.connect()
    player = person?.player
    (self.host, self.guest, self.third) = (host, guest, third)
    (self.watcher, self.room) = (watcher, room)
    stage.clear()
    self.stage = stage
  }
}

extension HallStage {
  /// Lets a room's first match come to a phase.
  ///
  /// - Returns: the line that locks exactly, where there is a round.
  fileprivate mutating func bring(
    _ room: String, of host: Person, and guest: Person, to phase: Standing.Phase
  ) throws -> String? {
    switch phase {
    case .waiting: return nil
    case .revealing:
      say(guest.id, "READY seal=\(try seal("c0ffee"))")
      say(host.id, "START")
      return nil
    case .countdown:
      say(host.id, "START")
      return nil
    case .announced:
      say(host.id, "START")
      pass(Rules.countdownMilliseconds - 1)
      return try exactLock(heardBy: host)
    case .racing: return try openRound(by: host)
    case .interval:
      let lock = try openRound(by: host)
      pass(5_000)
      return lock
    }
  }

  /// Rounds in which one player does nothing and the others lock, until that one is out.
  ///
  /// - Returns: the line that locks exactly in the round that is open then.
  fileprivate mutating func loseLives(
    _ player: Person, against others: [Person]
  ) throws -> String {
    var lock = try openRound(by: others[0], mode: .arcade)
    for _ in 0..<(try require(Mode.arcade.lives)) {
      for other in others { say(other.id, lock) }
      pass(5_000 + Rules.intervalMilliseconds)
      lock = try exactLock(heardBy: others[0], mode: .arcade)
    }
    return lock
  }
}

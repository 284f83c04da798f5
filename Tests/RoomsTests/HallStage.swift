// A hall driven by hand, one input at a time, and what each connection heard of it. It decides
// nothing: no outboxes, no pipes, and time passes only when a test says so.

import Chroma
import Game
import Rooms
import Testing
import TranscriptSupport
import Wire

/// A hall under test.
struct HallStage {
  private(set) var hall: Hall
  private(set) var now = HallStage.start
  /// Connections that the hall wants closed, and those it wants to send nothing for a while.
  private(set) var closed: [ConnectionID] = []
  private(set) var conflated: [ConnectionID] = []
  private(set) var notes: [Note] = []
  private var unread: [ConnectionID: [ServerMessage]] = [:]
  private var made: UInt64 = 0

  static let start = Instant(milliseconds: 1_000_000)
  static let secret = [UInt8](repeating: 42, count: 32)

  init(_ limits: Limits = Limits()) {
    hall = Hall(secret: HallStage.secret, hashing: .genuine, limits: limits, app: "test")
  }

  mutating func input(_ input: Input) {
    var effects: [Effect] = []
    hall.handle(input, at: now, effects: &effects)
    carryOut(effects)
  }

  /// Lets time pass from one deadline to the next, as it does on an idle server.
  mutating func pass(_ milliseconds: Int) {
    let end = now + milliseconds
    while let deadline = hall.deadline, deadline <= end {
      now = max(now, deadline)
      var effects: [Effect] = []
      hall.advance(to: now, effects: &effects)
      carryOut(effects)
    }
    now = end
  }

  private mutating func carryOut(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message, let connections):
        for id in connections { unread[id, default: []].append(message) }
      case .conflate(let id): conflated.append(id)
      case .close(let id): closed.append(id)
      case .note(let note): notes.append(note)
      }
    }
  }

  /// What a connection heard since this was asked last.
  mutating func heard(_ id: ConnectionID) -> [ServerMessage] {
    defer { unread[id] = nil }
    return unread[id] ?? []
  }

  /// The verbs of what it heard; refusals by their code.
  mutating func verbs(_ id: ConnectionID) -> [String] {
    heard(id)
      .map { message in
        if case .no(let refusal) = message { refusal.code.rawValue } else { message.verb.rawValue }
      }
  }

  /// Everybody forgets what was heard so far.
  mutating func clear() {
    unread = [:]
    notes = []
  }
}

// What clients do.
extension HallStage {
  mutating func connect() -> ConnectionID {
    made += 1
    let id = ConnectionID(number: made)
    input(.connected(id))
    return id
  }

  mutating func say(_ id: ConnectionID, _ line: String) {
    do throws(RefusalLine) {
      input(.said(id, try ClientMessage.decode(Array(line.utf8)[...])))
    } catch {
      input(.garbled(id, error))
    }
  }

  /// Says a line and gives the verbs of what is heard then.
  mutating func ask(_ id: ConnectionID, _ line: String) -> [String] {
    _ = heard(id)
    say(id, line)
    return verbs(id)
  }

  /// Somebody who has said HELLO and read the answer.
  mutating func person(_ name: String) throws -> Person {
    let id = connect()
    say(id, "HELLO v=1 name=\(name)")
    guard case .welcome(let welcome) = try #require(heard(id).first) else {
      throw Violation("no WELCOME")
    }
    return Person(id: id, player: welcome.me, token: welcome.token)
  }

  /// A room that a person opens and sits in.
  mutating func room(by person: Person, _ wishes: String = "") throws -> String {
    say(person.id, wishes.isEmpty ? "CREATE" : "CREATE \(wishes)")
    guard case .entered(let code, .player, _) = try #require(heard(person.id).first) else {
      throw Violation("no IN")
    }
    return code.text
  }

  /// Somebody who sits in a room.
  mutating func guest(_ name: String, in room: String) throws -> Person {
    let person = try person(name)
    say(person.id, "JOIN room=\(room)")
    clear()
    return person
  }

  /// The host begins a match, and its first round opens.
  ///
  /// - Returns: the line that locks exactly on the target.
  mutating func openRound(by host: Person) throws -> String {
    say(host.id, "START")
    pass(Rules.countdownMilliseconds)
    for case .play(_, .round(let start)) in heard(host.id) {
      let target = start.target
      return "LOCK v=\(target.red),\(target.green),\(target.blue)"
    }
    throw Violation("no ROUND")
  }
}

/// Somebody who has said HELLO.
struct Person {
  let id: ConnectionID
  let player: PlayerID
  let token: String
}

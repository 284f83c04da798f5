// What holds for people: what they hear is what happened, in order, as far as they may hear of it,
// and people who have heard as much know the same. It looks at what was sent and at the record of
// the room, and at nothing inside the hall but to compare with it.

import Framing
import Game
import TranscriptSupport
import Wire

@testable import Rooms

extension World {
  /// What somebody has just heard is on the record of the room, may be heard, and leaves them with
  /// the same knowledge as everybody else at that number.
  func expectRecorded(
    _ message: ServerMessage, _ person: Person, in house: House
  ) throws(Violation) {
    guard person.viewer.role != nil, let room = person.viewer.room else { return }
    if case .move = message, room.settings?.rules.mode.isSecret == true {
      throw Violation("a move that is to be hidden")
    }
    guard let chronicle = house.chronicle(of: room.code) else {
      throw Violation("in a room that never was")
    }
    if let number = message.eventNumber {
      guard let said = chronicle[number], said.message == message else {
        throw Violation("that is not event \(number)")
      }
      if case .play(_, .round(let start)) = message {
        let lead = start.opens - World.start - said.told
        try demand(lead >= Rules.leadRange.lowerBound, "a round announced \(lead) ms ahead")
      }
      // Where much waits, the oldest is told early.
      if house.setup.limits.delayedMessagesMax > 1_000, person.viewer.role == .watcher,
        let delay = chronicle.delay(of: number)
      {
        try demand(now >= said.told + delay * 1_000, "a watcher hears after \(now - said.told) ms")
      }
    }
    guard isTelling(message, person) else { return }
    guard let expected = chronicle[room.last]?.after else {
      throw Violation("knows of event \(room.last), which has not happened")
    }
    if let difference = room.withoutMoves.differences(from: expected).first {
      throw Violation("knows something else: \(difference)")
    }
    tally.comparisons += 1
  }

  /// Whether a person's knowledge is to be compared now: after a picture, when something was won or
  /// lost, and now and then.
  private func isTelling(_ message: ServerMessage, _ person: Person) -> Bool {
    switch message {
    case .watchers, .play(.some, .place), .play(.some, .shut), .play(.some, .seed),
      .room(.some, .countdown), .room(.some, .gone):
      true
    default: message.eventNumber.map { $0 % 8 == person.number % 8 } ?? false
    }
  }

  /// Whom the server closes, it tells why; but a watcher who cannot be told anything.
  func expectReason(_ person: Person, _ link: MemoryLink) throws(Violation) {
    guard link.phase == .parting, !person.hasSaidBye, person.viewer.role != .watcher else { return }
    if !link.isOpened { return }
    // Over a WebSocket, its code is a reason.
    if case .closed(let code?, _)? = link.farewell, code != .normal, code != .goingAway { return }
    let reason = person.viewer.refused
    guard reason?.closes == true || reason == .tooFast else {
      throw Violation("person \(person.number) was closed without a reason")
    }
  }

  /// Everyone who has read everything knows what somebody new would be told, moves included.
  func comparePictures() throws(Violation) {
    for house in houses {
      try house.checkDoor()
      if house.server.roads.isEmpty { try house.expectSameDirectories() }
      for chronicle in house.chronicles where !chronicle.isClosed {
        guard let room = house.room(chronicle), room.movesDue == nil,
          room.watcherMovesDue == nil, !house.holdsMoves(of: chronicle)
        else { continue }
        for person in people where isUpToDate(person, on: chronicle.code, in: house) {
          let expected = try newcomer(as: person.viewer.role ?? .watcher, to: room)
          // CROWD stands for moves where somebody plays along.
          if let me = person.viewer.me, room.crowd?.number(of: me) != nil { continue }
          if let difference = person.viewer.room?.differences(from: expected).first {
            throw Violation("person \(person.number) sees something else: \(difference)")
          }
          tally.comparisons += 1
        }
      }
    }
  }

  private func newcomer(as role: Role, to room: Room) throws(Violation) -> RoomScene {
    var turn = Turn(at: World.start)
    room.show(to: ConnectionID(number: 0), as: role, &turn)
    var newcomer = Viewer(hashing: .genuine)
    for case .send(let message, _) in turn.effects { try newcomer.fold(message) }
    guard let scene = newcomer.room else { throw Violation("a picture of nothing") }
    return scene
  }

  /// Unless it has just changed, everybody has the right count of watchers.
  func checkWatcherCounts() throws(Violation) {
    for house in houses {
      for chronicle in house.chronicles {
        // A delayed watcher hears of the other watchers later, too.
        guard let room = house.room(chronicle), room.delayLine == nil, room.watcherCountDue == nil
        else { continue }
        for person in people where isUpToDate(person, on: room.code, in: house) {
          let count = person.viewer.room?.watchers ?? -1
          try demand(count == room.watchers, "\(count) watchers where there are \(room.watchers)")
        }
      }
    }
  }

  private func isUpToDate(_ person: Person, on code: RoomCode, in house: House) -> Bool {
    guard let link = person.link, link.server == house.number, person.viewer.role != nil,
      person.viewer.room?.code == code, house.server.roads.isEmpty
    else { return false }
    return link.waitingBytes == 0 && link.phase == .open && !house.isMuted(link)
  }
}

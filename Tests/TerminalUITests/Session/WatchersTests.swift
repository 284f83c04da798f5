// What holds for those who look on beside a session, whatever is wanted and whatever happens to
// them: few enough, one for each room, and every connection that was opened is closed.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Watchers of several rooms")
struct WatchersTests {
  /// The connections as the program has them: by room, in the order in which they were opened.
  private struct Net {
    var open: [RoomCode] = []
    var openedMost = 0
    /// What was done that makes no sense, such as to speak where there is no connection.
    var mistakes: [String] = []

    mutating func carryOut(_ outputs: [WatcherOutput]) {
      for output in outputs {
        let isOpen = open.contains(output.room)
        switch output.output {
        case .connect:
          if isOpen { mistakes.append("\(output.room) is open") }
          open.append(output.room)
        case .send: if !isOpen { mistakes.append("\(output.room) is shut") }
        case .disconnect: open.removeAll { $0 == output.room }
        case .keepConsent: mistakes.append("\(output.room) may know the user")
        case .remember: mistakes.append("\(output.room) has a log")
        }
        openedMost = max(openedMost, open.count)
      }
    }
  }

  private static func session(_ room: RoomCode) -> Session {
    Session(
      intent: .watch(room, password: nil), hello: Hello(name: "ada", icon: .star),
      secret: secret("ada"), hashing: hashing, selfPlay: nil)
  }

  private static func codes(_ count: Int) throws -> [RoomCode] {
    let letters = Array("ABCDEFGHJKMNPQRSTUVWXYZ".unicodeScalars)
    return try (0..<count).map { try require(RoomCode("AAA\(letters[$0])")) }
  }

  private static let welcome = ServerMessage.welcome(
    Welcome(
      version: Wire.version, me: PlayerID(number: 3), now: Instant(milliseconds: 0),
      token: "abcdefgh", app: "hall/1", modes: ["rgb"]))

  @Test(arguments: 0..<4)
  func thereAreNeverTooManyAndWhateverWasOpenedIsClosed(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    var watchers = Watchers()
    var net = Net()
    var now = Instant(milliseconds: 0)
    let codes = try Self.codes(20)
    for _ in 0..<400 {
      now = now + dice.roll(0..<900)
      let room = dice.pick(codes)
      let isOpen = net.open.contains(room)
      switch dice.roll(0..<8) {
      case 0:
        let wanted = codes.filter { _ in dice.roll(0..<2) == 0 }
        net.carryOut(watchers.want(wanted, at: now, Self.session))
        expect(watchers.all.map(\.room).allSatisfy(wanted.contains))
        expect(watchers.all.count, equals: min(wanted.count, Watchers.countMax))
      case 1 where isOpen:
        net.open.removeAll { $0 == room }
        net.carryOut(watchers.handle(.lost("connection reset"), in: room, at: now))
      case 2 where isOpen: net.carryOut(watchers.handle(.connected, in: room, at: now))
      case 3...6 where isOpen:
        let message = dice.pick([
          Self.welcome, .entered(room, .watcher, n: 0), .watchers(2), .out(room, .closed),
          .no(RefusalLine(code: .banned, verb: "WATCH")), .no(RefusalLine(code: .serverFull)),
        ])
        net.carryOut(watchers.handle(.received(line(message)[...]), in: room, at: now))
      default: net.carryOut(watchers.tick(at: now))
      }
      expect(isEmpty: net.mistakes)
      expect(Set(watchers.all.map(\.room)).count, equals: watchers.all.count)
      expect(net.open.allSatisfy { open in watchers.all.contains { $0.room == open } })
      if let deadline = watchers.deadline, deadline <= now {
        net.carryOut(watchers.tick(at: now))
        expect(watchers.deadline.map { $0 > now } ?? true)
      }
    }
    expect(net.openedMost > 6 && net.openedMost <= Watchers.countMax)
    net.carryOut(watchers.want([], at: now, Self.session))
    expect(net.open.isEmpty && watchers.all.isEmpty && watchers.deadline == nil)
  }

  @Test func aWatcherWhoIsTurnedAwayHangsUpAndComesAgainEverLaterUntilLetIn() throws {
    var watchers = Watchers()
    var now = Instant(milliseconds: 0)
    let room = try Self.codes(1)[0]
    var outputs = watchers.want([room], at: now, Self.session)
    var pauses: [Int] = []
    for _ in 0..<7 {
      expect(outputs.map(\.output), equals: [.connect])
      _ = watchers.handle(.connected, in: room, at: now)
      _ = watchers.handle(.received(line(Self.welcome)[...]), in: room, at: now)
      let refusal = ServerMessage.no(RefusalLine(code: .banned, verb: "WATCH"))
      outputs = watchers.handle(.received(line(refusal)[...]), in: room, at: now)
      expect(outputs.map(\.output), equals: [.send(.bye), .disconnect])
      expect(watchers.all[0].refusal, equals: RefusalCode.banned.sentence)
      let deadline = try require(watchers.deadline)
      pauses.append(deadline - now)
      expect(isEmpty: watchers.tick(at: deadline - 1))
      now = deadline
      outputs = watchers.tick(at: now)
    }
    expect(pauses, equals: [250, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
    _ = watchers.handle(.connected, in: room, at: now)
    for message in [Self.welcome, .entered(room, .watcher, n: 0), .watchers(1)] {
      _ = watchers.handle(.received(line(message)[...]), in: room, at: now)
    }
    expect(watchers.all[0].refusal == nil && watchers.all[0].session.room?.code == room)
  }
}

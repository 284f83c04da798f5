// Verification: every way in which a server could cheat with its targets is found by the player's
// own program, and an honest server is never accused.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct VerificationTests {
  /// One lie, told by changing some of the messages.
  struct Lie: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let verdict: Verdict
    let change: @Sendable (ServerMessage) -> ServerMessage?

    init(
      _ description: String, _ verdict: Verdict,
      _ change: @escaping @Sendable (ServerMessage) -> ServerMessage?
    ) {
      testDescription = description
      self.verdict = verdict
      self.change = change
    }
  }

  private static let record = Result { try MatchRecord("lies") }

  static let lies = [
    Lie("the truth", .verified) { $0 },
    Lie("another seed", .mismatch(.commitment)) { message in
      guard case .play(let number, .seed) = message, let seed = MatchSeed(bytes: secret("lie"))
      else { return message }
      return .play(n: number, .seed(seed))
    },
    Lie("another promise", .mismatch(.commitment)) { message in
      guard case .room(let number, .commit(1, _)) = message else { return message }
      return .room(n: number, .commit(match: 1, hash: secret("lie")))
    },
    Lie("no promise", .unknown) { message in
      if case .room(_, .commit) = message { nil } else { message }
    },
    Lie("another answer in round 2", .mismatch(.target(round: 2))) { message in
      guard case .play(let number, .shut(2, _, let next)) = message else { return message }
      return .play(n: number, .shut(round: 2, answer: Guess([1, 2, 3]), next: next))
    },
    Lie("an answer off the grid", .mismatch(.target(round: 1))) { message in
      guard case .play(let number, .shut(1, _, let next)) = message else { return message }
      return .play(n: number, .shut(round: 1, answer: Guess([999]), next: next))
    },
    Lie("another target on the screen", .mismatch(.target(round: 1))) { message in
      guard case .play(let number, .round(var start)) = message, start.round == 1 else {
        return message
      }
      start.target = Mode.startColor
      return .play(n: number, .round(start))
    },
    Lie("the same target and answer, both forged", .mismatch(.target(round: 1))) { message in
      let forged = Guess([200, 10, 10])
      switch message {
      case .play(let number, .round(var start)) where start.round == 1:
        start.target = Color(red: 200, green: 10, blue: 10)
        return .play(n: number, .round(start))
      case .play(let number, .shut(1, _, let next)):
        return .play(n: number, .shut(round: 1, answer: forged, next: next))
      default: return message
      }
    },
    Lie("a nonce of the server's own", .mismatch(.nonces)) { message in
      guard case .room(let number, .countdown(let match, let opens, let players, _, _)) = message
      else { return message }
      let nonces = players.map { _ in Nonce.none }
      return .room(
        n: number, .countdown(match: match, opens: opens, players: players, nonces: nonces))
    },
  ]

  @Test(arguments: lies)
  func noLieIsBelieved(lie: Lie) throws {
    let record = try VerificationTests.record.get()
    let room = record.room(record.messages.compactMap(lie.change))
    expect(room.verdict, equals: lie.verdict)
  }

  @Test func aSecondPromiseIsGoodOnlyForWhatIsGivenAfterIt() throws {
    let messages = try VerificationTests.record.get().messages
    let lie = ServerMessage.room(n: nil, .commit(match: 1, hash: secret("lie")))
    func index(_ isSought: (RoomEvent) -> Bool) throws -> Int {
      try require(
        messages.firstIndex { message in
          if case .room(_, let event) = message { isSought(event) } else { false }
        })
    }
    let promise = try index { if case .commit(1, _) = $0 { true } else { false } }
    let countdown = try index { if case .countdown = $0 { true } else { false } }
    func verdict(lyingBefore index: Int, then truth: [ServerMessage] = []) throws -> Verdict? {
      let told = messages[..<index] + [lie] + truth + messages[index...]
      return try VerificationTests.record.get().room(told).verdict
    }
    try expect(verdict(lyingBefore: promise), equals: .verified, "nobody has given anything")
    try expect(verdict(lyingBefore: countdown), equals: .mismatch(.commitment))
    let truth = [messages[promise]]
    try expect(verdict(lyingBefore: countdown, then: truth), equals: .mismatch(.commitment))
    try expect(verdict(lyingBefore: countdown + 1), equals: .verified, "the match has begun")
  }

  @Test func aLieFoundBeforeTheConnectionWasLostIsNotForgotten() throws {
    let record = try VerificationTests.record.get()
    let lie = try require(VerificationTests.lies.first { $0.verdict == .mismatch(.nonces) })
    let lied = record.room(record.messages.compactMap(lie.change).filter { !$0.isEnd })
    expect(lied.verdict, equals: nil)
    var room = RoomModel(code: record.code, role: .watcher, me: lied.me, last: 0, before: lied)
    for message in record.messages { room.fold(message, hashing: hashing) }
    expect(room.verdict, equals: .mismatch(.nonces))
  }

  @Test func theOwnShareOfTheRandomnessCannotBeChanged() throws {
    let forged = try require(Nonce(hex: "ff00"))
    var world = World()
    _ = try world.addHost()
    world.run(100)
    let session = world.clients[0].session
    let me = try require(session.me)
    let last = try require(session.room?.last)
    let pledge = try require(session.room?.pledge)
    expect(session.room?.mySeat?.share, equals: Share(seal: pledge.secret.seal(hashing)))
    world.inject(.room(n: last + 1, .readied(me, true, Share(nonce: forged))), into: 0)
    world.inject(
      .room(n: last + 2, .countdown(match: 1, opens: world.now, players: [me], nonces: [forged])),
      into: 0)
    let seed = try require(MatchSeed(bytes: secret("any")))
    world.inject(.play(n: last + 3, .over), into: 0)
    world.inject(.play(n: last + 4, .seed(seed)), into: 0)
    expect(world.room(0)?.verdict, equals: .mismatch(.nonces))
  }
}

extension ServerMessage {
  /// Whether it belongs to the end of a match, or to what comes after.
  fileprivate var isEnd: Bool {
    switch self {
    case .play(_, .over), .play(_, .place), .play(_, .seed), .room(_, .commit(2, _)): true
    default: false
    }
  }
}

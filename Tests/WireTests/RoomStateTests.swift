// The law of rooms: folding the snapshot of a state gives that state, whatever was told before.

import Chroma
import Game
import TestSupport
import Testing
import Wire

extension RoomState {
  /// What somebody has who knows nothing of the room but the number of its newest event and what it
  /// tells them.
  fileprivate var retold: RoomState {
    let unknown = RoomSettings(
      name: "?", rules: .usual(of: .daily), seats: 1, isListed: false,
      password: RoomSettings.untold)
    return RoomState(settings: unknown, last: last).folding(snapshot())
  }

  fileprivate func folding(_ messages: some Sequence<ServerMessage>) -> RoomState {
    messages.reduce(into: self) { state, message in state.fold(message) }
  }
}

@Suite("The state of a room")
struct RoomStateTests {
  private static func view(_ mode: Mode) -> RoomSettings {
    RoomSettings(name: "x", rules: .usual(of: mode), seats: 4, isListed: true, password: nil)
  }

  private func profile(_ name: String) -> Profile {
    Profile(name: name, icon: .sun, color: .gray, isBot: false)
  }

  @Test(
    "at every line of a match its snapshot gives the same state, also where the match stood still",
    arguments: [
      (Mode.rgb, false), (.gradient, false), (.tiles, false), (.memory, false), (.arcade, false),
      (.rgb, true), (.arcade, true),
    ])
  func matches(mode: Mode, isHeld: Bool) throws {
    var room = try SavedRoom(mode)
    room.enter()
    room.play(isHeld: isHeld)
    if !isHeld { room.play(leaver: room.players.last) }
    var state = RoomState(settings: Self.view(mode))
    var holds = 0
    for (index, line) in room.lines.enumerated() {
      guard let message = try ServerMessage.decode(Array(line.utf8)[...]) else { continue }
      if case .play(_, .held) = message { holds += 1 }
      state.fold(message)
      if index % 5 == 0 { expect(state.retold, equals: state, "after \(line)") }
    }
    expect(state.match?.number == (isHeld ? 1 : 2) && state.match?.seed != nil)
    expect(state.match?.results.allSatisfy { $0.told != nil }, equals: true)
    guard isHeld else { return }
    // In each round that is announced, and before each that follows.
    expect(holds >= 2 * (state.match?.results.count ?? 0) - 1 && holds > 1)
    let text = room.lines.joined(separator: "\n") + "\n"
    expect(audit(transcript: Array(text.utf8), hashing: .mixing).isProved)
  }

  @Test("in a snapshot the bell stands behind the lock that rang it, and before all others")
  func bell() throws {
    let players = (1...3).map(PlayerID.init(number:))
    var state = RoomState(settings: Self.view(.rgb))
    for player in players { state.fold(.room(n: nil, .seat(player, profile("p")))) }
    let opens = Instant(milliseconds: 3_000)
    let nonces = players.map { _ in Nonce.none }
    state.fold(
      .room(n: nil, .countdown(match: 1, opens: opens, players: players, nonces: nonces)))
    let start = RoundStart(
      round: 1, of: 5, opens: opens, closes: opens + 30_000, target: .gray, start: Mode.startColor)
    let events: [Event] = [
      .round(start), .locked(players[0], elapsed: 1_000, lag: 0), .bell(closes: opens + 4_000),
      .locked(players[1], elapsed: 1_200, lag: 0),
    ]
    for event in events { state.fold(.play(n: nil, event)) }
    let told = state.snapshot().map(\.verb)
    let locks = try require(told.firstIndex(of: .locked))
    expect(told[locks...].prefix(3), equals: [.locked, .bell, .locked])
  }

  @Test("a snapshot gives the same state as the messages before it, in any order", arguments: 0..<8)
  func nonsense(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let played = try SavedRoom.played(Mode.all[seed % Mode.all.count])
    let told = try played.lines.compactMap { try ServerMessage.decode(Array($0.utf8)[...]) }
    var state = RoomState(settings: Self.view(.rgb))
    for step in 0..<100 {
      let player = PlayerID(number: random.int(6...10))
      let event: RoomEvent? =
        switch random.next() % 12 {
        case 0: .seat(player, profile("p\(step)"))
        case 1: .gone(player, random.pick([.left, .lost, .kicked, .watching]))
        case 2: .away(player, until: random.instant())
        case 3: .readied(player, random.flag(), Share(nonce: random.nonce()))
        case 4: .hosted(player)
        case 5: .settings(Self.view(random.pick(Mode.all)))
        default: nil
        }
      let other = told[(step + random.int(0...3)) % told.count]
      let hold = Event.held(by: random.int(0...9_000), until: random.instant())
      let next = random.int(0...9) == 0 ? .play(n: nil, hold) : other
      state.fold(event.map { .room(n: nil, $0) } ?? next)
      if step % 4 == 0 { expect(state.retold, equals: state, "step \(step)") }
    }
  }

  @Test("a room keeps its last match, and by which rules it was played, when it has other rules")
  func otherRules() throws {
    let room = try SavedRoom.played(.tiles)
    let told = try room.lines.compactMap { try ServerMessage.decode(Array($0.utf8)[...]) }
    var state = RoomState(settings: Self.view(.rgb)).folding(told)
    state.fold(.room(n: state.last + 1, .settings(Self.view(.hsb))))
    expect(state.settings.rules.mode == .hsb && state.match?.rules.mode == .tiles)
    expect(state.retold, equals: state)
    let modes = state.snapshot()
      .compactMap { if case .room(_, .settings(let view)) = $0 { view.rules.mode } else { nil } }
    expect(modes, equals: [.tiles, .hsb])
  }

  @Test("an event that is known already changes nothing")
  func twice() throws {
    let told = try SavedRoom.played(.hsb).lines
      .compactMap { try ServerMessage.decode(Array($0.utf8)[...]) }
    let once = RoomState(settings: Self.view(.rgb)).folding(told)
    let numbered = told.filter { message in
      switch message {
      case .room(let number, _), .play(let number, _): number != nil
      default: false
      }
    }
    expect(numbered.count, isAbove: 30)
    expect(once.folding(numbered), equals: once)
  }

  /// The longest match that there can be: 99 rounds of a full room in which everybody always locks.
  @Test("the largest snapshot fits what may wait for a slow client: 256 KiB")
  func largest() throws {
    let far = 1 << 53
    let players = (0..<8).map { PlayerID(number: far - $0) }
    var state = RoomState(settings: Self.view(.arcade))
    for player in players {
      let name = String(repeating: "\u{10FFFD}", count: 16)
      state.fold(.room(n: nil, .seat(player, profile(name))))
    }
    let nonces = players.map { _ in Nonce(hex: String(repeating: "f", count: 64)) ?? .none }
    var opens = Instant(milliseconds: 1_767_225_600_000)
    state.fold(
      .room(n: nil, .countdown(match: far, opens: opens, players: players, nonces: nonces)))
    let white = Color(red: 255, green: 255, blue: 255)
    for number in 1...Rules.endlessRoundsMax {
      let start = RoundStart(
        round: number, of: 0, opens: opens, closes: opens + 40_000, target: white, start: white,
        tolerance: Difference(thousandths: 1_001), late: 100_000)
      state.fold(.play(n: nil, .round(start)))
      for player in players {
        state.fold(.play(n: nil, .missed(player, elapsed: 4_998, lag: 150)))
        state.fold(.play(n: nil, .locked(player, elapsed: 4_999, lag: 150)))
      }
      opens = opens + 60_000
      state.fold(.play(n: nil, .shut(round: number, answer: Guess([255, 255, 255]), next: opens)))
      for player in players {
        let score = Score(
          who: player, guess: Guess([255, 255, 255]), difference: Difference(thousandths: 100_123),
          elapsed: 39_999, points: 1_000, total: 99_000, lag: 150, misses: 26, isFirst: true,
          isAssisted: true, lives: 3)
        state.fold(.play(n: nil, .score(score)))
      }
    }
    expect(state.match?.results.count, equals: Rules.endlessRoundsMax)
    expect(state.match?.results.last?.scores.count, equals: players.count)
    expect(state.match?.results.last?.told?.locks.count, equals: players.count)
    var bytes: [UInt8] = []
    for message in state.snapshot() { message.encode(into: &bytes) }
    expect(bytes.count, isBelow: 256 * 1_024, "\(bytes.count)")
    expect(bytes.count, isAbove: 128 * 1_024, "\(bytes.count): is the match as long as it can be?")
  }
}

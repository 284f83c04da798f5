// A transcript to be audited: what a room tells one of its players, made by running matches between
// hands and writing down the lines. It is honest; who wants a lie changes the lines.

import Chroma
import Game
import TestSupport
import Testing
import Wire

/// What a room tells one of its players, line by line.
struct SavedRoom {
  private(set) var lines: [String] = []
  private let code: String
  private let rules: Rules
  let players: [PlayerID]
  private var number = 3
  private var matches = 0
  private var now = Instant(milliseconds: 1_000_000)

  init(_ mode: Mode, code: String = "WAVE", rounds: Int = 4) throws {
    let usual = Rules.usual(of: mode)
    let short = Rules(
      checkedMode: mode, rounds: rounds, seconds: usual.seconds, level: .normal, isAssisted: false)
    rules = mode.isFixed ? usual : try require(short)
    players = (1...min(3, mode.seats.upperBound)).map { PlayerID(number: $0 + 6) }
    self.code = code
  }

  private static let rooms = Mode.all.map { mode in
    Result { () throws -> SavedRoom in
      var room = try SavedRoom(mode)
      room.enter()
      room.play()
      return room
    }
  }

  /// A room of that mode after its first match.
  static func played(_ mode: Mode) throws -> SavedRoom {
    let index = try require(Mode.all.firstIndex(of: mode))
    return try rooms[index].get()
  }

  private mutating func say(_ line: String) { lines.append(line) }

  private mutating func tell(_ message: ServerMessage) {
    var bytes: [UInt8] = []
    message.encode(into: &bytes)
    say(String(decoding: bytes.dropLast(), as: UTF8.self))
  }

  private mutating func tell(_ event: RoomEvent) {
    number += 1
    tell(.room(n: number, event))
  }

  private var seed: MatchSeed {
    let bytes = Hashing.mixing.sha256(Array("seed \(code) \(matches)".utf8))
    guard let seed = MatchSeed(bytes: bytes) else { preconditionFailure("32 bytes") }
    return seed
  }

  private var commitment: RoomEvent {
    .commit(match: matches + 1, hash: seed.commitment(.mixing))
  }

  /// The client sits down.
  mutating func enter() {
    say("WELCOME v=1 me=p7 now=\(now.milliseconds) resume=word app=test modes=rgb")
    say("IN room=\(code) role=player n=\(number)")
    tell(
      .room(
        n: nil,
        .settings(
          RoomSettings(
            name: "Here", rules: rules, seats: players.count, isListed: true, password: nil))))
    for player in players {
      let profile = Profile(name: "P\(player.number)", icon: .sun, color: .gray, isBot: false)
      tell(.room(n: nil, .seat(player, profile)))
    }
    tell(.room(n: nil, commitment))
    say("HOSTED who=p7")
    say("WATCHERS count=0")
  }

  /// Everybody gets ready. The first player has sealed a nonce, the others say theirs openly.
  private mutating func getReady() -> [Nonce] {
    if rules.mode.isDaily {
      for player in players { tell(.readied(player, true, .none)) }
      return players.map { _ in .none }
    }
    let nonces = players.map { Nonce(hex: "ab0\($0.number)\(matches)") ?? .none }
    let seal = nonces[0].seal(.mixing)
    for (player, nonce) in zip(players, nonces) {
      let isSealed = player == players[0]
      tell(.readied(player, true, isSealed ? Share(seal: seal) : Share(nonce: nonce)))
    }
    tell(.reveal(match: matches + 1, players: players))
    tell(.readied(players[0], true, Share(nonce: nonces[0], seal: seal)))
    return nonces
  }

  /// One match from its nonces to the next promise.
  ///
  /// - Parameters:
  ///   - leaver: somebody who gives up the seat after the first round.
  ///   - isHeld: whether the server is gone for a while whenever something has happened by itself.
  mutating func play(leaver: PlayerID? = nil, isHeld: Bool = false) {
    let nonces = getReady()
    var match = Match(
      rules: rules, players: players, seed: seed, nonces: nonces, hashing: .mixing, start: now)
    tell(
      .countdown(
        match: matches + 1, opens: match.opens ?? now, players: players, nonces: nonces))
    for player in players { match.measure(player, roundTrip: 60) }
    var draw = RandomStream(key: Array("hands \(code) \(matches)".utf8), hashing: .mixing)
    while let due = match.deadline {
      now = due
      tell(match.advance(to: due))
      if isHeld {
        now = due + 7_000
        tell(match.hold(since: due, until: now))
      }
      if match.round != nil { race(&match, &draw) }
      if isHeld, let opens = match.opens {
        tell(match.hold(since: opens - 4_000, until: opens + 5_000))
      }
      if let leaver, match.players.contains(leaver), match.round == nil, match.opens != nil {
        tell(.gone(leaver, .left))
        tell(match.withdraw(leaver, at: now))
      }
    }
    matches += 1
    now = now + 10_000
    tell(commitment)
  }

  /// One round by hands of the levels 4, 3 and 2, with something of everything in between.
  private mutating func race(_ match: inout Match, _ draw: inout RandomStream) {
    guard let round = match.round else { return }
    say("PING nonce=abc")
    var hands = zip(players, [4, 3, 2])
      .compactMap { player, level in
        Skill(level: level)
          .map { skill in
            let hand = Hand(
              skill: skill, mode: rules.mode, challenge: round.challenge,
              opens: round.start.opens, tolerance: rules.tolerance(inRound: round.start.round),
              draw: &draw)
            return (player: player, hand: hand)
          }
      }
    while let due = match.deadline, match.round != nil {
      let next = hands.indices
        .filter { hands[$0].hand.deadline.map { $0 < due } == true }
        .min { (hands[$0].hand.deadline ?? due) < (hands[$1].hand.deadline ?? due) }
      guard let next, let moment = hands[next].hand.deadline else { return }
      for command in hands[next].hand.act(at: moment) {
        var command = command
        // As a client would say it: the line takes 20 ms.
        if case .lock(let guess, _) = command {
          command = .lock(guess, claim: max(0, moment - round.start.opens - 20))
        }
        let events = try? match.apply(command, by: hands[next].player, arrived: moment...moment)
        tell(events ?? [])
      }
    }
  }

  private mutating func tell(_ events: [Event]) {
    for event in events {
      number += 1
      tell(.play(n: number, event))
    }
  }

  /// What the room tells who comes after that line, from then on.
  func picture(after index: Int) -> [String] {
    func isUnnumbered(_ line: String, _ verbs: [String]) -> Bool {
      verbs.contains { line.hasPrefix("\($0) ") }
    }
    let before = lines[...index]
    let number = before.reversed().lazy.compactMap(\.number).first ?? 0
    var picture = ["IN room=\(code) role=watcher n=\(number)"]
    picture += before.filter { isUnnumbered($0, ["ROOM", "SEAT"]) }
    let promises = before.filter { $0.hasPrefix("COMMIT") }
    let isOver = before.contains { $0.hasPrefix("SEED") }
    if !isOver { picture += promises.suffix(1).map(\.withoutNumber) }
    var lasting: [String] = []
    let told = ["COUNTDOWN", "ROUND", "LOCKED", "BELL", "SHUT", "SCORE", "OVER", "PLACE", "SEED"]
    for line in before where isUnnumbered(line, told) || line == "OVER n=\(line.number ?? 0)" {
      if line.hasPrefix("SHUT") {
        lasting.removeAll { isUnnumbered($0, ["ROUND", "LOCKED", "BELL"]) }
      }
      lasting.append(line.withoutNumber)
    }
    if lasting.isEmpty {
      picture += before.filter { $0.hasPrefix("READIED") || $0.hasPrefix("REVEAL") }
        .map(\.withoutNumber)
    }
    return picture + lasting + ["WATCHERS count=1"] + lines[(index + 1)...]
  }
}

extension Color {
  static let gray = Color(red: 128, green: 128, blue: 128)
}

extension String {
  /// The number of an event.
  var number: Int? {
    hasPrefix("IN ") ? nil : firstMatch(of: /\ n=(\d+)/).flatMap { Int($0.1) }
  }

  var withoutNumber: String { replacing(/\ n=\d+/, with: "") }
}

extension Hashing {
  /// 32 bytes that depend on every byte. No cryptography: here nobody cheats who could find another
  /// message of the same hash.
  static let mixing = Hashing(
    sha256: { digest($0) }, hmac: { digest($0 + [0xff] + $1) })

  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var mixer = SplitMix64(
      seed: bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 })
    return (0..<4)
      .flatMap { _ in
        let word = mixer.next()
        return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
      }
  }
}

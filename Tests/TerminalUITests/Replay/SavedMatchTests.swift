// What is read of a kept match or record and seen again: the room, the players, the rounds, when
// each line was told, and the sliders of its viewer; and how a record comes from a server.

import Chroma
import Game
import Net
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct SavedMatchTests {
  private func moments(
    _ match: SavedMatch, _ isMeant: (SavedMatch.Beat) -> Bool
  ) -> [Int] {
    match.beats.filter(isMeant).map { $0.at - KeptFiles.began }
  }

  private func replay(_ text: String, _ viewer: PlayerID?, at moment: Int) throws -> Replay {
    var replay = Replay(try KeptFiles.match(text), seenBy: viewer, hashing: hashing)
    replay.seek(to: KeptFiles.began + moment)
    return replay
  }

  @Test(
    "a file that a shell wrote as UTF-16 with CR LF is shown, proved, and the changes are named")
  func changedOnItsWay() throws {
    for text in [KeptFiles.saved, KeptFiles.real, KeptFiles.record] {
      let units = Array("\u{feff}  \(text.replacing("\n", with: "\r\n"))\r\n".utf16)
      let file = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      let match = try KeptFiles.match(file)
      expect(match.verdict, equals: .fair)
      let changes: [SavedText.Change] = [
        .byteOrderMark, .utf16, .lineEnds, .margins, .blankLines,
      ]
      expect(match.changes, equals: changes)
      expect(
        PlainSaved.line(match.changes),
        equals: "The file was changed on its way, and is read as it was before: a byte-order mark, "
          + "UTF-16, line ends, spaces around lines, empty lines, which do not count.")
      try expect(isEmpty: KeptFiles.match(text).changes)
    }
    expect(PlainSaved.line([]), equals: nil)
  }

  @Test func aKeptMatchAndARecordHaveARoomPlayersAndRoundsAndAreProved() throws {
    for text in [KeptFiles.saved, KeptFiles.record] {
      let match = try KeptFiles.match(text)
      expect(match.code, equals: RoomCode("NEU9"))
      expect(match.players.map(\.profile.name), equals: ["Ada", "Bea"])
      expect(match.begins, equals: KeptFiles.began)
      expect(match.rounds.map { $0 - KeptFiles.began }, equals: [3_000, 12_100])
      expect(match.verdict, equals: .fair)
    }
    // Of whom nothing is known any more there is no name.
    let secret = try KeptFiles.match(KeptFiles.secretRecord)
    expect(secret.players.count == 4 && secret.verdict == .fair)
  }

  @Test func aKeptMatchHasMomentsThatFollowFromTheRulesARecordThoseThatItTells() throws {
    // A lock counts without the lag that was deducted: that is when it came. All had locked; five
    // seconds later the next round opened, which is announced shortly before.
    let expected: [(text: String, verb: ServerVerb, moments: [Int])] = [
      (KeptFiles.saved, .locked, [6_200, 7_100, 15_300, 16_200]),
      (KeptFiles.saved, .missed, [3_950, 13_050]), (KeptFiles.saved, .bell, [6_200, 15_300]),
      (KeptFiles.saved, .shut, [7_100, 16_200]), (KeptFiles.saved, .round, [2_650, 11_750]),
      (KeptFiles.saved, .seed, [16_200]), (KeptFiles.record, .round, [2_591, 11_691]),
      (KeptFiles.record, .locked, [6_200, 7_100, 15_300, 16_200]),
    ]
    for row in expected {
      let match = try KeptFiles.match(row.text)
      expect(moments(match) { $0.message?.verb == row.verb }, equals: row.moments, "\(row.verb)")
    }
    let record = try KeptFiles.match(KeptFiles.record)
    expect(
      moments(record) { $0.moved?.player == KeptFiles.bea }.prefix(5),
      equals: [3_600, 4_000, 4_800, 6_000, 7_100])
    expect(
      moments(record) { $0.moved?.player == KeptFiles.ada }.prefix(3),
      equals: [4_200, 5_400, 6_200])
  }

  @Test func aKeptMatchHasItsMovesWhereTheyMayHaveBeenMadeOneAfterAnother() throws {
    for text in [KeptFiles.real, KeptFiles.record] {
      let beats = try KeptFiles.match(text).beats
      expect(zip(beats, beats.dropFirst()).allSatisfy { $0.at <= $1.at })
    }
    let match = try KeptFiles.match(KeptFiles.real)
    let moves = match.beats.filter { if case .move = $0.message { true } else { false } }.map(\.at)
    expect(moves.count, equals: 43)
    expect(Set(moves).count, isAbove: 35)
    expect(moves.allSatisfy { $0 > match.rounds[0] })
  }

  @Test func aReplayShowsPlayersTheirOwnSlidersAsFarAsAnybodyToldWhereTheyWere() throws {
    // Nobody told a move; each was scored for where the lock was.
    try expect(
      replay(KeptFiles.saved, KeptFiles.ada, at: 6_000).session.guess, equals: Mode.rgb.start)
    try expect(
      replay(KeptFiles.saved, KeptFiles.ada, at: 6_500).session.guess?.values, equals: [43, 95, 40])
    try expect(
      replay(KeptFiles.saved, KeptFiles.bea, at: 15_500).session.guess, equals: Mode.rgb.start)
    try expect(replay(KeptFiles.saved, nil, at: 6_500).session.guess, equals: nil)
    // What the others saw of Ada's moves is where her own sliders were.
    let match = try KeptFiles.match(KeptFiles.real)
    var replay = Replay(match, seenBy: KeptFiles.ada, hashing: hashing)
    var moves = 0
    for beat in match.beats {
      guard case .move(let move) = beat.message, move.who == KeptFiles.ada else { continue }
      replay.seek(to: beat.at)
      expect(replay.session.guess.flatMap { Mode.rgb.swatch(of: $0) }, equals: move.swatch)
      moves += 1
    }
    expect(moves, equals: 4)
  }

  @Test func aRecordShowsPlayersTheirOwnSlidersAndTheOthersWhatTheyMade() throws {
    let own = try replay(KeptFiles.record, KeptFiles.ada, at: 5_000).session
    expect(own.guess?.values, equals: [63, 115, 60])
    let other = try replay(KeptFiles.record, KeptFiles.bea, at: 5_000).session
    expect(other.guess?.values, equals: [53, 105, 50])
    let seen = { (session: Session, player: PlayerID) in
      session.room?.match?.round?.moves.first { $0.who == player }
    }
    expect(seen(own, KeptFiles.bea)?.color, equals: Color(red: 53, green: 105, blue: 50))
    // What MOVE says is worked out again: as near as the server would have said.
    expect(seen(own, KeptFiles.bea)?.near, equals: 92)
    try expect(replay(KeptFiles.record, nil, at: 5_000).session.guess, equals: nil)
  }

  @Test func aRecordKeepsSecretWhatWasKeptSecret() throws {
    let player = PlayerID(number: 7)
    let own = try replay(KeptFiles.secretRecord, player, at: 5_200).session
    expect(own.guess?.values, equals: [10, 20, 30])
    let other = try replay(KeptFiles.secretRecord, nil, at: 5_200).session
    expect(other.room?.match?.round?.moves, equals: [])
  }

  @Test("a replay is told in lines, each with its moment")
  func goldenLines() throws {
    for (name, text, viewer) in [
      ("replay-onlooker", KeptFiles.real, nil), ("replay-player", KeptFiles.real, KeptFiles.ada),
      ("replay-record", KeptFiles.record, KeptFiles.ada),
      ("replay-record-secret", KeptFiles.secretRecord, nil),
    ] {
      let match = try KeptFiles.match(text)
      try expectGolden(
        name + ".txt", PlainReplay.lines(of: match, seenBy: viewer, hashing: hashing))
    }
  }

  private func fault(_ text: String) -> SavedFault? {
    do {
      let match = try KeptFiles.match(text)
      for viewer in [nil, match.players.first?.player] {
        var replay = Replay(match, seenBy: viewer, hashing: hashing)
        replay.seek(to: match.ends)
        replay.seek(to: match.begins)
        _ = PlainReplay.lines(of: match, seenBy: viewer, hashing: hashing)
      }
      return nil
    } catch {
      return error
    }
  }

  @Test func aKeptMatchIsRefusedOrShownAndNothingElseWhateverIsChangedInIt() throws {
    let lines = KeptFiles.lines(of: KeptFiles.saved)
    for index in stride(from: 0, to: lines.count, by: 2) {
      var others = lines
      others.remove(at: index)
      _ = fault(others.joined())
      others.insert(lines[index], at: (index * 7) % lines.count)
      _ = fault(others.joined())
      others.insert(lines[index], at: index)
      _ = fault(others.joined())
    }
    var dice = SplitMix64(seed: 16)
    let bytes = Array(KeptFiles.saved.utf8)
    var shown = 0
    for _ in 0..<80 {
      var changed = bytes
      for _ in 0..<dice.roll(1..<4) {
        changed[dice.roll(0..<changed.count)] = UInt8(dice.roll(0x20..<0x7f))
      }
      if fault(String(decoding: changed, as: UTF8.self)) == nil { shown += 1 }
    }
    expect((1..<80), contains: shown)
  }

  @Test func aRecordIsRefusedWhereItWasCutAndSaysThatItIsARecord() {
    let lines = KeptFiles.lines(of: KeptFiles.record)
    let seed = lines.firstIndex { $0.hasPrefix("SEED ") } ?? 0
    for count in stride(from: 1, through: seed, by: 3) {
      let fault = fault(lines[..<count].joined())
      guard case .recordLine = fault else {
        Issue.record("\(count) lines: \(String(describing: fault))")
        continue
      }
      expect(fault?.sentence.contains("record"), equals: true)
    }
    // Names and the log's receipt may be missing.
    expect(fault(lines[...seed].joined()), equals: nil)
    expect(fault("RECORD v=1\n"), equals: .recordLine(1))
  }

  private func request(provesWho: Bool = false) -> RecordRequest {
    let seed = secret("Ada")
    let key = ed25519PublicKey(ofSeed: seed).flatMap { PublicKey(bytes: $0) }
    let prover = key.map { key in
      Prover(key: key) { ed25519Signature(of: $0, seed: seed) ?? [] }
    }
    return RecordRequest(7, as: Hello(app: "test/1"), provesWho ? prover : nil, on: World.binding)
  }

  private func take(_ line: String, _ request: inout RecordRequest) -> ArchiveStep {
    request.take(Array(line.utf8)[...])
  }

  private let welcome = "WELCOME v=1 me=p1 now=1 resume=w app=test modes=rgb"

  @Test func somebodyUnknownAsksAtOnceAndForPieceAfterPiece() {
    var request = request()
    expect(request.greeting, equals: .hello(Hello(app: "test/1")))
    expect(take(welcome, &request), equals: .say(.replay(index: 7, from: 0)))
    expect(take("REPLAYED index=7 lines=3", &request), equals: .wait)
    let lines = ["RECORD v=1", "ROOM name=x", "SEED seed=00"]
    for line in lines.prefix(2) { expect(take(line, &request), equals: .wait) }
    expect(take("END of=REPLAY count=2", &request), equals: .sayLater(.replay(index: 7, from: 2)))
    expect(take("PING nonce=a", &request), equals: .say(.pong(nonce: "a")))
    expect(take("REPLAYED index=7 lines=3 from=2", &request), equals: .wait)
    expect(take(lines[2], &request), equals: .wait)
    let record = lines.map { "\($0)\n" }.joined()
    expect(take("END of=REPLAY count=1", &request), equals: .whole(Array(record.utf8)))
  }

  @Test func aClientThatHasAKeyProvesItFirstAndIsToldAllTheSameIfThatFails() throws {
    var request = request(provesWho: true)
    guard case .say(.identify) = take(welcome, &request) else { throw NoAnswer() }
    let (nonce, server) = (String(repeating: "ab", count: 32), String(repeating: "cd", count: 32))
    let challenge = "CHALLENGE nonce=\(nonce) server=\(server) log=here"
    guard case .say(.prove(_, .address)) = take(challenge, &request) else { throw NoAnswer() }
    expect(take(challenge, &request), equals: .wait, "nobody is asked twice")
    for line in [
      "PROVED id=21fe31dfa154a261626bf854046fd227 tag=47Z3-3QX1",
      "NO code=unknown-verb verb=IDENTIFY", "NO code=bad-signature verb=PROVE",
    ] {
      var other = self.request(provesWho: true)
      expect(take(line, &other), equals: .say(.replay(index: 7, from: 0)), "\(line)")
    }
  }

  private struct NoAnswer: Error {}

  static let failures = [
    (
      "NO code=no-match verb=REPLAY", "This server has no match #7, or does not keep it any longer."
    ),
    (
      "NO code=not-now verb=REPLAY text=this%20server%20keeps%20no%20matches",
      "This server cannot show a match again: this server keeps no matches."
    ),
    ("NO code=unknown-verb verb=REPLAY", "The server does not support that."),
    ("NO code=server-full", "The server is full."),
    ("REPLAYED index=8 lines=3", "What the server said is not match #7."),
  ]

  @Test("a server without records, or with a wrong one, gets a sentence", arguments: failures)
  func fails(line: String, sentence: String) {
    var request = request()
    _ = take(welcome, &request)
    expect(take(line, &request), equals: .failed(sentence))
  }
}

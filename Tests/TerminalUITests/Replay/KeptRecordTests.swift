// A record, seen again: it has every move and its moment, so nothing has to follow from the rules,
// and each viewer sees their own sliders as they were.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("A kept record")
struct KeptRecordTests {
  private func replay(_ text: String, _ viewer: PlayerID?, at moment: Int) throws -> Replay {
    var replay = Replay(try KeptFiles.match(text), seenBy: viewer, hashing: hashing)
    replay.seek(to: KeptFiles.began + moment)
    return replay
  }

  private func moments(_ match: KeptMatch, _ isMeant: (KeptMatch.Beat) -> Bool) -> [Int] {
    match.beats.filter(isMeant).map { $0.at - KeptFiles.began }
  }

  @Test("a record has a room, players by their names, and rounds, and is proved")
  func whole() throws {
    let match = try KeptFiles.match(KeptFiles.record)
    expect(match.code, equals: RoomCode("NEU9"))
    expect(match.players.map(\.profile.name), equals: ["Ada", "Bea"])
    expect(match.begins, equals: KeptFiles.began)
    expect(match.rounds.map { $0 - KeptFiles.began }, equals: [3_000, 12_100])
    expect(match.verdict, equals: .fair)
    // Of whom nothing is known any more there is no name.
    let secret = try KeptFiles.match(KeptFiles.secretRecord)
    expect(secret.players.count == 4 && secret.verdict == .fair)
  }

  @Test("a record has every move at its moment, and what came of it")
  func moments() throws {
    let match = try KeptFiles.match(KeptFiles.record)
    expect(
      moments(match) { $0.moved?.player == KeptFiles.bea }.prefix(5),
      equals: [3_600, 4_000, 4_800, 6_000, 7_100])
    expect(
      moments(match) { $0.moved?.player == KeptFiles.ada }.prefix(3), equals: [4_200, 5_400, 6_200])
    func events(_ isMeant: (Event) -> Bool) -> [Int] {
      moments(match) { if case .play(_, let event) = $0.message { isMeant(event) } else { false } }
    }
    // A round is announced when its server did, and a lock is told when it came.
    expect(events { if case .round = $0 { true } else { false } }, equals: [2_591, 11_691])
    expect(events { if case .missed = $0 { true } else { false } }, equals: [4_000, 13_100])
    expect(
      events { if case .locked = $0 { true } else { false } },
      equals: [6_200, 7_100, 15_300, 16_200])
    expect(events { if case .shut = $0 { true } else { false } }, equals: [7_100, 16_200])
    expect(zip(match.beats, match.beats.dropFirst()).allSatisfy { $0.at <= $1.at })
  }

  @Test("a record shows players their own sliders, and the others what they made")
  func sliders() throws {
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

  @Test("a record keeps secret what was kept secret")
  func secret() throws {
    let player = PlayerID(number: 7)
    let own = try replay(KeptFiles.secretRecord, player, at: 5_200).session
    expect(own.guess?.values, equals: [10, 20, 30])
    let other = try replay(KeptFiles.secretRecord, nil, at: 5_200).session
    expect(other.room?.match?.round?.moves, equals: [])
  }

  @Test("a record is told in lines, each with its moment")
  func lines() throws {
    for (name, text, viewer) in [
      ("replay-record", KeptFiles.record, KeptFiles.ada),
      ("replay-record-secret", KeptFiles.secretRecord, nil),
    ] {
      let match = try KeptFiles.match(text)
      try expectGolden(
        name + ".txt", PlainReplay.lines(of: match, seenBy: viewer, hashing: hashing))
    }
  }

  // MARK: Bad files

  private func fault(_ text: String) -> KeptFault? {
    do {
      let match = try KeptFiles.match(text)
      for viewer in [nil, match.players.first?.player] {
        var replay = Replay(match, seenBy: viewer, hashing: hashing)
        replay.seek(to: match.ends)
        _ = PlainReplay.lines(of: match, seenBy: viewer, hashing: hashing)
      }
      return nil
    } catch {
      return error
    }
  }

  @Test("a record is refused where it was cut, and says that it is a record")
  func cut() {
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

  @Test("a record is shown with its verdict where something in it was changed")
  func forged() throws {
    for (said, forged, verdict) in [
      ("LOCK v=43,95,40 t=3185 by=p1", "LOCK v=44,95,40 t=3185 by=p1", KeptVerdict.unfair),
      ("target=#2b5f28", "target=#2b5f29", .unfair), ("name=Ada", "name=Eve", .unfair),
      ("SET v=63,115,60", "SET v=64,115,60", .fair),
    ] {
      let text = KeptFiles.record.replacing(said, with: forged)
      expect(text, differsFrom: KeptFiles.record)
      try expect(KeptFiles.match(text).verdict, equals: verdict, "\(forged)")
    }
  }
}

// What is read of a kept match: the room, the players, the rounds, and when each line was told.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("A kept match")
struct KeptMatchTests {
  private func moments(
    of match: KeptMatch, _ isMeant: (Event) -> Bool
  ) -> [Int] {
    match.beats.compactMap { beat in
      guard case .play(_, let event) = beat.message, isMeant(event) else { return nil }
      return beat.at - KeptFiles.began
    }
  }

  @Test(
    "a file that a shell wrote as UTF-16 with CR LF is shown, proved, and the changes are named")
  func changedOnItsWay() throws {
    for text in [KeptFiles.saved, KeptFiles.real, KeptFiles.record] {
      let units = Array("\u{feff}  \(text.replacing("\n", with: "\r\n"))\r\n".utf16)
      let file = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      let match = try KeptMatch(reading: file, hashing: hashing)
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

  @Test("a kept match has a room, players and rounds, and is proved")
  func whole() throws {
    let match = try KeptFiles.match(KeptFiles.saved)
    expect(match.code, equals: RoomCode("NEU9"))
    expect(match.players.map(\.profile.name), equals: ["Ada", "Bea"])
    expect(match.begins, equals: KeptFiles.began)
    expect(match.rounds.map { $0 - KeptFiles.began }, equals: [3_000, 12_100])
    expect(match.beats.last.map { $0.at - KeptFiles.began }, equals: 16_200)
    expect(match.verdict, equals: .fair)
  }

  @Test("a kept match has moments that follow from the rules")
  func moments() throws {
    let match = try KeptFiles.match(KeptFiles.saved)
    // A lock counts without the lag that was deducted: that is when it came.
    let locks = moments(of: match) { if case .locked = $0 { true } else { false } }
    expect(locks, equals: [6_200, 7_100, 15_300, 16_200])
    expect(
      moments(of: match) { if case .missed = $0 { true } else { false } }, equals: [3_950, 13_050])
    expect(
      moments(of: match) { if case .bell = $0 { true } else { false } }, equals: [6_200, 15_300])
    // All had locked; five seconds later the next round opened.
    expect(
      moments(of: match) { if case .shut = $0 { true } else { false } }, equals: [7_100, 16_200])
    // The next round is announced shortly before it opens.
    expect(
      moments(of: match) { if case .round = $0 { true } else { false } }, equals: [2_650, 11_750])
    expect(moments(of: match) { if case .seed = $0 { true } else { false } }, equals: [16_200])
  }

  @Test("a kept match has its moves where they may have been made, one after another")
  func moves() throws {
    let match = try KeptFiles.match(KeptFiles.real)
    expect(zip(match.beats, match.beats.dropFirst()).allSatisfy { $0.at <= $1.at })
    let moves = match.beats.filter { if case .move = $0.message { true } else { false } }.map(\.at)
    expect(moves.count, equals: 43)
    expect(Set(moves).count, isAbove: 35)
    expect(moves.allSatisfy { $0 > match.rounds[0] })
  }

  // MARK: Bad files

  private func fault(_ text: String) -> KeptFault? {
    do {
      let match = try KeptFiles.match(text)
      for viewer in [nil, KeptFiles.ada] {
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

  @Test("a kept match is refused or shown, and nothing else, whatever is changed in it")
  func altered() throws {
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
}

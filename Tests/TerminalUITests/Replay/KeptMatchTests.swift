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

  @Test("has a room, players and rounds, and is proved")
  func whole() throws {
    let match = try KeptFiles.match(KeptFiles.saved)
    #expect(match.code == RoomCode("NEU9"))
    #expect(match.players.map(\.profile.name) == ["Ada", "Bea"])
    #expect(match.begins == KeptFiles.began)
    #expect(match.rounds.map { $0 - KeptFiles.began } == [3_000, 12_100])
    #expect(match.beats.last.map { $0.at - KeptFiles.began } == 16_200)
    #expect(match.verdict == .fair)
  }

  @Test("has moments that follow from the rules")
  func moments() throws {
    let match = try KeptFiles.match(KeptFiles.saved)
    // A lock counts without the lag that was deducted: that is when it came.
    let locks = moments(of: match) { if case .locked = $0 { true } else { false } }
    #expect(locks == [6_200, 7_100, 15_300, 16_200])
    #expect(moments(of: match) { if case .missed = $0 { true } else { false } } == [3_950, 13_050])
    #expect(moments(of: match) { if case .bell = $0 { true } else { false } } == [6_200, 15_300])
    // All had locked; five seconds later the next round opened.
    #expect(moments(of: match) { if case .shut = $0 { true } else { false } } == [7_100, 16_200])
    // The next round is announced shortly before it opens.
    #expect(moments(of: match) { if case .round = $0 { true } else { false } } == [2_650, 11_750])
    #expect(moments(of: match) { if case .seed = $0 { true } else { false } } == [16_200])
  }

  @Test("has a round that nobody ended last until its time is up")
  func slow() throws {
    let text = KeptFiles.saved.replacing("LOCKED n=20 who=p2 t=4059 lag=41\n", with: "")
    let match = try KeptFiles.match(text)
    let shut = moments(of: match) { if case .shut = $0 { true } else { false } }
    #expect(shut.last == 18_300)
    #expect(match.verdict == .unfair)
  }

  @Test("goes on as much later as it stood still")
  func held() throws {
    let goesOn = KeptFiles.began + 6_500 + 60_000
    let text = KeptFiles.saved
      .replacing(
        "BELL n=11 closes=1767225609700\n",
        with: "BELL n=11 closes=1767225609700\nHELD n=12 by=60000 until=\(goesOn.milliseconds)\n"
      )
      .replacing("LOCKED n=12", with: "LOCKED n=13")
      .replacing(" next=1767225612600", with: "")
    let match = try KeptFiles.match(text)
    let locks = moments(of: match) { if case .locked = $0 { true } else { false } }
    #expect(locks.prefix(2) == [6_200, 67_100])
    #expect(moments(of: match) { if case .held = $0 { true } else { false } } == [63_500])
    var replay = Replay(match, seenBy: KeptFiles.bea, hashing: hashing)
    replay.seek(to: goesOn)
    #expect(replay.session.state == .online && !replay.session.isWaiting)
  }

  @Test("has its moves where they may have been made, one after another")
  func moves() throws {
    let match = try KeptFiles.match(KeptFiles.real)
    #expect(zip(match.beats, match.beats.dropFirst()).allSatisfy { $0.at <= $1.at })
    let moves = match.beats.filter { if case .move = $0.message { true } else { false } }.map(\.at)
    #expect(moves.count == 43)
    #expect(Set(moves).count > 35)
    #expect(moves.allSatisfy { $0 > match.rounds[0] })
  }

  @Test("is told of one room, whatever was heard of others before and after")
  func oneRoom() throws {
    let elsewhere =
      "IN room=WAVE role=watcher n=2\n"
      + "ROOM name=x mode=hsb rounds=1 time=9 level=normal seats=2 listed=1\n"
    let match = try KeptFiles.match(elsewhere + KeptFiles.saved + elsewhere + "SHUT?\n")
    #expect(match.code == RoomCode("NEU9"))
    #expect(match.beats.count == (try KeptFiles.match(KeptFiles.saved)).beats.count)
  }

  @Test("goes on where whoever saved it came back, with the room told anew or without")
  func comingBack() throws {
    let lines = KeptFiles.lines(of: KeptFiles.saved)
    let lock = try #require(lines.firstIndex { $0.hasPrefix("LOCKED n=10") })
    let whole = try KeptFiles.match(KeptFiles.saved)
    let goesOn = lines[..<lock] + ["IN room=NEU9 role=watcher n=9\n"] + lines[lock...]
    #expect(try KeptFiles.match(goesOn.joined()).beats.count == whole.beats.count)
    let picture = lines[1..<lock].map { $0.replacing(/\ n=[0-9]+/, with: "") }
    let anew =
      lines[..<lock] + ["IN room=NEU9 role=player n=9\n"] + picture
      + ["WATCHERS count=1\n"] + lines[lock...]
    let match = try KeptFiles.match(anew.joined())
    for moment in stride(from: 0, through: 20_000, by: 500) {
      var (one, other) = (
        Replay(whole, seenBy: nil, hashing: hashing), Replay(match, seenBy: nil, hashing: hashing)
      )
      one.seek(to: KeptFiles.began + moment)
      other.seek(to: KeptFiles.began + moment)
      #expect(one.session.room?.match == other.session.room?.match)
      #expect(other.session.room?.role == .watcher)
    }
  }

  @Test("has neighbors of each moment: what happened next or before, and where rounds opened")
  func neighbors() throws {
    let match = try KeptFiles.match(KeptFiles.saved)
    func beat(_ at: Int, _ isForward: Bool) -> Int? {
      match.beat(from: KeptFiles.began + at, isForward: isForward).map { $0 - KeptFiles.began }
    }
    #expect([beat(0, true), beat(3_950, true), beat(6_200, false)] == [2_650, 6_200, 3_950])
    #expect(beat(16_200, true) == nil && beat(0, false) == nil)
    func round(_ at: Int, _ isForward: Bool) -> Int {
      match.round(from: KeptFiles.began + at, isForward: isForward) - KeptFiles.began
    }
    #expect([0, 3_000, 13_000].map { round($0, true) } == [3_000, 12_100, 21_200])
    #expect([16_000, 12_100, 3_000].map { round($0, false) } == [12_100, 3_000, 0])
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

  @Test("is none in files that hold something else")
  func strangers() {
    #expect(fault("Dear diary,\n") == .line(1))
    #expect(fault("") == .empty)
    #expect(fault("ROUND\n") == .line(1))
    #expect(fault("WELCOME v=1\n") == .line(1))
    let nowhere = KeptFiles.saved.replacing("IN room=NEU9 role=watcher n=6\n", with: "")
    #expect(fault(nowhere) == .noMatch)
  }

  @Test(
    "is shown as far as it goes where it was cut", arguments: [KeptFiles.saved, KeptFiles.real])
  func cut(text: String) throws {
    let lines = KeptFiles.lines(of: text)
    let begins = try #require(lines.firstIndex { $0.hasPrefix("COUNTDOWN ") })
    let opens = try #require(lines.firstIndex { $0.hasPrefix("ROUND ") })
    for count in 0...lines.count {
      let expected: KeptFault? = count <= begins ? .noMatch : count <= opens ? .noRound : nil
      #expect(fault(lines[..<count].joined()) == (count == 0 ? .empty : expected), "\(count) lines")
      // What follows the last LF is no line.
      #expect(fault(lines[..<count].joined() + "LOCK") == expected)
    }
  }

  @Test("is refused or shown, and nothing else, whatever is changed in it")
  func altered() throws {
    let lines = KeptFiles.lines(of: KeptFiles.saved)
    for index in lines.indices {
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
    for _ in 0..<1_000 {
      var changed = bytes
      for _ in 0..<dice.roll(1..<4) {
        changed[dice.roll(0..<changed.count)] = UInt8(dice.roll(0x20..<0x7f))
      }
      if fault(String(decoding: changed, as: UTF8.self)) == nil { shown += 1 }
    }
    #expect((1..<1_000).contains(shown))
  }

  @Test("may say any moments", arguments: [0, 2_999, 1 << 52, 1 << 53])
  func anyMoment(milliseconds: Int) throws {
    for key in ["opens", "closes", "next", "t", "lag"] {
      let text = KeptFiles.saved.replacing(
        try Regex(" \(key)=[0-9]+"), with: " \(key)=\(milliseconds)")
      _ = fault(text)
    }
  }
}

// A kept match as somebody saw it: the room at any moment is what it was, wherever one comes from,
// and the session that hears it again never believes that anything is wrong.

import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("A replay")
struct ReplayTests {
  private func replay(_ viewer: PlayerID?, at moment: Int) throws -> Replay {
    var replay = Replay(
      try KeptFiles.match(KeptFiles.saved), seenBy: viewer, hashing: hashing)
    replay.seek(to: KeptFiles.began + moment)
    return replay
  }

  private func screen(_ viewer: PlayerID?, at moment: Int) throws -> Screen {
    try replay(viewer, at: moment).session.screen(isOnWall: false, matchPutAside: nil)
  }

  @Test("shows screens one after another as they were")
  func screens() throws {
    let moments = [0, 5_000, 8_000, 13_000, 17_000]
    for viewer in [KeptFiles.ada, KeptFiles.bea] {
      let seen = try moments.map { try screen(viewer, at: $0) }
      #expect(seen == [.race, .race, .results, .race, .results])
    }
    let seen = try moments.map { try screen(nil, at: $0) }
    #expect(seen == [.watch, .watch, .results, .watch, .results])
  }

  @Test("shows players their own sliders, as far as anybody told where they were")
  func sliders() throws {
    // Nobody told a move; each was scored for where the lock was.
    #expect(try replay(KeptFiles.ada, at: 6_000).session.guess == Mode.rgb.start)
    #expect(try replay(KeptFiles.ada, at: 6_500).session.guess?.values == [43, 95, 40])
    #expect(try replay(KeptFiles.bea, at: 15_500).session.guess == Mode.rgb.start)
    #expect(try replay(nil, at: 6_500).session.guess == nil)
    // What the others saw of Ada's moves is where her own sliders were.
    let match = try KeptFiles.match(KeptFiles.real)
    var replay = Replay(match, seenBy: KeptFiles.ada, hashing: hashing)
    var moves = 0
    for beat in match.beats {
      guard case .move(let move) = beat.message, move.who == KeptFiles.ada else { continue }
      replay.seek(to: beat.at)
      #expect(replay.session.guess.flatMap { Mode.rgb.swatch(of: $0) } == move.swatch)
      moves += 1
    }
    #expect(moves == 4)
  }

  @Test(
    "is the same at a moment, wherever one comes from",
    arguments: [KeptFiles.saved, KeptFiles.real])
  func anywhere(text: String) throws {
    let match = try KeptFiles.match(text)
    for viewer in [nil] + match.players.map({ Optional($0.player) }) {
      var replay = Replay(match, seenBy: viewer, hashing: hashing)
      for moment in [16_000, 3_000, 7_100, 7_099, 0, 9_000, 16_200, 4_000] {
        replay.seek(to: match.begins + moment)
        var fresh = Replay(match, seenBy: viewer, hashing: hashing)
        fresh.seek(to: match.begins + moment)
        #expect(replay.session.room == fresh.session.room)
        #expect(replay.session.guess == fresh.session.guess)
        let now = replay.now
        #expect(now == match.begins + moment)
        #expect(replay.session.roomTime(at: now) == now)
      }
    }
  }

  @Test("never waits for a server, however long nothing happens")
  func patience() throws {
    let match = try KeptFiles.match(
      KeptFiles.saved.replacing("closes=1767225622600", with: "closes=1767225922600")
        .replacing("BELL n=19 closes=1767225618800\n", with: "")
        .replacing("LOCKED n=20 who=p2 t=4059 lag=41\n", with: ""))
    var replay = Replay(match, seenBy: KeptFiles.bea, hashing: hashing)
    for seconds in [1, 17, 18, 40, 41, 200, 301, 320] {
      replay.seek(to: match.begins + seconds * 1_000)
      #expect(replay.session.state == .online && !replay.session.isWaiting)
      #expect(replay.session.notices.isEmpty)
    }
  }

  @Test("ends with what is proved")
  func verdict() throws {
    for text in [KeptFiles.saved, KeptFiles.real] {
      let match = try KeptFiles.match(text)
      for viewer in [nil, KeptFiles.ada] {
        var replay = Replay(match, seenBy: viewer, hashing: hashing)
        replay.seek(to: match.ends)
        #expect(replay.session.room?.verdict == .verified)
        #expect(replay.session.room?.match?.places.count == 2)
      }
    }
  }

  @Test("shows onlookers who heard everything later what was then")
  func delay() throws {
    let text = KeptFiles.saved.replacing("rated=1\n", with: "rated=1 delay=10\n")
    var replay = Replay(try KeptFiles.match(text), seenBy: nil, hashing: hashing)
    replay.seek(to: KeptFiles.began + 5_000)
    #expect(replay.session.roomTime(at: replay.now) == replay.now)
    #expect(replay.session.room?.settings.isRated == true)
  }

  @Test("is told in lines, each with its moment")
  func lines() throws {
    for (name, viewer) in [("replay-onlooker", nil), ("replay-player", KeptFiles.ada)] {
      let match = try KeptFiles.match(KeptFiles.real)
      try expectGolden(
        name + ".txt", PlainReplay.lines(of: match, seenBy: viewer, hashing: hashing))
    }
  }
}

// What is remembered between sessions: a line for each of the best matches of each mode, and the
// text of a configuration, in which setting one line leaves the others alone.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct HabitsTests {
  private static let line =
    "2026-11-21 hsb points=1712 rounds=2 difference=2134 place=1/4 assisted=no server=ams-1 "
    + "colors=#c23b22/#c84030,#3b22c2/#4030c8"

  private func text(_ lines: String...) -> BestMatches {
    BestMatches(Array(lines.joined(separator: "\n").utf8))
  }

  private func written(_ board: BestMatches) -> [String] {
    String(decoding: board.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func aLineSaysOneMatchAndIsWrittenTheSame() throws {
    let match = try require(OwnMatch(line: Self.line))
    expect(match.day == "2026-11-21" && match.mode == .hsb && match.server == "ams-1")
    expect(match.points == 1_712 && match.rounds == 2 && match.worth == 856)
    expect(match.difference == Difference(thousandths: 2_134) && !match.isAssisted)
    expect(match.place == 1 && match.players == 4)
    expect(match.pairs.map(\.target), equals: ["#c23b22", "#3b22c2"])
    expect(match.pairs.map(\.answer), equals: ["#c84030", "#4030c8"])
    expect(match.line, equals: Self.line)
  }

  @Test(arguments: [
    "", "# mine", "hello", "2026-11-21", "2026-11-21 hsb", "2026-11-21 hsb points=1",
    line + " weather=fine", line.replacing("hsb", with: "taste"),
    line.replacing("rounds=2", with: "rounds=0"), line.replacing("1712", with: "+1712"),
    line.replacing("1712", with: "99999999999999999999"), line.replacing("=1/4", with: "=1"),
    line.replacing("=no", with: "=maybe"), line.replacing("2026-11-21", with: "2026-11-2x"),
    line.replacing("#4030c8", with: "#4030c"), line.replacing("#4030c8", with: "#4030C8"),
    line.replacing("colors=", with: "colors=" + String(repeating: "#000000/#000000,", count: 20)),
    line.replacing(" hsb", with: "  hsb"),
  ])
  func anyOtherLineIsNoMatchAndStays(other: String) {
    expect(OwnMatch(line: other), equals: nil)
    var board = text(other, Self.line)
    expect(board.matches.map(\.line), equals: [Self.line])
    if let match = board.matches.first { board.add(match) }
    expect(other.isEmpty || written(board).first == other)
    expect(written(board).last, equals: Self.line)
  }

  @Test func theBotIsEasyAtFirstAndThenFollowsWhatOneDoes() throws {
    var stage = Stage(.join(try require(RoomCode("AZUR")), password: nil))
    try stage.enterRoom(.standard, host: Stage.me, seats: 2, company: 0)
    let alone = try require(stage.session.room)
    var opponent = Opponent()
    var levels: [Int] = []
    for place in [1, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2] {
      opponent.learn(
        from: try OwnMatches.match(.rgb, points: 1, place: place, players: 2), in: alone)
      levels.append(opponent.level)
    }
    expect(levels, equals: [2, 3, 4, 4, 3, 4, 3, 2, 1, 1, 1])
    var company = Stage(.join(try require(RoomCode("AZUR")), password: nil))
    try company.enterRoom(.standard)
    opponent.learn(
      from: try OwnMatches.match(.rgb, points: 1, place: 1), in: try require(company.session.room))
    expect(opponent.level, equals: 1, "people are no bots")
    expect(Opponent(Opponent(Array("level=3".utf8)).bytes).level, equals: 3)
    for text in ["", "level=0", "level=9", "level", "level=x y", "\u{0}"] {
      expect(Opponent(Array(text.utf8)).level, equals: 1)
      expect(Opponent(Array(text.utf8), hasPlayed: true).level, equals: 2)
    }
  }

  @Test func theFewBestOfEachModeStayWhateverTheOrder() throws {
    let points = [3_000, 4_100, 2_500, 4_000, 1_000, 4_900, 3_500]
    var board = BestMatches()
    for points in points {
      board.add(try OwnMatches.match(.tiles, points: points))
      board.add(try OwnMatches.match(.rgb, points: points + 1))
    }
    let best = Array(points.sorted(by: >).prefix(BestMatches.countMax))
    expect(board.matches.map(\.points), equals: best.map { $0 + 1 } + best)
    expect(board.matches.map(\.mode).first == .rgb && board.matches.last?.mode == .tiles)
  }

  @Test(
    "matches are compared by points a round, endless ones by all, equal ones by nearness, then age",
    arguments: [
      (.rgb, (4_000, 5, 2_000), (6_300, 8, 2_000), true),
      (.arcade, (4_000, 5, 2_000), (6_300, 8, 2_000), false),
      (.rgb, (4_000, 5, 1_999), (6_400, 8, 2_000), true),
      (.rgb, (4_000, 5, 2_000), (4_000, 5, 2_000), true),
    ] as [(Mode, (Int, Int, Int), (Int, Int, Int), Bool)])
  func order(_ mode: Mode, _ one: (Int, Int, Int), _ two: (Int, Int, Int), _ isFirst: Bool) throws {
    let former = try OwnMatches.match(mode, points: one.0, rounds: one.1, difference: one.2)
    let later = try OwnMatches.match(
      mode, points: two.0, rounds: two.1, day: "2023-11-13", difference: two.2)
    for order in [[former, later], [later, former]] {
      var board = BestMatches()
      order.forEach { board.add($0) }
      expect(board.matches, equals: (isFirst ? [former, later] : [later, former]))
    }
  }

  @Test func ofADailyTheFirstOfADayCountsAndTheNewestDayStays() throws {
    var board = BestMatches()
    for day in 10...19 {
      let points = 5_000 - 100 * day
      board.add(try OwnMatches.match(.daily, points: points, day: "2023-11-\(day)"))
      board.add(try OwnMatches.match(.daily, points: 5_000, day: "2023-11-\(day)"))
    }
    expect(board.matches.map(\.day.last), equals: ["0", "1", "2", "3", "4", "9"])
    expect(board.daily(on: "2023-11-19", at: "ams-1")?.points, equals: 3_100)
    expect(board.daily(on: "2023-11-19", at: "oslo"), equals: nil, "its targets are others")
    expect(board.daily(on: "2023-11-20", at: "ams-1"), equals: nil)
    board.add(try OwnMatches.match(.daily, points: 1, day: "2023-11-19", server: "oslo"))
    expect(board.daily(on: "2023-11-19", at: "oslo")?.points, equals: 1)
  }

  /// Plays until the first client knows how fair the match was, and for a while after it.
  private func matches(_ world: inout World, cuts: Bool) -> [OwnMatch] {
    var diary = MatchDiary()
    var found: [OwnMatch] = []
    for isFirst in cuts ? [true, false] : [false] {
      _ = world.run(within: 400_000) { world in
        let client = world.clients[0]
        if let match = diary.take(client.session, on: "ams 1", at: client.local(world.now)) {
          found.append(match)
        }
        return isFirst && world.room(0)?.match?.results.count == 1
      }
      if isFirst { world.cut(0) }
    }
    return found
  }

  @Test(arguments: [false, true])
  func aMatchIsTakenOnceWhateverHappensToTheConnection(cuts: Bool) throws {
    var world = World()
    _ = try world.addPlayer()
    world.act(0, .set(Guess([10, 20, 30])))
    let found = matches(&world, cuts: cuts)
    let room = try require(world.room(0))
    let match = try require(room.match)
    let scores = match.results.compactMap { $0.score(of: room.me) }
    expect(found.count, equals: 1)
    let mine = try require(found.first)
    expect(mine.day == "2023-11-14" && mine.server == "ams1" && mine.mode == .rgb)
    expect(mine.points == scores.last?.total && mine.rounds == 2 && mine.players == 2)
    let sum = scores.map(\.difference.thousandths).reduce(0, +)
    expect(mine.difference.thousandths, equals: (sum + 1) / 2)
    expect(mine.pairs.map(\.target), equals: match.results.map(\.color))
    expect(mine.pairs.first?.answer, equals: Color(red: 10, green: 20, blue: 30))
    expect(mine.place, equals: match.standings.first { $0.who == room.me }?.place)
    expect(!mine.isAssisted && OwnMatch(line: mine.line) == mine)
  }

  private func text(_ text: String) -> PreferencesText { PreferencesText(Array(text.utf8)) }

  @Test(
    arguments: [
      ("name = Ada", .name("Ada")), ("NAME=Ada L.", .name("Ada L.")),
      ("  icon =\tnote \r", .icon(.note)), ("icon = Star", .icon(.star)),
      ("color = auto", .color(nil)), ("color = 24bit", .color(.truecolor)),
      ("color = truecolor", .color(.truecolor)), ("color = 256", .color(.palette256)),
      ("color = none", .color(.monochrome)), ("calm = yes", .calm(true)), ("calm = 1", .calm(true)),
      ("bell = Off", .bell(false)), ("name = a = b # c", .name("a = b # c")),
      ("server = tls://host#SHA256:00", .server("tls://host#SHA256:00")),
    ] as [(String, Preference)])
  func eachLineSaysOneThing(_ line: String, _ preference: Preference) {
    var expected = Preferences()
    expected.take(preference)
    expect(text(line).preferences, equals: expected)
    expect(text(line).warnings, equals: [])
    var written = text("")
    written.set(preference)
    expect(written.preferences, equals: expected, "what is written means the same")
  }

  @Test(
    arguments: [
      ("", nil), ("\n \n", nil), ("# name = Ada", nil), ("  # what", nil), ("name =", nil),
      ("hello", #""hello" is not a setting: write key = value."#),
      ("nmae = Ada", #"there is no setting called "nmae"; it is left as it is."#),
      ("icon = cat", "icon: \"cat\" is none of the icons: \(icons)."),
      ("color = pink", #"color: "pink" is none of the colors: auto, 24bit, 256, 16, none."#),
      ("calm = maybe", #"calm: "maybe" is neither yes nor no."#),
      ("name = 12345678901234567", "name: \(PlayerName.rule)"),
      ("name = a\u{7}", "name: \(PlayerName.rule)"),
      ("name = a\u{200b}b", "name: \(PlayerName.rule)"),
      ("name = \u{2800}", "name: \(PlayerName.rule)"),
      // What a terminal would obey is not sent to it, and no line fills the screen.
      ("na\u{1b}[31mme \u{7} x", #""na?[31mme ? x" is not a setting: write key = value."#),
      ("n\u{9b}a = 1", #"there is no setting called "n?a"; it is left as it is."#),
      ("calm = \u{1b}c", #"calm: "?c" is neither yes nor no."#),
      (
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        #""aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…" is not a setting: write key = value."#
      ),
    ] as [(String, String?)])
  func aLineThatMeansNothingIsToldAndSkipped(_ line: String, _ sentence: String?) {
    let text = text("bell = yes\n\(line)")
    let lines = line.filter { $0 == "\n" }.count
    expect(
      text.warnings,
      equals: (sentence.map { [PreferencesText.Warning(line: 2 + lines, sentence: $0)] } ?? []))
    var expected = Preferences()
    expected.take(.bell(true))
    expect(text.preferences, equals: expected)
  }

  private static let icons = Icon.allCases.map(\.rawValue).joined(separator: ", ")

  @Test func theLastOfSeveralLinesCountsAndIsTheOneThatIsSet() {
    var both = text("name = Ada\ncalm = no\nname = Bea\n")
    expect(both.preferences.name, equals: "Bea")
    both.set(.name("Cleo"))
    expect(both, equals: text("name = Ada\ncalm = no\nname = Cleo\n"))
  }

  @Test(arguments: [
    ("# mine\nname = Ada\nlater = 7\n", "# mine\nname = Bea\nlater = 7\n"),
    ("calm = yes", "calm = yes\nname = Bea\n"), ("calm = yes\n", "calm = yes\nname = Bea\n"),
    ("#\n\n", "#\n\nname = Bea\n"), ("name = Ada", "name = Bea"), ("what", "what\nname = Bea\n"),
  ])
  func settingChangesOneLineAndNoOtherByte(_ before: String, _ after: String) {
    var changed = text(before)
    changed.set(.name("Bea"))
    expect(String(decoding: changed.bytes, as: UTF8.self), equals: after)
  }

  @Test func namesAreCutToWhatAServerTakes() {
    expect(PlayerName.clean("") == nil && PlayerName.clean("\u{1b}\n") == nil)
    expect(PlayerName.clean("a\u{7}b") == "ab" && PlayerName.clean("\u{3164}\u{200b}") == nil)
    expect(
      PlayerName.clean(String(repeating: "x", count: 20)), equals: String(repeating: "x", count: 16)
    )
    let family = "👩‍👩‍👧‍👦"
    let clean = PlayerName.clean(String(repeating: family, count: 16)) ?? ""
    expect(!clean.isEmpty && clean.utf8.count <= Profile.nameBytesMax)
  }
}

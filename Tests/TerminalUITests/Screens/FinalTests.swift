// The end of a match: who has won, large; every guess of the match on its target, where a perfect
// one cannot be seen; what was best; and who wants another one. And the page after a round: below
// five players the round has the whole width.

import Chroma
import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("The end of a match")
struct FinalTests {
  static let sizes = [(60, 18), (80, 24), (120, 40), (200, 60)]

  private static func mosaic(_ match: MatchState, _ area: Area) -> Mosaic {
    Mosaic(match, players: match.standings.map(\.who), in: area)
  }

  @Test(arguments: [Scene.final, .finalTiles, .finalOfThree, .finalDaily])
  func everyGuessIsAFieldOnItsTarget(scene: Scene) throws {
    let stage = try scene.stage(columns: 80, rows: 24)
    let match = try #require(stage.session.room?.match)
    for height in [1, 5, 8, 15, 30] {
      let count = match.standings.count
      guard height >= count else { continue }
      let area = Area(column: 2, row: 1, width: 60, height: height)
      var sheet = Sheet(width: 70, height: 40, setup: stage.model.setup)
      let mosaic = Self.mosaic(match, area)
      mosaic.draw(on: &sheet, showsValues: false)
      for (index, result) in match.results.enumerated() {
        let columns = mosaic.columns(ofRound: index)
        for (place, standing) in match.standings.enumerated() {
          let row = mosaic.area.row + place * mosaic.rowsEach
          let score = try #require(result.score(of: standing.who))
          let guess = match.guessed(score, in: result)?.color ?? Neutral.surround
          let middle = sheet.canvas[(columns.lowerBound + columns.upperBound) / 2, row]
          #expect((mosaic.rowsEach == 1 ? middle.background : middle.background) == guess)
          #expect(mosaic.rowsEach == 1 || middle.foreground == result.color || middle.isBlank)
          #expect(sheet.canvas[columns.lowerBound, row].background == result.color)
          #expect(sheet.canvas[columns.upperBound - 1, row].background == result.color)
        }
      }
    }
  }

  @Test func theNumberOfAKeptMatchIsThereHoweverFewColumnsThereAre() throws {
    var stage = try Scene.finalKept.stage(columns: 80, rows: 24)
    for columns in ScreenModel.widthMin...120 {
      stage.model.resize(columns: columns, rows: 24)
      #expect(stage.text.contains("✓ fair") && stage.text.contains("   ✓ kept as #41"))
    }
  }

  @Test func aPerfectGuessCannotBeSeen() throws {
    var stage = Stage(Scene.final.intent)
    try stage.enterRoom(Stage.rules(.hsb), company: 3)
    try stage.countDown()
    for _ in 0..<5 {
      stage.openRound(for: 1_000)
      for player in stage.racers {
        let guess = stage.guess(off: player == Stage.me ? 0 : 25)
        stage.play(.set(guess), by: player)
        if player == Stage.me { stage.play(.lock(guess, claim: nil), by: player) }
      }
      while stage.match?.round != nil, let due = stage.match?.deadline {
        stage.play(for: max(0, due - stage.now))
      }
    }
    let match = try #require(stage.session.room?.match)
    #expect(match.isOver && match.standings.first?.who == Stage.me)
    var sheet = Sheet(width: 80, height: 24, setup: stage.model.setup)
    let mosaic = Self.mosaic(match, Area(column: 20, row: 6, width: 50, height: 12))
    mosaic.draw(on: &sheet, showsValues: false)
    for (index, result) in match.results.enumerated() {
      for column in mosaic.columns(ofRound: index) {
        for row in mosaic.area.row..<mosaic.area.row + mosaic.rowsEach {
          #expect(sheet.canvas[column, row] == .blank(result.color))
        }
      }
    }
    #expect(stage.text.contains("best ΔE 0.0 you"))
  }

  @Test(arguments: sizes)
  func whoHasWonIsLarge(columns: Int, rows: Int) throws {
    for scene in [Scene.final, .finalOfThree, .finalGradient, .finalDaily] {
      let stage = try scene.stage(columns: columns, rows: rows)
      let match = try #require(stage.session.room?.match)
      let first = try #require(match.standings.first)
      let name = try #require(stage.session.room).name(of: first.who)
      let words =
        match.standings.count == 1
        ? "\(first.total) points" : first.who == Stage.me ? "You win" : "\(name) wins"
      var expected = Canvas(width: columns, height: rows)
      LargeText(words).draw(on: &expected, column: Sheet.margin, row: Sheet.statusRow, .bright)
      #expect(LargeText(words).isLegible)
      for row in Sheet.statusRow..<Sheet.statusRow + LargeText.rows {
        #expect(stage.canvas.picture[row] == expected.picture[row], "\(words)")
      }
    }
    let scripts = try Scene.scriptsFinal.stage(columns: columns, rows: rows)
    #expect(scripts.text.contains(" wins"), "what has no large letters is written")
    let warned = try Scene.warned.stage(columns: columns, rows: rows)
    #expect(warned.text.contains("WARNING"), "nobody has won anything")
    #expect(warned.text.contains("jun wins"), "and that is not large")
  }

  @Test(arguments: sizes)
  func thePageSaysAllThereIsToSay(columns: Int, rows: Int) throws {
    var stage = try Scene.final.stage(columns: columns, rows: rows)
    stage.happen(.readied(Stage.jun, true, .none))
    let match = try #require(stage.session.room?.match)
    let scores = match.results.flatMap(\.scores)
    let best = try #require(scores.map(\.difference).min())
    let fastest = try #require(scores.map(\.elapsed).min())
    for words in [
      "best \(Say.difference(best))", "fastest lock \(Say.tenths(fastest))", "✓ fair", "r  rematch",
      "ready: jun", "match over", "Esc leave", "F1 help",
    ] {
      #expect(stage.text.contains(words), "\(columns)×\(rows): \(words)")
    }
    let lines = match.standings.compactMap { standing in
      stage.canvas.picture.dropFirst(5).first { $0.hasSuffix(" \(standing.total)") }
    }
    #expect(lines.count == match.standings.count)
    let ready = try #require(lines.firstIndex { $0.contains("ready") })
    #expect(match.standings[ready].who == Stage.jun && lines.count { $0.contains("ready") } == 1)
  }

  @Test func everyFigureAndLetterIsDifferent() {
    let letters = Array("0123456789ABCDEFGHIJKLMNPQRSTUVWXYZ+-.!_".unicodeScalars)
    let pictures = letters.map { letter in
      var canvas = Canvas(width: 8, height: 3)
      LargeText("\(letter)").draw(on: &canvas, column: 0, row: 0, .bright)
      return canvas.picture.joined(separator: "\n")
    }
    #expect(Set(pictures).count == letters.count)
    #expect(LargeText("You win").isLegible && !LargeText("שרה").isLegible)
    #expect(LargeText("+437").width == 15)
  }

  // MARK: After a round

  @Test(arguments: sizes)
  func belowFiveTheRoundHasTheWholeWidthAndEverybodyALine(columns: Int, rows: Int) throws {
    let stage = try Scene.resultsOfThree.stage(columns: columns, rows: rows)
    let match = try #require(stage.session.room?.match)
    let result = try #require(match.results.last)
    let guess = try #require(
      result.score(of: Stage.me).flatMap { match.guessed($0, in: result) })
    let row = (0..<columns).map { stage.canvas[$0, 5].background }
    #expect(row.prefix(2).allSatisfy { $0 == Neutral.surround })
    let half = 2 + (columns - 4) / 2
    #expect(row[2..<half].allSatisfy { $0 == result.color })
    #expect(row[half..<columns - 2].allSatisfy { $0 == guess.color })
    for standing in match.standings {
      let lines = stage.canvas.picture.filter { $0.hasSuffix(" \(standing.total)") }
      #expect(lines.count == 1, "\(standing.who)")
    }
  }

  @Test(arguments: [
    Scene.results, .resultsGradient, .resultsTiles, .resultsArcade, .resultsOfThree,
  ])
  func hintsAreNeverCut(scene: Scene) throws {
    var stage = try scene.stage(columns: 80, rows: 24)
    for (columns, rows) in Self.sizes + [(61, 19), (70, 20), (90, 30)] {
      stage.model.resize(columns: columns, rows: rows)
      #expect(!stage.text.contains("…"), "\(columns)×\(rows)")
    }
  }

  @Test func whoWasFirstHasAColumnOfItsOwn() throws {
    for scene in [Scene.results, .resultsOfThree, .resultsTiles] {
      let stage = try scene.stage(columns: 120, rows: 40)
      let line = try #require(stage.canvas.picture.first { $0.contains(" first ") })
      let end = try #require(line.ranges(of: "first").last?.upperBound)
      #expect(line.distance(from: end, to: line.endIndex) == 12, "\(line)")
    }
  }
}

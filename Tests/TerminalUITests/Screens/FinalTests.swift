// The end of a match: the mosaic shows every guess on its target, and the number of a kept match is
// there however narrow the window is.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("The end of a match")
struct FinalTests {
  private static func mosaic(_ match: MatchState, _ area: Area) -> Mosaic {
    Mosaic(match, players: match.standings.map(\.who), in: area)
  }

  @Test(arguments: [Scene.final, .finalTiles, .finalOfThree, .finalDaily])
  func everyGuessIsAFieldOnItsTarget(scene: Scene) throws {
    let stage = try scene.stage(columns: 80, rows: 24)
    let match = try require(stage.session.room?.match)
    for height in [5, 15] {
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
          let score = try require(result.score(of: standing.who))
          let guess = match.guessed(score, in: result)?.color ?? Neutral.surround
          let middle = sheet.canvas[(columns.lowerBound + columns.upperBound) / 2, row]
          expect(middle.background, equals: guess)
          expect(mosaic.rowsEach == 1 || middle.foreground == result.color || middle.isBlank)
          expect(sheet.canvas[columns.lowerBound, row].background, equals: result.color)
          expect(sheet.canvas[columns.upperBound - 1, row].background, equals: result.color)
        }
      }
    }
  }

  @Test func theNumberOfAKeptMatchIsThereHoweverFewColumnsThereAre() throws {
    var stage = try Scene.finalKept.stage(columns: 80, rows: 24)
    for columns in stride(from: ScreenModel.widthMin, through: 120, by: 6) {
      stage.model.resize(columns: columns, rows: 24)
      expect(stage.text.contains("✓ fair") && stage.text.contains("   ✓ kept as #41"))
    }
  }
}

// What there is to see and to do after a round and after a match: what the points are made of,
// everybody's guess, the values on the swatches, and who wants a rematch.

import Chroma
import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("Results")
struct ResultsTests {
  @Test(arguments: [Scene.results, .resultsGradient, .resultsTiles, .resultsOfThree])
  func pointsAreTheSumOfWhatTheyAreMadeOf(scene: Scene) throws {
    let stage = try scene.stage(columns: 80, rows: 24)
    let match = try #require(stage.session.room?.match)
    let points = try #require(match.results.last?.score(of: Stage.me)?.points)
    let line = try #require(stage.canvas.picture.first { $0.contains(" + speed ") })
    let numbers = line.prefix(34).split(separator: " ").compactMap { Int($0) }.prefix(2)
    #expect(numbers.count == 2 && numbers.reduce(0, +) == points, "\(line)")
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func everybodyIsThereWithWhatTheyMade(columns: Int, rows: Int) throws {
    let stage = try Scene.results.stage(columns: columns, rows: rows)
    let picture = stage.canvas.picture
    let title = try #require(picture.firstIndex { $0.contains("How everyone saw it") })
    let below = picture[title...].joined(separator: "\n")
    let match = try #require(stage.session.room?.match)
    for score in try #require(match.results.last?.scores) {
      #expect(below.contains(try #require(match.near(score))))
    }
    #expect(stage.shows(try #require(match.results.last?.color)))
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func whoIsAloneSeesEveryRound(columns: Int, rows: Int) throws {
    let stage = try Scene.finalDaily.stage(columns: columns, rows: rows)
    let match = try #require(stage.session.room?.match)
    #expect(match.results.count == 5)
    for result in match.results {
      #expect(stage.shows(result.color))
      let near = try #require(result.scores.first.flatMap(match.near))
      #expect(stage.text.contains(near))
    }
  }

  @Test func valuesStandOnTheSwatchesAtWill() throws {
    var stage = try Scene.results.stage(columns: 120, rows: 40)
    let before = stage.text
    let color = try #require(stage.session.room?.match?.results.last?.color.hex.uppercased())
    func count(_ text: String) -> Int { text.split(separator: color).count }
    stage.type("v")
    #expect(count(stage.text) == count(before) + 1, "on everybody's, and never on the two halves")
    stage.type("v")
    #expect(stage.text == before)
  }

  @Test func theRematchSaysWhoIsReadyAndWhoIsWaitedFor() throws {
    var stage = try Scene.final.stage(columns: 120, rows: 40)
    #expect(stage.text.contains("r  rematch") && stage.text.contains("nobody is ready yet"))
    stage.happen(.readied(Stage.jun, true, .none))
    #expect(stage.text.contains("ready: jun   not yet: mira, oskar, you, lou"))
    stage.press(.character("r"))
    #expect(stage.done == [.act(.ready(true))])
    stage.happen(.readied(Stage.me, true, .none))
    #expect(stage.text.contains("ready ✓") && stage.text.contains("ready: you, jun"))
  }

  @Test func theRematchCanBePressed() throws {
    var stage = try Scene.final.stage(columns: 80, rows: 24)
    let row = try #require(stage.canvas.picture.firstIndex { $0.contains("r  rematch") })
    stage.mouse(.press(.left), 4, row)
    #expect(stage.done == [.act(.ready(true))])
  }

  @Test func reactionsAreSeen() throws {
    var stage = try Scene.results.stage(columns: 80, rows: 24)
    stage.hear(.reacted(Stage.oskar, .clap))
    #expect(stage.text.contains("“bravo”"))
  }

  @Test func sentencesAreCutAtTheirCommas() {
    let sentence = "hsb, hue saturation brightness, always"
    #expect(Say.fitting(sentence, in: 40) == sentence)
    #expect(Say.fitting(sentence, in: 37) == "hsb, hue saturation brightness")
    #expect(Say.fitting(sentence, in: 12) == "hsb")
    #expect(Say.fitting(sentence, in: 2) == sentence)
  }
}

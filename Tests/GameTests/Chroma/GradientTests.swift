// Gradients: the steps between two colors, and the mean that scores a guess. Sums are written out,
// so that a reader can check them without running anything.

import Chroma
import TestSupport
import Testing

struct GradientTests {
  @Test(arguments: [
    (0, 3, "#000a01"), (1, 3, "#010701"), (2, 3, "#010302"), (3, 3, "#020002"),
    (0, 1, "#000a01"), (1, 1, "#020002"), (1, 2, "#010502"), (1, 1_000_000, "#000a01"),
    (250_000, 1_000_000, "#010801"), (249_999, 1_000_000, "#000801"),
    (999_999, 1_000_000, "#020002"),
  ])
  func anyNumberOfStepsWillDo(position: Int, steps: Int, hex: String) throws {
    try expect(gradient("#000a01", "#020002").color(at: position, of: steps).hex, equals: hex)
  }

  @Test(arguments: [1, 2, 3, 4, 7, 80])
  func theEndsAreExactAndTurningAroundChangesNoColor(steps: Int) {
    for (first, second) in pairs {
      let there = Gradient(from: first, to: second)
      let back = Gradient(from: second, to: first)
      let colors = (0...steps).map { there.color(at: $0, of: steps) }
      expect(colors.first == first && colors.last == second)
      expect(colors, equals: (0...steps).reversed().map { back.color(at: $0, of: steps) })
    }
  }

  /// The differences at the five stops, from an independent CIEDE2000, and their mean.
  @Test(
    arguments: [
      // 299032 / 5 = 59806.4
      ("#000000 #ffffff", "#ffffff #000000", [100_000, 49_516, 0, 49_516, 100_000], 59_806),
      // 159589 / 5 = 31917.8
      ("#265c9e #ff8000", "#bcbcbc #bcbcbc", [40_361, 31_131, 28_399, 29_619, 30_079], 31_918),
      // 1147 / 5 = 229.4
      ("#000000 #ffffff", "#000000 #fffffe", [0, 0, 610, 0, 537], 229),
      // 125481 / 5 = 25096.2
      ("#102030 #f0c080", "#302010 #80c0f0", [21_191, 3_036, 22_788, 34_851, 43_615], 25_096),
    ] as [(String, String, [Int], Int)])
  func theDifferenceIsTheMeanOfFive(
    ends: String, otherEnds: String, stops: [Int], mean: Int
  ) throws {
    let mine = try gradient(String(ends.prefix(7)), String(ends.suffix(7)))
    let theirs = try gradient(String(otherEnds.prefix(7)), String(otherEnds.suffix(7)))
    func difference(at stop: Int) -> Difference {
      mine.color(at: stop, of: 4).difference(from: theirs.color(at: stop, of: 4))
    }
    expect((0...4).map { difference(at: $0).thousandths }, equals: stops)
    expect(mine.difference(from: theirs).thousandths, equals: mean)
  }

  @Test func theDifferenceIsTheSameBothWaysRoundAndTurnedAround() {
    func turned(_ gradient: Gradient) -> Gradient { Gradient(from: gradient.to, to: gradient.from) }
    for (mine, theirs) in zip(gradients, gradients.dropFirst()) {
      let difference = mine.difference(from: theirs)
      expect(difference, equals: theirs.difference(from: mine))
      expect(difference, equals: turned(mine).difference(from: turned(theirs)))
      let flat = [mine, theirs].map { Gradient(from: $0.from, to: $0.from) }
      expect(flat[0].difference(from: flat[1]), equals: mine.from.difference(from: theirs.from))
    }
  }

  @Test func theDifferenceIsZeroOnlyForTheGradientItself() throws {
    expect(gradients.first { $0.difference(from: $0) != .zero }, equals: nil)
    let merged = gradients.first { gradient in
      let (from, to) = (neighbor(of: gradient.from), neighbor(of: gradient.to))
      return gradient.difference(from: Gradient(from: from, to: gradient.to)) == .zero
        || gradient.difference(from: Gradient(from: gradient.from, to: to)) == .zero
    }
    expect(merged, equals: nil)
    // The closest two neighbors on a screen at one end, and not even a step apart elsewhere.
    let (mine, theirs) = (try gradient("#00fffd", "#ff0000"), try gradient("#01fffd", "#ff0000"))
    expect(mine.difference(from: theirs), isAbove: .zero)
  }

  private func gradient(_ from: String, _ to: String) throws -> Gradient {
    Gradient(from: try require(Color(hex: from)), to: try require(Color(hex: to)))
  }

  /// The next color by one step of blue, to which an eye is least sensitive.
  private func neighbor(of color: Color) -> Color {
    Color(red: color.red, green: color.green, blue: color.blue ^ 1)
  }
}

/// Pairs of colors from all over the cube, most of them far apart.
private let pairs = Array(zip(sparseCube, sparseCube.reversed()))

private let gradients = pairs.map { Gradient(from: $0.0, to: $0.1) }

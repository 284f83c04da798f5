// The distance that decides matches: against the published table, against numbers from an
// independent implementation, and by the laws that any distance has to keep.

import Chroma
import TestSupport
import Testing

struct DifferenceTests {
  @Test func ciede2000MatchesThePublishedTable() {
    expect(sharmaPairs.count, equals: 34)
    for pair in sharmaPairs {
      let there = ciede2000(pair.first, pair.second)
      let back = ciede2000(pair.second, pair.first)
      expect(
        isClose(there, pair.difference, within: 1e-4) && isClose(back, there, within: 1e-9),
        "\(pair)")
    }
  }

  @Test(
    arguments: [
      ("#000000", "#ffffff", 100_000), ("#bcbcbc", "#bdbdbd", 263), ("#bcbcbc", "#ff0000", 36_520),
      ("#bcbcbc", "#265c9e", 40_361), ("#3a678c", "#265c9e", 5_317), ("#ff0000", "#00ff00", 86_608),
      ("#0000ff", "#ffff00", 103_428), ("#00ffff", "#ff00ff", 57_979), ("#000000", "#000001", 428),
      ("#808080", "#7f8081", 711), ("#0000ff", "#8000ff", 9_210),
    ] as [(String, String, Int)])
  func screenColorsDifferByKnownThousandths(
    first: String, second: String, thousandths: Int
  ) throws {
    let difference = try require(Color(hex: first)).difference(from: require(Color(hex: second)))
    expect(difference.thousandths, equals: thousandths)
  }

  @Test(arguments: ["#000000", "#ffffff", "#bcbcbc", "#265c9e"])
  func everyDifferenceIsFiniteSymmetricAndZeroOnlyForEqualColors(hex: String) throws {
    let anchor = Lab(try require(Color(hex: hex)))
    let broken = cube.first { color in
      let lab = Lab(color)
      let difference = ciede2000(anchor, lab)
      return !difference.isFinite || difference < 0 || difference != ciede2000(lab, anchor)
        || (difference == 0) != (color.hex == hex)
    }
    expect(broken, equals: nil)
  }

  @Test func theNearestNeighborsAreStillApart() {
    // Of all neighbors on a screen these two are the closest.
    expect(Color("#00fffd").difference(from: Color("#01fffd")).thousandths, equals: 6)
    let merged = sparseCube.first { color in
      let next = Color(red: color.red ^ 1, green: color.green, blue: color.blue)
      return color.difference(from: next) == .zero
    }
    expect(merged, equals: nil)
  }

  @Test(arguments: [
    (0, "0.0"), (49, "0.0"), (50, "0.1"), (949, "0.9"), (950, "1.0"), (8_412, "8.4"),
    (8_450, "8.5"), (99_950, "100.0"), (100_000, "100.0"),
  ])
  func tenthsRoundHalfUp(thousandths: Int, text: String) {
    expect(Difference(thousandths: thousandths).tenthsText, equals: text)
  }
}

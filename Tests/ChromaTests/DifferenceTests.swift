// The distance that decides matches: against the published table, against numbers from an
// independent implementation, and by the laws that any distance has to keep.

import Chroma
import TestSupport
import Testing

struct DifferenceTests {
  @Test(arguments: sharmaPairs)
  func ciede2000MatchesThePublishedTable(pair: PublishedPair) {
    expect(isClose(ciede2000(pair.first, pair.second), pair.difference, within: 1e-4))
    expect(isClose(ciede2000(pair.second, pair.first), pair.difference, within: 1e-4))
  }

  @Test func thePublishedTableIsWhole() {
    expect(sharmaPairs.count, equals: 34)
  }

  @Test(
    arguments: [
      ("#000000", "#ffffff", 100_000),
      ("#bcbcbc", "#bdbdbd", 263),
      ("#bcbcbc", "#ff0000", 36_520),
      ("#bcbcbc", "#265c9e", 40_361),
      ("#3a678c", "#265c9e", 5_317),
      ("#ff0000", "#00ff00", 86_608),
      ("#0000ff", "#ffff00", 103_428),
      ("#00ffff", "#ff00ff", 57_979),
      ("#000000", "#000001", 428),
      ("#808080", "#7f8081", 711),
      ("#0000ff", "#8000ff", 9_210),
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

  @Test func graysDifferFiniteAndSymmetricallyAndMoreTheFartherApart() {
    let labs = grays.map { Lab($0) }
    for (index, lab) in labs.enumerated() {
      let toLighter = labs[index...].map { ciede2000(lab, $0) }
      expect(toLighter.first, equals: 0)
      expect(zip(toLighter, toLighter.dropFirst()).allSatisfy { $0 < $1 && $1.isFinite })
      expect(labs[..<index].allSatisfy { ciede2000(lab, $0) == ciede2000($0, lab) })
    }
  }

  @Test func theNearestNeighborsAreStillApart() {
    // Of all neighbors on a screen these two are the closest.
    expect(Color("#00fffd").difference(from: Color("#01fffd")).thousandths, equals: 6)
    expect(cube.first { $0.difference(from: $0) != .zero }, equals: nil)
    let merged = sparseCube.first { color in
      let next = Color(red: color.red ^ 1, green: color.green, blue: color.blue)
      return color.difference(from: next) == .zero
    }
    expect(merged, equals: nil)
  }

  @Test func differencesCompareByThousandths() {
    expect(Difference(thousandths: 2_999), isBelow: Difference(thousandths: 3_000))
    expect(Difference(thousandths: 3_000), isAtMost: Difference(thousandths: 3_000))
    expect(Difference.zero.thousandths, equals: 0)
  }

  @Test(arguments: [
    (0, "0.0"), (49, "0.0"), (50, "0.1"), (949, "0.9"), (950, "1.0"), (8_412, "8.4"),
    (8_450, "8.5"), (99_950, "100.0"), (100_000, "100.0"),
  ])
  func tenthsRoundHalfUp(thousandths: Int, text: String) {
    expect(Difference(thousandths: thousandths).tenthsText, equals: text)
  }

  @Test func okDifferenceIsEuclidean() {
    let (black, white) = (OKLab(Color("#000000")), OKLab(Color("#ffffff")))
    expect(isClose(differenceOK(black, white), 1, within: 1e-7))
    let origin = OKLab(lightness: 0.5, a: 0, b: 0)
    expect(isClose(differenceOK(origin, OKLab(lightness: 0.5, a: 3, b: -4)), 5, within: 1e-12))
    expect(isClose(differenceOK(origin, OKLab(lightness: 1.5, a: 0, b: 0)), 1, within: 1e-12))
    let broken = cube.first { color in
      let lab = OKLab(color)
      let difference = differenceOK(white, lab)
      return !(0...1.0001).contains(difference) || difference != differenceOK(lab, white)
    }
    expect(broken, equals: nil)
  }
}

/// ΔE-OK: the Euclidean distance in OKLab. 0.02 is about the least that an eye tells apart; black
/// and white are 1 apart.
private func differenceOK(_ first: OKLab, _ second: OKLab) -> Double {
  let lightness = first.lightness - second.lightness
  let a = first.a - second.a
  let b = first.b - second.b
  return (lightness * lightness + a * a + b * b).squareRoot()
}

// Simulated eyes: the published matrices to their last digit, and what has to hold for any such
// simulation. Expected colors come from the published numbers in forty-digit decimal arithmetic,
// not from this implementation.

import Chroma
import TestSupport
import Testing

struct VisionTests {
  @Test func eyesHaveTheirNames() {
    expect(Vision.allCases.map(\.rawValue), equals: ["normal", "protan", "deutan", "tritan"])
  }

  @Test(
    arguments: [
      ("#ff0000", "#6d5f00", "#a39000", "#ff000f"),
      ("#00ff00", "#ffe500", "#efd63a", "#00f7d9"),
      ("#0000ff", "#0059ff", "#003dfb", "#006b96"),
      ("#ffff00", "#fff400", "#fffa31", "#ffeed9"),
      ("#00ffff", "#edf2ff", "#d0ddff", "#00fffe"),
      ("#ff00ff", "#007fff", "#689bfa", "#ff4a97"),
      ("#265c9e", "#3c61a1", "#28569d", "#006c75"),
    ] as [(String, String, String, String)])
  func wellKnownColorsLookAsThePublishedMatricesSay(
    hex: String, protan: String, deutan: String, tritan: String
  ) throws {
    let color = try require(Color(hex: hex))
    expect(Vision.allCases.map { color.seen(by: $0).hex }, equals: [hex, protan, deutan, tritan])
  }

  /// Six colors for each kind of eyes, a pair for each row of the matrix: in the first the channel
  /// of that row lies right below a half, in the second right above. Add a millionth to any weight
  /// of the row or take one away, and one of the two comes out different.
  @Test(
    arguments: [
      (.protan, "#ebadfb", "#a3bffe"), (.protan, "#8b82ff", "#4b96ff"),
      (.protan, "#ff6d80", "#8e8a80"), (.protan, "#e590c4", "#95a3c6"),
      (.protan, "#76d362", "#d8c357"), (.protan, "#84e5a9", "#e4d7a6"),
      (.deutan, "#9b7a7e", "#86847d"), (.deutan, "#615bb1", "#3463af"),
      (.deutan, "#8c7478", "#7d7b78"), (.deutan, "#7689fa", "#488df8"),
      (.deutan, "#f6ad74", "#d4c374"), (.deutan, "#c166a8", "#818ba6"),
      (.tritan, "#9bc984", "#9ac4b7"), (.tritan, "#a76fe7", "#9c85a1"),
      (.tritan, "#c3abc7", "#c4adb4"), (.tritan, "#dcb673", "#ebaba6"),
      (.tritan, "#79798d", "#757c7f"), (.tritan, "#f4aaba", "#ffa5b0"),
    ] as [(Vision, String, String)])
  func everyWeightIsThePublishedOneToItsLastDigit(
    vision: Vision, hex: String, seen: String
  ) throws {
    try expect(#require(Color(hex: hex)).seen(by: vision).hex, equals: seen)
  }

  @Test(arguments: Vision.allCases)
  func graysLookTheSameToEverybody(vision: Vision) {
    expect(grays.first { $0.seen(by: vision) != $0 }, equals: nil)
  }

  @Test func normalEyesSeeEveryColorAsItIs() {
    expect(cube.first { $0.seen(by: .normal) != $0 }, equals: nil)
  }

  /// Pairs far apart for normal eyes, with the differences that are left for the other three.
  @Test(
    arguments: [
      ("#ff0022", "#006622", 70_837, 1_537, 25_894, 59_773),
      ("#ff3300", "#007711", 68_732, 771, 21_137, 62_250),
      ("#11aa44", "#ff0055", 82_926, 28_059, 674, 67_048),
      ("#00bb44", "#ff4455", 79_817, 24_198, 1_033, 72_116),
      ("#ff5511", "#ee1177", 30_895, 39_649, 20_533, 623),
      ("#dd4411", "#dd0066", 26_399, 33_988, 16_356, 444),
      ("#ee4400", "#ee0066", 26_153, 30_342, 14_453, 0),
    ] as [(String, String, Int, Int, Int, Int)])
  func eachKindOfEyesConfusesItsOwnPairs(
    first: String, second: String, normal: Int, protan: Int, deutan: Int, tritan: Int
  ) throws {
    let (first, second) = (try require(Color(hex: first)), try require(Color(hex: second)))
    let differences = Vision.allCases.map {
      first.seen(by: $0).difference(from: second.seen(by: $0)).thousandths
    }
    expect(differences, equals: [normal, protan, deutan, tritan])
  }
}

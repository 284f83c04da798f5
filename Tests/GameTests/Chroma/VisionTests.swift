// Simulated eyes: the published matrices to their last digit, and what has to hold for any such
// simulation. Expected colors come from the published numbers in forty-digit decimal arithmetic,
// not from this implementation.

import Chroma
import TestSupport
import Testing

struct VisionTests {
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

  @Test func graysLookTheSameToEverybodyAndEveryColorToNormalEyes() {
    for vision in Vision.allCases {
      expect(grays.first { $0.seen(by: vision) != $0 }, equals: nil)
    }
    expect(cube.first { $0.seen(by: .normal) != $0 }, equals: nil)
  }
}

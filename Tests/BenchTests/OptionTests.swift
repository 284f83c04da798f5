// The numbers that the instrument's options take.

import Testing

@testable import chromatch_bench

@Suite("An option of the instrument")
struct OptionTests {
  @Test("takes a whole number of its range, ends included")
  func within() throws {
    #expect(try ["1", "7", "20"].map(whole(in: 1...20)) == [1, 7, 20])
  }

  @Test(
    "refuses anything else",
    arguments: ["0", "21", "-1", "", "two", "1.5", "99999999999999999999"])
  func beyond(text: String) {
    #expect(throws: (any Error).self) { try whole(in: 1...20)(text) }
  }
}

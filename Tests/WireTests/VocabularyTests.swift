// The small laws of the vocabulary: codes that people read to one another, and refusals that close.

import TestSupport
import Testing
import Wire

@Suite("Vocabulary")
struct VocabularyTests {
  @Test("a room code is made of 31 letters and digits that nobody confuses")
  func alphabet() {
    let alphabet = String(decoding: RoomCode.alphabet, as: UTF8.self)
    expect(alphabet.count == 31 && Set(alphabet).count == 31)
    expect(Set(alphabet).isDisjoint(with: "0O1IL"))
    expect(alphabet.uppercased(), equals: alphabet)
  }

  @Test(
    "a code is read in either case and is upper-case then",
    arguments: ["WAVE", "wave", "Wave", "a2z9", "secret", "A2Z9K4"])
  func codes(text: String) {
    expect(RoomCode(text)?.text, equals: text.uppercased())
  }

  @Test(
    "a code has four or six letters",
    arguments: [
      "", "WAV", "WAVES", "WAVESWB", "KITE", "WAVE0S", "W VE", "WÄVE", "WAVE ", "ßAB", "ﬀAB",
    ])
  func noCodes(text: String) {
    expect(RoomCode(text), equals: nil)
  }

  @Test("codes are ordered by their letters")
  func order() throws {
    let codes = try ["WAVE", "2222", "AAAA"].map { try require(RoomCode($0)) }
    expect(codes.sorted().map(\.text), equals: ["2222", "AAAA", "WAVE"])
  }

  @Test("the connection closes after eight of the refusals and no other")
  func closing() {
    let closing: [RefusalCode] = [
      .badLine, .badVersion, .idle, .tooSlow, .replaced, .shuttingDown, .moved, .serverFull,
    ]
    expect(RefusalCode.allCases.filter(\.closes), equals: closing)
  }
}

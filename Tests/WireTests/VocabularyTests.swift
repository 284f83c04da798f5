// Room codes, as people read them to one another.

import TestSupport
import Testing
import Wire

@Suite("Vocabulary")
struct VocabularyTests {
  @Test("a room code is four or six of 31 letters and digits that nobody confuses, in either case")
  func codes() {
    let alphabet = String(decoding: RoomCode.alphabet, as: UTF8.self)
    expect(alphabet.count == 31 && Set(alphabet).count == 31)
    expect(Set(alphabet).isDisjoint(with: "0O1IL") && alphabet.uppercased() == alphabet)
    for text in ["WAVE", "wave", "Wave", "a2z9", "secret", "A2Z9K4"] {
      expect(RoomCode(text)?.text, equals: text.uppercased())
    }
    for text in ["", "WAV", "WAVES", "KITE", "WAVE0S", "W VE", "WÄVE", "WAVE ", "ßAB", "ﬀAB"] {
      expect(RoomCode(text), equals: nil, text)
    }
  }
}

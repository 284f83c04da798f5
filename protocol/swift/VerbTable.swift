// Verbs by their letters as numbers: to make a string of the verb of every line, and to compare it
// with the others one by one, takes longer than to read the rest of a move.

/// The verbs of one side.
struct VerbTable<Verb: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  private let letters: [UInt128]
  private let verbs: [Verb]

  init() {
    verbs = Array(Verb.allCases)
    letters = verbs.map { verb in
      guard let letters = UInt128(letters: Array(verb.rawValue.utf8)[...]) else {
        preconditionFailure("a verb is letters A-Z")
      }
      return letters
    }
  }

  /// The verb of those letters; nil when there is none.
  subscript(letters: UInt128) -> Verb? { self.letters.firstIndex(of: letters).map { verbs[$0] } }
}

extension UInt128 {
  /// At most 16 letters A–Z as one number, and others as another; nil for anything else.
  init?(letters: ArraySlice<UInt8>) {
    guard letters.count <= 16 else { return nil }
    self = 0
    for letter in letters {
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { return nil }
      self = self << 8 | UInt128(letter)
    }
  }
}

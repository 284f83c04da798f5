// What a program writes, as it can be read while it still writes: line by line. It knows nothing of
// what the lines say.
// Invariant: nobody reads a line, or a character, of which only a part has come.

/// Bytes that come in pieces, as the whole lines among them.
struct WholeLines {
  /// All lines that have come to their end, with their ends.
  private(set) var text = ""
  private var rest: [UInt8] = []

  /// Takes what has come.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    rest += bytes
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
    text += String(decoding: rest[...end], as: UTF8.self)
    rest.removeSubrange(...end)
  }

  /// Nothing comes after this, so what is left is a line too.
  mutating func finish() {
    text += String(decoding: rest, as: UTF8.self)
    rest = []
  }
}

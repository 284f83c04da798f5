// The tags of people whom somebody wants to find again, and what they were called then, as the text
// of a file: a friend a line. It touches no file, and no server is told of it.
// Invariant: each tag once, never more than `countMax`, the newest of them.

/// Somebody's friends.
package struct Friends: Equatable, Sendable {
  /// So many are remembered.
  package static let countMax = 100
  /// Bytes of a name at the most.
  private static let nameBytesMax = 64

  /// Tags and names, the newest last.
  private(set) var all: [(tag: String, name: String)] = []

  package static func == (one: Friends, other: Friends) -> Bool { one.bytes == other.bytes }

  /// What a file says; of one that is not there yet, nobody.
  package init(_ bytes: [UInt8] = []) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 1)
      guard words.count == 2, Friends.isTag(words[0]), words[1].utf8.count <= Friends.nameBytesMax,
        !contains(String(words[0]))
      else { continue }
      add(String(words[0]), String(words[1]))
    }
  }

  /// The text as it is to be kept.
  package var bytes: [UInt8] { all.flatMap { Array("\($0.tag) \($0.name)\n".utf8) } }

  /// Whether it is somebody's tag, as boards have it.
  private static func isTag(_ text: Substring) -> Bool {
    text.utf8.count == 9
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
  }

  func contains(_ tag: String) -> Bool { all.contains { $0.tag == tag } }

  /// Remembers somebody, or no longer.
  package mutating func toggle(_ tag: String, _ name: String) {
    let before = all.count
    all.removeAll { $0.tag == tag }
    if all.count == before { add(tag, name) }
  }

  private mutating func add(_ tag: String, _ name: String) {
    all.append((tag, name))
    if all.count > Friends.countMax { all.removeFirst() }
  }
}

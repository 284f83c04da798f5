// What was done to a saved file on its way and undone to read it, in one sentence.

import ClientCore
package import Wire

/// What a saved file has been through, in words.
package enum PlainSaved {
  /// What to say before anything else of a file; nil where nothing was done to it.
  package static func line(_ changes: [SavedText.Change]) -> String? {
    if changes.isEmpty { return nil }
    let list = Phrase.list(changes.map(words))
    return Words["The file was changed on its way, and is read as it was before: \(list)."]
  }

  private static func words(_ change: SavedText.Change) -> String {
    switch change {
    case .byteOrderMark: Words["a byte-order mark"]
    case .utf16: Words["UTF-16"]
    case .lineEnds: Words["line ends"]
    case .margins: Words["spaces around lines"]
    case .blankLines: Words["empty lines, which do not count"]
    case .lastLineEnd: Words["no end of the last line"]
    }
  }
}

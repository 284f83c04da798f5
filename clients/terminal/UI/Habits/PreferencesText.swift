// The text of a person's configuration: a preference a line as `key = value`, comments after a #,
// blank lines. It is read leniently, with a sentence about each line that says nothing, and touches
// no file. Invariant: setting a preference changes its own line and no other byte, so comments,
// order, and keys that only another version knows stay as they are.

import ClientCore

/// A configuration as it stands in its file.
package struct PreferencesText: Equatable, Sendable {
  /// A line that means nothing.
  package struct Warning: Equatable, Sendable {
    /// Counted from 1.
    package let line: Int
    /// What is wrong with it: one English sentence.
    package let sentence: String
  }

  private enum Line {
    case remark
    case preference(Preference)
    case wrong(String)
  }

  /// The lines without their ends. The last is empty when the text ends with a line's end.
  private var lines: [[UInt8]]

  /// What a file says; of one that is not there yet, nothing.
  package init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Array.init)
  }

  /// The text as it is to be kept.
  package var bytes: [UInt8] { Array(lines.joined(separator: [UInt8(ascii: "\n")])) }

  /// What it says; of several lines about one thing the last counts.
  package var preferences: Preferences {
    var preferences = Preferences()
    for case .preference(let preference) in lines.map(PreferencesText.read) {
      preferences.take(preference)
    }
    return preferences
  }

  /// The lines that mean nothing, from top to bottom.
  package var warnings: [Warning] {
    lines.enumerated()
      .compactMap { index, line in
        guard case .wrong(let sentence) = PreferencesText.read(line) else { return nil }
        return Warning(line: index + 1, sentence: sentence)
      }
  }

  /// Decides one thing from now on: in the last line about it, or in a new one at the end.
  package mutating func set(_ preference: Preference) {
    if lines == [[]] { lines = PreferencesText.heading }
    let line = Array("\(preference.key.rawValue) = \(preference.value)".utf8)
    let index = lines.lastIndex { PreferencesText.words(of: $0)?.key == preference.key.rawValue }
    if let index {
      lines[index] = line
    } else {
      if lines.last == [] { lines.removeLast() }
      lines += [line, []]
    }
  }

  private static let heading = [
    "# How chromatch behaves for you: one \"key = value\" a line, as in \"name = Ada\".",
    "# Keys: \(Preference.Key.allCases.map(\.rawValue).joined(separator: ", ")).",
  ]
  .map { Array($0.utf8) }

  /// What stands before and after the first `=`; nil without one, and in comments.
  private static func words(of line: [UInt8]) -> (key: String, value: String)? {
    let text = String(decoding: line, as: UTF8.self)
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !isRemark(text) else { return nil }
    return (trimmed(parts[0]).lowercased(), trimmed(parts[1]))
  }

  private static func isRemark(_ text: String) -> Bool {
    let first = text.first { !$0.isWhitespace }
    return first == nil || first == "#"
  }

  private static func read(_ line: [UInt8]) -> Line {
    guard let (key, value) = words(of: line) else {
      let text = String(decoding: line, as: UTF8.self)
      if isRemark(text) { return .remark }
      let quote = ShownText.quoted(trimmed(text[...]))
      return .wrong(Words["\"\(quote)\" is not a setting: write key = value."])
    }
    guard let known = Preference.Key(rawValue: key) else {
      let quote = ShownText.quoted(key)
      return .wrong(Words["there is no setting called \"\(quote)\"; it is left as it is."])
    }
    // A key with nothing behind it is as if it were not there.
    if value.isEmpty { return .remark }
    do throws(Preference.Misunderstanding) {
      return .preference(try Preference(known, value))
    } catch {
      return .wrong("\(key): \(error.sentence)")
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    let length = start.count - start.reversed().prefix(while: \.isWhitespace).count
    return String(start.prefix(length))
  }
}

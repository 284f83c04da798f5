// Kept matches: one of two rounds as a watcher saved it, the same as in the browser's tests; one
// that a real server played with a person at a raw connection; and the examples of records.

import Game
import Net
import TestSupport

@testable import TerminalUI

enum KeptFiles {
  static let began = Instant(milliseconds: 1_767_225_600_500)
  static let ada = PlayerID(number: 1)
  static let bea = PlayerID(number: 2)

  static let saved = text("protocol/vectors/files/match.txt")

  /// All lines of a real connection, moves among them.
  static let real = text("Tests/EndToEndTests/saved-match.txt")

  /// A match of two rounds in which everybody said every move: `saved` is what others saw of one
  /// like it.
  static let record = text("protocol/vectors/records/match.record")

  /// A match in a secret mode, of four players of whom two leave.
  static let secretRecord = text("protocol/vectors/records/left.record")

  private static func text(_ path: String) -> String { (try? treeFile(path)) ?? "" }

  static func match(_ text: String) throws(SavedFault) -> SavedMatch {
    try match(Array(text.utf8))
  }

  static func match(_ bytes: [UInt8]) throws(SavedFault) -> SavedMatch {
    try SavedMatch(SavedFile(reading: bytes, inflate: zlibInflated), hashing: hashing)
  }

  static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { "\($0)\n" }
  }
}

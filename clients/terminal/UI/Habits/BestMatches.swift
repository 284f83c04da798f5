// The best matches that a person has played, a few of each mode, as the text of a file: a match a
// line. It touches no file. Matches are ranked by points for each round; in a mode without a last
// round by total points, and of a daily only the first of a day counts, since its targets are known
// afterwards.
// Invariants: matches stand by mode, the best first, never more than `countMax` of one mode and the
// daily matches of the newest day; lines that say no match stay where they can be, before the
// matches, and are never shown.

import Game

/// A board of one's own.
package struct BestMatches: Equatable, Sendable {
  /// So many of each mode are remembered.
  package static let countMax = 5
  /// So many lines that are no matches stay, the last ones: a file is for ever, but not a book.
  static let strangersMax = 100

  /// The lines that say no match, without their ends.
  private var strangers: [[UInt8]] = []
  /// By mode in the order in which modes are offered, the best first.
  package private(set) var matches: [OwnMatch] = []

  /// What a file says; of one that is not there yet, nothing.
  package init(_ bytes: [UInt8] = []) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if let match = OwnMatch(line: String(decoding: line, as: UTF8.self)) {
        add(match)
      } else {
        strangers.append(Array(line))
      }
    }
    strangers = strangers.suffix(BestMatches.strangersMax)
  }

  /// The text as it is to be kept.
  package var bytes: [UInt8] {
    let heading = strangers.isEmpty ? [Array(BestMatches.heading.utf8)] : strangers
    let lines = heading + matches.map { Array($0.line.utf8) }
    return lines.flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  private static let heading = "# Your best matches, a line each; chromatch writes this anew."

  /// Remembers a match, if it is among the best. A daily match that has been played that day on
  /// that server is none: its targets are known.
  package mutating func add(_ match: OwnMatch) {
    guard !matches.contains(where: { $0.isSameDaily(as: match) }) else { return }
    let place =
      matches.firstIndex { $0.mode == match.mode && match.isBetter(than: $0) }
      ?? matches.firstIndex { BestMatches.order(of: $0.mode) > BestMatches.order(of: match.mode) }
      ?? matches.count
    matches.insert(match, at: place)
    let same = matches.filter { $0.mode == match.mode }
    let newest = match.mode.isDaily ? same.map(\.day).max() : nil
    let kept = same.enumerated()
      .filter { $0.offset < BestMatches.countMax || $0.element.day == newest }
      .map(\.element)
    matches.removeAll { $0.mode == match.mode && !kept.contains($0) }
  }

  private static func order(of mode: Mode) -> Int { Mode.all.firstIndex(of: mode) ?? 0 }

  /// The daily match of that day on that server; nil if it has not been played.
  package func daily(on day: String, at server: String) -> OwnMatch? {
    matches.first { $0.mode.isDaily && $0.day == day && $0.server == server }
  }

  /// What a board of so many rows shows: the best of each mode before a second of any; where there
  /// are fewer rows than modes, the first modes.
  func board(rows: Int) -> [OwnMatch] {
    let depths = (1...BestMatches.countMax).reversed().map { depth in leaders(depth) }
    return Array((depths.first { $0.count <= rows } ?? leaders(1)).prefix(max(0, rows)))
  }

  /// How many modes there is a best of.
  var modesCount: Int { leaders(1).count }

  private func leaders(_ depth: Int) -> [OwnMatch] {
    matches.indices
      .filter { index in
        index < depth || matches[index - depth].mode != matches[index].mode
      }
      .map { matches[$0] }
  }
}

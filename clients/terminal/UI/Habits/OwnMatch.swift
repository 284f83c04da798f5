// A match as its player remembers it: how well it went, and what each round's target and answer
// looked like. It is written as one line of a file and read from one; it knows no file, no other
// match and no screen. Invariant: a line is read only if the match would be written just so, so
// nothing that another version said in it is ever lost.

package import Chroma
package import Game

/// One match that this person played to its end.
package struct OwnMatch: Hashable, Sendable {
  /// A round in two colors.
  package struct Pair: Hashable, Sendable {
    /// What was to be matched.
    package let target: Color
    /// What the player made of it.
    package let answer: Color

    /// A target and an answer.
    package init(target: Color, answer: Color) {
      self.target = target
      self.answer = answer
    }
  }

  /// The server's day, in UTC, on which it began, such as `2026-11-21`.
  package var day: String
  /// What was played.
  package var mode: Mode
  /// Points in all.
  package var points: Int
  /// Rounds that the player was scored in, at least 1.
  package var rounds: Int
  /// How far the answers were off, on average.
  package var difference: Difference
  /// The player's place, counted from 1.
  package var place: Int
  /// How many had one.
  package var players: Int
  /// Whether there was help: the room's, or a screen without colors, which says them in numbers.
  package var isAssisted: Bool
  /// What the server is called, without blanks.
  package var server: String
  /// The newest rounds, the oldest first; empty in modes whose rounds are not of one color each.
  package var pairs: [Pair]

  /// The most rounds that are remembered in colors: those of an endless match have an end here.
  package static let pairsMax = 20
  /// Far beyond what any match can reach: numbers up to it are safe to multiply.
  private static let numberMax = 100_000_000

  /// A match, described in the order of its properties.
  package init(
    day: String, mode: Mode, points: Int, rounds: Int, difference: Difference, place: Int,
    players: Int, isAssisted: Bool, server: String, pairs: [Pair]
  ) {
    self.day = day
    self.mode = mode
    self.points = points
    self.rounds = rounds
    self.difference = difference
    self.place = place
    self.players = players
    self.isAssisted = isAssisted
    self.server = server
    self.pairs = pairs
  }

  // MARK: Comparing

  /// What matches of the mode are compared by: points a round, since they are not equally long. In
  /// a mode without a last round lasting is the point, and all points count.
  package var worth: Int { mode.isEndless ? points : (2 * points + rounds) / (2 * rounds) }

  /// Whether it went better than another of the same mode: by worth before it is rounded, then by
  /// nearness. Of equal ones the older keeps its place.
  func isBetter(than other: OwnMatch) -> Bool {
    let (mine, others) =
      mode.isEndless
      ? (points, other.points) : (points * other.rounds, other.points * rounds)
    if mine != others { return mine > others }
    return (difference, day) < (other.difference, other.day)
  }

  /// Whether both had the same targets, and one of them first: of a daily match only that counts.
  func isSameDaily(as other: OwnMatch) -> Bool {
    mode.isDaily && mode == other.mode && day == other.day && server == other.server
  }

  // MARK: As a line

  /// The match in one line, without its end.
  var line: String {
    let words = [
      day, mode.name, "points=\(points)", "rounds=\(rounds)",
      "difference=\(difference.thousandths)", "place=\(place)/\(players)",
      "assisted=\(isAssisted ? "yes" : "no")", "server=\(server)",
    ]
    let colors = pairs.map { "\($0.target.hex)/\($0.answer.hex)" }.joined(separator: ",")
    return (words + (pairs.isEmpty ? [] : ["colors=\(colors)"])).joined(separator: " ")
  }

  /// The match that a line says; nil for any other line.
  init?(line: String) {
    var words = line.split(separator: " ")[...]
    func value(_ key: String) -> Substring? {
      guard let word = words.first, word.hasPrefix(key + "=") else { return nil }
      words.removeFirst()
      return word.dropFirst(key.count + 1)
    }
    func number(_ text: Substring?) -> Int? {
      text.flatMap { Int($0) }.flatMap { (0...OwnMatch.numberMax).contains($0) ? $0 : nil }
    }
    guard let day = words.popFirst(), OwnMatch.isDay(day),
      let mode = words.popFirst().flatMap({ Mode.named(String($0)) }),
      let points = number(value("points")), let rounds = number(value("rounds")), rounds > 0,
      let difference = number(value("difference")), let standing = value("place"),
      let assisted = value("assisted"), let server = value("server")
    else { return nil }
    let places = standing.split(separator: "/").map { number($0) ?? 0 }
    let colors = value("colors").map { OwnMatch.pairs(of: $0) } ?? []
    guard places.count == 2, let pairs = colors else { return nil }
    self.init(
      day: String(day), mode: mode, points: points, rounds: rounds,
      difference: Difference(thousandths: difference), place: places[0], players: places[1],
      isAssisted: assisted == "yes", server: String(server), pairs: pairs)
    guard self.line == line else { return nil }
  }

  private static func isDay(_ text: Substring) -> Bool {
    text.utf8.count == 10
      && text.utf8.enumerated()
        .allSatisfy { index, byte in
          [4, 7].contains(index)
            ? byte == UInt8(ascii: "-") : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
  }

  /// Nil if something in it is no pair, or there are too many.
  private static func pairs(of text: Substring) -> [Pair]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let pairs = words.compactMap { word -> Pair? in
      let colors = word.split(separator: "/").compactMap { Color(hex: $0) }
      return colors.count == 2 ? Pair(target: colors[0], answer: colors[1]) : nil
    }
    return pairs.count == words.count && pairs.count <= pairsMax ? pairs : nil
  }
}

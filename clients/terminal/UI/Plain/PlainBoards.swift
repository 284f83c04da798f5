// Boards and past matches as lines: each row as it would be read aloud. Which board, and how it is
// asked for, is not said here.

package import ClientCore
import Game
import Wire

extension Found {
  /// What was found, a line each, under a title.
  func spoken(for session: Session) -> [String] {
    whyNot.map { [$0.spokenInside] } ?? lines(for: session)
  }

  /// The same, where there is an answer.
  package func lines(for session: Session) -> [String] {
    if lookup == .forgetting { return [Words["The server has forgotten you."]] }
    let lines =
      rows.map { $0.spoken(isMine: $0.id == session.identity) } + matches.map(\.spoken)
    return lines.isEmpty ? [Words["\(lookup.title): nobody yet"]] : ["\(lookup.title):"] + lines
  }
}

extension BoardLine {
  /// "3 mira 47Z3-3QX1 1412, give or take 88"; of a day with the colors of all guesses, as in
  /// "3 mira 47Z3-3QX1 4711: strong red, pale blue".
  fileprivate func spoken(isMine: Bool) -> String {
    let who = isMine ? Words["you"] : "\(isBot ? Words["bot \(name)"] : name) \(tag)"
    guard let margin else {
      let row = "\(place) \(who) \(value)"
      return colors.isEmpty ? row : "\(row): \(colors.map(\.words).joined(separator: ", "))"
    }
    return Words["\(place) \(who) \(value), give or take \(margin)"]
  }
}

extension RatingChange {
  /// "your rating is 1412, 12 less than before, give or take 88".
  var spoken: String {
    guard missing == 0 else {
      return Words[
        missing, "your rating counts after \(missing) more rated match",
        "your rating counts after \(missing) more rated matches"]
    }
    return delta < 0
      ? Words["your rating is \(rating), \(-delta) less than before, give or take \(margin)"]
      : Words["your rating is \(rating), \(delta) more than before, give or take \(margin)"]
  }
}

extension PlayedMatch {
  /// "2026-11-23 rgb, place 1 of 2, 4711 points".
  fileprivate var spoken: String {
    let parts = ["\(Day(of: began).text) \(mode)", ending, Phrase.points(total)]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

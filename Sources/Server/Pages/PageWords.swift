// What the documents behind shared links say, in the languages of the page. A reader who likes
// German better gets German, everybody else English.

import Framing
import Wire

/// The words of one language.
struct PageWords: Sendable {
  let language: String
  let place: String
  let player: String
  let points: String
  let race: String
  let see: String
  let picture: String
  let play: String
  let enter: String
  let stage: String
  let mosaic: String
  private let separator: String
  private let nobody: String
  private let bot: String
  private let ghost: String
  private let waits: String
  private let more: @Sendable (Int) -> String
  private let rounds: @Sendable (Int, String) -> String
  private let kept: @Sendable (Int, String, String) -> String
  private let taken: @Sendable (Int, Int) -> String
  private let playing: @Sendable (Int, Int) -> String

  static let english = PageWords(
    language: "en", place: "Place", player: "Player", points: "Points", race: "Race it",
    see: "See it again", picture: "Picture", play: "Play", enter: "Join", stage: "Stage",
    mosaic: "Each round’s target, and on it what everyone made of it", separator: ",",
    nobody: "somebody", bot: "bot", ghost: "ghost", waits: "it waits for players",
    more: { " and \($0) more" }, rounds: { $0 == 1 ? "1 round of \($1)" : "\($0) rounds of \($1)" },
    kept: { "Match \($0), room \($1), \($2). See it again and check that it was fair." },
    taken: { "\($0) of \($1) seats taken" }, playing: { "round \($0) of \($1)" })

  static let german = PageWords(
    language: "de", place: "Platz", player: "Spieler", points: "Punkte", race: "Antreten",
    see: "Noch einmal ansehen", picture: "Bild", play: "Spielen", enter: "Mitspielen",
    stage: "Bühne",
    mosaic: "Das Ziel jeder Runde und darauf, was alle daraus gemacht haben", separator: ".",
    nobody: "jemand", bot: "Bot", ghost: "Geist", waits: "es wartet auf Spieler",
    more: { " und \($0) weitere" }, rounds: { $0 == 1 ? "1 Runde \($1)" : "\($0) Runden \($1)" },
    kept: {
      "Partie \($0), Raum \($1), \($2). Sieh sie noch einmal an und prüfe, ob sie fair war."
    },
    taken: { "\($0) von \($1) Plätzen besetzt" }, playing: { "Runde \($0) von \($1)" })

  /// The words for somebody who asks.
  static func liked(by fields: HTTPFields) -> PageWords {
    var best = (weight: 0, words: PageWords.english)
    for element in fields.list("Accept-Language") {
      guard let (tag, weight) = AcceptedCodings.weighed(element), weight > best.weight else {
        continue
      }
      switch tag.split(separator: "-").first {
      case "de": best = (weight, .german)
      case "en", "*": best = (weight, .english)
      default: break
      }
    }
    return best.words
  }

  /// How many names a title has.
  private static let namesMax = 4

  /// Who played, what they reached, and how long.
  func title(of match: SharedMatch) -> String {
    // A name that is written from right to left stays by its points.
    let names = match.rows.prefix(Self.namesMax)
      .map { "\u{2068}\(name(of: $0))\u{2069} \(grouped($0.total))" }
    let rest = match.rows.count - names.count
    let length = rounds(match.targets.count, match.mode)
    if names.isEmpty { return length }
    return "\(names.joined(separator: ", "))\(rest > 0 ? more(rest) : ""): \(length)"
  }

  func title(of room: Listing) -> String { "\(room.name) (\(room.code.text))" }

  func about(_ match: SharedMatch, _ when: String) -> String {
    kept(match.index, match.room.text, when)
  }

  func about(_ room: Listing) -> String {
    let state = room.state == .playing ? playing(room.round, room.of) : waits
    return "\(room.mode): \(taken(room.taken, room.seats)), \(state)."
  }

  func name(of row: SharedMatch.Row) -> String {
    (row.name ?? nobody) + (row.isGhost ? " (\(ghost))" : row.isBot ? " (\(bot))" : "")
  }

  /// A number with its thousands apart.
  func grouped(_ number: Int) -> String {
    let digits = "\(number)"
    var result = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { result += separator }
      result.append(digit)
    }
    return result
  }
}

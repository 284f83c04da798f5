// Typed lines as commands. It knows the words and their grammar, and a mode's sliders if there is a
// round; whether a command is possible at the moment is not its business.
// Invariant: every line is a command, nothing, or a mistake with an answer that helps.

import Game
import Wire

/// How one slider is to be moved.
enum SliderStep: Hashable, Sendable {
  /// Exactly there.
  case to(Int)
  /// That much up or down.
  case by(Int)
}

/// What somebody typed.
enum PlainCommand: Hashable, Sendable {
  /// Move sliders: one after the other, each by its index.
  case sliders([SliderMove])
  case lock, hint, time, players, rooms, target, yours, standings, help
  case ready(Bool)
  case start
  case bot(level: Int)
  case join(RoomCode, password: String?)
  case watch(RoomCode?, password: String?)
  case create(RoomWishes)
  case leave, quit

  /// One slider of those that are there, and its step.
  struct SliderMove: Hashable, Sendable {
    let channel: Int
    let step: SliderStep
  }
}

/// Why a line is no command: what to answer.
struct PlainMistake: Error, Hashable, Sendable {
  let answer: String
}

extension PlainCommand {
  /// The words that begin a command, but for the sliders'.
  static let words = [
    "ready", "unready", "start", "bot", "lock", "hint", "time", "players", "rooms", "target",
    "yours", "standings", "join", "watch", "create", "leave", "quit", "help",
  ]

  /// Reads a line; nil when there is nothing in it.
  ///
  /// - Parameter mode: whose sliders can be moved; nil when there is no round.
  static func parse(_ line: String, mode: Mode?) throws(PlainMistake) -> PlainCommand? {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "," }
    guard let first = words.first else { return nil }
    let rest = words.dropFirst()
    switch first.lowercased() {
    case "help", "?": return .help
    case "ready": return .ready(rest.first?.lowercased() != "off")
    case "unready": return .ready(false)
    case "not" where rest.first?.lowercased() == "ready": return .ready(false)
    case "start": return .start
    case "bot": return .bot(level: try level(rest.first))
    case "lock": return .lock
    case "hint": return .hint
    case "time": return .time
    case "players", "who": return .players
    case "rooms", "list": return .rooms
    case "target": return .target
    case "yours": return .yours
    case "standings", "score": return .standings
    case "join":
      guard let word = rest.first else { throw PlainMistake(answer: "join which room? \(code)") }
      return .join(try room(word), password: rest.dropFirst().first.map(String.init))
    case "watch":
      guard let word = rest.first else { return .watch(nil, password: nil) }
      return .watch(try room(word), password: rest.dropFirst().first.map(String.init))
    case "create", "host": return .create(try wishes(rest))
    case "leave": return .leave
    case "quit", "exit", "bye": return .quit
    default: return try sliders(words, mode: mode)
    }
  }

  private static let code = "a room's code is four letters or digits, such as KM4T"

  private static func room(_ word: Substring) throws(PlainMistake) -> RoomCode {
    guard let code = RoomCode(word) else { throw PlainMistake(answer: code) }
    return code
  }

  private static func level(_ word: Substring?) throws(PlainMistake) -> Int {
    guard let word else { return ClientMessage.defaultBotLevel }
    guard let level = Int(word), Skill.levels.contains(level) else {
      throw PlainMistake(answer: "a bot's level is 1, easy, to 4, hard")
    }
    return level
  }

  private static func wishes(_ words: ArraySlice<Substring>) throws(PlainMistake) -> RoomWishes {
    var wishes = RoomWishes()
    for word in words {
      if let mode = Mode.named(word.lowercased()) {
        wishes.mode = mode
      } else if let level = Level(rawValue: word.lowercased()) {
        wishes.level = level
      } else {
        let modes = Mode.all.map(\.name).joined(separator: ", ")
        let levels = Level.allCases.map(\.rawValue).joined(separator: ", ")
        throw PlainMistake(answer: "a room is one of \(modes), and one of \(levels)")
      }
    }
    return wishes
  }
}

// Sliders.
extension PlainCommand {
  /// Reads "r 200", "red +10", "h200", "h 200 s -5", or a bare number for every slider.
  private static func sliders(
    _ words: [Substring], mode: Mode?
  ) throws(PlainMistake) -> PlainCommand {
    guard let mode else { throw unknown(words[0]) }
    let numbers = words.compactMap { Int($0) }
    if numbers.count == words.count {
      guard numbers.count == mode.channels.count else {
        let sliders = Phrase.list(mode.channels.map(\.word))
        throw PlainMistake(answer: "that takes \(mode.channels.count) numbers: \(sliders)")
      }
      return .sliders(
        numbers.enumerated().map { SliderMove(channel: $0.offset, step: .to($0.element)) })
    }
    var moves: [SliderMove] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      let letters = word.prefix { $0.isLetter }
      guard let channel = mode.channels.firstIndex(where: { $0.isCalled(letters) }) else {
        throw unknown(word)
      }
      let digits = word.dropFirst(letters.count)
      let number = digits.isEmpty ? rest.popFirst() ?? "" : digits
      guard let step = step(number) else {
        let slider = mode.channels[channel]
        let range = "\(slider.grid.lowerBound) to \(slider.grid.upperBound)"
        throw PlainMistake(answer: "\(slider.word) takes a number, \(range), or a step such as +10")
      }
      moves.append(SliderMove(channel: channel, step: step))
    }
    return .sliders(moves)
  }

  private static func step(_ word: Substring) -> SliderStep? {
    guard let number = Int(word), abs(number) <= 9_999 else { return nil }
    return word.first == "+" || word.first == "-" ? .by(number) : .to(number)
  }

  /// The answer to a word that nobody knows: the nearest one that there is.
  private static func unknown(_ word: Substring) -> PlainMistake {
    let word = word.lowercased()
    let nearest = words.map { (word: $0, steps: editSteps(from: word, to: $0)) }
      .min { $0.steps < $1.steps }
    if let nearest, nearest.steps <= 2, nearest.steps < nearest.word.count {
      return PlainMistake(answer: "\(word) is no command. did you mean \(nearest.word)?")
    }
    return PlainMistake(answer: "\(word) is no command. help lists what there is")
  }

  /// How many letters have to be put in, taken out or changed (Levenshtein's distance).
  private static func editSteps(from word: String, to other: String) -> Int {
    var row = Array(0...other.count)
    for (index, letter) in word.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, otherLetter) in other.enumerated() {
        let changed = diagonal + (letter == otherLetter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}

extension Channel {
  /// Whether somebody who typed this means the slider: its letter, or its word.
  fileprivate func isCalled(_ typed: Substring) -> Bool {
    typed.lowercased() == name.lowercased() || typed.lowercased() == word
  }
}

// Typed lines as commands. It knows the words and their grammar, and a mode's sliders if there is a
// round; whether a command is possible at the moment is not its business. How sliders and settings
// are typed is in the files beside.
// Invariant: every line is a command, nothing, or a mistake with an answer that helps.

import ClientCore
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
  /// Lock that tile in.
  case pick(Int)
  case lock, hint, time, players, watchers, rooms, target, yours, standings
  /// What can be typed now, or what can be said about one command.
  case help(String?)
  case ready(Bool)
  case start, next, end
  case bot(level: Int)
  case join(RoomCode, password: String?)
  /// Look on in a room; without a code in the one that one is in, else in the most interesting one.
  case watch(RoomCode?, password: String?)
  case quick(Mode?)
  case create(RoomWishes)
  /// Race a match of the server again.
  case race(Int)
  /// How the room is set.
  case settings
  case config(PlainSettings)
  case host(String)
  case kick(String)
  case ban(String)
  case react(Reaction)
  /// Be called otherwise.
  case name(String)
  case sit, leave, quit
  /// Play along without a seat.
  case playAlong
  /// Go to another server, or tell which there are.
  case server(String?)
  /// Who is on a board, or what one has played.
  case lookUp(Lookup)

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
    "ready", "unready", "start", "next", "end", "bot", "lock", "pick", "hint", "time", "players",
    "watchers", "rooms",
    "target", "yours", "standings", "join", "watch", "play along", "sit", "quick", "create",
    "config", "host",
    "kick", "ban", "react", "name", "leave", "server", "top", "past", "quit", "help",
  ]

  /// Reads a line; nil when there is nothing in it.
  ///
  /// - Parameter mode: whose sliders or tiles there are; nil when there is no round.
  static func parse(_ line: String, mode: Mode?) throws(PlainMistake) -> PlainCommand? {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "," }
    guard let first = words.first else { return nil }
    let rest = words.dropFirst()
    let word = first.lowercased()
    if let command = try race(word, rest, mode) { return command }
    if let command = try seat(word, rest) { return command }
    if let command = try door(word, rest) { return command }
    if let command = try host(word, rest, in: line) { return command }
    return try sliders(words, mode: mode)
  }

  /// What one does and asks in a round.
  private static func race(
    _ first: String, _ rest: ArraySlice<Substring>, _ mode: Mode?
  ) throws(PlainMistake) -> PlainCommand? {
    switch first {
    case "lock" where mode?.answer == .tiles && !rest.isEmpty: return .pick(try tile(rest.first))
    case "lock": return .lock
    case "pick", "tile": return .pick(try tile(rest.first))
    case "hint": return .hint
    case "time": return .time
    case "players", "who": return .players
    case "watchers", "audience": return .watchers
    case "target": return .target
    case "yours": return .yours
    case "standings", "score": return .standings
    case "help", "?": return .help(rest.first?.lowercased())
    default: return nil
    }
  }

  /// What one does on a seat.
  private static func seat(
    _ first: String, _ rest: ArraySlice<Substring>
  ) throws(PlainMistake) -> PlainCommand? {
    switch first {
    case "ready": return .ready(rest.first?.lowercased() != "off")
    case "unready": return .ready(false)
    case "not" where rest.first?.lowercased() == "ready": return .ready(false)
    case "start": return .start
    case "next": return .next
    case "end": return .end
    case "bot": return .bot(level: try level(rest.first))
    case "react": return .react(try reaction(rest.first))
    default: return nil
    }
  }

  /// What one does on the way from room to room.
  private static func door(
    _ first: String, _ rest: ArraySlice<Substring>
  ) throws(PlainMistake) -> PlainCommand? {
    switch first {
    case "rooms", "list": return .rooms
    case "join":
      guard let word = rest.first else {
        throw PlainMistake(answer: Words["join which room? \(code)"])
      }
      let (place, password) = try place(rest)
      guard let room = place.room, place.server == nil else { return .server(String(word)) }
      return .join(room, password: password)
    case "watch":
      guard !rest.isEmpty else { return .watch(nil, password: nil) }
      let (place, password) = try place(rest)
      guard let room = place.room, place.server == nil else {
        throw PlainMistake(answer: Words["that is on another server; server ADDRESS goes there"])
      }
      return .watch(room, password: password)
    case "sit": return .sit
    case "play": return .playAlong
    case "quick":
      guard let word = rest.first else { return .quick(nil) }
      guard let mode = Mode.named(word.lowercased()) else {
        throw PlainMistake(answer: Words["a mode is one of \(PlainSettings.modes)"])
      }
      return .quick(mode)
    case "create": return .create(try PlainSettings(rest).wishes)
    case "race":
      guard let index = rest.first.flatMap({ Int($0) }), index >= 0 else {
        throw PlainMistake(answer: Words["race which match? its number, such as 7"])
      }
      return .race(index)
    case "leave": return .leave
    case "top", "boards": return .lookUp(try board(rest))
    case "past": return .lookUp(.past)
    case "server", "servers": return .server(rest.first.map(String.init))
    case "quit", "exit", "bye": return .quit
    default: return nil
    }
  }

  /// What takes a name: what a host does with people, and being called otherwise.
  private static func host(
    _ first: String, _ rest: ArraySlice<Substring>, in line: String
  ) throws(PlainMistake) -> PlainCommand? {
    switch first {
    case "config": return rest.isEmpty ? .settings : .config(try PlainSettings(rest))
    case "host": return .host(try name(first, rest, in: line))
    case "kick": return .kick(try name(first, rest, in: line))
    case "ban": return .ban(try name(first, rest, in: line))
    case "name":
      let name = rest.isEmpty ? nil : try name(first, rest, in: line)
      guard let name = name.flatMap(PlayerName.clean) else {
        throw PlainMistake(answer: PlayerName.rule.spokenInside)
      }
      return .name(name)
    default: return nil
    }
  }
}

// Words after the first.
extension PlainCommand {
  private static var code: String {
    Words["a room's code is four or six letters or digits, such as KM4T"]
  }

  /// A room here, or a link to elsewhere, and the password behind it. A code may be in pieces.
  private static func place(
    _ words: ArraySlice<Substring>
  ) throws(PlainMistake) -> (Invitation, password: String?) {
    let password = words.dropFirst().first.map(String.init)
    if let place = words.first.flatMap({ try? Invitation(String($0)) }), place.isClear {
      return (place, password)
    }
    guard let place = try? Invitation(words.joined(separator: " ")), place.isClear else {
      throw PlainMistake(answer: code)
    }
    return (place, nil)
  }

  private static func level(_ word: Substring?) throws(PlainMistake) -> Int {
    guard let word else { return ClientMessage.defaultBotLevel }
    guard let level = Int(word), Skill.levels.contains(level) else {
      throw PlainMistake(answer: Words["bot levels are 1 (easy) to 4 (hard)"])
    }
    return level
  }

  /// Which board, today's without a name, and over what time.
  private static func board(_ words: ArraySlice<Substring>) throws(PlainMistake) -> Lookup {
    guard let name = words.first?.lowercased() else { return .board(.daily, .always) }
    let names = Board.all.map(\.name)
    guard let board = Board(name: name) else {
      throw PlainMistake(answer: Words["a board is one of \(Phrase.list(names))"])
    }
    guard let word = words.dropFirst().first?.lowercased() else { return .board(board, .always) }
    guard let time = BoardTime(rawValue: word) else {
      let times = BoardTime.allCases.map(\.rawValue)
      throw PlainMistake(answer: Words["the time of a board is one of \(Phrase.list(times))"])
    }
    return .board(board, time)
  }

  private static func tile(_ word: Substring?) throws(PlainMistake) -> Int {
    guard let word, let tile = Int(word) else {
      throw PlainMistake(answer: Words["pick which tile? type its number"])
    }
    return tile
  }

  private static func reaction(_ word: Substring?) throws(PlainMistake) -> Reaction {
    guard let reaction = word.flatMap({ Reaction(rawValue: $0.lowercased()) }) else {
      let names = Reaction.allCases.map(\.rawValue)
      throw PlainMistake(answer: Words["react is one of \(Phrase.list(names))"])
    }
    return reaction
  }

  /// A player's name as it was typed, with its spaces and commas.
  private static func name(
    _ command: String, _ rest: ArraySlice<Substring>, in line: String
  ) throws(PlainMistake) -> String {
    guard let first = rest.first, let last = rest.last else {
      throw PlainMistake(answer: Words["\(command) whom? players lists the names"])
    }
    return String(line[first.startIndex..<last.endIndex])
  }
}

// Help for mistakes.
extension PlainCommand {
  /// The answer to a word that nobody knows: the nearest one that there is.
  static func unknown(_ word: Substring) -> PlainMistake {
    let word = word.lowercased()
    let nearest = words.map { (word: $0, steps: editSteps(from: word, to: $0)) }
      .min { $0.steps < $1.steps }
    if let nearest, nearest.steps <= 2, nearest.steps < nearest.word.count {
      return PlainMistake(answer: Words["\(word) is not a command. did you mean \(nearest.word)?"])
    }
    return PlainMistake(answer: Words["\(word) is not a command. help lists them all"])
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

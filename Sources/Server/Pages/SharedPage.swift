// What a server tells over HTTP about matches and rooms: pages that people share links of, and the
// same for programs. A path is one of them in its one form, or none. It does not say whether there
// is such a match or room.

import Framing
import Game
import Wire

/// What is asked about matches and rooms.
enum SharedPage: Hashable, Sendable {
  /// `/m/7`: a match, by its number in the log.
  case match(Int)
  /// `/m/7.png`: its mosaic.
  case picture(Int)
  /// `/m/7.record`: its record.
  case record(Int)
  /// `/r/WAVE`: a room.
  case room(RoomCode)
  /// `/api/matches/7`: who played a match, and what they reached.
  case result(Int)
  /// `/api/rooms`: the listed rooms of a mode, or of all.
  case rooms(Mode?)
  /// `/api/top`: a board, from a row on.
  case board(Board, BoardTime, Day?, from: Int)

  /// No log has a match of more digits.
  private static let digitsMax = 15
  /// Longer than any query that is understood, in bytes.
  private static let queryBytesMax = 128

  /// - Throws: what is wrong with the query of a question.
  init?(_ target: RequestTarget) throws(RefusalLine) {
    let query = target.query ?? ""
    switch target.path {
    case "/api/rooms":
      guard case .list(let mode) = try Self.question("LIST", query) else { return nil }
      self = .rooms(mode)
    case "/api/top":
      let asked = query.isEmpty ? "board=\(Board.daily.name)" : query
      guard case .top(let board, let span, let day, let from) = try Self.question("TOP", asked)
      else { return nil }
      self = .board(board, span ?? .always, day, from: from ?? 1)
    default:
      guard let page = SharedPage(path: target.path) else { return nil }
      self = page
    }
  }

  /// The line of a client that asks the same, whose fields the query has.
  private static func question(
    _ verb: String, _ query: String
  ) throws(RefusalLine) -> ClientMessage? {
    guard query.utf8.count <= queryBytesMax else {
      throw RefusalLine(code: .badField, verb: verb, text: "the query is too long")
    }
    let fields = query.split(separator: "&", omittingEmptySubsequences: true)
    return try ClientMessage.decode(Array(([verb[...]] + fields).joined(separator: " ").utf8)[...])
  }

  init?(path: String) {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    guard steps.count >= 3, steps[0].isEmpty else { return nil }
    switch steps[1...].dropLast().joined(separator: "/") {
    case "m":
      let parts = steps[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let index = Self.index(parts[0]) else { return nil }
      switch parts.count == 1 ? nil : parts[1] {
      case nil: self = .match(index)
      case "png": self = .picture(index)
      case "record": self = .record(index)
      default: return nil
      }
    case "api/matches":
      guard let index = Self.index(steps[3]) else { return nil }
      self = .result(index)
    case "r":
      guard let code = RoomCode(String(steps[2])) else { return nil }
      self = .room(code)
    default: return nil
    }
  }

  private static func index(_ digits: Substring) -> Int? {
    guard digits.utf8.count <= digitsMax, let index = Int(digits), index >= 0,
      "\(index)" == digits
    else { return nil }
    return index
  }

  /// Which match it is about, if it is about one.
  var match: Int? {
    switch self {
    case .match(let index), .picture(let index), .record(let index), .result(let index): index
    case .room, .rooms, .board: nil
    }
  }

  /// Whether it leads to pages of the client, which a server may not have.
  var leadsToClient: Bool {
    switch self {
    case .match, .picture, .room: true
    case .record, .result, .rooms, .board: false
    }
  }
}

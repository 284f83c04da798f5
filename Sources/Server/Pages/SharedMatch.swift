// A kept match as everybody may see it: who played, what they reached, and the colors of its
// mosaic. It follows from the record alone. Whether everybody may see it was asked before.

import Archive
import Chroma
import Game
import Wire

/// A match that is shown to everybody.
struct SharedMatch: Sendable {
  /// Somebody who has a place.
  struct Row: Sendable {
    let place: Int
    /// Nil of somebody who was forgotten.
    let name: String?
    let isBot: Bool
    let isGhost: Bool
    let total: Int
    /// What they made of each round's target; nil where they were not scored.
    var cells: [Swatch?] = []
  }

  let index: Int
  let room: RoomCode
  let mode: String
  let began: Instant
  /// What each round asked for.
  private(set) var targets: [Swatch] = []
  /// The best first.
  private(set) var rows: [Row] = []

  /// - Parameters:
  ///   - index: its number in the log.
  ///   - original: the match that a ghost race copies, which says who its ghosts are; nil where not
  ///     everybody may see that.
  init(_ file: RecordFile, index: Int, copying original: RecordFile? = nil) {
    self.index = index
    let match = file.match
    (room, began) = (match.title.room, match.title.began)
    let rules = match.settings.rules.mode
    mode = rules.name
    let ghosts = original.map { file.ghostNames(in: $0) } ?? [:]
    var tiles: [Color] = []
    var cells: [PlayerID: [Swatch?]] = [:]
    for line in match.lines {
      guard case .told(.play(_, let event)) = line else { continue }
      switch event {
      case .round(let start):
        targets.append(start.swatch)
        tiles = start.tiles
      case .score(let score):
        // Rounds in which somebody was not scored.
        let missing = targets.count - 1 - cells[score.who, default: []].count
        cells[score.who, default: []] += Array(repeating: nil, count: max(0, missing))
        cells[score.who, default: []].append(rules.swatch(of: score.guess, among: tiles))
      case .place(let place, let player, let total):
        let seat = match.seats.first { $0.player == player }
        let profile = seat?.profile
        let known = profile?.name == RecordedSeat.nameless ? nil : profile?.name
        let name = file.persons.first { $0.player == player }?.name ?? ghosts[player] ?? known
        rows.append(
          Row(
            place: place, name: name, isBot: profile?.isBot ?? false,
            isGhost: profile?.isGhost ?? false, total: total, cells: cells[player] ?? []))
      default: break
      }
    }
  }

  /// The match for programs; somebody who was forgotten has no name.
  var json: JSON {
    let players = rows.map { row -> JSON in
      [
        "place": JSON(row.place), "name": row.name.map { JSON($0) } ?? .null,
        "bot": JSON(row.isBot), "total": JSON(row.total),
      ]
    }
    return [
      "index": JSON(index), "room": JSON(room.text), "mode": JSON(mode),
      "at": JSON(began.milliseconds), "rounds": JSON(targets.count),
      "players": JSON(list: players),
    ]
  }
}

extension RecordFile {
  /// What the ghosts of this race are called, by the record of the match that it copies; nobody who
  /// was forgotten.
  fileprivate func ghostNames(in original: RecordFile) -> [PlayerID: String] {
    let hashing = Hashing.openSSL
    guard match.title.leaf == hashing.leaf(original.match.body),
      let then = try? Original(original.bytes, at: 0, hashing: hashing)
    else { return [:] }
    var names: [PlayerID: String] = [:]
    var left = then.profiles[...]
    for player in match.opening.copied.ghosts {
      let looks = match.seats.first { $0.player == player }?.profile
      guard
        let place = left.firstIndex(where: {
          $0.icon == looks?.icon && $0.color == looks?.color
        })
      else { continue }
      if left[place].name != RecordedSeat.nameless { names[player] = left[place].name }
      left = left[(place + 1)...]
    }
    return names
  }
}

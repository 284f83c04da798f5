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

  /// - Parameter index: its number in the log.
  init(_ file: RecordFile, index: Int) {
    self.index = index
    let match = file.match
    (room, began) = (match.title.room, match.title.began)
    let rules = match.settings.rules.mode
    mode = rules.name
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
        let isBot = seat?.profile.isBot ?? false
        let known = seat?.profile.name == RecordedSeat.nameless ? nil : seat?.profile.name
        let name = file.persons.first { $0.player == player }?.name ?? known
        rows.append(
          Row(place: place, name: name, isBot: isBot, total: total, cells: cells[player] ?? []))
      default: break
      }
    }
  }
}

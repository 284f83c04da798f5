// What scenes of boards are made of: thirty players with names of all lengths, and the viewer among
// them.

import Chroma
import Game
import Identity
import TestSupport
import Testing
import Wire

@testable import TerminalUI

extension Stage {
  /// The identity of the player of that number; the viewer has number 3.
  static func identity(_ number: Int) throws -> KeyID {
    try require(KeyID(bytes: [UInt8](repeating: UInt8(number), count: KeyID.byteCount)))
  }

  private static func row(_ number: Int, value: Int) throws -> BoardLine {
    let names = ["mira", "oskar", "ada", "王小明的朋友們都在看這一場", "שרה", "WWWWWWWWWWWWWWWW"]
    let id = try identity(number)
    return BoardLine(
      place: number, id: id, tag: id.tag, name: names[(number - 1) % names.count],
      icon: Icon.allCases[number % 16], color: Profile.palette[number % 12], value: value)
  }

  /// The server knows who the viewer is, and tells the board of the day.
  mutating func tellBoard() throws {
    hear(.proved(try Stage.identity(3), tag: try Stage.identity(3).tag))
    var rows: [ServerMessage] = []
    for number in 1...30 {
      var row = try Stage.row(number, value: 4_711 - 37 * number)
      row.match = number
      row.colors = (0..<5)
        .compactMap {
          HSB(hue: (72 * $0 + 3 * number) % 360, saturation: 70, brightness: 80)?.color
        }
      rows.append(.topped(row))
    }
    hear(rows + [.end(of: "TOP", count: rows.count)])
  }

  /// The server tells a board of ratings.
  mutating func tellRatings() throws {
    hear(.proved(try Stage.identity(3), tag: try Stage.identity(3).tag))
    hear(.end(of: "TOP", count: 0))
    var rows: [ServerMessage] = []
    for number in 1...4 {
      var row = try Stage.row(number, value: 1_500 - 90 * number)
      row.margin = 60 + 17 * number
      rows.append(.topped(row))
    }
    hear(rows + [.end(of: "TOP", count: rows.count)])
  }

  /// The server tells what the viewer has played.
  mutating func tellPast() {
    hear(.end(of: "TOP", count: 0))
    let modes = ["rgb", "hsb", "tiles"]
    let matches = (0..<20)
      .map { number in
        ServerMessage.played(
          PlayedMatch(
            index: 90 - number, mode: modes[number % 3], place: number == 2 ? nil : 1 + number % 4,
            of: number == 5 ? 1 : 4, total: 4_000 - 100 * number,
            began: Stage.start - 40_000_000 * number))
      }
    hear(matches + [.end(of: "PAST", count: matches.count)])
  }
}

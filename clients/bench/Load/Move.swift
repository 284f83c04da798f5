// How a move is known again, and how it is read. Its number is the color that the sliders make: the
// server passes colors on untouched, so a client that gets a MOVE knows which SET it shows, without
// help from the server. A MOVE is read by hand: it is nearly all that a crowd hears, and an
// instrument that takes longer to read than the server to write would measure itself. That reads
// the canonical form alone: another one is left to Wire, and shows as slow but not as wrong.

import Chroma
import Game
import Wire

/// A move's number, as 24 bits of color. Numbers up to 2^24 and colors are one to one.
enum MoveMark {
  // Multiplying by an odd number is one to one on 24 bits. It scatters neighbors, so that lines are
  // as long, and colors as different, as those of real players.
  private static let scatter: UInt32 = 0x9e_3779
  /// The number that undoes that, modulo 2^24.
  private static let gather: UInt32 = 0xb3_82c9
  private static let mask: UInt32 = 0xff_ffff

  /// The sliders of an RGB room that say which move this is.
  static func guess(of sequence: Int) -> Guess {
    let bits = Int(UInt32(truncatingIfNeeded: sequence) &* scatter & mask)
    return Guess([bits >> 16, bits >> 8 & 0xff, bits & 0xff])
  }

  /// Which move makes a color, given as `0xrrggbb`.
  static func sequence(of color: UInt32) -> Int { Int(color &* gather & mask) }
}

/// What a MOVE says, without how near it is.
struct MoveLine {
  let who: PlayerID
  /// `0xrrggbb`.
  let color: UInt32

  /// Reads `MOVE who=p7 near=12 color=#rrggbb`; nil for anything else.
  init?(_ line: ArraySlice<UInt8>) {
    let head = MoveLine.head
    guard line.count > head.count + MoveLine.tail, line.starts(with: head) else { return nil }
    var number = 0
    var index = line.startIndex + head.count
    while index < line.endIndex, let digit = MoveLine.digit(line[index]), digit < 10 {
      number = number &* 10 &+ Int(digit)
      index += 1
    }
    guard index < line.endIndex, line[index] == UInt8(ascii: " "),
      line[line.endIndex - MoveLine.tail] == UInt8(ascii: "#")
    else { return nil }
    var color: UInt32 = 0
    for byte in line.suffix(MoveLine.tail - 1) {
      guard let digit = MoveLine.digit(byte) else { return nil }
      color = color << 4 | digit
    }
    who = PlayerID(number: number)
    self.color = color
  }

  /// The same from a MOVE that Wire has read.
  init(_ move: Move) {
    who = move.who
    color = UInt32(move.color.red) << 16 | UInt32(move.color.green) << 8 | UInt32(move.color.blue)
  }

  private static let head = Array("MOVE who=p".utf8)
  private static let tail = "#rrggbb".utf8.count

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    default: nil
    }
  }
}

// A MOVE read by hand. It is nearly all that a crowd hears, and an instrument that takes longer to
// read than the server to write would measure itself; everything else goes through Wire. It reads
// the canonical form alone: another one is left to Wire, and shows as slow but not as wrong.

import Chroma
import Game
import Wire

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

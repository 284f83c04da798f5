// Moves on their way to a record. A lane writes the records of a thousand rooms by turns, one move
// at a time, and no cache has them all: to find the end of one takes longer than to write there. So
// moves wait beside the rest of their room and are written eight at a time.
// Invariant: moves come out as they went in, in order.

import Game
import Wire

/// A few moves of sliders.
struct WaitingMoves: Sendable {
  private struct Move {
    var player: UInt32 = 0
    var moment: Int32 = 0
    var guess = Guess([])
  }

  private var moves = InlineArray<8, Move>(repeating: Move())
  private var count = 0

  /// Whether there is room for no other.
  var isFull: Bool { count == moves.count }

  /// Takes a move, if there is room for it and its numbers are small.
  ///
  /// - Parameter moment: milliseconds since the match began.
  /// - Returns: whether it did.
  mutating func take(_ command: Command, by player: PlayerID, at moment: Int) -> Bool {
    guard !isFull, case .set(let guess) = command,
      let player = UInt32(exactly: player.number), let moment = Int32(exactly: moment)
    else { return false }
    moves[count] = Move(player: player, moment: moment, guess: guess)
    count += 1
    return true
  }

  /// Writes all of them down.
  mutating func leave(into body: inout [UInt8]) {
    if count == 0 { return }
    RecordLine.encode(sets: count, into: &body) { index in
      (moves[index].guess, Int(moves[index].player), Int(moves[index].moment))
    }
    count = 0
  }
}

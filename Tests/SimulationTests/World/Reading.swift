// A record that somebody is told in the simulation, a piece at a time, and asks on for until it is
// whole. Invariant: what is whole has been told by one server in its order.

import Game
import TranscriptSupport
import Wire

struct Reading {
  private var known: (pieces: RecordPieces, index: Int, from: Int)?
  private var isInside = false

  /// What to say to be told more; nil where there is no more.
  var next: String? { known.map { "REPLAY index=\($0.index) from=\($0.from)" } }

  /// Takes a line.
  /// - Returns: whether it is of a record, and the record once that is whole.
  mutating func take(_ line: ArraySlice<UInt8>) throws(Violation) -> (isMine: Bool, [UInt8]?) {
    if !isInside {
      guard case .replayed(let piece)? = try? ServerMessage.decode(line) else {
        return (false, nil)
      }
      if piece.from == 0 { known = (RecordPieces(of: piece.index), piece.index, 0) }
      // A client that asks twice gets two answers.
      if piece.index != known?.index || piece.from != known?.from { known = nil }
      isInside = true
    }
    if line.starts(with: "END ".utf8) { isInside = false }
    guard var known else { return (true, nil) }
    do throws(RecordPieces.Nonsense) {
      switch try known.pieces.take(line) {
      case .next(let from): known.from = from
      case .whole(let bytes):
        self.known = nil
        return (true, bytes)
      case .taken: break
      case .refused, .foreign: throw RecordPieces.Nonsense()
      }
    } catch {
      throw Violation("what was told is no record")
    }
    self.known = known
    return (true, nil)
  }
}

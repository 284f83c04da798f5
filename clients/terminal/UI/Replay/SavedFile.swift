// A file that somebody saved: lines that a client received, a record, or a picture that holds one
// of them. It decides for every command which files are read and says why others are not; whether a
// match is true is for its audit. What a client saved may be cut, and is a match as far as it goes;
// a record or a picture is whole or refused.
// Invariant: reading never traps and takes a bounded amount of memory, whatever the bytes.

package import Archive
import ClientCore
import Game
package import Wire

/// Why a file is not read.
package enum SavedFault: Error, Hashable, Sendable {
  /// There is nothing in it.
  case empty
  /// It has more than `SavedFile.bytesMax`, by itself or once it is inflated.
  case tooLong
  /// It is no record, and a line, counted from 1, is none that a server tells.
  case line(Int)
  /// It is a record, and a line, counted from 1, is not in its one form or not in its place.
  case recordLine(Int)
  /// It does not tell how a match began.
  case noMatch
  /// A match began, but no round of it was played.
  case noRound
  /// It is a picture, but no PNG.
  case otherPicture
  /// It is a PNG, and a part, counted from 1, is not whole or not what it was.
  case picturePart(Int)
  /// It is a picture without a match.
  case emptyPicture
  /// What a picture holds cannot be inflated, or has no line.
  case pictureMatch

  /// What the file is, and why it cannot be read, as a sentence.
  package var sentence: String {
    switch self {
    case .empty: Words["The file is empty."]
    case .tooLong: Words["It is longer than \(SavedFile.bytesMax >> 20) MiB."]
    case .line(let line):
      Words["It is neither a saved match nor a record: line \(line) is no line of a server."]
    case .recordLine(let line):
      Words["It is a record that is damaged or cut: line \(line) is not what belongs there."]
    case .noMatch: Words["It holds what a server said, but not how a match began."]
    case .noRound: Words["No round was played in that match."]
    case .otherPicture: Words["It is a picture of another kind; only a PNG can hold a match."]
    case .picturePart(let part): Words["It is a picture that is damaged or cut: part \(part)."]
    case .emptyPicture:
      Words["It is a picture without a match in it. Its caption may have the number of one."]
    case .pictureMatch: Words["It is a picture, and the match in it is damaged or too long."]
    }
  }
}

/// A file that holds a match.
package struct SavedFile: Sendable {
  /// The largest file that is read, and the most that a picture may hold: what a room tells in an
  /// evening.
  package static let bytesMax = 8 << 20

  /// Its lines, as they were before editors had them: what is checked.
  package let bytes: [UInt8]
  /// What was done to the file on its way, and undone here.
  package let changes: [SavedText.Change]
  /// What it holds if it is a record.
  package let record: RecordFile?
  /// When each line was told.
  let moments: KeptMoments
  let room: (code: RoomCode, last: Int)
  /// The moment of the first beat.
  let begins: Instant

  /// Reads a file. What follows its last LF is no line, unless only its LF was lost.
  package init(reading file: [UInt8], inflate: Inflate) throws(SavedFault) {
    if file.isEmpty { throw .empty }
    if file.count > SavedFile.bytesMax { throw .tooLong }
    if RecordPicture.isOfAnotherKind(file) { throw .otherPicture }
    let isPicture = RecordPicture.begins(file)
    let saved = try SavedText(isPicture ? SavedFile.content(of: file, inflate) : file)
    (bytes, changes) = (saved.bytes, saved.changes)
    if bytes.isEmpty { throw isPicture ? SavedFault.pictureMatch : .line(1) }
    (record, moments) = try SavedFile.reading(bytes)
    guard let room = moments.room, let first = moments.beats.first?.at else { throw .noMatch }
    if moments.rounds.isEmpty { throw .noRound }
    (self.room, begins) = (room, first)
  }

  private static func reading(
    _ bytes: [UInt8]
  ) throws(SavedFault) -> (RecordFile?, KeptMoments) {
    guard RecordFile.begins(bytes) else { return (nil, try moments(of: bytes)) }
    do throws(RecordFault) {
      let record = try RecordFile(reading: bytes)
      return (record, KeptMoments(record))
    } catch {
      guard case .line(let line) = error else { throw .noMatch }
      throw .recordLine(line)
    }
  }

  /// What a picture holds.
  private static func content(
    of file: [UInt8], _ inflate: Inflate
  ) throws(SavedFault) -> [UInt8] {
    let small: ArraySlice<UInt8>
    do throws(PictureFault) {
      small = try RecordPicture.match(in: file)
    } catch {
      switch error {
      case .part(let part): throw .picturePart(part)
      case .empty: throw .emptyPicture
      }
    }
    guard let text = inflate(small, SavedFile.bytesMax) else { throw .pictureMatch }
    return text
  }

  /// Goes through lines that a client saved.
  private static func moments(of bytes: [UInt8]) throws(SavedFault) -> KeptMoments {
    var moments = KeptMoments()
    var (number, rest) = (0, bytes[...])
    while !moments.isComplete, let line = rest.takeLine() {
      number += 1
      do throws(RefusalLine) {
        if let message = try ServerMessage.decode(line) { moments.take(message) }
      } catch {
        // What stands behind a whole match is for those who check it.
        guard moments.hasEnded else { throw .line(number) }
      }
    }
    moments.spreadMoves()
    return moments
  }
}

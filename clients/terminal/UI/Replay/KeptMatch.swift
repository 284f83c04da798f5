// A match in a file, and when each of its lines was told. It reads what a client received and
// saved; most moments follow from the rules (see `KeptMoments`). It believes what it reads: whether
// a match was fair is for its audit. A file that was cut is a match as far as it goes.
// Invariants: reading never traps, whatever the bytes; moments never go back.

package import Game
package import Wire

/// Why there is nothing to see again in a file.
package enum KeptFault: Error, Hashable, Sendable {
  /// A line, counted from 1, is none that a server tells.
  case line(Int)
  /// It does not tell how a match began.
  case noMatch
  /// A match began, but no round of it was played.
  case noRound

  /// What is wrong, as a sentence.
  package var sentence: String {
    switch self {
    case .line(let line): Words["Line \(line) is no line of a server."]
    case .noMatch: Words["That file does not hold a match."]
    case .noRound: Words["No round was played in that match."]
    }
  }
}

/// The matches of one room, one after another, as they were told.
package struct KeptMatch: Sendable {
  /// Something that happened, and when.
  struct Beat: Sendable {
    var at: Instant
    let message: ServerMessage
  }

  /// Somebody who played.
  package struct Player: Sendable {
    /// Who.
    package let player: PlayerID
    /// How they were shown.
    package let profile: Profile
  }

  /// The largest file that is read: what a room tells in an evening.
  package static let bytesMax = 8 << 20

  let code: RoomCode
  /// The number of the newest event when the file begins.
  let last: Int
  /// Everybody who played, in seat order.
  package let players: [Player]
  /// The room before its first match.
  let picture: [ServerMessage]
  /// What happened from then on.
  let beats: [Beat]
  /// When each round opened.
  let rounds: [Instant]
  /// What the lines prove.
  package let report: TranscriptReport

  /// The moment of the first beat.
  let begins: Instant
  /// When there is nothing more to see: the last of it has been looked at.
  let ends: Instant

  /// How long the last picture is to be seen, in milliseconds.
  private static let lastLookMilliseconds = 5_000

  /// Reads a file. What follows its last LF is no line, as everywhere.
  package init(reading bytes: [UInt8], hashing: Hashing) throws(KeptFault) {
    var moments = KeptMoments()
    var (number, rest) = (0, bytes[...])
    while !moments.isComplete, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      var line = rest[..<end]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      rest = rest[(end + 1)...]
      do throws(RefusalLine) {
        if let message = try ServerMessage.decode(line) { moments.take(message) }
      } catch {
        // What stands behind a whole match is for those who check it.
        guard moments.hasEnded else { throw .line(number) }
      }
    }
    guard let room = moments.room, let first = moments.beats.first?.at else { throw .noMatch }
    guard let lastRound = moments.rounds.last else { throw .noRound }
    moments.spreadMoves()
    (code, last) = (room.code, room.last)
    (players, rounds) = (moments.players, moments.rounds)
    (picture, beats) = (moments.picture, moments.beats)
    begins = first
    ends = max(beats.last?.at ?? first, lastRound) + KeptMatch.lastLookMilliseconds
    report = audit(transcript: bytes, hashing: hashing)
  }

  /// The moment of the next beat, or of the one before, seen from a moment; nil without one.
  func beat(from at: Instant, isForward: Bool) -> Instant? {
    isForward ? beats.first { $0.at > at }?.at : beats.last { $0.at < at }?.at
  }

  /// When the next round opened, or the one before, seen from a moment; else an end of it all.
  func round(from at: Instant, isForward: Bool) -> Instant {
    isForward ? rounds.first { $0 > at } ?? ends : rounds.last { $0 < at } ?? begins
  }
}

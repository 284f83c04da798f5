// A match in a file, and when each of its lines was told. It reads two kinds of files: what a
// client received and saved, of which most moments follow from the rules (see `KeptMoments`), and
// records, which have every move and its moment. It believes what it reads: whether a match was
// fair is for its audit. What a client saved may be cut, and is a match as far as it goes; a record
// is whole or refused.
// Invariants: reading never traps, whatever the bytes; moments never go back.

import Archive
import ClientCore
package import Game
package import Wire

/// Why there is nothing to see again in a file.
package enum KeptFault: Error, Hashable, Sendable {
  /// There is nothing in it.
  case empty
  /// It is no record, and a line, counted from 1, is none that a server tells.
  case line(Int)
  /// It is a record, and a line, counted from 1, is not in its one form or not in its place.
  case recordLine(Int)
  /// It does not tell how a match began.
  case noMatch
  /// A match began, but no round of it was played.
  case noRound

  /// What the file is, and why it cannot be shown, as a sentence.
  package var sentence: String {
    switch self {
    case .empty: Words["The file is empty."]
    case .line(let line):
      Words["It is neither a saved match nor a record: line \(line) is no line of a server."]
    case .recordLine(let line):
      Words["It is a record that is damaged or cut: line \(line) is not what belongs there."]
    case .noMatch: Words["It holds what a server said, but not how a match began."]
    case .noRound: Words["No round was played in that match."]
    }
  }
}

/// What is proved of a kept match.
package enum KeptVerdict: Hashable, Sendable {
  /// All of it follows from the seed that was promised; of a record, from the moves as well.
  case fair
  /// Something in it does not follow.
  case unfair
  /// What a proof needs is not in the file.
  case unproved
}

/// The matches of one room, one after another, as they were told.
package struct SavedMatch: Sendable {
  /// Something that happened, and when.
  struct Beat: Sendable {
    var at: Instant
    /// What everybody was told; nil for a move that nobody else saw.
    let message: ServerMessage?
    /// Whose sliders moved with it, and to where; only a record says so.
    var moved: (player: PlayerID, guess: Guess)?
  }

  /// Somebody who played.
  package struct Participant: Sendable {
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
  package let players: [Participant]
  /// The room before its first match.
  let picture: [ServerMessage]
  /// What happened from then on.
  let beats: [Beat]
  /// When each round opened.
  let rounds: [Instant]
  /// What the lines prove.
  package let verdict: KeptVerdict
  /// What was done to the file on its way, and undone here.
  package private(set) var changes: [SavedText.Change] = []

  /// The moment of the first beat.
  let begins: Instant
  /// When there is nothing more to see: the last of it has been looked at.
  let ends: Instant

  /// How long the last picture is to be seen, in milliseconds.
  private static let lastLookMilliseconds = 5_000

  /// Reads a file as it was before editors had it. What follows its last LF is no line, unless
  /// only its LF was lost.
  package init(reading file: [UInt8], hashing: Hashing) throws(KeptFault) {
    let saved = SavedText(file)
    let bytes = saved.bytes
    if file.isEmpty { throw .empty }
    if RecordFile.begins(bytes) {
      let file: RecordFile
      do throws(RecordFault) {
        file = try RecordFile(reading: bytes)
      } catch {
        guard case .line(let line) = error else { throw .noMatch }
        throw .recordLine(line)
      }
      try self.init(KeptMoments(file), KeptVerdict(on: file, hashing: hashing))
    } else {
      try self.init(
        SavedMatch.moments(of: bytes), KeptVerdict(on: audit(transcript: bytes, hashing: hashing)))
    }
    changes = saved.changes
  }

  /// Goes through lines that a client saved.
  private static func moments(of bytes: [UInt8]) throws(KeptFault) -> KeptMoments {
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
    moments.spreadMoves()
    return moments
  }

  private init(_ moments: KeptMoments, _ verdict: KeptVerdict) throws(KeptFault) {
    guard let room = moments.room, let first = moments.beats.first?.at else { throw .noMatch }
    guard let lastRound = moments.rounds.last else { throw .noRound }
    self.verdict = verdict
    (code, last) = (room.code, room.last)
    (players, rounds) = (moments.players, moments.rounds)
    (picture, beats) = (moments.picture, moments.beats)
    begins = first
    ends = max(beats.last?.at ?? first, lastRound) + SavedMatch.lastLookMilliseconds
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

extension KeptVerdict {
  /// What the audit of saved lines found.
  fileprivate init(on report: TranscriptReport) {
    let isUnfair = report.findings.contains {
      if case .mismatch = $0.verdict { true } else { false }
    }
    self = report.isProved ? .fair : isUnfair ? .unfair : .unproved
  }

  /// What a record proves by itself. Whether a log has it, and has signed it, is for `verify`.
  fileprivate init(on file: RecordFile, hashing: Hashing) {
    let verifier = RecordVerifier(hashing: hashing, isSigned: { _, _, _ in false })
    do throws(RecordFault) {
      try verifier.verifySeals(of: file)
      try verifier.verify(file.match)
      self = .fair
    } catch .fairness(.unknown?), .fairness(nil), .rules {
      self = .unproved
    } catch {
      self = .unfair
    }
  }
}

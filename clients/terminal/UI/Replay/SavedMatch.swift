// A match in a file, and when each of its lines was told. It takes two kinds of files: what a
// client received and saved, of which most moments follow from the rules (see `KeptMoments`), and
// records, which have every move and its moment. It believes what it reads: whether a match was
// fair is for its audit.
// Invariant: moments never go back.

import Archive
import ClientCore
package import Game
package import Wire

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
  package let changes: [SavedText.Change]

  /// The moment of the first beat.
  let begins: Instant
  /// When there is nothing more to see: the last of it has been looked at.
  let ends: Instant

  /// How long the last picture is to be seen, in milliseconds.
  private static let lastLookMilliseconds = 5_000

  /// Takes a file that was read.
  package init(_ file: SavedFile, hashing: Hashing) {
    let moments = file.moments
    verdict =
      file.record.map { KeptVerdict(on: $0, hashing: hashing) }
      ?? KeptVerdict(on: audit(transcript: file.bytes, hashing: hashing))
    (code, last) = file.room
    (players, rounds) = (moments.players, moments.rounds)
    (picture, beats) = (moments.picture, moments.beats)
    (begins, changes) = (file.begins, file.changes)
    ends = max(beats.last?.at ?? begins, rounds.last ?? begins) + SavedMatch.lastLookMilliseconds
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

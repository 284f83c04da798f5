// Keeps matches in an archive for as long as it is let, and says of each when it is kept: what
// tests kill, and run on a disk that fills up. After an hour it ends in any case, so nobody waits
// for it in vain.

import Archive
import ArchiveSQLite
import Game
import Glibc
import Net
import Synchronization

enum ArchiveProgram {
  /// - Parameter ballast: a file that is deleted once the disk is full.
  static func run(in folder: String, ballast: String?) async throws {
    alarm(3_600)
    let archive = try ArchiveFolder(folder).open(now: Instant(milliseconds: 1_000)).archive
    let size = try archive.size()
    let isFull = Atomic(false)
    let archivist = Archivist(archive) { news in
      guard case .failed(let failure, _) = news else { return }
      say(failure.kind == .full ? "full" : "\(failure)")
      isFull.store(true, ordering: .sequentiallyConsistent)
      if let ballast { unlink(ballast) }
    }
    for number in size... {
      // Enough to write in groups, and little enough to fit where the ballast was.
      while archivist.waiting > 2 { try await Task.sleep(for: .milliseconds(1)) }
      let wasFull = isFull.load(ordering: .sequentiallyConsistent)
      let match = try match(number)
      archivist.keep(byteCount: match.body.count) {
        match
      } then: { _, kept in
        say("\(kept.index)")
        if wasFull {
          say("again")
          exit(0)
        }
      }
    }
  }

  /// Writes a line at once: what is said must not be lost when the process is killed.
  private static func say(_ line: String) {
    let line = Array("\(line)\n".utf8)
    if write(STDOUT_FILENO, line, line.count) != line.count { exit(1) }
  }

  /// The match of that number: 4 KB that do not compress.
  private static func match(_ number: Int) throws -> MatchEntry {
    let body = randomBytes(4_096)
    let players = (0..<4).compactMap { PublicKey(bytes: sha256([UInt8($0)])) }
    let hashing = Hashing(sha256: { sha256($0) }, hmac: { hmacSHA256(key: $0, message: $1) })
    let seats = players.enumerated()
      .map { index, key in
        let id = KeyID(of: key, hashing: hashing)
        let profile = PlayerProfile(id: id, name: "Ada", icon: "star", color: index)
        return SeatEntry(
          who: index + 1, profile: profile, person: "PERSON", place: index + 1, total: number)
      }
    return MatchEntry(
      body: body, leaf: sha256([0] + body), began: Instant(milliseconds: number * 60_000),
      room: "NEU9", number: number, mode: "rgb", family: "sliders", isUsual: true, daily: nil,
      seats: seats)
  }
}

// A directory for what outlives a server, for one run: what its journals and its archive hold, and
// what it takes to write no more than the same bytes.

import ArchiveSQLite
import Glibc
import Net
import Server

/// A state directory that goes with the value.
final class StateFolder: Sendable {
  let path: String

  /// - Parameter hasArchive: whether it can have an archive; a server that finds none goes on
  ///   without, and records no match.
  init(hasArchive: Bool = true) throws {
    path = try makeTemporaryFolder("keep")
    if !hasArchive {
      // Where the database should be is a folder.
      for folder in ["archive", StateFolder.noDatabase] { mkdir("\(path)/\(folder)", 0o700) }
    }
  }

  private static let noDatabase = "archive/archive.db"

  deinit {
    let folders = ["journal", "archive/backups", StateFolder.noDatabase, "archive", "."]
    for folder in folders.map({ "\(path)/\($0)" }) {
      for name in names(in: folder) { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    rmdir(path)
  }

  /// The archive of finished matches.
  var archive: ArchiveFolder { ArchiveFolder("\(path)/archive") }

  /// What the archive takes on the disk.
  func archiveBytes() -> Int {
    names(in: "\(path)/archive").reduce(0) { $0 + size(of: "\(path)/archive/\($1)") }
  }

  /// How many rooms would come back.
  func rooms() throws -> Int {
    let directory = try StateDirectory(path)
    let daily = try directory.secret(
      "daily.key", byteCount: Configuration.dailySecretByteCount)
    return try Kept.rehearse(in: directory, daily: daily, limits: ServerLimits().halls)
  }

  /// The frames of all journals: what was written at once, each time.
  func frames() throws -> [ArraySlice<UInt8>] {
    var frames: [ArraySlice<UInt8>] = []
    let journal = "\(path)/journal"
    for name in names(in: journal) {
      guard let text = readFile("\(journal)/\(name)") else {
        throw BenchError.cannotRead(path: "\(journal)/\(name)")
      }
      var rest = Array(text.utf8)[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
        let lines = words.first == "TURN" ? Int(words[1].dropFirst("bytes=".count)) ?? 0 : 0
        let count = end + 1 - rest.startIndex + lines
        frames.append(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
    }
    return frames
  }

  /// Writes the same frames to a file beside them, in a bare loop.
  func writeAgain() throws -> KeepFloor {
    let frames = try frames()
    let copy = "\(path)/copy"
    let descriptor = open(copy, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let begin = processorSeconds(CLOCK_THREAD_CPUTIME_ID)
    for frame in frames {
      let count = frame.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count == frame.count else {
        throw BenchError.cannotWrite(path: copy, why: String(cString: strerror(errno)))
      }
    }
    let seconds = processorSeconds(CLOCK_THREAD_CPUTIME_ID) - begin
    let lineFeed = UInt8(ascii: "\n")
    return KeepFloor(
      // The first line of a frame is none of a room.
      lines: frames.reduce(0) { $0 + $1.count { $0 == lineFeed } - 1 }, frames: frames.count,
      bytes: frames.reduce(0) { $0 + $1.count }, seconds: seconds)
  }
}

extension StateFolder {
  /// Writes groups of so many bytes and syncs each, in a bare loop.
  ///
  /// - Returns: how many groups that are in a second.
  func writeGroups(of byteCount: Int, count: Int) throws -> Double {
    let copy = "\(path)/copy"
    let descriptor = open(copy, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let group = randomBytes(byteCount)
    let begin = ContinuousClock.now
    for _ in 0..<count {
      let written = group.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard written == byteCount, fdatasync(descriptor) == 0 else {
        throw BenchError.cannotWrite(path: copy, why: String(cString: strerror(errno)))
      }
    }
    return Double(count) / ((ContinuousClock.now - begin) / .seconds(1))
  }
}

/// How long a file is; 0 if there is none.
private func size(of path: String) -> Int {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : 0
}

/// What is in a folder; nothing if there is none.
private func names(in folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
      field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}

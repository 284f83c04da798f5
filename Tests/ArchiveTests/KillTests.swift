// A process that keeps matches, killed in the middle of it, and the same on a disk that is full:
// what it said is kept is there, whole and in order.

import Archive
import Foundation
import Game
import Glibc
import Net
import TestSupport
import Testing

@testable import ArchiveSQLite

@OwnThread @Suite("Killed and full", .serialized)
struct KillTests {
  /// Starts the program that keeps matches; what it says comes through the pipe.
  private func started(_ launch: [String]) throws -> (process: Process, output: FileHandle) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: launch[0])
    process.arguments = Array(launch.dropFirst())
    process.standardOutput = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
  }

  /// The program, which this same build has put next to the tests.
  static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "archive-program").path

  private func indices(_ output: FileHandle) throws -> [Int] {
    let text = String(decoding: try require(try output.readToEnd()), as: UTF8.self)
    // The last line may have been cut off.
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .compactMap { Int($0) }
  }

  @Test("kill -9: all that was told is there, again and again")
  func killed() throws {
    try withFolder { path in
      var told = 0
      for round in 0..<(isWhole ? 20 : 2) {
        let (process, output) = try started([Self.program, path])
        // It is killed at another moment each time, but never before it has kept something.
        var first = try require(try output.read(upToCount: 1))
        first += try require(try output.read(upToCount: 1 + 37 * round))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let rest = try output.readToEnd() ?? Data()
        let lines = String(decoding: first + rest, as: UTF8.self)
          .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .compactMap { Int($0) }
        let last = try require(lines.last)
        expect(lines, equals: Array(lines[0]...last), "nothing is skipped or told twice")
        let (archive, opening) = try ArchiveFolder(path).open(now: firstDay.moment())
        expect(opening, equals: Opening(), "nothing is damaged")
        expect(lines[0], isAtLeast: told)
        try expect(archive.size(), isAbove: last)
        told = try archive.size()
        let record = try require(try archive.record(last, for: .keeper))
        expect(sha256([0] + (try #require(record.body))), equals: record.leaf)
      }
    }
  }

  @Test(
    "a disk of 1 MiB fills up, is given room, and goes on", .enabled(if: isWhole && hasNamespaces())
  )
  func full() throws {
    try withFolder { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let script = """
        mount -t tmpfs -o size=1m tmpfs "$0" && head -c 500000 /dev/zero > "$0/ballast" \
        && exec "$1" "$0/archive" "$0/ballast"
        """
      let (process, output) = try started([
        "/usr/bin/unshare", "-rm", "/bin/sh", "-c", script, path, Self.program,
      ])
      let text = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      let lines = text.split(separator: "\n").map(String.init)
      expect(process.terminationStatus, equals: 0)
      expect(lines.contains("full") && lines.last == "again")
      let indices = lines.compactMap { Int($0) }
      expect(indices, equals: Array(0..<indices.count), "nothing is skipped")
      expect(lines.allSatisfy { Int($0) != nil || $0 == "full" || $0 == "again" })
    }
  }
}

/// Whether this system lets anybody mount something of their own.
private func hasNamespaces() -> Bool {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/unshare")
  process.arguments = ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}

// A process that keeps matches is killed on a machine that loses its power, again and again: what
// it said is kept is there, whole and in order, whatever else of its writes the disk has. A library
// that is preloaded says what the disk has for certain (`Faults`). The same on a disk that is full.

import Archive
import Foundation
import Game
import Glibc
import Net
import TestSupport
import Testing

@testable import ArchiveSQLite

@OwnThread @Suite("A loss of power", .serialized)
struct PowerTests {
  /// How often the power fails.
  private static let cuts =
    ProcessInfo.processInfo.environment["CHROMATCH_KILLS"].flatMap(Int.init) ?? (isWhole ? 10 : 1)

  /// The program that keeps matches, which this same build has put next to the tests.
  private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "test-program").path

  /// The files of an archive, and copies of them as the disk has them for certain.
  private struct Disk {
    /// This number of bytes of a file is there together or not at all.
    private static let sectorBytes = 512

    let archive: String
    let kept: String

    private func bytes(_ path: String) -> [UInt8]? {
      FileManager.default.contents(atPath: path).map(Array.init)
    }

    private func files(in folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .filter { $0.hasPrefix("archive.db") }
    }

    /// The power fails: of what is not certain, any sector may be there or not, and so may names
    /// that are new.
    func loseWhatIsNotCertain() throws {
      let list = String(decoding: bytes("\(kept)/.names") ?? [], as: UTF8.self)
      let named = Set(list.split(separator: "\n").map(String.init))
      for name in try files(in: archive) {
        let path = "\(archive)/\(name)"
        // That one is memory that processes share.
        guard !name.hasSuffix("-shm"), named.contains(name) || Bool.random() else {
          unlink(path)
          continue
        }
        let (old, new) = (bytes("\(kept)/\(name)") ?? [], bytes(path) ?? [])
        var left = [UInt8](repeating: 0, count: Bool.random() ? old.count : new.count)
        for start in stride(from: 0, to: left.count, by: Self.sectorBytes) {
          let source = Bool.random() ? old : new
          let end = min(start + Self.sectorBytes, left.count, source.count)
          if start < end { left[start..<end] = source[start..<end] }
        }
        try Data(left).write(to: URL(filePath: path))
        chmod(path, 0o600)
      }
    }

    /// Nothing is certain.
    func clear() throws {
      try? FileManager.default.removeItem(atPath: kept)
      try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    }

    /// All that is there is certain: the machine has been on for long.
    func settle() throws {
      try clear()
      let names = try files(in: archive).filter { !$0.hasSuffix("-shm") }
      for name in names {
        try FileManager.default.copyItem(atPath: "\(archive)/\(name)", toPath: "\(kept)/\(name)")
      }
      try names.joined(separator: "\n")
        .write(toFile: "\(kept)/.names", atomically: true, encoding: .utf8)
    }
  }

  /// Starts a program; what it says comes through the pipe.
  private func started(
    _ launch: [String], _ environment: [String: String] = [:]
  ) throws -> (process: Process, output: FileHandle) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: launch[0])
    process.arguments = Array(launch.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
  }

  /// Has the program keep matches until it has said that many bytes, and kills it.
  ///
  /// - Returns: the matches that it said are kept.
  private func keepMatches(on disk: Disk, library: String, bytes: Int) throws -> [Int] {
    let (process, output) = try started(
      [Self.program, "keep", disk.archive], ["LD_PRELOAD": library, "FAULTS_KEPT": disk.kept])
    var said = Data()
    while said.count < bytes, let more = try output.read(upToCount: bytes - said.count),
      !more.isEmpty
    { said += more }
    // It has just been heard, and would always be between two matches.
    usleep(.random(in: 0...10_000))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    said += try output.readToEnd() ?? Data()
    // The last line may have been cut off.
    return String(decoding: said, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap { Int($0) }
  }

  @Test(
    "whenever the power fails, all matches are there that were said to be kept",
    .disabled(if: isSanitized, "a sanitizer wants to be first"))
  func cut() throws {
    try withFolder { place in
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      let disk = Disk(archive: "\(place)/archive", kept: "\(place)/kept")
      let library = try buildFaultLibrary(in: place)
      var lostWrites = 0
      for cut in 0..<Self.cuts {
        // What is large takes long to copy.
        if cut % 20 == 0 {
          try? FileManager.default.removeItem(atPath: disk.archive)
          try disk.clear()
        }
        let told = try keepMatches(on: disk, library: library, bytes: .random(in: 1...600))
        if let first = told.first, let last = told.last {
          expect(told, equals: Array(first...last), "nothing is skipped or told twice")
        }
        let before = FileManager.default.contents(atPath: "\(disk.archive)/archive.db-wal")
        try disk.loseWhatIsNotCertain()
        if FileManager.default.contents(atPath: "\(disk.archive)/archive.db-wal") != before {
          lostWrites += 1
        }
        do {
          let (archive, opening) = try ArchiveFolder(disk.archive).open(now: firstDay.moment())
          expect(opening, equals: Opening(), "nothing is damaged")
          let size = try archive.size()
          expect(told.last.map { size > $0 } ?? true, "\(size) of \(told)")
          for index in told {
            let record = try require(try archive.record(index, for: .keeper))
            expect(sha256([0] + (try #require(record.body))), equals: record.leaf)
          }
          try archive.database.requireWhole(path: disk.archive)
        }
        try disk.settle()
      }
      // Of a few cuts, all may come where nothing is under way.
      expect(lostWrites > Self.cuts / 10 || Self.cuts < 100, "few cuts took anything away")
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
        && exec "$1" keep "$0/archive" "$0/ballast"
        """
      let (process, output) = try started([
        "/usr/bin/unshare", "-rm", "/bin/sh", "-c", script, path, Self.program,
      ])
      let lines = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
        .split(separator: "\n").map(String.init)
      process.waitUntilExit()
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

// `chromatchd archive` as an administrator types it: what it says, what it changes, and its plain
// errors.

import Archive
import Foundation
import Game
import TestSupport
import Testing

@testable import ArchiveSQLite

@OwnThread @Suite("chromatchd archive")
struct CommandTests {
  /// What a command says and how it ends.
  private func run(_ arguments: [String]) throws -> (output: String, error: String, status: Int32) {
    let process = Process()
    let (output, error) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "chromatchd")
    process.arguments = ["archive"] + arguments
    (process.standardOutput, process.standardError) = (output, error)
    try process.run()
    let texts = try [output, error]
      .map { String(decoding: try $0.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self) }
    process.waitUntilExit()
    return (texts[0], texts[1], process.terminationStatus)
  }

  /// Lends a state directory with an archive of three matches, which is open or not.
  private func withState(
    isOpen: Bool = true, _ body: (_ state: String, _ archive: SQLiteArchive?) throws -> Void
  ) throws {
    try withFolder { state in
      try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
      var archive: SQLiteArchive? = try ArchiveFolder("\(state)/archive")
        .open(now: firstDay.moment()).archive
      _ = try archive?.keep((0..<3).map { try .duel($0) })
      if !isOpen { archive = nil }
      try body(state, archive)
    }
  }

  @Test("check, top and export read an archive, also while a server has it")
  func reading() throws {
    try withState { state, archive in
      let check = try run(["check", "--state", state])
      expect(check.output, equals: "3 matches, 3 records, 2 players: all is well\n")
      expect(check.status == 0 && check.error.isEmpty)
      let tags = try [1, 2].map { try KeyID.player($0).tag }
      let best = try run(["top", "best-rgb", "--state", state])
      expect(
        best.output,
        equals: "1. 900 \(tags[0]) Ada 1, match 0\n2. 450 \(tags[1]) Ada 2, match 0\n")
      for arguments in [["best-hsb", "--time", "day"], ["rating-sliders"], ["daily"]] {
        let answer = try run(["top"] + arguments + ["--state", state])
        expect(answer.output == "nobody is on it\n" && answer.status == 0, "\(arguments)")
      }
      let wrong = try run(["top", "best-pink", "--state", state])
      expect(wrong.status != 0 && wrong.error.contains("there is no board best-pink; there are"))
      // Each record with its names and its place in the log, never over something else.
      let out = "\(state)/out"
      let lines = try run(["export", "--state", state, "--to", out]).output.split(separator: "\n")
      expect(lines.first, equals: "3 records of 3 matches written to \(out)")
      let key = /signed by the key [0-9a-f]{64} of the log chromatch\//
      expect(lines.last?.contains(key), equals: true)
      let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
      expect(names, equals: ["0.record", "1.record", "2.record"])
      let text = try String(contentsOf: URL(filePath: "\(out)/2.record"), encoding: .utf8)
      let record = try require(try archive?.record(2, for: .keeper))
      let body = String(decoding: try require(record.body), as: UTF8.self)
      let persons = record.persons.map { "\($0)\n" }.joined()
      expect(record.persons.count == 2 && text.hasPrefix("\(body)\(persons)LEAF index=2 hash="))
      expect(text.contains("\nPATH size=3 hashes=") && text.contains("\nTREE size=3 root="))
      try FileManager.default.removeItem(atPath: "\(out)/1.record")
      let again = try run(["export", "--state", state, "--to", out])
      expect(again.output, contains: "1 record of 3 matches written to \(out), 2 were there\n")
      try "RECORD v=1\n".write(toFile: "\(out)/0.record", atomically: false, encoding: .utf8)
      let foreign = try run(["export", "--state", state, "--to", out])
      expect(foreign.status != 0 && foreign.error.contains("0.record is not the record"))
    }
  }

  @Test("rebuild and forget write, and are refused while a server has the archive")
  func writing() throws {
    let player = try PlayerProfile.sample(1)
    let id = String(hex: player.id.bytes)
    try withState { state, archive in
      let archive = try require(archive)
      let before = try everything(in: archive, on: firstDay)
      for arguments in [["rebuild"], ["forget", id]] {
        let answer = try run(arguments + ["--state", state])
        expect(answer.status != 0 && answer.error.contains("in use by another process"))
      }
      try expect(everything(in: archive, on: firstDay), equals: before)
    }
    try withState(isOpen: false) { state, _ in
      try Database("\(state)/archive/archive.db", mayWrite: true)
        .execute("UPDATE matches SET mode = 'hsb' WHERE seq = 2")
      let answer = try run(["check", "--state", state])
      let fault = "match 2 is kept otherwise than its record has it: mode\n"
      expect(answer.output.hasPrefix(fault) && answer.output.hasSuffix(": NOT whole\n"))
      expect(answer.status, equals: 1)
      let rebuilt = try run(["rebuild", "--state", state])
      expect(
        rebuilt.output,
        equals: """
          1 match kept otherwise than on record: mended
          ratings and boards made again from 3 matches\n
          """)
      let again = try run(["check", "--state", state])
      expect(again.output, equals: "3 matches, 3 records, 2 players: all is well\n")
      let forgotten = try run(["forget", "--state", state, id])
      expect(
        forgotten.output, equals: "forgotten: \(player.name); backups have the name for 14 days\n")
      try expect(ArchiveFolder("\(state)/archive").reader().profile(of: player.id), equals: nil)
      let second = try run(["forget", "--state", state, id])
      expect(second.status != 0 && second.error.contains("nobody with the id \(id)"))
    }
  }

  @Test("a backup makes another directory the same server; what was there is moved aside")
  func moving() throws {
    try withState(isOpen: true) { state, archive in
      let archive = try require(archive)
      @OwnThread func key(_ state: String) throws -> Substring? {
        try run(["export", "--state", state, "--to", "\(state)/records"]).output
          .split(separator: "\n").last
      }
      let log = try key(state)
      let out = "\(state)/out"
      for matches in 3...4 {
        if matches == 4 { _ = try archive.keep([.duel(3)]) }
        let backup = try run(["backup", "--state", state, "--to", out])
        expect(backup.output, equals: "\(matches) matches and log-key are in \(out)\n")
        let running = try run(["restore", "--state", state, "--from", out])
        expect(running.status != 0 && running.error.contains("in use by another process"))
      }
      try withFolder { other in
        let restored = try run(["restore", "--state", other, "--from", out])
        expect(restored.output, equals: "the archive has 4 matches of \(out)/archive.db\n")
        try expect(key(other), equals: log)
        let again = try run(["restore", "--state", other, "--from", "\(out)/archive.db"])
        expect(again.output, contains: "what was there is in \(other)/archive/replaced-")
        try expect(ArchiveFolder("\(other)/archive").reader().size(), equals: 4)
        let damaged = try run(["restore", "--state", other, "--from", "\(other)/log-key"])
        expect(damaged.status != 0 && damaged.error.contains("log-key is no archive, or damaged"))
      }
      try withFolder { other in
        try FileManager.default.createDirectory(
          atPath: other, withIntermediateDirectories: false,
          attributes: [.posixPermissions: 0o700])
        let made = FileManager.default.createFile(
          atPath: "\(other)/log-key", contents: Data(count: 32),
          attributes: [.posixPermissions: 0o600])
        expect(made)
        let refused = try run(["restore", "--state", other, "--from", out])
        expect(refused.status != 0 && refused.error.contains("\(other)/log-key is another key"))
      }
    }
  }

  @Test("mistakes are told plainly")
  func mistakes() throws {
    try withFolder { state in
      let none = try run(["check", "--state", state])
      expect(none.status, differsFrom: 0)
      expect(none.error, contains: "there is no archive in \(state)/archive")
      expect(!FileManager.default.fileExists(atPath: state), "asking makes nothing")
      let id = try run(["forget", "--state", state, "abc"])
      expect(id.status != 0 && id.error.contains("\"abc\" is no id"))
    }
  }
}

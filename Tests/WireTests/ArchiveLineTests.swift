// Lines for the archives of a cluster: both ways, and whatever else may come.

import Game
import TestSupport
import Testing

@testable import Wire

@Suite("Lines for archives")
struct ArchiveLineTests {
  /// Lines, each with the end of how it is written.
  static var lines: [(ArchiveLine, String)] {
    guard let ada = KeyID(bytes: [UInt8](repeating: 7, count: 16)), let code = RoomCode("WAVE")
    else { return [] }
    let day = Day(number: 20_600)
    return [
      (.tried(by: ada, day, code, match: 3), " day=2026-05-27 room=WAVE match=3\n"),
      (.forgot(ada, day), " day=2026-05-27\n"),
    ]
  }

  private static func bytes(_ line: ArchiveLine) -> [UInt8] {
    var bytes: [UInt8] = []
    line.encode(into: &bytes)
    return bytes
  }

  @Test("a line is written so and read as written, and random ones are read or refused")
  func bothWays() throws {
    expect(ArchiveLineTests.lines.count, equals: 2)
    for (line, end) in ArchiveLineTests.lines {
      let bytes = ArchiveLineTests.bytes(line)
      expect(String(decoding: bytes, as: UTF8.self).hasSuffix(end))
      expect(ArchiveLine.begins(bytes[...]))
      try expect(ArchiveLine.decode(bytes.dropLast()), equals: line)
      try expectStable(
        Array(bytes.dropLast()), seed: 3, times: 300, read: ArchiveLine.decode,
        write: { Array(ArchiveLineTests.bytes($0).dropLast()) })
    }
    expect(!ArchiveLine.begins(Array("RECORD v=1".utf8)[...]))
  }
}

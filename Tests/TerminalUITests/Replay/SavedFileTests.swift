// Which files are read, and what is said of the others: every row of the table that the browser is
// held to as well, and pictures of which any byte was changed.

import Archive
import Foundation
import Net
import TestSupport
import Testing

@testable import TerminalUI

@Suite("Files that people saved")
struct SavedFileTests {
  /// A fault as the table names it, and what it is about.
  private static func named(_ fault: SavedFault) -> (outcome: String, at: Int?) {
    switch fault {
    case .empty: ("empty", nil)
    case .tooLong: ("too-long", nil)
    case .line(let line): ("other", line)
    case .recordLine(let line): ("damaged", line)
    case .noMatch: ("no-match", nil)
    case .noRound: ("no-round", nil)
    case .otherPicture: ("other-picture", nil)
    case .picturePart(let part): ("broken", part)
    case .emptyPicture: ("no-part", nil)
    case .pictureMatch: ("bad-part", nil)
    }
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    let file = protocolFolder.appending(path: "vectors/files/\(name)").standardized
    return Array(try Data(contentsOf: file))
  }

  private func fault(_ bytes: [UInt8]) -> SavedFault? {
    do throws(SavedFault) {
      _ = try SavedFile(reading: bytes, inflate: zlibInflated)
      return nil
    } catch { return error }
  }

  @Test("files are read, or refused for what they are, as the table says")
  func table() throws {
    let table = try ContractTable("vectors/files/files.tsv")
    expect(table.columns, equals: ["FILE", "OUTCOME", "AT", "PROVED", "REASON"])
    for row in table.rows {
      let found = try fault(SavedFileTests.bytes(row["FILE"])).map(SavedFileTests.named)
      let scene = "\(row["FILE"]): \(row["REASON"])"
      expect(found?.outcome ?? "read", equals: row["OUTCOME"], "\(scene)")
      expect(found?.at.map { "\($0)" } ?? "", equals: row["AT"], "\(scene)")
    }
    expect(table.rows.count, isAbove: 40)
    let long = [UInt8](repeating: 0x20, count: SavedFile.bytesMax + 1)
    expect(fault(long), equals: .tooLong)
    expect(SavedFault.tooLong.sentence, equals: "It is longer than 8 MiB.")
  }

  @Test("no byte of a picture can be changed unnoticed, and no cut is taken for the whole")
  func pictures() throws {
    let whole = try SavedFileTests.bytes("record.png")
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 1
      expect(fault(changed) != nil, "byte \(index)")
      expect(fault(Array(whole[..<index])) != nil, "\(index) bytes")
    }
  }

  @Test("a picture that is made of parts is the one that another program makes of them")
  func parts() throws {
    let whole = try SavedFileTests.bytes("record.png")
    let small = try RecordPicture.match(in: whole)
    let record = try require(zlibInflated(small, atMost: 1 << 16))
    expect(record, equals: Array(KeptFiles.record.utf8))
    let held = (name: RecordPicture.part, data: zlibDeflated(record))
    let made = RecordPicture.file([("IHDR", []), held, ("IEND", [])])
    try expect(zlibInflated(RecordPicture.match(in: made), atMost: record.count), equals: record)
    try expect(zlibInflated(RecordPicture.match(in: made), atMost: record.count - 1), equals: nil)
  }
}

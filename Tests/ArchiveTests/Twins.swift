// Both archives behind one door, so that each test of the contract runs against both; and folders
// that are gone after the test.

import Archive
import ArchiveSQLite
import Foundation
import Game
import TestSupport
import Testing

/// Which archive.
enum Twin: CaseIterable, Sendable {
  case memory, disk

  /// Lends an empty archive of that kind.
  func with(_ body: (inout any Archive) throws -> Void) throws {
    switch self {
    case .memory:
      var archive: any Archive = MemoryArchive()
      try body(&archive)
    case .disk:
      try withFolder { path in
        var archive: any Archive = try ArchiveFolder(path).open(now: firstDay.moment()).archive
        try body(&archive)
      }
    }
  }
}

extension ArchiveReading {
  /// The best of `rgb`.
  func best(_ span: Span = .always, for asker: Asker = .keeper) throws -> [BoardRow] {
    try top(.best(mode: "rgb"), span, on: firstDay, for: asker)
  }
}

/// Lends a folder that does not exist yet.
func withFolder<Result>(_ body: (String) throws -> Result) rethrows -> Result {
  let path = FileManager.default.temporaryDirectory.appending(path: "chromatch-archive-\(UUID())")
    .path
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

/// All that can be asked of an archive, as lines: what is equal here is equal to everybody.
func everything(in archive: any ArchiveReading, on day: Day) throws -> [String] {
  var lines = ["size \(try archive.size())", "next \(try archive.nextPlace())"]
  for leaf in try archive.leaves(from: 0, count: .max) { lines.append("leaf \(String(hex: leaf))") }
  for index in 0..<(try archive.size()) {
    lines.append("record \(String(describing: try archive.record(index, for: .keeper)))")
  }
  for name in ["rating-sliders", "rating-gradient", "rating-tiles", "best-rgb", "best-tiles"] {
    let board = try require(Board(name: name))
    for span in [.always, .day(day), Span.week(of: day)] {
      lines += try archive.top(board, span, on: day, for: .keeper).map { "\(name) \(span) \($0)" }
    }
  }
  for offset in -40...1 {
    lines += try archive.top(.daily, .day(day + offset), on: day, for: .keeper)
      .map { "daily \(offset) \($0)" }
  }
  for number in 0..<8 {
    let player = try PlayerProfile.sample(number).id
    lines.append("profile \(String(describing: try archive.profile(of: player)))")
    lines += try archive.past(of: player, before: nil, count: .max, for: .keeper)
      .map { "past \(number) \($0)" }
    for family in ["sliders", "gradient", "tiles"] {
      let career = try archive.career(of: player, in: family)
      lines.append("career \(number) \(family) \(String(describing: career))")
    }
  }
  return lines
}

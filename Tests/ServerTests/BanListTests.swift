// The file in which a server has whom it keeps out: what is written is read as the same, and what
// cannot be read is refused with its line.

import Foundation
import Game
import TestSupport
import Testing

@testable import Server

@Suite("The list of bans")
final class BanListTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "chromatch-bans-\(UUID())").path

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @Test("what is banned is in the file, which only its owner reads, until it is banned no more")
  func kept() throws {
    let directory = try StateDirectory(path)
    try expect(BanList(in: directory).entries, equals: [])
    expect(!FileManager.default.fileExists(atPath: "\(path)/bans"), "to read makes nothing")
    var list = BanList()
    let texts = [
      "identity 21fe31dfa154a261626bf854046fd227", "address 192.0.2.7", "address 2001:db8:1:2::/64",
      "name two words",
    ]
    for text in texts + texts {
      let isKnown = list.entries.contains { $0.description == text }
      let isNew = try list.add(BanList.Entry(text.split(separator: " ").map(String.init)))
      expect(isNew, differsFrom: isKnown)
      try list.keep(in: directory)
    }
    expect(list.entries.map(\.description), equals: texts)
    try expect(BanList(in: directory), equals: list)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/bans")
    expect((attributes[.posixPermissions] as? NSNumber)?.intValue, equals: 0o600)
    // A name is kept as it is shown, or a line of the file would be read otherwise.
    for (words, text) in [("  a  b\r", "name a b"), ("\u{301}x\u{e000}", "name x")] {
      let entry = try BanList.Entry(["name", words])
      expect(entry.description, equals: text)
      try expect(BanList.Entry(text.split(separator: " ").map(String.init)), equals: entry)
    }
    #expect(throws: FileFailure.self) { try BanList.Entry(["name", " "]) }
    // Any address of a /64 names all of it.
    let other = try BanList.Entry(["address", "2001:db8:1:2::7"])
    expect(list.remove(other) && !list.remove(other) && list.entries.count == 3)
  }

  @Test("a line that cannot be read is named, and nothing is changed")
  func wrong() throws {
    let directory = try StateDirectory(path)
    for line in [
      "identity abc", "address 192.0.2", "name", "nobody",
      "name \(String(repeating: "a", count: 129))",
    ] {
      try directory.replace("bans", by: Array("name badger\n\(line)\n".utf8))
      let failure = #expect(throws: FileFailure.self) { try BanList(in: directory) }
      expect(failure?.description.hasPrefix("\(path)/bans, line 2: ") == true, "\(line)")
    }
  }
}

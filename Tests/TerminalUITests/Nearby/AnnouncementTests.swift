// What games say of themselves on a network: that ours are read as they were written, and that
// whatever else comes is no game, and never a trap.

import Testing
import Wire

@testable import TerminalUI

@Suite("Announcements")
struct AnnouncementTests {
  private static let fingerprint = "SHA256:" + String(repeating: "0f", count: 32)
  private static let whole = Announcement(
    mode: "hsb", taken: 2, seats: 8, isPlaying: true, code: RoomCode("WAVE"), hasTLS: true,
    fingerprint: fingerprint)

  private func record(_ items: [String]) -> [UInt8] {
    items.flatMap { [UInt8(clamping: $0.utf8.count)] + $0.utf8.prefix(255) }
  }

  private static let plain = ["v=1", "mode=rgb", "seats=1/8", "state=waiting"]

  @Test("are read as they were written")
  func roundTrip() {
    var least = AnnouncementTests.whole
    (least.code, least.fingerprint, least.hasTLS, least.isPlaying) = (nil, nil, false, false)
    for announcement in [AnnouncementTests.whole, least] {
      #expect(Announcement(record: announcement.record) == announcement)
    }
    #expect(least.record == record(["v=1", "mode=hsb", "seats=2/8", "state=waiting"]))
  }

  @Test("may have more to say, keys in either case, and what is no item of ours between")
  func tolerant() {
    let items = ["V=1", "later", "", "=x", "mode=rgb", "mode=hsb", "seats=1/8", "state=waiting"]
    #expect(Announcement(record: record(items))?.mode == "rgb")
    #expect(Announcement(record: record(["\u{ff}=\u{fe}"] + AnnouncementTests.plain)) != nil)
  }

  @Test(
    "are none if anything in them is wrong",
    arguments: [
      [], ["v=1"], ["v=2", "mode=rgb", "seats=1/8", "state=waiting"],
      ["v=1", "mode=", "seats=1/8", "state=waiting"],
      ["v=1", "mode=\u{1b}[2J", "seats=1/8", "state=waiting"],
      ["v=1", "mode=abcdefghijklmnopq", "seats=1/8", "state=waiting"],
      ["v=1", "mode=rgb", "seats=9/8", "state=waiting"],
      ["v=1", "mode=rgb", "seats=1/9", "state=waiting"],
      ["v=1", "mode=rgb", "seats=-1/8", "state=waiting"],
      ["v=1", "mode=rgb", "seats=1/8/2", "state=waiting"],
      ["v=1", "mode=rgb", "seats=99999999999999999999/8", "state=waiting"],
      ["v=1", "mode=rgb", "seats=1/8", "state=over"], plain + ["code=O0O0"], plain + ["code="],
      plain + ["fp=\(fingerprint)"], plain + ["tls=1", "fp=SHA256:0f"],
      plain + ["tls=1", "fp=" + fingerprint.uppercased()],
    ])
  func wrong(_ items: [String]) {
    #expect(Announcement(record: record(items)) == nil)
  }

  @Test("that are cut anywhere, too long, or not text are read without a trap")
  func hostile() {
    let record = AnnouncementTests.whole.record
    for count in record.indices { _ = Announcement(record: Array(record[..<count])) }
    let long = (0..<5).map { "x\($0)=" + String(repeating: "y", count: 250) }
    #expect(Announcement(record: self.record(AnnouncementTests.plain + long)) == nil)
    for index in record.indices {
      var broken = record
      broken[index] = 0xff
      _ = Announcement(record: broken)
    }
    #expect(Announcement(record: [UInt8](repeating: 0, count: 1_024)) == nil)
  }
}

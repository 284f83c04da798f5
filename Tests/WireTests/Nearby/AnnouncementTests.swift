// What games say of themselves on a network: that ours are read as they were written, and that
// whatever else comes is no game, and never a trap.

import TestSupport
import Testing

@testable import Wire

@Suite("Announcements")
struct AnnouncementTests {
  private static let fingerprint = "SHA256:" + String(repeating: "0f", count: 32)
  private static let room = Announcement.Room(
    mode: "hsb", taken: 2, seats: 8, isPlaying: true, code: RoomCode("WAVE"))
  private static let whole = Announcement(.room(room), hasTLS: true, fingerprint: fingerprint)
  private static let server = Announcement(
    .server(rooms: 3, players: 7), hasTLS: true, fingerprint: fingerprint)

  private func record(_ items: [String]) -> [UInt8] {
    items.flatMap { [UInt8(clamping: $0.utf8.count)] + $0.utf8.prefix(255) }
  }

  private static let plain = ["v=1", "mode=rgb", "seats=1/8", "state=waiting"]

  @Test("announcements are read as they were written")
  func roundTrip() {
    var room = AnnouncementTests.room
    (room.code, room.isPlaying) = (nil, false)
    let least = Announcement(.room(room), hasTLS: false, fingerprint: nil)
    let empty = Announcement(.server(rooms: 0, players: 0), hasTLS: false, fingerprint: nil)
    for announcement in [AnnouncementTests.whole, AnnouncementTests.server, least, empty] {
      expect(Announcement(record: announcement.record), equals: announcement)
    }
    expect(least.record, equals: record(["v=1", "mode=hsb", "seats=2/8", "state=waiting"]))
    expect(empty.record, equals: record(["v=1", "rooms=0", "players=0"]))
    expect(AnnouncementTests.whole.code?.text == "WAVE" && AnnouncementTests.server.code == nil)
  }

  @Test("announcements may have more items, keys in either case, and what is no item between")
  func tolerant() {
    let items = ["V=1", "later", "", "=x", "mode=rgb", "mode=hsb", "seats=1/8", "state=waiting"]
    let room = Announcement.Room(mode: "rgb", taken: 1, seats: 8, isPlaying: false, code: nil)
    for items in [items, items + ["rooms=9", "players=9"]] {
      expect(Announcement(record: record(items))?.offer, equals: .room(room))
    }
    let odd = record(["\u{ff}=\u{fe}"] + AnnouncementTests.plain)
    expect(Announcement(record: odd), differsFrom: nil)
  }

  @Test("announcements are none if anything in them is wrong")
  func wrong() {
    func room(_ mode: String, _ seats: String, _ state: String = "waiting") -> [String] {
      ["v=1", "mode=\(mode)", "seats=\(seats)", "state=\(state)"]
    }
    let (plain, fingerprint) = (AnnouncementTests.plain, AnnouncementTests.fingerprint)
    for items in [
      [], ["v=1"], ["v=2"] + plain.dropFirst(), room("", "1/8"), room("\u{1b}[2J", "1/8"),
      room("abcdefghijklmnopq", "1/8"), room("rgb", "9/8"), room("rgb", "1/9"),
      room("rgb", "-1/8"), room("rgb", "1/8/2"), room("rgb", "99999999999999999999/8"),
      room("rgb", "1/8", "over"), plain + ["code=O0O0"], plain + ["code="],
      plain + ["fp=\(fingerprint)"], plain + ["tls=1", "fp=SHA256:0f"],
      plain + ["tls=1", "fp=" + fingerprint.uppercased()], ["v=1", "rooms=1"],
      ["v=1", "rooms=1", "players=-1"], ["v=1", "rooms=01", "players=1"],
      ["v=1", "rooms=1000001", "players=1"], ["v=1", "rooms=1", "players=1", "state=waiting"],
      ["v=1", "rooms=1", "players=1", "code=WAVE"],
      ["v=1", "rooms=1", "players=99999999999999999999"],
    ] {
      expect(Announcement(record: record(items)), equals: nil, "\(items)")
    }
  }

  @Test("announcements that are cut anywhere, too long, or not text are read without a trap")
  func hostile() {
    let record = AnnouncementTests.whole.record
    for count in record.indices { _ = Announcement(record: Array(record[..<count])) }
    let long = (0..<5).map { "x\($0)=" + String(repeating: "y", count: 250) }
    expect(Announcement(record: self.record(AnnouncementTests.plain + long)), equals: nil)
    for index in record.indices {
      var broken = record
      broken[index] = 0xff
      _ = Announcement(record: broken)
    }
    expect(Announcement(record: [UInt8](repeating: 0, count: 1_024)), equals: nil)
  }

  @Test("announcements go by a name that fits into a label of DNS, in whole characters")
  func serviceName() {
    expect(Announcement.serviceName("Kestrel's room"), equals: "Kestrel's room")
    let long = String(repeating: "色", count: 32)
    expect(Announcement.serviceName(long), equals: String(repeating: "色", count: 21))
    expect(
      Announcement.serviceName(long, number: 2), equals: String(repeating: "色", count: 20) + " #2")
    expect(Announcement.serviceName("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧"), equals: "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧")
  }
}

// A game announces itself on its network by the TXT record of a DNS-SD service, written and read as
// protocol/README.md has it. Any machine on the network can announce anything, so nothing that it
// reads is believed: it is what somebody says of a server, until that server has been asked. It
// knows no library and no socket.
// Invariants: reading is bounded and never traps; what is written is read as the same.

import Game

/// What is said of a game that others may join.
package struct Announcement: Hashable, Sendable {
  /// The kind of service, as DNS-SD has it.
  package static let service = "_chromatch._tcp"

  /// A room, or a server as a whole.
  package enum Offer: Hashable, Sendable {
    /// One room.
    case room(Room)
    /// A server, with so many rooms and so many players in them.
    case server(rooms: Int, players: Int)
  }

  /// A room, as its network hears of it.
  package struct Room: Hashable, Sendable {
    /// The mode's name, which may be one of a newer server.
    package var mode: String
    /// How many seats are taken, and of how many.
    package var taken: Int
    package var seats: Int
    package var isPlaying: Bool
    /// The room's code; nil for a room that only those find who are told its code.
    package var code: RoomCode?

    /// A room with all that is said of it.
    package init(mode: String, taken: Int, seats: Int, isPlaying: Bool, code: RoomCode?) {
      self.mode = mode
      self.taken = taken
      self.seats = seats
      self.isPlaying = isPlaying
      self.code = code
    }
  }

  /// What there is to join.
  package var offer: Offer
  /// Whether the server speaks TLS.
  package var hasTLS: Bool
  /// The SHA-256 of its certificate, as `SHA256:` and digits; nil where it has none, or where an
  /// authority vouches for it.
  package var fingerprint: String?

  /// What is announced of a room or a server.
  package init(_ offer: Offer, hasTLS: Bool, fingerprint: String?) {
    self.offer = offer
    self.hasTLS = hasTLS
    self.fingerprint = fingerprint
  }

  /// The room that leads into the game; nil where that is not one room, or its code is not told.
  package var code: RoomCode? {
    if case .room(let room) = offer { room.code } else { nil }
  }

  /// A record longer than this is nobody's of ours, in bytes.
  static let bytesMax = 1_024
  /// The longest name of a service, in bytes: it is one label of a name of DNS.
  private static let nameBytesMax = 63
  /// The longest name of a mode, in bytes.
  private static let modeBytesMax = 16
  /// More rooms or players than that are on no server.
  private static let countsRange = 0...1_000_000
  private static let fingerprintPrefix = "SHA256:"
  private static let fingerprintDigits = 64
}

// Writing.
extension Announcement {
  /// The record as DNS-SD has it: items `key=value`, each behind its length.
  package var record: [UInt8] {
    var items = ["v=1"]
    switch offer {
    case .room(let room):
      items += [
        "mode=\(room.mode)", "seats=\(room.taken)/\(room.seats)",
        "state=\(room.isPlaying ? "playing" : "waiting")",
      ]
      if let code = room.code { items.append("code=\(code.text)") }
    case .server(let rooms, let players): items += ["rooms=\(rooms)", "players=\(players)"]
    }
    if hasTLS { items.append("tls=1") }
    if let fingerprint { items.append("fp=\(fingerprint)") }
    return items.flatMap { [UInt8(clamping: $0.utf8.count)] + $0.utf8 }
  }

  /// As much of a name as a service can be called, in whole characters; with a number behind it
  /// that is not 1, for a name that others have.
  package static func serviceName(_ name: String, number: Int = 1) -> String {
    let ending = number == 1 ? "" : " #\(number)"
    var name = name
    while name.utf8.count + ending.utf8.count > nameBytesMax { name.removeLast() }
    return name + ending
  }
}

// Reading.
extension Announcement {
  /// Reads a record; nil if it is not one of a game of this version.
  package init?(record: [UInt8]) {
    guard let items = Announcement.items(of: record), items["v"] == "1",
      let offer = Announcement.offer(in: items)
    else { return nil }
    let hasTLS = items["tls"] == "1"
    let fingerprint = items["fp"]
    // Where there is no TLS there is no certificate.
    if let fingerprint, !hasTLS || !Announcement.isFingerprint(fingerprint) { return nil }
    self.init(offer, hasTLS: hasTLS, fingerprint: fingerprint)
  }

  /// A room where anything of one is said, else a server.
  private static func offer(in items: [String: String]) -> Offer? {
    if ["mode", "seats", "state", "code"].allSatisfy({ items[$0] == nil }) {
      guard let rooms = items["rooms"].flatMap(count), let players = items["players"].flatMap(count)
      else { return nil }
      return .server(rooms: rooms, players: players)
    }
    guard let mode = items["mode"], isMode(mode), let seats = items["seats"].flatMap(seats),
      let state = items["state"], ["waiting", "playing"].contains(state)
    else { return nil }
    let code = items["code"].map { RoomCode($0) }
    if case .some(nil) = code { return nil }
    return .room(
      Room(
        mode: mode, taken: seats.taken, seats: seats.all, isPlaying: state == "playing",
        code: code ?? nil))
  }

  /// The items by their keys, which are the same in either case; of two with one key the first
  /// counts, as RFC 6763 has it. Nil if this is no record, or longer than any of ours.
  private static func items(of record: [UInt8]) -> [String: String]? {
    guard record.count <= bytesMax else { return nil }
    var items: [String: String] = [:]
    var rest = record[...]
    while let length = rest.popFirst() {
      guard rest.count >= Int(length) else { return nil }
      let item = rest.prefix(Int(length))
      rest = rest.dropFirst(Int(length))
      let parts = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      // What is not text, or has no value, is no item of ours.
      guard parts.count == 2, let value = String(validating: parts[1], as: UTF8.self),
        let key = String(validating: parts[0], as: UTF8.self)?.lowercased()
      else { continue }
      if items[key] == nil { items[key] = value }
    }
    return items
  }

  private static func isMode(_ text: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return (1...modeBytesMax).contains(text.utf8.count) && text.utf8.allSatisfy(letters.contains)
  }

  /// `2/8`: how many seats are taken, and how many there are.
  private static func seats(_ text: String) -> (taken: Int, all: Int)? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let taken = Int(parts[0]), let all = Int(parts[1]),
      text == "\(taken)/\(all)", Rules.seatsRange.contains(all), (0...all).contains(taken)
    else { return nil }
    return (taken, all)
  }

  private static func count(_ text: String) -> Int? {
    Int(text).flatMap { text == "\($0)" && countsRange.contains($0) ? $0 : nil }
  }

  private static func isFingerprint(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst(fingerprintPrefix.utf8.count)
    return text.hasPrefix(fingerprintPrefix) && digits.count == fingerprintDigits
      && digits.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}

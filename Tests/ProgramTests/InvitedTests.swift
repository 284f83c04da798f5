// Servers that an invitation or a network names by their fingerprint: whom the client trusts there
// from then on, whatever the address says later. And what it remembers of servers without TLS.

import ClientCore
import Net
import TerminalUI
import Testing
import Wire

@testable import TestSupport
@testable import chromatch

@Stage
@Suite("Servers that were named beforehand")
struct InvitedTests {
  private nonisolated static let named = "SHA256:" + String(repeating: "01", count: 32)
  private nonisolated static let other = "SHA256:" + String(repeating: "02", count: 32)

  private let home: Scratch
  private let file: KnownServersFile
  private let named: CertificateFingerprint
  private let other: CertificateFingerprint

  init() throws {
    home = try Scratch()
    file = KnownServersFile(directory: "\(home.path)/chromatch")
    named = try require(CertificateFingerprint(InvitedTests.named))
    other = try require(CertificateFingerprint(InvitedTests.other))
  }

  /// Where an invitation leads to.
  private func invitation() throws -> Address {
    try Address("chromatch://play.example/WAVE#\(InvitedTests.named)")
  }

  /// Where an announcement of a room leads to.
  private func announced(_ fingerprint: String? = named) throws -> Address {
    let place = NearbyPlace(name: "Kestrel's room", interface: 2)
    var neighborhood = Neighborhood()
    neighborhood.found(place)
    let room = Announcement.Room(
      mode: "rgb", taken: 1, seats: 8, isPlaying: false, code: RoomCode("WAVE"))
    let announcement = Announcement(.room(room), hasTLS: true, fingerprint: fingerprint)
    neighborhood.described(place, host: "a", port: 7_313, record: announcement.record)
    neighborhood.located(NearbyHost(name: "a", interface: 2), at: "10.0.0.1", isThere: true)
    return try require(neighborhood.games.first.flatMap { Address($0) })
  }

  /// What is told of a server that shows another certificate than the named one.
  private func warning(_ trust: inout ServerTrust) throws -> String {
    let answer = try trust.refused(.certificateChanged(known: named, shown: other))
    guard case .giveUp(let warning) = answer else {
      Issue.record("\(answer)")
      return ""
    }
    return warning
  }

  @Test("a fingerprint in an address holds later, when the address says none")
  func remembered() throws {
    var first = try ServerTrust(invitation(), file: file)
    _ = try self.warning(&first)
    expect(home.text(of: home.knownServers), equals: nil, "a server that proved nothing")
    for _ in 1...2 { try expect(first.connected(), equals: nil) }
    let kept = try require(home.text(of: home.knownServers))
    expect(kept.hasSuffix("\nplay.example:7313 \(named)\n"))
    // A contact without it, and one with it again.
    var later = try ServerTrust(Address("tls://play.example"), file: file)
    expect(later.fingerprint, equals: named)
    let changed = """
      WARNING: the certificate of play.example:7313 has changed.
      Nothing was sent to it.
        it was  \(named)
        it is   \(other)

      """
    let warning = try self.warning(&later)
    expect(warning.hasPrefix(changed), "\(warning)")
    let line = kept.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    expect(warning, contains: "remove line \(line) of\n  \(home.knownServers)\n")
    var again = try ServerTrust(invitation(), file: file)
    try expect(again.connected(), equals: nil)
    expect(home.text(of: home.knownServers), equals: kept)
  }

  @Test(
    "an address that contradicts what is known is refused before anything is sent",
    arguments: [other, "authorities"])
  func contradiction(known: String) throws {
    try home.write(knownServers: "play.example:7313 \(known)\n")
    let failure = #expect(throws: Failure.self) { try ServerTrust(invitation(), file: file) }
    expect(failure?.description ?? "", contains: "it is known as   \(known)\n")
    expect(failure?.description ?? "", contains: "remove line 1 of")
  }

  @Test("a server that was never met has to show what was announced, and is remembered")
  func firstMeeting() throws {
    let address = try announced()
    expect(address.room == RoomCode("WAVE") && address.server.text == "tls://10.0.0.1")
    var trust = try ServerTrust(address, file: file)
    expect(trust.fingerprint, equals: named)
    let warning = try self.warning(&trust)
    expect(warning, contains: "10.0.0.1:7313 is not the server that was announced.\nNothing was")
    expect(warning, contains: "  this network says \(named)\n  the server shows  \(other)\n")
    expect(home.text(of: home.knownServers), equals: nil)
    let remark = try trust.connected()
    expect(remark?.hasPrefix("First time at 10.0.0.1:7313, pinned: "), equals: true)
    let kept = try require(home.text(of: home.knownServers))
    expect(kept.hasSuffix("\n10.0.0.1:7313 \(named)\n"))
    try expect(trust.connected(), equals: nil)
  }

  @Test("a known server has to be the known one, whatever is announced")
  func known() throws {
    try home.write(knownServers: "10.0.0.1:7313 \(InvitedTests.other)\n")
    var trust = try ServerTrust(announced(), file: file)
    expect(trust.fingerprint, equals: other)
    try expect(trust.connected(), equals: nil)
    try home.write(knownServers: "10.0.0.1:7313 authorities\n")
    try expect(ServerTrust(announced(), file: file).fingerprint, equals: nil)
    try expect(announced(nil), equals: Address("tls://10.0.0.1:7313/WAVE"), "met as any is")
  }

  @Test("somebody agrees once for each address to be known without TLS")
  func agreement() throws {
    let habits = Habits(configuration: nil, state: "\(home.path)/chromatch")
    let address = try Address("192.168.1.10")
    expect(!habits.agreesToBeKnown(at: address))
    habits.agreeToBeKnown(at: address)
    expect(habits.agreesToBeKnown(at: address))
    expect(habits.agreesToBeKnown(at: try Address("192.168.1.10/WAVE")))
    for other in ["192.168.1.10:7314", "192.168.1.66"] {
      expect(!habits.agreesToBeKnown(at: try Address(other)))
    }
    Habits.none.agreeToBeKnown(at: address)
    expect(!Habits.none.agreesToBeKnown(at: address))
  }

  @Test("a key that is known at one address is another server's at every other one")
  func keys() throws {
    let habits = Habits(configuration: nil, state: "\(home.path)/chromatch")
    let key = [UInt8](repeating: 0xbb, count: 32)
    var memory = LogMemory(log: "play.example/chromatch", key: key)
    memory.add(LogHead(size: 1, root: key, signature: key + key))
    habits.remember(memory, of: try Address("localhost"))
    expect(habits.serverKeys(at: try Address("127.0.0.1")).own, equals: key)
    for place in ["127.0.0.1:7314", "192.168.1.10", "play.example"] {
      let keys = habits.serverKeys(at: try Address(place))
      expect(keys.own == nil && keys.others[key] == "localhost:7313", "\(place)")
    }
  }
}

// Servers that a network has announced: whom the client trusts there, without a network.

import Nearby
import Net
import TestSupport
import Testing
import Wire

@testable import ProgramSupport
@testable import chromatch

@Stage
@Suite("Announced servers")
struct AnnouncedTests {
  private static let announced = "SHA256:" + String(repeating: "01", count: 32)
  private static let other = "SHA256:" + String(repeating: "02", count: 32)
  private static let place = NearbyPlace(name: "Kestrel's room", interface: 2)

  private let home: Scratch
  private let file: KnownServersFile

  init() throws {
    home = try Scratch()
    file = KnownServersFile(directory: "\(home.path)/chromatch")
  }

  private func address(_ fingerprint: String?) throws -> Address {
    var neighborhood = Neighborhood()
    _ = neighborhood.found(AnnouncedTests.place)
    let room = Announcement.Room(
      mode: "rgb", taken: 1, seats: 8, isPlaying: false, code: RoomCode("WAVE"))
    let announcement = Announcement(.room(room), hasTLS: true, fingerprint: fingerprint)
    neighborhood.described(AnnouncedTests.place, port: 7_313, record: announcement.record)
    neighborhood.located(AnnouncedTests.place, at: "10.0.0.1", isThere: true)
    return try require(neighborhood.games.first.flatMap { Address($0) })
  }

  private func fingerprint(_ text: String) throws -> CertificateFingerprint {
    try require(CertificateFingerprint(text))
  }

  @Test("a server that was never met has to show what was announced, and is remembered")
  func firstMeeting() throws {
    let address = try address(AnnouncedTests.announced)
    expect(address.room == RoomCode("WAVE") && address.server.text == "tls://10.0.0.1")
    var trust = try ServerTrust(address, file: file)
    let shown = try fingerprint(AnnouncedTests.other)
    let known = try fingerprint(AnnouncedTests.announced)
    expect(trust.fingerprint, equals: known)
    let answer = try trust.refused(.certificateChanged(known: known, shown: shown))
    guard case .giveUp(let warning) = answer else {
      Issue.record("\(answer)")
      return
    }
    expect(warning, contains: "10.0.0.1:7313 is not the server that was announced.\nNothing was")
    expect(warning, contains: "  this network says \(known)\n  the server shows  \(shown)\n")
    expect(home.text(of: home.knownServers), equals: nil)
    let remark = try trust.connected()
    expect(remark?.hasPrefix("First time at 10.0.0.1:7313, pinned: "), equals: true)
    let kept = try require(home.text(of: home.knownServers))
    expect(kept.hasSuffix("\n10.0.0.1:7313 \(known)\n"))
    let again = try trust.connected()
    expect(again, equals: nil)
  }

  @Test("a known server has to be the known one, whatever is announced")
  func known() throws {
    try home.write(knownServers: "10.0.0.1:7313 \(AnnouncedTests.other)\n")
    var trust = try ServerTrust(try address(AnnouncedTests.announced), file: file)
    expect(trust.fingerprint, equals: (try fingerprint(AnnouncedTests.other)))
    let remark = try trust.connected()
    expect(remark, equals: nil)
    try home.write(knownServers: "10.0.0.1:7313 authorities\n")
    try expect(
      ServerTrust(try address(AnnouncedTests.announced), file: file).fingerprint, equals: nil)
  }

  @Test("a server that announces no fingerprint is met as any server is")
  func nothingAnnounced() throws {
    try expect(address(nil), equals: Address("tls://10.0.0.1:7313/WAVE"))
  }
}

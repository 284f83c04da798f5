// Servers that an invitation names by their fingerprint: whom the client trusts there from then on,
// whatever the address says later. And what it remembers of servers without TLS.

import Net
import TerminalUI
import TestSupport
import Testing
import Wire

@testable import ProgramSupport
@testable import chromatch

@Stage
@Suite("Invitations to servers")
struct InvitedTests {
  private static let invited = "SHA256:" + String(repeating: "01", count: 32)
  private static let other = "SHA256:" + String(repeating: "02", count: 32)

  private let home: Scratch
  private let file: KnownServersFile

  init() throws {
    home = try Scratch()
    file = KnownServersFile(directory: "\(home.path)/chromatch")
  }

  private func address(_ fingerprint: String) throws -> Address {
    try Address("chromatch://play.example/WAVE#\(fingerprint)")
  }

  private func fingerprint(_ text: String) throws -> CertificateFingerprint {
    try require(CertificateFingerprint(text))
  }

  @Test("a fingerprint in an address holds later, when the address says none")
  func remembered() throws {
    let invited = try fingerprint(InvitedTests.invited)
    var first = try ServerTrust(try address(InvitedTests.invited), file: file)
    expect(home.text(of: home.knownServers), equals: nil)
    for _ in 1...2 {
      let remark = try first.connected()
      expect(remark, equals: nil)
    }
    let kept = try require(home.text(of: home.knownServers))
    expect(kept.hasSuffix("\nplay.example:7313 \(invited)\n"))
    // A contact without it, and one with it again.
    var later = try ServerTrust(try Address("tls://play.example"), file: file)
    expect(later.fingerprint, equals: invited)
    let shown = try fingerprint(InvitedTests.other)
    guard
      case .giveUp(let warning) = try later.refused(
        .certificateChanged(known: invited, shown: shown))
    else {
      Issue.record("another server is taken")
      return
    }
    expect(warning, contains: "the certificate of play.example:7313 has changed")
    var again = try ServerTrust(try address(InvitedTests.invited), file: file)
    let remark = try again.connected()
    expect(remark, equals: nil)
    expect(home.text(of: home.knownServers), equals: kept)
  }

  @Test("a server that did not prove to be the invited one is not remembered as that")
  func unproved() throws {
    var trust = try ServerTrust(try address(InvitedTests.invited), file: file)
    let answer = try trust.refused(
      .certificateChanged(
        known: try fingerprint(InvitedTests.invited), shown: try fingerprint(InvitedTests.other)))
    guard case .giveUp = answer else {
      Issue.record("\(answer)")
      return
    }
    expect(home.text(of: home.knownServers), equals: nil)
  }

  @Test(
    "an address that contradicts what is known is refused before anything is sent",
    arguments: ["SHA256:" + String(repeating: "02", count: 32), "authorities"])
  func contradiction(known: String) throws {
    try home.write(knownServers: "play.example:7313 \(known)\n")
    let failure = #expect(throws: Failure.self) {
      try ServerTrust(try address(InvitedTests.invited), file: file)
    }
    expect(failure?.description ?? "", contains: "it is known as   \(known)\n")
    expect(failure?.description ?? "", contains: "remove line 1 of")
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

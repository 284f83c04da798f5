// Addresses and networks in writing: what is one, what is none, and who is in which.

import Framing
import TestSupport
import Testing

@Suite("Addresses and networks")
struct TrustedNetworksTests {
  static func address(_ text: String) -> IPAddress? { IPAddress(Array(text.utf8)[...]) }

  @Test(
    "an address has its bytes",
    arguments: [
      ("0.0.0.0", "00000000"), ("192.0.2.1", "c0000201"), ("255.255.255.255", "ffffffff"),
      ("::", "00000000000000000000000000000000"), ("::1", "00000000000000000000000000000001"),
      ("2001:DB8::a:0", "20010db80000000000000000000a0000"),
      ("1:2:3:4:5:6:7:8", "00010002000300040005000600070008"),
      ("1:2:3:4:5:6:7::", "00010002000300040005000600070000"),
      ("::2:3:4:5:6:7:8", "00000002000300040005000600070008"),
      ("64:ff9b::192.0.2.1", "0064ff9b0000000000000000c0000201"),
      // An IPv4 address in an IPv6 one is that IPv4 address.
      ("::ffff:192.0.2.1", "c0000201"), ("::ffff:c000:201", "c0000201"),
      ("0:0:0:0:0:ffff:192.0.2.1", "c0000201"),
    ])
  func reading(text: String, hexadecimal: String) throws {
    expect(Self.address(text)?.bytes, equals: (try decoded(hexadecimal: hexadecimal)))
  }

  @Test(
    "an address is of this machine, of a network that the internet does not lead into, or neither",
    arguments: [
      ("127.0.0.1", true, true), ("127.255.255.255", true, true), ("::1", true, true),
      ("::ffff:127.0.0.1", true, true), ("126.255.255.255", false, false),
      ("10.0.0.1", false, true), ("11.0.0.1", false, false), ("172.16.0.1", false, true),
      ("172.31.255.255", false, true), ("172.15.0.1", false, false), ("172.32.0.1", false, false),
      ("192.168.0.1", false, true), ("192.169.0.1", false, false), ("169.254.1.1", false, true),
      ("::ffff:192.168.0.1", false, true), ("100.64.0.1", false, false), ("0.0.0.0", false, false),
      ("fe80::1", false, true), ("febf::1", false, true), ("fec0::1", false, false),
      ("fc00::1", false, true), ("fdff::1", false, true), ("fe00::1", false, false),
      ("2001:db8::1", false, false), ("::2", false, false), ("64:ff9b::a00:1", false, false),
    ])
  func local(text: String, isLoopback: Bool, isLocal: Bool) throws {
    let address = try require(Self.address(text))
    expect(address.isLoopback == isLoopback && address.isLocal == isLocal)
  }

  @Test("anything else is none")
  func refusing() {
    for text in [
      "", ".", ":", ":::", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.04", "1.2.3.", "1..3.4",
      " 1.2.3.4", "1.2.3.4 ", "1.2.3.4:5", "+1.2.3.4", "1.2.3.x", "a.b.c.d", "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1::", "1::2::3", "12345::", "g::", "1:2:",
      ":1:2", "::1.2.3", "1.2.3.4::", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "fe80::1%eth0",
      "[::1]", "localhost", "::ffff:1.2.3.4.5", "१.2.3.4",
    ] { expect(Self.address(text), equals: nil, text) }
  }

  @Test("an address belongs to a network that begins with the same bits")
  func belonging() throws {
    let networks = try TrustedNetworks(["10.0.0.0/8", "192.0.2.128/25", "::1", "2001:db8::/33"])
    expect(networks.count == 4 && !networks.hasEverybody)
    let inside = [
      "10.0.0.0", "10.255.255.255", "192.0.2.128", "192.0.2.255", "::1", "2001:db8:7fff::",
      "::ffff:10.1.2.3",
    ]
    let outside = [
      "9.255.255.255", "11.0.0.0", "192.0.2.127", "192.0.3.128", "::2", "::", "2001:db8:8000::",
      "a00::",
    ]
    for text in inside { expect(networks.contains(try #require(Self.address(text))), "\(text)") }
    for text in outside { expect(!networks.contains(try #require(Self.address(text))), "\(text)") }
    let everybody = try TrustedNetworks(["0.0.0.0/0"])
    expect(everybody.hasEverybody)
    expect(everybody.contains(try #require(Self.address("8.8.8.8"))))
    expect(!everybody.contains(try #require(Self.address("::1"))))
  }

  @Test(
    "what is no network is told in a clause",
    arguments: [
      ("proxy.example", "is no IP address, nor a network such as 10.0.0.0/8"),
      ("10.0.0.0/8,::1", "needs a number from 0 to 32 behind its slash"),
      ("10.0.0.0/33", "needs a number from 0 to 32 behind its slash"),
      ("::/129", "needs a number from 0 to 128 behind its slash"),
      ("::/", "needs a number from 0 to 128 behind its slash"),
      ("10.0.0.1/8", "sets bits behind the first 8; leave out /8 to name one address"),
      ("2001:db8::1/64", "sets bits behind the first 64; leave out /64 to name one address"),
    ])
  func wrong(text: String, clause: String) {
    let error = #expect(throws: TrustedNetworksError.self) { try TrustedNetworks(["::1", text]) }
    expect(error?.description, equals: "\"\(text)\" \(clause)")
  }
}

// In which order addresses are tried and when the next joins in, by a clock that is a number.

import TestSupport
import Testing

@testable import Net

@Suite("A race of addresses")
struct AddressRaceTests {
  private func addresses(_ hosts: String...) throws -> [SocketAddress] {
    try hosts.flatMap { try require(Endpoint(host: $0, port: 7_313).literalAddresses) }
  }

  private func hosts(of race: AddressRace) -> [String] {
    var (race, hosts) = (race, [String]())
    while let next = race.next(at: 0, besides: 0) { hosts.append(next.endpoint.host) }
    return hosts
  }

  @Test("families take turns, the system's first one first, and what worked goes before all")
  func order() throws {
    let all = try addresses("2001:db8::1", "2001:db8::2", "2001:db8::3", "192.0.2.1", "192.0.2.2")
    expect(
      hosts(of: AddressRace(all)),
      equals: ["2001:db8::1", "192.0.2.1", "2001:db8::2", "192.0.2.2", "2001:db8::3"])
    expect(
      hosts(of: AddressRace(all, proved: all[4])),
      equals: ["192.0.2.2", "2001:db8::1", "192.0.2.1", "2001:db8::2", "2001:db8::3"])
    let gone = try addresses("203.0.113.9")[0]
    expect(hosts(of: AddressRace(all, proved: gone)).count, equals: 5)
    expect(hosts(of: AddressRace([])), equals: [])
  }

  @Test("the next address joins in after 250 ms, and at once when one has failed")
  func steps() throws {
    var race = AddressRace(try addresses("2001:db8::1", "192.0.2.1", "2001:db8::2"))
    expect(race.next(at: 1_000, besides: 0)?.endpoint.host, equals: "2001:db8::1")
    expect(race.due, equals: 1_250)
    expect(race.next(at: 1_249, besides: 1) == nil)
    expect(race.next(at: 1_250, besides: 1)?.endpoint.host, equals: "192.0.2.1")
    expect(race.next(at: 1_300, besides: 2) == nil)
    race.lost(at: 1_300)
    expect(race.next(at: 1_300, besides: 1)?.endpoint.host, equals: "2001:db8::2")
    expect(race.due == nil && race.next(at: 9_000, besides: 0) == nil)
  }

  @Test("what worked is kept for 64 hosts at most")
  func proved() throws {
    var proved = ProvedAddresses()
    let address = try addresses("192.0.2.1")[0]
    for number in 0...ProvedAddresses.hostsMax {
      proved[Endpoint(host: "host-\(number)", port: 1)] = address
    }
    expect(proved[Endpoint(host: "host-0", port: 1)] == nil)
    expect(proved[Endpoint(host: "host-\(ProvedAddresses.hostsMax)", port: 1)] == address)
  }
}

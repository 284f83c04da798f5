// The door's book of who is inside.

import Rooms
import Testing

@testable import Net
@testable import Server

@Suite("Visitors")
struct VisitorsTests {
  private let ada = AddressGroup(ipv4: [192, 0, 2, 1])
  private let bea = AddressGroup(ipv4: [192, 0, 2, 2])

  private static func limits(_ inAll: Int, _ ofOne: Int, returning: Int = 4) -> Visitors.Limits {
    Visitors.Limits(
      inAll: inAll, ofOneGroup: ofOne, ofOneSite: 4 * ofOne, returning: returning,
      returningOfOneGroup: returning / 2)
  }

  @Test("each goes to the lane with the fewest, until it is full")
  func spread() {
    var visitors = Visitors(lanes: 3, Self.limits(5, 5))
    let guests = (0..<6)
      .map { _ in
        let guest = visitors.admit(ada)
        visitors.greeted(guest.ticket)
        return guest
      }
    #expect(guests.map(\.lane).prefix(5) == [0, 1, 2, 0, 1])
    #expect(guests.map(\.fullness) == [nil, nil, nil, nil, nil, .address])
    visitors.left(guests[5].ticket)
    visitors.left(guests[1].ticket)
    #expect(visitors.admit(ada).lane == 1)
    visitors.moved(guests[0].ticket, to: 2)
    visitors.moved(guests[3].ticket, to: 2)
    #expect(visitors.byLane == [0, 2, 3])
    visitors.left(guests[0].ticket)
    #expect(visitors.byLane == [0, 2, 2])
  }

  @Test("an address group has its own limit, and is forgotten with its last visitor")
  func addressGroups() {
    var visitors = Visitors(lanes: 1, Self.limits(10, 2))
    let guests = [ada, ada, ada, bea].map { visitors.admit($0) }
    for guest in guests { visitors.greeted(guest.ticket) }
    // The third of Ada's has had the first, who had not said HELLO, go.
    #expect(guests.map(\.displaced?.ticket) == [nil, nil, guests[0].ticket, nil])
    for guest in guests { visitors.left(guest.ticket) }
    #expect(visitors.groupCount == 0 && visitors.count == 0 && visitors.byLane == [0])
  }

  @Test("whoever has not said HELLO goes for the next of their address, the oldest first")
  func halfOpen() {
    var visitors = Visitors(lanes: 2, Self.limits(100, 3))
    let guests = (0..<3).map { _ in visitors.admit(ada) }
    visitors.greeted(guests[0].ticket)
    let next = visitors.admit(ada)
    #expect(next.displaced == .init(ticket: guests[1].ticket, lane: guests[1].lane))
    #expect(next.fullness == nil)
    visitors.greeted(next.ticket)
    let third = visitors.admit(ada)
    #expect(third.displaced?.ticket == guests[2].ticket)
    visitors.greeted(third.ticket)
    // Now all three have said HELLO, and none of them goes.
    let late = visitors.admit(ada)
    #expect(late.displaced == nil && late.fullness == .address)
    #expect(visitors.admit(bea).fullness == nil)
    #expect(visitors.count == 4)
  }

  @Test("when the server is full, the oldest of all who have not said HELLO goes")
  func fullServer() {
    var visitors = Visitors(lanes: 1, Self.limits(2, 2))
    let first = visitors.admit(ada)
    let second = visitors.admit(bea)
    let third = visitors.admit(bea)
    #expect(third.displaced?.ticket == first.ticket)
    for guest in [second, third] { visitors.greeted(guest.ticket) }
    #expect(visitors.admit(ada).fullness == .server)
    #expect(visitors.admit(bea).fullness == .address)
  }

  @Test("beyond the limits there is room for some who go back to a seat; the newest stay")
  func returning() {
    var visitors = Visitors(lanes: 1, Self.limits(1, 1, returning: 4))
    visitors.greeted(visitors.admit(bea).ticket)
    let guests = (0..<3).map { _ in visitors.admit(ada) }
    #expect(guests.map(\.fullness) == [.server, .server, .server])
    #expect(guests.map(\.displaced?.ticket) == [nil, nil, guests[0].ticket])
    // Whoever is back on a seat has a place, even one more than there may be.
    visitors.greeted(guests[1].ticket)
    #expect(visitors.count == 2)
    #expect(visitors.admit(ada).displaced == nil)
    for guest in guests { visitors.left(guest.ticket) }
    #expect(visitors.count == 1)
  }

  @Test("whoever says HELLO while they are shown out stays, and somebody else goes for them")
  func overtaken() {
    var visitors = Visitors(lanes: 1, Self.limits(10, 1))
    let first = visitors.admit(ada)
    let second = visitors.admit(ada)
    #expect(second.displaced?.ticket == first.ticket && visitors.count == 1)
    #expect(visitors.greeted(first.ticket)?.ticket == second.ticket)
    #expect(visitors.count == 1)
    // Both were faster. Nobody is left who could go, so nobody comes in who would be one more.
    #expect(visitors.greeted(second.ticket) == nil && visitors.count == 2)
    let third = visitors.admit(ada)
    #expect(third.fullness == .address && third.displaced == nil)
    visitors.left(third.ticket)
    for guest in [first, second] { visitors.left(guest.ticket) }
    visitors.left(first.ticket)
    #expect(visitors.count == 0 && visitors.groupCount == 0)
  }

  @Test("a /48 has four times what one address has")
  func sites() {
    func addressGroup(_ subnet: UInt8, site: UInt8 = 7) -> AddressGroup {
      AddressGroup(ipv6: [0x20, 1, 0xd, 0xb8, 0, site, 0, subnet] + Array(repeating: 0, count: 8))
    }
    var visitors = Visitors(lanes: 1, Self.limits(100, 2))
    for number in 0..<8 { visitors.greeted(visitors.admit(addressGroup(UInt8(number))).ticket) }
    #expect(visitors.admit(addressGroup(99)).fullness == .address)
    #expect(visitors.admit(addressGroup(1, site: 8)).fullness == nil)
  }

  @Test("an IPv6 customer is a /64, and an IPv4 address in IPv6 is that address")
  func addresses() {
    let prefix: [UInt8] = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 1]
    let one = AddressGroup(ipv6: prefix + [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(one == AddressGroup(ipv6: prefix + [9, 9, 9, 9, 9, 9, 9, 9]))
    #expect(one != AddressGroup(ipv6: [0x20, 1, 0xd, 0xb8, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1]))
    #expect("\(one)" == "2001:db8:0:1::/64" && "\(ada)" == "192.0.2.1")
    let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff, 192, 0, 2, 1]
    #expect(AddressGroup(ipv6: mapped) == ada)
    let (zeros6, zeros4) = (
      AddressGroup(ipv6: Array(repeating: 0, count: 16)), AddressGroup(ipv4: [0, 0, 0, 0])
    )
    #expect(zeros6 != zeros4 && zeros6.number != zeros4.number)
    #expect(one.siteNumber == 0x2001_0db8_0000 && ada.siteNumber == nil)
  }
}

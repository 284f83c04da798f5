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
  func spread() throws {
    var visitors = Visitors(lanes: 3, Self.limits(5, 5))
    let guests = try (0..<6)
      .map { _ in
        let guest = try #require(visitors.admit(ada).admission)
        visitors.greeted(guest.ticket)
        return guest
      }
    #expect(guests.map(\.lane).prefix(5) == [0, 1, 2, 0, 1])
    #expect(guests.map(\.fullness) == [nil, nil, nil, nil, nil, .address])
    visitors.left(guests[5].ticket)
    visitors.left(guests[1].ticket)
    #expect(visitors.admit(ada).admission?.lane == 1)
    visitors.moved(guests[0].ticket, to: 2)
    visitors.moved(guests[3].ticket, to: 2)
    #expect(visitors.byLane == [0, 2, 3])
    visitors.left(guests[0].ticket)
    #expect(visitors.byLane == [0, 2, 2])
  }

  @Test("an address group has its own limit, and is forgotten with its last visitor")
  func addressGroups() throws {
    var visitors = Visitors(lanes: 1, Self.limits(10, 2))
    let guests = try [ada, ada, bea].map { try #require(visitors.admit($0).admission) }
    for guest in guests { visitors.greeted(guest.ticket) }
    #expect(visitors.admit(bea).admission?.fullness == nil)
    #expect(visitors.admit(ada).admission?.fullness == .address)
    for ticket in 1...5 { visitors.left(UInt64(ticket)) }
    #expect(visitors.groupCount == 0 && visitors.count == 0 && visitors.byLane == [0])
  }

  @Test("whoever has not said HELLO goes for the next of their address, the oldest first")
  func halfOpen() throws {
    var visitors = Visitors(lanes: 2, Self.limits(100, 3))
    let guests = try (0..<3).map { _ in try #require(visitors.admit(ada).admission) }
    visitors.greeted(guests[0].ticket)
    for guest in guests[1...] {
      let next = try visitors.admitInstead(of: guest, ada)
      visitors.greeted(next.ticket)
    }
    // Now all three have said HELLO, and none of them goes.
    let late = try #require(visitors.admit(ada).admission)
    #expect(late.displaced == nil && late.fullness == .address)
    #expect(visitors.admit(bea).admission?.fullness == nil)
    #expect(visitors.count == 4)
  }

  @Test("when the server is full, the oldest of all who have not said HELLO goes")
  func fullServer() throws {
    var visitors = Visitors(lanes: 1, Self.limits(2, 2))
    let first = try #require(visitors.admit(ada).admission)
    let second = try #require(visitors.admit(bea).admission)
    let third = try visitors.admitInstead(of: first, bea)
    for guest in [second, third] { visitors.greeted(guest.ticket) }
    #expect(visitors.admit(ada).admission?.fullness == .server)
    #expect(visitors.admit(bea).admission?.fullness == .address)
  }

  @Test("beyond the limits there is room for some who go back to a seat; the newest stay")
  func returning() throws {
    var visitors = Visitors(lanes: 1, Self.limits(1, 1, returning: 4))
    visitors.greeted(try #require(visitors.admit(bea).admission).ticket)
    let guests = try (0..<3).map { _ in try #require(visitors.admit(ada).admission) }
    #expect(guests.map(\.fullness) == [.server, .server, .server])
    #expect(guests.map(\.displaced?.ticket) == [nil, nil, guests[0].ticket])
    // Whoever is back on a seat has a place, even one more than there may be.
    visitors.greeted(guests[1].ticket)
    #expect(visitors.count == 2)
    #expect(visitors.admit(ada).admission?.displaced == nil)
    for guest in guests { visitors.left(guest.ticket) }
    #expect(visitors.count == 1)
  }

  @Test("whoever is back on a seat has one go who has not said HELLO, and no more than one")
  func back() throws {
    var visitors = Visitors(lanes: 1, Self.limits(2, 2, returning: 4))
    visitors.greeted(try #require(visitors.admit(ada).admission).ticket)
    visitors.greeted(try #require(visitors.admit(bea).admission).ticket)
    let returning = try #require(visitors.admit(ada).admission)
    visitors.left(1)
    let silent = try #require(visitors.admit(ada).admission)
    #expect(silent.fullness == nil)
    #expect(visitors.greeted(returning.ticket)?.ticket == silent.ticket)
    #expect(visitors.greeted(returning.ticket) == nil)
    visitors.left(silent.ticket)
    #expect(visitors.count == 2)
  }

  @Test("whoever says HELLO while they are shown out stays, and nobody comes in for them")
  func overtaken() throws {
    var visitors = Visitors(lanes: 1, Self.limits(10, 1))
    let first = try #require(visitors.admit(ada).admission)
    #expect(visitors.admit(ada) == .wait(for: .init(ticket: first.ticket, lane: 0)))
    #expect(visitors.greeted(first.ticket) == nil && !visitors.isLeaving(first.ticket))
    let second = try #require(visitors.admit(ada).admission)
    #expect(second.fullness == .address && visitors.count == 1)
    visitors.left(second.ticket)
    for _ in 0..<2 { visitors.left(first.ticket) }
    #expect(visitors.count == 0 && visitors.groupCount == 0)
  }

  @Test("whoever has to leave while they change lanes is asked again there")
  func moving() throws {
    var visitors = Visitors(lanes: 2, Self.limits(1, 1))
    let first = try #require(visitors.admit(ada).admission)
    #expect(visitors.admit(ada) == .wait(for: .init(ticket: first.ticket, lane: 0)))
    visitors.moved(first.ticket, to: 1)
    #expect(!visitors.isLeaving(first.ticket) && visitors.count == 1)
    #expect(visitors.admit(ada) == .wait(for: .init(ticket: first.ticket, lane: 1)))
    visitors.left(first.ticket)
    #expect(visitors.count == 0 && visitors.groupCount == 0)
    #expect(visitors.admit(ada).admission?.fullness == nil)
  }

  @Test("a /48 has four times what one address has")
  func sites() throws {
    func addressGroup(_ subnet: UInt8, site: UInt8 = 7) -> AddressGroup {
      AddressGroup(ipv6: [0x20, 1, 0xd, 0xb8, 0, site, 0, subnet] + Array(repeating: 0, count: 8))
    }
    var visitors = Visitors(lanes: 1, Self.limits(100, 2))
    for number in 0..<8 {
      let guest = try #require(visitors.admit(addressGroup(UInt8(number))).admission)
      visitors.greeted(guest.ticket)
    }
    #expect(visitors.admit(addressGroup(99)).admission?.fullness == .address)
    #expect(visitors.admit(addressGroup(1, site: 8)).admission?.fullness == nil)
  }

  @Test("whoever comes through a proxy counts for an address once that is said")
  func introduced() throws {
    var visitors = Visitors(lanes: 1, Self.limits(4, 1))
    let guests = try (0..<3).map { _ in try #require(visitors.admit(nil).admission) }
    #expect(visitors.groupCount == 1 && visitors.count == 3)
    for (guest, group) in zip(guests, [ada, bea]) {
      let admission = visitors.introduce(guest.ticket, from: group)?.admission
      #expect(admission == Visitors.Admission(ticket: guest.ticket, lane: 0))
      visitors.greeted(guest.ticket)
    }
    // Ada's address has its one connection, so the third can only come back to a seat.
    let third = try #require(visitors.introduce(guests[2].ticket, from: ada)?.admission)
    #expect(third.fullness == .address && visitors.count == 2)
    for guest in guests { visitors.left(guest.ticket) }
    #expect(visitors.count == 0 && visitors.groupCount == 0 && visitors.byLane == [0])
    #expect(visitors.introduce(guests[0].ticket, from: ada) == nil)
  }

  @Test("whoever is introduced waits until one of their address has gone who said no HELLO")
  func introducedInstead() throws {
    var visitors = Visitors(lanes: 1, Self.limits(100, 1))
    let silent = try #require(visitors.admit(ada).admission)
    let guest = try #require(visitors.admit(nil).admission)
    let answer = visitors.introduce(guest.ticket, from: ada)
    #expect(answer == .wait(for: .init(ticket: silent.ticket, lane: 0)))
    #expect(visitors.isLeaving(silent.ticket) && visitors.count == 2)
    visitors.left(silent.ticket)
    #expect(visitors.introduce(guest.ticket, from: ada)?.admission?.fullness == nil)
    // Now it is this one that gives way.
    #expect(visitors.admit(ada) == .wait(for: .init(ticket: guest.ticket, lane: 0)))
    #expect(visitors.introduce(guest.ticket, from: bea) == nil)
    visitors.left(guest.ticket)
    #expect(visitors.count == 0 && visitors.groupCount == 0)
  }

  @Test("a connection that a proxy uses for one client after another counts for the last")
  func reused() throws {
    var visitors = Visitors(lanes: 1, Self.limits(2, 1, returning: 2))
    let proxied = try #require(visitors.admit(nil).admission)
    for group in [ada, bea, ada, ada, bea] {
      #expect(visitors.introduce(proxied.ticket, from: group)?.admission?.fullness == nil)
      #expect(visitors.count == 1 && visitors.groupCount == 2)
    }
    visitors.greeted(try #require(visitors.admit(ada).admission).ticket)
    // Back to Ada, whose address has its one, and to Bea again.
    let back = try #require(visitors.introduce(proxied.ticket, from: ada)?.admission)
    #expect(back.fullness == .address && back.displaced == nil && visitors.count == 1)
    #expect(visitors.introduce(proxied.ticket, from: bea)?.admission?.fullness == nil)
    #expect(visitors.count == 2)
    #expect(visitors.admit(bea) == .wait(for: .init(ticket: proxied.ticket, lane: 0)))
    visitors.left(proxied.ticket)
    visitors.left(2)
    #expect(visitors.count == 0 && visitors.groupCount == 0 && visitors.byLane == [0])
  }

  @Test("who could only come back to a seat, and is introduced, has one of those places")
  func introducedReturning() throws {
    var visitors = Visitors(lanes: 1, Self.limits(1, 1, returning: 2))
    visitors.greeted(try #require(visitors.admit(bea).admission).ticket)
    let guests = try (0..<2).map { _ in try #require(visitors.admit(nil).admission) }
    #expect(guests.map(\.fullness) == [.server, .server])
    let first = try #require(visitors.introduce(guests[0].ticket, from: ada)?.admission)
    #expect(first.fullness == .server && first.displaced == nil)
    // One address has one of them.
    let second = try #require(visitors.introduce(guests[1].ticket, from: ada)?.admission)
    #expect(second.displaced?.ticket == guests[0].ticket)
    for guest in guests { visitors.left(guest.ticket) }
    visitors.left(1)
    #expect(visitors.count == 0 && visitors.groupCount == 0)
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

extension Visitors.Answer {
  /// How they come in, if they need not wait.
  fileprivate var admission: Visitors.Admission? {
    if case .enter(let admission) = self { admission } else { nil }
  }
}

extension Visitors {
  /// Lets somebody in once somebody else has gone for them, who has to be this one.
  fileprivate mutating func admitInstead(
    of oldest: Admission, _ addressGroup: AddressGroup
  ) throws -> Admission {
    #expect(admit(addressGroup) == .wait(for: .init(ticket: oldest.ticket, lane: oldest.lane)))
    #expect(isLeaving(oldest.ticket))
    left(oldest.ticket)
    let admission = try #require(admit(addressGroup).admission)
    #expect(admission.fullness == nil)
    return admission
  }
}

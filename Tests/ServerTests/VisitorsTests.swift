// The door's book of who is inside.

import Rooms
import TestSupport
import Testing

@testable import Net
@testable import Server

@Suite("Visitors")
struct VisitorsTests {
  private let ada = AddressGroup(ipv4: [192, 0, 2, 1])
  private let bea = AddressGroup(ipv4: [192, 0, 2, 2])

  private static func book(
    lanes: Int = 1, _ inAll: Int, _ ofOne: Int, returning: Int = 4
  ) -> Visitors {
    let limits = Visitors.Limits(
      inAll: inAll, ofOneGroup: ofOne, ofOneSite: 4 * ofOne, returning: returning,
      returningOfOneGroup: returning / 2)
    return Visitors(lanes: lanes, limits)
  }

  @Test("it counts who is on which lane, and lets in until all is full")
  func spread() throws {
    var visitors = Self.book(lanes: 3, 5, 5)
    let guests = try (0..<6).map { _ in try visitors.greet(ada) }
    expect(guests.map(\.lane).prefix(5), equals: [0, 1, 2, 0, 1])
    expect(guests.map(\.fullness), equals: [nil, nil, nil, nil, nil, .address])
    visitors.left(guests[5].ticket)
    visitors.left(guests[1].ticket)
    expect(visitors.admit(ada).admission?.lane, equals: 1)
    visitors.moved(guests[0].ticket, to: 2)
    visitors.moved(guests[3].ticket, to: 2)
    expect(visitors.byLane, equals: [0, 2, 3])
    visitors.left(guests[0].ticket)
    expect(visitors.byLane, equals: [0, 2, 2])
  }

  @Test("an address has its own limit, a /48 has four times that, and the last visitor ends both")
  func groups() throws {
    var visitors = Self.book(10, 2)
    for group in [ada, ada, bea] { _ = try visitors.greet(group) }
    expect(visitors.admit(bea).admission?.fullness, equals: nil)
    expect(visitors.admit(ada).admission?.fullness, equals: .address)
    for ticket in 1...5 { visitors.left(UInt64(ticket)) }
    expect(visitors.isEmpty && visitors.byLane == [0])
    func subnet(_ number: UInt8, site: UInt8 = 7) -> AddressGroup {
      AddressGroup(ipv6: [0x20, 1, 0xd, 0xb8, 0, site, 0, number] + Array(repeating: 0, count: 8))
    }
    var crowd = Self.book(100, 2)
    for number in 0..<8 { _ = try crowd.greet(subnet(UInt8(number))) }
    expect(crowd.admit(subnet(99)).admission?.fullness, equals: .address)
    expect(crowd.admit(subnet(1, site: 8)).admission?.fullness, equals: nil)
  }

  @Test("a visitor without HELLO goes for the next of their address, the oldest first")
  func halfOpen() throws {
    var visitors = Self.book(lanes: 2, 100, 3)
    let guests = try (0..<3).map { _ in try visitors.enter(ada) }
    visitors.greeted(guests[0].ticket)
    for guest in guests[1...] {
      let next = try visitors.admitInstead(of: guest, ada)
      visitors.greeted(next.ticket)
    }
    // Now all three have said HELLO, and none of them goes.
    let late = try visitors.enter(ada)
    expect(late.displaced == nil && late.fullness == .address)
    expect(visitors.admit(bea).admission?.fullness, equals: nil)
    expect(visitors.count, equals: 4)
  }

  @Test("when the server is full, the oldest of all who have not said HELLO goes")
  func fullServer() throws {
    var visitors = Self.book(2, 2)
    let (first, second) = (try visitors.enter(ada), try visitors.enter(bea))
    let third = try visitors.admitInstead(of: first, bea)
    for guest in [second, third] { visitors.greeted(guest.ticket) }
    let late = [visitors.admit(ada), visitors.admit(bea)].map(\.admission?.fullness)
    expect(late, equals: [.server, .address])
  }

  @Test("beyond the limits there is room for some who go back to a seat; the newest stay")
  func returning() throws {
    var visitors = Self.book(1, 1)
    _ = try visitors.greet(bea)
    let guests = try (0..<3).map { _ in try visitors.enter(ada) }
    expect(guests.map(\.fullness), equals: [.server, .server, .server])
    expect(guests.map(\.displaced?.ticket), equals: [nil, nil, guests[0].ticket])
    // A player who is back on a seat has a place, even one more than there may be.
    visitors.greeted(guests[1].ticket)
    expect(visitors.count, equals: 2)
    expect(visitors.admit(ada).admission?.displaced, equals: nil)
    for guest in guests { visitors.left(guest.ticket) }
    expect(visitors.count, equals: 1)
  }

  @Test("a player who is back on a seat has one go who has not said HELLO, and no more than one")
  func back() throws {
    var visitors = Self.book(2, 2)
    let first = try visitors.greet(ada)
    _ = try visitors.greet(bea)
    let returning = try visitors.enter(ada)
    visitors.left(first.ticket)
    let silent = try visitors.enter(ada)
    expect(silent.fullness, equals: nil)
    expect(visitors.greeted(returning.ticket)?.ticket, equals: silent.ticket)
    expect(visitors.greeted(returning.ticket), equals: nil)
    visitors.left(silent.ticket)
    expect(visitors.count, equals: 2)
  }

  @Test("a visitor who says HELLO while shown out stays, and one who changes lanes is asked again")
  func overtaken() throws {
    var visitors = Self.book(lanes: 2, 10, 1)
    let first = try visitors.enter(ada)
    expect(visitors.admit(ada), equals: .wait(for: .init(ticket: first.ticket, lane: 0)))
    visitors.moved(first.ticket, to: 1)
    expect(!visitors.isLeaving(first.ticket) && visitors.count == 1)
    expect(visitors.admit(ada), equals: .wait(for: .init(ticket: first.ticket, lane: 1)))
    expect(visitors.greeted(first.ticket) == nil && !visitors.isLeaving(first.ticket))
    let second = try visitors.enter(ada)
    expect(second.fullness == .address && visitors.count == 1)
    visitors.left(second.ticket)
    for _ in 0..<2 { visitors.left(first.ticket) }
    expect(visitors.isEmpty && visitors.admit(ada).admission?.fullness == nil)
  }

  @Test("a visitor who comes through a proxy counts for an address once that is said")
  func introduced() throws {
    var visitors = Self.book(4, 1)
    let guests = try (0..<3).map { _ in try visitors.enter(nil) }
    expect(visitors.groupCount == 1 && visitors.count == 3)
    for (guest, group) in zip(guests, [ada, bea]) {
      let admission = visitors.introduce(guest.ticket, from: group)?.admission
      expect(admission, equals: Visitors.Admission(ticket: guest.ticket, lane: 0))
      visitors.greeted(guest.ticket)
    }
    // Ada's address has its one connection, so the third can only come back to a seat.
    let third = try visitors.enter(ada, guests[2].ticket)
    expect(third.fullness == .address && visitors.count == 2)
    for guest in guests { visitors.left(guest.ticket) }
    expect(visitors.isEmpty && visitors.byLane == [0])
    expect(visitors.introduce(guests[0].ticket, from: ada), equals: nil)
  }

  @Test("a visitor who is introduced waits until one of their address has gone who said no HELLO")
  func introducedInstead() throws {
    var visitors = Self.book(100, 1)
    let silent = try visitors.enter(ada)
    let guest = try visitors.enter(nil)
    let answer = visitors.introduce(guest.ticket, from: ada)
    expect(answer, equals: .wait(for: .init(ticket: silent.ticket, lane: 0)))
    expect(visitors.isLeaving(silent.ticket) && visitors.count == 2)
    visitors.left(silent.ticket)
    expect(visitors.introduce(guest.ticket, from: ada)?.admission?.fullness, equals: nil)
    // Now it is this one that gives way.
    expect(visitors.admit(ada), equals: .wait(for: .init(ticket: guest.ticket, lane: 0)))
    expect(visitors.introduce(guest.ticket, from: bea), equals: nil)
    visitors.left(guest.ticket)
    expect(visitors.isEmpty)
  }

  @Test("a connection that a proxy uses for one client after another counts for the last")
  func reused() throws {
    var visitors = Self.book(2, 1, returning: 2)
    let proxied = try visitors.enter(nil)
    for group in [ada, bea, ada, ada, bea] {
      expect(visitors.introduce(proxied.ticket, from: group)?.admission?.fullness, equals: nil)
      expect(visitors.count == 1 && visitors.groupCount == 2)
    }
    let direct = try visitors.greet(ada)
    // Back to Ada, whose address has its one, and to Bea again.
    let back = try visitors.enter(ada, proxied.ticket)
    expect(back.fullness == .address && back.displaced == nil && visitors.count == 1)
    expect(visitors.introduce(proxied.ticket, from: bea)?.admission?.fullness, equals: nil)
    expect(visitors.count, equals: 2)
    expect(visitors.admit(bea), equals: .wait(for: .init(ticket: proxied.ticket, lane: 0)))
    for guest in [proxied, direct] { visitors.left(guest.ticket) }
    expect(visitors.isEmpty && visitors.byLane == [0])
  }

  @Test("a visitor who can only come back to a seat has one of those places when introduced")
  func introducedReturning() throws {
    var visitors = Self.book(1, 1, returning: 2)
    let inside = try visitors.greet(bea)
    let guests = try (0..<2).map { _ in try visitors.enter(nil) }
    expect(guests.map(\.fullness), equals: [.server, .server])
    let first = try visitors.enter(ada, guests[0].ticket)
    expect(first.fullness == .server && first.displaced == nil)
    // One address has one of them.
    let second = try visitors.enter(ada, guests[1].ticket)
    expect(second.displaced?.ticket, equals: guests[0].ticket)
    for guest in guests + [inside] { visitors.left(guest.ticket) }
    expect(visitors.isEmpty)
  }

  @Test("an IPv6 customer is a /64, and an IPv4 address in IPv6 is that address")
  func addresses() {
    func customer(_ subnet: UInt8, _ host: UInt8) -> AddressGroup {
      let prefix: [UInt8] = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, subnet]
      return AddressGroup(ipv6: prefix + Array(repeating: host, count: 8))
    }
    let one = customer(1, 1)
    expect(one == customer(1, 9) && one != customer(2, 1))
    expect("\(one)" == "2001:db8:0:1::/64" && "\(ada)" == "192.0.2.1")
    let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff, 192, 0, 2, 1]
    expect(AddressGroup(ipv6: mapped), equals: ada)
    let zeros6 = AddressGroup(ipv6: Array(repeating: 0, count: 16))
    let zeros4 = AddressGroup(ipv4: [0, 0, 0, 0])
    expect(zeros6 != zeros4 && zeros6.number != zeros4.number)
    expect(one.siteNumber == 0x2001_0db8_0000 && ada.siteNumber == nil)
  }
}

extension Visitors.Decision {
  /// How they come in, if they need not wait.
  fileprivate var admission: Visitors.Admission? {
    if case .enter(let admission) = self { admission } else { nil }
  }
}

extension Visitors {
  fileprivate var isEmpty: Bool { count == 0 && groupCount == 0 }

  /// Asks for somebody, for the lane with the fewest.
  fileprivate mutating func admit(_ group: AddressGroup?) -> Decision {
    admit(group, to: byLane.indices.min { byLane[$0] < byLane[$1] } ?? 0)
  }

  /// Lets somebody in who need not wait, or who is inside and introduced by a proxy.
  fileprivate mutating func enter(
    _ group: AddressGroup?, _ inside: UInt64? = nil
  ) throws -> Admission {
    guard let inside, let group else { return try require(admit(group).admission) }
    return try require(introduce(inside, from: group)?.admission)
  }

  /// Lets somebody in who says HELLO at once.
  fileprivate mutating func greet(_ group: AddressGroup) throws -> Admission {
    let admission = try enter(group)
    greeted(admission.ticket)
    return admission
  }

  /// Lets somebody in once somebody else has gone for them, who has to be this one.
  fileprivate mutating func admitInstead(
    of oldest: Admission, _ group: AddressGroup
  ) throws -> Admission {
    expect(admit(group), equals: .wait(for: .init(ticket: oldest.ticket, lane: oldest.lane)))
    expect(isLeaving(oldest.ticket))
    left(oldest.ticket)
    let admission = try enter(group)
    expect(admission.fullness, equals: nil)
    return admission
  }
}

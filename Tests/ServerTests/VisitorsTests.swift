// The door's book of who is inside.

import Testing

@testable import Net
@testable import Server

@Suite("Visitors")
struct VisitorsTests {
  private let ada = Neighborhood(ipv4: [192, 0, 2, 1])
  private let bea = Neighborhood(ipv4: [192, 0, 2, 2])

  @Test("each goes to the lane with the fewest, until it is full")
  func spread() {
    var visitors = Visitors(lanes: 3, inAllMax: 5, fromOneNeighborhoodMax: 5)
    let verdicts = (0..<6).map { _ in visitors.admit(ada) }
    #expect(verdicts == [.lane(0), .lane(1), .lane(2), .lane(0), .lane(1), .full])
    visitors.left(ada, lane: 1)
    #expect(visitors.admit(ada) == .lane(1))
    visitors.moved(2, from: 0, to: 2)
    #expect(visitors.byLane == [0, 2, 3])
    visitors.left(ada, lane: 2)
    #expect(visitors.admit(ada) == .lane(0))
  }

  @Test("a neighborhood has its own limit, and is forgotten with its last visitor")
  func neighborhoods() {
    var visitors = Visitors(lanes: 1, inAllMax: 10, fromOneNeighborhoodMax: 2)
    #expect(
      [ada, ada, ada, bea].map { visitors.admit($0) }
        == [.lane(0), .lane(0), .crowded, .lane(0)])
    visitors.left(ada, lane: 0)
    #expect(visitors.admit(ada) == .lane(0))
    for _ in 0..<2 { visitors.left(ada, lane: 0) }
    visitors.left(bea, lane: 0)
    #expect(visitors.byNeighborhood.isEmpty && visitors.count == 0)
  }

  @Test("an IPv6 customer is a /64, and an IPv4 address in IPv6 is that address")
  func addresses() {
    let prefix: [UInt8] = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 1]
    let one = Neighborhood(ipv6: prefix + [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(one == Neighborhood(ipv6: prefix + [9, 9, 9, 9, 9, 9, 9, 9]))
    #expect(one != Neighborhood(ipv6: [0x20, 1, 0xd, 0xb8, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1]))
    #expect("\(one)" == "2001:db8:0:1::/64" && "\(ada)" == "192.0.2.1")
    let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff, 192, 0, 2, 1]
    #expect(Neighborhood(ipv6: mapped) == ada)
    #expect(Neighborhood(ipv6: Array(repeating: 0, count: 16)) != Neighborhood(ipv4: [0, 0, 0, 0]))
  }
}

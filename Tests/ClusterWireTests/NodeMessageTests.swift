// What lanes of two nodes say to each other, as bytes: both ways, and whatever else may come.

import Driving
import Framing
import Identity
import Rooms
import TestSupport
import Testing
import Wire

@testable import ClusterWire

@Suite("Messages of nodes")
struct NodeMessageTests {
  static let me = Claimant(node: 2, start: 8_812)
  static let link = NodeLink(start: 8_812, number: 3)

  static var guest: Guest {
    Guest(.hello(Hello(resume: "abc")), who: nil, household: 5, site: nil)
  }

  static var messages: [NodeMessage] {
    [
      NodeMessage(
        from: me, to: 0, lane: 1, .up, link, number: 17,
        [
          .came(5, guest), .said(5, line: Array("SET v=1,2,3".utf8), ages: 2...2),
          .said(6, line: Array("REACT id=wave".utf8), ages: 0...7), .unreadable(5, .tooLong),
          .bound(5, .tls([1, 10, 255])), .bound(6, .web(origin: "https://play.example")),
          .bound(7, .open), .overflowed(5), .drained(5), .held(6), .gone(5),
        ]),
      NodeMessage(
        from: me, to: 0, lane: 1, .down, link, number: .max,
        [
          .told([5, 6, 7], lines: Array("MOVE p=1\nEND of=WHO\n".utf8)), .greeted(5), .noticed(5),
          .conflated(5), .closed(5, isGoingAway: true), .closed(6, isGoingAway: false),
          .recalled(6), .givenBack(6, guest),
        ]),
      NodeMessage(from: me, to: 63, lane: 0, .down, link, number: 1, []),
      NodeMessage(from: me, to: 63, lane: 0, .up, link, number: 0, []),
    ]
  }

  @Test("a message is read as written, on its own subject alone", arguments: messages.indices)
  func bothWays(index: Int) throws {
    let message = NodeMessageTests.messages[index]
    let bytes = try #require(message.bytes)
    #expect(NodeMessage(bytes: bytes, on: message.subject) == message)
    // Whoever may speak for node 2 alone cannot speak for another.
    for subject in ["cm.up.0.1.3", "cm.up.0.2.2", "cm.down.1.1.2", ""] {
      #expect(NodeMessage(bytes: bytes, on: subject) == nil)
    }
  }

  @Test("a message looks as it does in the specification")
  func bytes() throws {
    let message = NodeMessage(
      from: NodeMessageTests.me, to: 0, lane: 1, .up, NodeMessageTests.link, number: 17,
      [.said(5, line: Array("SET v=1,2".utf8), ages: 2...2), .gone(5)])
    #expect(
      String(decoding: try #require(message.bytes), as: UTF8.self)
        == "NODE v=1 from=2 start=8812 to=0 lane=1 way=up link=8812:3 n=17\n"
        + "said 5 2 0 9\nSET v=1,2gone 5\n")
    #expect(message.subject == "cm.up.0.1.2")
  }

  static let head = "NODE v=1 from=2 start=8812 to=0 lane=1 way=up link=8812:3 n=17\n"
  static let others = [
    "", "NODE", "NODE v=1 from=2 start=8812 to=0 lane=1 way=up link=8812:3 n=17",
    "NODE v=2 from=2 start=8812 to=0 lane=1 way=up link=8812:3 n=17\n",
    "NODE v=1 from=02 start=8812 to=0 lane=1 way=up link=8812:3 n=17\n",
    "NODE v=1 from=2 start=8812 to=0 lane=1 way=up link=8812 n=17\n",
    "NODE v=1 from=2 start=8812 to=0 lane=1 way=up link=8812:3 n=0\ngone 5\n",
    "NODE v=1 from=2  start=8812 to=0 lane=1 way=up link=8812:3 n=17\n",
    head + "gone\n", head + "gone 5", head + "gone -5\n", head + "gone 5 \n", head + "went 5\n",
    head + "greeted 5\n", head + "said 5 0 0 9\nSET v=1", head + "said 5 0 0 99999999999\nSET",
    head + "said 5 -1 0 4\nPING", head + "said 5 0 0 6\nPING\n\n", head + "said 5 0 0 1\n\u{0}",
    head + "bound 5 open 1\nx", head + "bound 5 paper 0\n", head + "unreadable 5 much\n",
    head + "came 5 3\nx=\n",
  ]

  @Test("anything else is no message")
  func other() {
    for text in Self.others {
      #expect(NodeMessage(bytes: Array(text.utf8), on: "cm.up.0.1.2") == nil, "\(text)")
    }
  }

  @Test("whatever comes, nothing traps")
  func garbled() throws {
    var draw = SplitMix64(seed: 5)
    for message in NodeMessageTests.messages {
      let bytes = try #require(message.bytes)
      for _ in 0..<1_000 {
        var altered = ClusterWireTests.garbled(bytes, &draw)
        if draw.chance(10) { altered.removeLast(draw.number(in: 0...bytes.count)) }
        guard let read = NodeMessage(bytes: altered, on: message.subject) else { continue }
        let again = try #require(read.bytes)
        #expect(NodeMessage(bytes: again, on: message.subject) == read)
      }
    }
  }

  @Test("a message that the bus would not carry is none")
  func tooLong() {
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: NodeMessage.bytesMax)
    let message = NodeMessage(
      from: NodeMessageTests.me, to: 0, lane: 0, .down, NodeMessageTests.link, number: 1,
      [.told([1], lines: lines)])
    #expect(message.bytes == nil)
  }
}

// Messages between lanes of two nodes are read as they were written; other bytes are no message.

import Framing
import Game
import Rooms
import TestSupport
import Testing
import Wire

@testable import Cluster

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
          .bound(7, .open), .bound(8, .address("[fd00::1]:7313")), .overflowed(5), .drained(5),
          .held(6), .gone(5),
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

  @Test("a message is read as it was written, on its own subject alone")
  func bothWays() throws {
    for message in Self.messages {
      let bytes = try require(message.bytes)
      // A node that may speak as node 2 alone cannot speak as another.
      expectRead(
        message, from: bytes, on: message.subject,
        notOn: ["cm.up.0.1.3", "cm.up.0.2.2", "cm.down.1.1.2", ""],
        write: { $0.bytes }, read: { NodeMessage(bytes: $0, on: $1) })
    }
  }

  @Test("a message looks as it does in the specification")
  func bytes() throws {
    let message = NodeMessage(
      from: Self.me, to: 0, lane: 1, .up, Self.link, number: 17,
      [.said(5, line: Array("SET v=1,2".utf8), ages: 2...2), .gone(5)])
    let text = String(decoding: try require(message.bytes), as: UTF8.self)
    expect(text, equals: Self.head + "said 5 2 0 9\nSET v=1,2gone 5\n")
    expect(message.subject, equals: "cm.up.0.1.2")
  }

  static let head = "NODE v=1 from=2 start=8812 to=0 lane=1 way=up link=8812:3 n=17\n"
  static let others = [
    "", "NODE", String(head.dropLast()), head.replacing("v=1", with: "v=2"),
    head.replacing("from=2", with: "from=02"), head.replacing(":3 ", with: " "),
    head.replacing("n=17", with: "n=0") + "gone 5\n", head.replacing(" start", with: "  start"),
    head + "gone\n", head + "gone 5", head + "gone -5\n", head + "gone 5 \n", head + "went 5\n",
    head + "greeted 5\n", head + "said 5 0 0 9\nSET v=1", head + "said 5 0 0 99999999999\nSET",
    head + "said 5 -1 0 4\nPING", head + "said 5 0 0 6\nPING\n\n", head + "said 5 0 0 1\n\u{0}",
    head + "bound 5 open 1\nx", head + "bound 5 paper 0\n", head + "unreadable 5 much\n",
    head + "came 5 3\nx=\n",
  ]

  @Test("other bytes are no message")
  func others() {
    for text in Self.others {
      let read = NodeMessage(bytes: Array(text.utf8), on: "cm.up.0.1.2")
      expect(read, equals: nil, "\(text)")
    }
  }

  @Test("a message that the bus would not carry is none")
  func tooLong() {
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: NodeMessage.bytesMax)
    let message = NodeMessage(
      from: Self.me, to: 0, lane: 0, .down, Self.link, number: 1,
      [.told([1], lines: lines)])
    expect(message.bytes, equals: nil)
  }
}

// What lanes tell other nodes of their rooms, as bytes: both ways, and whatever else may come.

import Driving
import Rooms
import TestSupport
import Testing
import Wire

@testable import ClusterWire

@Suite("Lists of nodes")
struct NodeListTests {
  static let me = Claimant(node: 2, start: 8_812)

  static func room(_ code: String, name: String = "Ada’s room", people: Int = 2) -> ListedRoom? {
    RoomCode(code)
      .map { code in
        ListedRoom(
          Listing(
            code: code, name: name, mode: "rgb", seats: 4, taken: 3, watchers: 5, state: .playing,
            round: 2, of: 5, hasPassword: true, icons: [.star, .moon, .club], isRated: true,
            isExact: true, bots: 1, isKnownOnly: true), people: people)
      }
  }

  static let lists = [
    NodeList(from: me, lane: 0, []),
    NodeList(
      from: me, lane: 1,
      [room("WAVE"), room("HUES", name: "a b=%", people: 0), room("TWEG23")].compactMap(\.self)),
  ]

  @Test("a list is read as written, on its own subject alone", arguments: lists.indices)
  func bothWays(index: Int) {
    let list = NodeListTests.lists[index]
    #expect(list.rooms.count == 3 * index)
    #expect(NodeList(bytes: list.bytes, on: list.subject) == list)
    // Whoever may speak for node 2 alone cannot speak for another.
    for subject in ["cm.list.3.\(index)", "cm.list.2.2", "cm.list.2", ""] {
      #expect(NodeList(bytes: list.bytes, on: subject) == nil)
    }
  }

  static let head = "LIST v=1 from=2 start=8812 lane=1\n"
  static let line =
    "LISTED room=WAVE name=Far mode=rgb seats=4 taken=1 watchers=0 state=waiting round=0 of=5"
    + " icons=star\n"

  @Test("a list looks as it does in its description")
  func bytes() {
    let listing = RoomCode("WAVE")
      .map {
        Listing(
          code: $0, name: "Far", mode: "rgb", seats: 4, taken: 1, watchers: 0, state: .waiting,
          round: 0, of: 5, hasPassword: false, icons: [.star])
      }
    let rooms = listing.map { [ListedRoom($0, people: 1)] } ?? []
    let list = NodeList(from: NodeListTests.me, lane: 1, rooms)
    #expect(
      String(decoding: list.bytes, as: UTF8.self)
        == NodeListTests.head + "1 " + NodeListTests.line)
    #expect(list.subject == "cm.list.2.1")
  }

  static let others: [String] =
    [
      "", "LIST", "LIST v=1 from=2 start=8812 lane=1", "LIST v=2 from=2 start=8812 lane=1\n",
      "LIST v=1 from=02 start=8812 lane=1\n", "LIST v=1 from=-2 start=8812 lane=1\n",
      "LIST v=1 from=64 start=8812 lane=1\n", "LIST v=1 from=2 start=8812 lane=1 \n",
      "LIST v=1 start=8812 from=2 lane=1\n", "LIST v=1 from=2 start=8812 lane=1 more=1\n",
      "BEAT v=1 from=2 start=8812 lane=1\n",
    ]
    + [
      "\n", "1\n", line, "1 \(line.dropLast())", "2 \(line)", "-1 \(line)", "01 \(line)",
      " \(line)", "1  \(line)", "1 NO code=idle\n", "1 END of=LIST count=1\n",
      "1 \(line)1 \(line)", "1 \(line)\u{0}", "1 \(line.replacing("WAVE", with: "WAV"))",
      "1 \(line.replacing("state=waiting ", with: ""))",
    ]
    .map { head + $0 }

  @Test("anything else is no list")
  func other() {
    for text in Self.others {
      #expect(NodeList(bytes: Array(text.utf8), on: "cm.list.2.1") == nil, "\(text)")
      #expect(NodeList(bytes: Array(text.utf8), on: "cm.list.64.1") == nil, "\(text)")
    }
  }

  @Test("whatever comes, nothing traps")
  func garbled() {
    var draw = SplitMix64(seed: 7)
    for list in NodeListTests.lists {
      let bytes = list.bytes
      for _ in 0..<1_000 {
        var altered = ClusterWireTests.garbled(bytes, &draw)
        if draw.chance(10) { altered.removeLast(draw.number(in: 0...bytes.count)) }
        guard let read = NodeList(bytes: altered, on: list.subject) else { continue }
        #expect(NodeList(bytes: read.bytes, on: list.subject) == read)
      }
    }
  }

  /// One more code than may be told.
  static let codes = (0...ListedRoom.toldMax)
    .map { number in
      let letters = [number / 31 % 31, number % 31].map { RoomCode.alphabet[$0] }
      return String(decoding: letters, as: UTF8.self) + "AA"
    }

  @Test("a list of too many rooms is none")
  func count() {
    let rooms = NodeListTests.codes.compactMap { NodeListTests.room($0) }
    let more = NodeList(from: NodeListTests.me, lane: 0, rooms)
    #expect(rooms.count == ListedRoom.toldMax + 1)
    #expect(NodeList(bytes: more.bytes, on: more.subject) == nil)
  }

  @Test("the longest list is shorter than a list may be, and one that is longer is none")
  func length() throws {
    let name = String(repeating: "\u{1f9d1}\u{1f3fd}", count: RoomSettings.nameCharactersMax)
    try #require(name.utf8.count == RoomSettings.nameCharactersMax * Wire.textBytesPerCharacter)
    let rooms = NodeListTests.codes.dropLast()
      .compactMap { code in
        RoomCode(code)
          .map { code in
            ListedRoom(
              Listing(
                code: code, name: name, mode: "gradients", seats: 8, taken: 8, watchers: 1_000_000,
                state: .waiting, round: 99, of: 99, hasPassword: true,
                icons: Array(repeating: .umbrella, count: 8), isRated: true, isExact: true, bots: 8,
                isKnownOnly: true), people: 8)
          }
      }
    let list = NodeList(from: NodeListTests.me, lane: 0, rooms)
    #expect(list.bytes.count <= NodeList.bytesMax)
    #expect(NodeList(bytes: list.bytes, on: list.subject) == list)
    // Fields that nobody knows are passed over, and make it longer all the same.
    let more = Array(list.bytes.dropLast()) + Array(" more=x".utf8)
    #expect(NodeList(bytes: more + Array("\n".utf8), on: list.subject) == list)
    let filling = [UInt8](repeating: UInt8(ascii: "x"), count: NodeList.bytesMax - more.count)
    let longest = more + Array(filling.dropLast()) + Array("\n".utf8)
    #expect(longest.count == NodeList.bytesMax)
    #expect(NodeList(bytes: longest, on: list.subject) == list)
    let tooLong = more + filling + Array("\n".utf8)
    #expect(NodeList(bytes: tooLong, on: list.subject) == nil)
  }
}

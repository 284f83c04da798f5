// A lane's list of its rooms is read by other nodes as it was written; other bytes are no list.

import Rooms
import TestSupport
import Testing
import Wire

@testable import Cluster

@Suite("Lists of nodes")
struct NodeListTests {
  static let me = Claimant(node: 2, start: 8_812)

  static func room(_ code: String, name: String = "Ada’s room", people: Int = 2) -> ListedRoom? {
    RoomCode(code)
      .map { code in
        ListedRoom(
          Listing(
            code: code, name: name, mode: "gradients", seats: 8, taken: 8, watchers: 1_000_000,
            state: .waiting, round: 99, of: 99, hasPassword: true,
            icons: Array(repeating: .umbrella, count: 8), isRated: true, isExact: true, bots: 8,
            isKnownOnly: true), people: people)
      }
  }

  static let lists = [
    NodeList(from: me, lane: 0, []),
    NodeList(
      from: me, lane: 1,
      [room("WAVE"), room("HUES", name: "a b=%", people: 0), room("TWEG23")].compactMap(\.self)),
  ]

  @Test("a list is read as it was written, on its own subject alone")
  func bothWays() {
    for list in Self.lists {
      expect(list.rooms.count, equals: 3 * list.lane)
      // A node that may speak as node 2 alone cannot speak as another.
      expectRead(
        list, from: list.bytes, on: list.subject,
        notOn: ["cm.list.3.\(list.lane)", "cm.list.2.2", "cm.list.2", ""],
        write: { $0.bytes }, read: { NodeList(bytes: $0, on: $1) })
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
    let list = NodeList(from: Self.me, lane: 1, rooms)
    let text = String(decoding: list.bytes, as: UTF8.self)
    expect(text, equals: Self.head + "1 " + Self.line)
    expect(list.subject, equals: "cm.list.2.1")
  }

  static let others: [String] =
    [
      "", "LIST", "LIST v=1 from=2 start=8812 lane=1",
      head.replacing("LIST", with: "BEAT"), head.replacing("v=1", with: "v=2"),
      head.replacing("from=2", with: "from=02"), head.replacing("from=2", with: "from=-2"),
      head.replacing("from=2", with: "from=64"), head.replacing("=1\n", with: "=1 \n"),
      head.replacing("=1\n", with: "=1 more=1\n"), "LIST v=1 start=8812 from=2 lane=1\n",
    ]
    + [
      "\n", "1\n", line, "1 \(line.dropLast())", "2 \(line)", "-1 \(line)", "01 \(line)",
      " \(line)", "1  \(line)", "1 NO code=idle\n", "1 END of=LIST count=1\n",
      "1 \(line)1 \(line)", "1 \(line)\u{0}", "1 \(line.replacing("WAVE", with: "WAV"))",
      "1 \(line.replacing("state=waiting ", with: ""))",
    ]
    .map { head + $0 }

  @Test("other bytes are no list")
  func others() {
    for text in Self.others {
      for subject in ["cm.list.2.1", "cm.list.64.1"] {
        expect(NodeList(bytes: Array(text.utf8), on: subject), equals: nil, "\(text)")
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
  func count() throws {
    let rooms = Self.codes.compactMap { Self.room($0) }
    try require(rooms.count == ListedRoom.toldMax + 1)
    let most = NodeList(from: Self.me, lane: 0, Array(rooms.dropLast()))
    expect(NodeList(bytes: most.bytes, on: most.subject), equals: most)
    let more = NodeList(from: Self.me, lane: 0, rooms)
    expect(NodeList(bytes: more.bytes, on: more.subject), equals: nil)
  }

  @Test("the longest list is shorter than a list may be, and one that is longer is none")
  func length() throws {
    let name = String(repeating: "\u{1f9d1}\u{1f3fd}", count: RoomSettings.nameCharactersMax)
    try require(name.utf8.count == RoomSettings.nameCharactersMax * Wire.textBytesPerCharacter)
    let rooms = Self.codes.dropLast().compactMap { Self.room($0, name: name, people: 8) }
    let list = NodeList(from: Self.me, lane: 0, rooms)
    expect(list.bytes.count, isAtMost: NodeList.bytesMax)
    // A field that is not known is passed over, and makes it longer all the same.
    let more = Array(list.bytes.dropLast()) + Array(" more=x".utf8)
    let filling = [UInt8](repeating: UInt8(ascii: "x"), count: NodeList.bytesMax - more.count)
    let longest = more + Array(filling.dropLast()) + Array("\n".utf8)
    expect(longest.count, equals: NodeList.bytesMax)
    expect(NodeList(bytes: longest, on: list.subject), equals: list)
    let tooLong = more + filling + Array("\n".utf8)
    expect(NodeList(bytes: tooLong, on: list.subject), equals: nil)
  }
}

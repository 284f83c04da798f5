// What a lane tells other nodes of its rooms, as bytes: a line about who says it, and for each room
// how many people sit there and its LISTED line:
//
//     LIST v=1 from=2 start=8812 lane=1
//     2 LISTED room=WAVE name=… mode=rgb seats=4 taken=3 …
//
// It knows no bus and believes nothing.
// Invariant: whatever bytes come are read or refused, and never trap.

import Rooms
import Wire

extension NodeList {
  /// No list is longer, in bytes: as many rooms as may be told, and names as long as they may be.
  public static let bytesMax = 128 << 10

  /// The subject on which it is said.
  public var subject: String { "cm.list.\(sender.node).\(lane)" }

  /// The subjects of all lists.
  public static let subjects = "cm.list.*.*"

  /// The list as bytes.
  public var bytes: [UInt8] {
    let (from, start) = (sender.node, sender.start)
    var bytes = Array("LIST v=\(NodeWire.version) from=\(from) start=\(start) lane=\(lane)\n".utf8)
    for room in rooms {
      bytes += Array("\(room.people) ".utf8)
      ServerMessage.listed(room.listing).encode(into: &bytes)
    }
    return bytes
  }

  /// The list that bytes say; nil if they say none.
  ///
  /// - Parameter subject: where they were said, which only its sender may use.
  public init?(bytes: [UInt8], on subject: String) {
    guard bytes.count <= NodeList.bytesMax, !bytes.contains(0),
      String(validating: bytes, as: UTF8.self) != nil
    else { return nil }
    var scanner = Scanner(rest: bytes[...])
    guard let words = scanner.words(), words.count == 5, words[0] == "LIST",
      words[1] == "v=\(NodeWire.version)",
      let node = words[2].value("from").flatMap(Scanner.index),
      (0..<Membership.nodesMax).contains(node),
      let start = words[3].value("start").flatMap(Scanner.number),
      let lane = words[4].value("lane").flatMap(Scanner.index)
    else { return nil }
    var rooms: [ListedRoom] = []
    var codes: Set<RoomCode> = []
    while !scanner.rest.isEmpty {
      guard rooms.count < ListedRoom.toldMax, let line = scanner.rest.takeLine(),
        let room = ListedRoom(line: line), codes.insert(room.code).inserted
      else { return nil }
      rooms.append(room)
    }
    self.init(from: Claimant(node: node, start: start), lane: lane, rooms)
    guard self.subject == subject else { return nil }
  }
}

extension ListedRoom {
  /// The room that a line says; nil if it says none.
  fileprivate init?(line: ArraySlice<UInt8>) {
    guard let space = line.firstIndex(of: UInt8(ascii: " ")),
      let people = Scanner.index(String(decoding: line[..<space], as: UTF8.self)[...]),
      case .listed(let listing)? = try? ServerMessage.decode(line[(space + 1)...]),
      people <= listing.taken
    else { return nil }
    self.init(listing, people: people)
  }
}

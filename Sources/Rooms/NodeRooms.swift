// Rooms of other nodes, for LIST and QUICK here. The home lane of a room's code lists what the
// placement says, and tells the other lanes of its server, as it does of its own rooms.
// Invariant: no more than `NodeRooms.shownMax` are listed, the best.

import Wire

/// Rooms that other nodes tell of.
package struct NodeRooms: Sendable {
  /// So many of other nodes' rooms are listed, the best first; the others are left out.
  package static let shownMax = 1_000

  /// What is listed here.
  private var shown: [RoomCode: ListedRoom] = [:]

  /// Lists these rooms, or the best of them.
  ///
  /// - Returns: what has changed, by code; nil for a room that is listed no more.
  mutating func show(_ rooms: [ListedRoom]) -> [(code: RoomCode, room: ListedRoom?)] {
    if rooms.isEmpty, shown.isEmpty { return [] }
    let best =
      rooms.count <= NodeRooms.shownMax
      ? rooms[...]
      : rooms.sorted { Directory.Row($0) < Directory.Row($1) }.prefix(NodeRooms.shownMax)
    let new = Dictionary(best.map { ($0.code, $0) }) { $1 }
    let gone = shown.keys.filter { new[$0] == nil }.sorted()
    let changed = new.values.filter { shown[$0.code] != $0 }.sorted { $0.code < $1.code }
    shown = new
    return gone.map { ($0, nil) } + changed.map { ($0.code, $0) }
  }
}

// What others hear.
extension Hall {
  /// The rooms of this lane that other nodes are told of: those that LIST shows first, and of the
  /// rest those in which anybody may sit down at once, for QUICK.
  public func roomsToTell() -> [ListedRoom] {
    var told: [ListedRoom] = []
    for row in directory.rows {
      let isBest = told.count < ListedRoom.bestMax
      // Rooms that play come after all that wait.
      guard isBest || !row.isPlaying, told.count < ListedRoom.toldMax else { break }
      guard isBest || rooms[row.code]?.room.isOpen == true, let room = rooms[row.code]?.listed,
        isBest || room.listing.isQuick
      else { continue }
      told.append(room)
    }
    return told
  }
}

// What is heard.
extension Hall {
  /// Lists what other nodes have by now, here and on the other lanes.
  mutating func listNodeRooms(_ turn: inout Turn) {
    for (code, room) in nodeRooms.show(placement.listed(on: lane, of: laneCount)) {
      directory.note(room, of: code)
      tellOthers(room.map(Bulletin.listed) ?? .unlisted(code), &turn)
    }
  }
}

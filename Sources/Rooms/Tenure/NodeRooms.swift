// Rooms of other nodes of a cluster, for LIST and QUICK here. The lane of a room's shard hears of
// the room from the lane of the same number where it is, and tells the other lanes of its server,
// as it does of its own rooms. A list replaces the one before, so a lost one costs a second.
// Invariants: whether a room is where somebody tells of it is for beats to say, so two nodes that
// tell of one room never have it listed twice; no more than `NodeRooms.shownMax` are listed.

import Wire

/// Rooms that other nodes tell of.
struct NodeRooms: Sendable {
  /// So many of other nodes' rooms are listed, the best first; the others are left out.
  static let shownMax = 1_000

  /// What each node has told last.
  private var told: [Int: [ListedRoom]] = [:]
  /// What is listed here.
  private var shown: [RoomCode: ListedRoom] = [:]

  /// Takes the whole list of a node.
  mutating func note(_ rooms: [ListedRoom], of node: Int) {
    told[node] = Array(rooms.prefix(ListedRoom.toldMax))
  }

  /// Forgets what all others have told.
  mutating func keep(of nodes: [Int]) { told = told.filter { nodes.contains($0.key) } }

  /// Looks anew what is to be listed.
  ///
  /// - Parameter isThere: whether a room is at a node; it is at one only.
  /// - Returns: what has changed, by code; nil for a room that is listed no more.
  mutating func refresh(
    _ isThere: (RoomCode, Int) -> Bool
  ) -> [(code: RoomCode, room: ListedRoom?)] {
    if told.isEmpty, shown.isEmpty { return [] }
    var new: [RoomCode: ListedRoom] = [:]
    for (node, rooms) in told {
      for room in rooms where isThere(room.code, node) { new[room.code] = room }
    }
    if new.count > NodeRooms.shownMax {
      let best = new.values.sorted { Directory.Row($0) < Directory.Row($1) }
        .prefix(NodeRooms.shownMax)
      new = Dictionary(uniqueKeysWithValues: best.map { ($0.code, $0) })
    }
    let gone = shown.keys.filter { new[$0] == nil }.sorted()
    let changed = new.values.filter { shown[$0.code] != $0 }.sorted { $0.code < $1.code }
    shown = new
    var changes: [(code: RoomCode, room: ListedRoom?)] = []
    for code in gone { changes.append((code, nil)) }
    for room in changed { changes.append((room.code, room)) }
    return changes
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
        isBest || room.listing.isOpen
      else { continue }
      told.append(room)
    }
    return told
  }
}

// What is heard.
extension Hall {
  /// Takes what a lane of another node says is listed there.
  mutating func hear(_ rooms: [ListedRoom], of node: Int, _ turn: inout Turn) {
    membership?.nodeRooms.note(rooms, of: node)
    listNodeRooms(&turn)
  }

  /// Takes where the shards of this lane are, as beats say. Who is not heard any more has no rooms.
  mutating func take(_ places: Places, _ turn: inout Turn) {
    membership?.places = places
    membership?.nodeRooms.keep(of: places.nodes)
    listNodeRooms(&turn)
  }

  /// Lists what other nodes have by now, here and on the other lanes.
  mutating func listNodeRooms(_ turn: inout Turn) {
    guard var nodeRooms = membership?.nodeRooms, let homes = membership?.places?.homes else {
      return
    }
    // In place: it is changed, not copied.
    membership?.nodeRooms = NodeRooms()
    let changes = nodeRooms.refresh { code, node in
      isElsewhere(code) && homes[code.shard] == node && home(of: code) == lane
    }
    membership?.nodeRooms = nodeRooms
    for (code, room) in changes {
      directory.note(room, of: code)
      tellOthers(room.map(Bulletin.listed) ?? .unlisted(code), &turn)
    }
  }
}

// Which rooms are listed, and how many rooms and people there are. To count it looks at all of
// them, so that is for the operator, once in a while.

public import Game
public import Wire

/// Where somebody is who has said HELLO.
public enum Place: String, CaseIterable, Sendable {
  /// In no room.
  case outside
  /// On a seat.
  case seated
  /// Looking on in a room.
  case watching
}

extension Hall {
  /// How many people are connected to this lane, by where they are.
  public func peopleByPlace() -> [Place: Int] {
    connections.values.reduce(into: [:]) { people, connection in
      guard connection.player != nil, !connection.isClosing else { return }
      let place: Place =
        switch connection.place {
        case .outside: .outside
        case .seated: .seated
        case .watching, .watchingAfar: .watching
        }
      people[place, default: 0] += 1
    }
  }

  /// How many rooms of this lane are in which state.
  public func roomsByState() -> [ListedState: Int] {
    rooms.values.reduce(into: [:]) { $0[$1.room.isPlaying ? .playing : .waiting, default: 0] += 1 }
  }

  /// The rooms that LIST shows of a mode, or of all: the first of them, as many as one answer has.
  public func listings(of mode: Mode?) -> [Listing] {
    directory.rows.lazy.filter { mode == nil || $0.mode == mode?.name }
      .prefix(limits.listedRoomsMax)
      .compactMap { rooms[$0.code]?.room.listing ?? directory.listing(of: $0.code) }
  }

  /// A room as LIST shows it, wherever it is; nil when it is not listed.
  public func listing(of code: RoomCode) -> Listing? {
    guard let room = rooms[code]?.room else { return directory.listing(of: code) }
    return room.directoryRow == nil ? nil : room.listing
  }

  /// Whether a match runs in a room of this lane, or is about to begin.
  public var isPlaying: Bool { rooms.values.contains { !$0.room.isWaiting } }
}

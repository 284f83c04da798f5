// How many rooms there are, for whoever watches the server. It looks at all of them, so it is for
// once in a while.

public import Wire

extension Hall {
  /// How many rooms of this lane are in which state.
  public func roomsByState() -> [ListedState: Int] {
    rooms.values.reduce(into: [:]) { $0[$1.room.isPlaying ? .playing : .waiting, default: 0] += 1 }
  }

  /// Whether a match runs in a room of this lane, or is about to begin.
  public var isPlaying: Bool { rooms.values.contains { !$0.room.isWaiting } }
}

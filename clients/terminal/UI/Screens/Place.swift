// Which screen a session is on. The session decides it: there is nothing here that a player could
// be on the wrong side of.

import Game

/// Where a person is.
enum Place: Equatable {
  /// Not welcomed yet, or never again.
  case connection
  case home
  /// Looking on in several rooms at once.
  case wall
  /// In a room, between matches.
  case room(RoomModel)
  /// In a match: counting down to a round, or playing one.
  case race(RoomModel, MatchModel)
  /// Looking on at somebody else's.
  case watch(RoomModel, MatchModel)
  /// After a round, or after the last.
  case results(RoomModel, MatchModel)

  /// What the screen is called in its help.
  var title: String {
    switch self {
    case .connection: Words["connecting"]
    case .home: Words["choosing a room"]
    case .wall: Words["watching rooms"]
    case .room: Words["in a room"]
    case .race: Words["in a round"]
    case .watch: Words["watching"]
    case .results: Words["after a round"]
    }
  }

  /// Whether both are the same screen, whatever it shows.
  static func == (one: Place, other: Place) -> Bool {
    switch (one, other) {
    case (.connection, .connection), (.home, .home), (.wall, .wall), (.room, .room),
      (.race, .race), (.watch, .watch), (.results, .results):
      true
    default: false
    }
  }
}

extension ScreenModel {
  /// Where the person is.
  var place: Place {
    // Asked for many times a frame, so no more of a session is copied than has to be.
    guard session != nil else { return .connection }
    if case .ended? = session?.state { return .connection }
    guard let room = session?.room else {
      return session?.welcome == nil ? .connection : wall == nil ? .home : .wall
    }
    guard let match = room.match, !(match.isOver && matchPutAside == match.number) else {
      return .room(room)
    }
    if match.isOver || (match.round == nil && !match.results.isEmpty) {
      return .results(room, match)
    }
    return room.amRacing ? .race(room, match) : .watch(room, match)
  }
}

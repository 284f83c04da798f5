// Which screen a session is on. The session decides it: there is nothing here that a player could
// be on the wrong side of.

import ClientCore
import Game

/// Where a person is.
enum Screen {
  /// Not welcomed yet, or never again.
  case connection
  case home
  /// Looking on in several rooms at once.
  case wall
  /// In a room, between matches.
  case room
  /// In a match: counting down to a round, or playing one.
  case race
  /// Looking on at somebody else's.
  case watch
  /// After a round, or after the last.
  case results

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
}

extension Session {
  /// Where the person is.
  ///
  /// - Parameters:
  ///   - isOnWall: whether they would rather see all rooms than the list of them.
  ///   - matchPutAside: the match whose final standings they have put aside for the room.
  ///   - looksOn: whether one who plays along would rather look on.
  func screen(isOnWall: Bool, matchPutAside: Int?, looksOn: Bool) -> Screen {
    if case .ended = state { return .connection }
    guard let room else { return welcome == nil ? .connection : isOnWall ? .wall : .home }
    guard let match = room.match, !(match.isOver && matchPutAside == match.number) else {
      return .room
    }
    if match.isOver || (match.round == nil && !match.results.isEmpty) { return .results }
    return room.amRacing && !(looksOn && room.amAlong) ? .race : .watch
  }
}

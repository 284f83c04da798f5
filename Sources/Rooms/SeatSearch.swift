// How the seat of a token is looked for: on this lane, at each other node, and on all lanes of the
// server in turn. While rooms change hands nobody may have it and somebody will in a moment: then
// the player who asked waits here, and it is looked for again. It knows no room, only who says that
// they know the token. Invariant: nobody is told that a seat is gone which somebody may have.

import Game
import Wire

/// A seat that nobody had when it was looked for, and that somebody may have in a moment.
struct AwaitedSeat: Sendable {
  /// What asked for it.
  let hello: Hello
  /// How often it was looked for.
  let rounds: Int
  /// When it is looked for again.
  let due: Instant
}

extension Hall {
  /// While rooms change hands a seat is looked for again after so long, in milliseconds.
  package static let searchMilliseconds = 40
  /// Whose seat was looked for so often and not found is sent away, to connect again.
  package static let searchesMax = 50

  /// Where to ask next for a token that nobody knew so far: on each lane first the other nodes,
  /// then the next lane; a guest goes back. Nobody has missed it if each node has what it is
  /// believed to have when it is asked, and nothing has moved until the last of them was.
  ///
  /// - Returns: nil when all have been asked.
  func nextPlace(
    for hello: Hello, on id: ConnectionID, _ search: inout TokenSearch
  ) -> Journey? {
    if id.isGuest {
      placement.judge(&search)
      return Journey(back: .resume(hello, search))
    }
    if let node = placement.nextNode(&search) {
      return Journey(toNode: node, .resume(hello, search))
    }
    (search.lanes, search.node) = (search.lanes + 1, nil)
    guard search.lanes < laneCount else { return nil }
    return Journey(to: (lane + 1) % laneCount, .resume(hello, search))
  }

  /// Waits for a seat that somebody may have in a moment.
  ///
  /// - Returns: false when it was looked for often enough.
  mutating func awaitSeat(
    _ hello: Hello, on id: ConnectionID, _ search: TokenSearch, _ turn: inout Turn
  ) -> Bool {
    guard placement.asksOthers, search.rounds + 1 < Hall.searchesMax else { return false }
    connections[id]?.awaited = AwaitedSeat(
      hello: hello, rounds: search.rounds + 1, due: turn.now + Hall.searchMilliseconds)
    schedule(id)
    return true
  }

  /// Looks for a seat again, if it is time.
  mutating func searchAgain(for id: ConnectionID, _ turn: inout Turn) {
    guard let awaited = connections[id]?.awaited, awaited.due <= turn.now else { return }
    connections[id]?.awaited = nil
    var search = TokenSearch()
    search.rounds = awaited.rounds
    do throws(RefusalLine) {
      if let journey = try greet(awaited.hello, from: id, search, &turn) {
        return carry(id, journey, for: .hello(awaited.hello), &turn)
      }
    } catch {
      refuse(id, error.of(.hello), &turn)
    }
    answerHeld(id, &turn)
  }
}

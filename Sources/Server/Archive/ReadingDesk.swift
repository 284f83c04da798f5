// Where the archive is looked up for those who ask: boards and past matches. It has a connection
// of its own that only reads, on a queue of its own, so neither a lane nor the one who writes waits
// for it. It knows no rooms.
// Invariant: a board is read at most once a second, however many ask for it; no more questions wait
// than are allowed, in all and of one address, and each gets an answer.

import Archive
import ArchiveSQLite
import Dispatch
import Game
import Net
import Rooms
import Wire

/// Looks things up.
actor ReadingDesk {
  /// How many questions may wait; beyond, they are refused.
  static let questionsMax = 4_096
  /// How long a board is told as it was.
  private static let copyMilliseconds: Int64 = 1_000
  /// Copies of so many boards are kept.
  private static let copiesMax = 64

  nonisolated let executor = QueueExecutor(label: "chromatch.desk")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// A board at a time.
  private struct DayBoard: Hashable {
    let board: Board
    let span: Span
    let day: Day
  }

  private let reader: SQLiteReader
  private let ratesHouseholds: Bool
  private let clock = Clock()
  private var copies: [DayBoard: (lines: [ServerMessage], until: Int64)] = [:]
  private nonisolated let places = DeskPlaces(questionsMax)

  /// - Parameter ratesHouseholds: whether players of one address are rated against each other.
  init(_ reader: sending SQLiteReader, ratesHouseholds: Bool) {
    self.reader = reader
    self.ratesHouseholds = ratesHouseholds
  }

  /// Looks up who is on a board, for somebody who is known by that identity, or by none.
  nonisolated func top(
    _ board: Board, _ span: Span, on day: Day, from first: Int, by asker: KeyID?, _ origin: Origin,
    then: @escaping @Sendable ([ServerMessage]) -> Void
  ) {
    perform(for: origin, then) { desk throws(ArchiveFailure) in
      let lines = try desk.lines(of: DayBoard(board: board, span: span, day: day))
      return try desk.reader.lines(lines, of: span, to: asker, on: day)
        .answer(to: .top, from: first, ratesHouseholds: desk.ratesHouseholds && board.isOfRatings)
    }
  }

  /// Looks up what somebody has played, for somebody who is known by that identity, or by none.
  nonisolated func past(
    of player: KeyID, from index: Int?, by asker: KeyID?, _ origin: Origin,
    then: @escaping @Sendable ([ServerMessage]) -> Void
  ) {
    perform(for: origin, then) { desk throws(ArchiveFailure) in
      try desk.reader.lines(ofPast: player, from: index, for: Asker(asker)).answer(to: .past)
    }
  }

  /// Reads all boards anew when they are asked for next.
  nonisolated func renew() { executor.queue.async { self.assumeIsolated { $0.copies = [:] } } }

  private nonisolated func perform(
    for origin: Origin, _ then: @escaping @Sendable ([ServerMessage]) -> Void,
    _ work: @escaping @Sendable (isolated ReadingDesk) throws(ArchiveFailure) -> [ServerMessage]
  ) {
    if let refusal = places.take(for: origin) { return then([.no(refusal)]) }
    executor.queue.async { [self] in
      places.leave(origin)
      then(
        assumeIsolated { desk in
          do throws(ArchiveFailure) { return try work(desk) } catch {
            return [.no(RefusalLine(code: .notNow, text: "the archive cannot be read just now"))]
          }
        })
    }
  }

  private func lines(of place: DayBoard) throws(ArchiveFailure) -> [ServerMessage] {
    let now = clock.milliseconds()
    if let copy = copies[place], copy.until > now { return copy.lines }
    let lines = try reader.lines(of: place.board, place.span, on: place.day)
    if copies.count >= Self.copiesMax { copies = [:] }
    copies[place] = (lines, now + Self.copyMilliseconds)
    return lines
  }
}

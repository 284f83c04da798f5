// Where records are read for those who want to see a match again: a piece at a time, each read
// anew, so that nothing is remembered for anybody. It has a connection of its own that only
// reads, on a queue of its own, so neither a lane nor the one who writes nor a question about a
// board waits for it. It knows no rooms.
// Invariant: at most one record is in memory; no more questions wait than are allowed, in all and
// of one address, and each gets an answer.

import Archive
import ArchiveSQLite
import Dispatch
import Game
import Net
import Rooms
import Wire

/// Reads records.
actor RecordDesk {
  /// How many questions may wait; beyond, they are refused.
  static let questionsMax = 64

  nonisolated let executor = QueueExecutor(label: "chromatch.records")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let reader: SQLiteReader
  private let book: LogBook
  private let bytesMax: Int
  private nonisolated let places = DeskPlaces(questionsMax)

  /// - Parameter bytesMax: how many bytes of a record are told at once.
  init(_ reader: sending SQLiteReader, _ book: LogBook, bytesMax: Int) {
    self.reader = reader
    self.book = book
    self.bytesMax = bytesMax
  }

  /// Looks up some lines of a record, for somebody who comes from there and is known by that
  /// identity, or by none.
  nonisolated func ask(
    _ index: Int, from line: Int, by asker: KeyID?, on today: Day, _ origin: Origin,
    then: @escaping @Sendable ([ServerMessage]) -> Void
  ) {
    if let refusal = places.take(for: origin) { return then([.no(refusal)]) }
    book.prove(index) { [self] receipt in
      executor.queue.async { [self] in
        places.leave(origin)
        then(assumeIsolated { $0.answer(index, line, asker, today, receipt) })
      }
    }
  }

  /// Looks up a match that anybody may see, for somebody who comes from there.
  nonisolated func publish(
    _ index: Int, on today: Day, _ origin: Origin, then: @escaping @Sendable (Publication) -> Void
  ) {
    if let refusal = places.take(for: origin) { return then(.failure(refusal)) }
    book.prove(index) { [self] receipt in
      executor.queue.async { [self] in
        places.leave(origin)
        then(assumeIsolated { $0.publication(index, today, receipt) })
      }
    }
  }

  private func publication(
    _ index: Int, _ today: Day, _ receipt: Result<Receipt?, ArchiveFailure>
  ) -> Publication {
    do throws(ArchiveFailure) {
      guard let receipt = try receipt.get(),
        let record = try reader.published(index, on: today), let body = record.body
      else { return .success(nil) }
      let persons = record.persons.flatMap { Array("\($0)\n".utf8) }
      // A record of ours that cannot be read is shown to nobody.
      var file = try? RecordFile(reading: body + persons)
      file?.receipt = receipt
      return .success(file)
    } catch {
      return .failure(.unreadableArchive)
    }
  }

  /// Looks up a match that is to be raced, and verifies it.
  nonisolated func original(
    _ index: Int, by asker: KeyID?, on today: Day, _ origin: Origin,
    then: @escaping @Sendable (Result<Original, RefusalLine>) -> Void
  ) {
    if let refusal = places.take(for: origin) { return then(.failure(refusal)) }
    executor.queue.async { [self] in
      places.leave(origin)
      then(
        assumeIsolated { desk in
          Result { () throws(RefusalLine) in try desk.original(index, asker, today) }
        })
    }
  }

  private func original(
    _ index: Int, _ asker: KeyID?, _ today: Day
  ) throws(RefusalLine) -> Original {
    let record: KeptRecord?
    do throws(ArchiveFailure) { record = try reader.record(index, for: Asker(asker)) } catch {
      throw .unreadableArchive
    }
    guard let record else { throw Self.noMatch(index) }
    return try Original(record, on: today, hashing: .openSSL)
  }

  private static func noMatch(_ index: Int) -> RefusalLine {
    RefusalLine(code: .noMatch, text: "the log has no match \(index)")
  }

  private func answer(
    _ index: Int, _ line: Int, _ asker: KeyID?, _ today: Day,
    _ receipt: Result<Receipt?, ArchiveFailure>
  ) -> [ServerMessage] {
    do throws(ArchiveFailure) {
      guard let receipt = try receipt.get(),
        let record = try reader.record(index, for: Asker(asker))
      else {
        return [.no(Self.noMatch(index))]
      }
      if let refusal = try reader.refusal(of: record, to: asker, on: today) {
        return [.no(refusal)]
      }
      guard let body = record.body else {
        let text = "the record of match \(index) is kept no longer"
        return [.no(RefusalLine(code: .noMatch, text: text))]
      }
      return RecordAnswer(body, persons: record.persons, receipt)
        .messages(from: line, atMost: bytesMax)
    } catch {
      return [.no(.unreadableArchive)]
    }
  }
}

/// A match that anybody may see, or nil; or why that cannot be said now.
typealias Publication = Result<RecordFile?, RefusalLine>

extension RefusalLine {
  fileprivate static let unreadableArchive = RefusalLine(
    code: .notNow, text: "the archive cannot be read just now")
}

// From the number of a match to the match seen again: its record is fetched, saved where somebody
// wants that, held against itself and against what the server has said before, and then shown. What
// is not true is not shown; what was saved of it stays, since a server has told it.

import Archive
import ClientCore
@preconcurrency import Dispatch
import Game
import Glibc
import Net
import Server
import TerminalUI
import Wire

/// One match of a server's archive, seen again.
actor RecordRun: SignaledRun {
  /// What is wanted.
  struct Viewing: Sendable {
    let index: Int
    let address: Address
    /// Where to write the record; nil for nowhere.
    let copy: String?
    /// Whose eyes to see it with; nil for onlookers'.
    let viewer: String?
    let screen: Plan.Screen
  }

  nonisolated let executor = QueueExecutor(label: "chromatch.record")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let wish: Viewing
  private let clock = Clock()
  private var fetch: ArchiveFetch?
  private var spectator: Spectator<ReplayModel>?

  init(_ wish: Viewing) { self.wish = wish }

  func run() async -> Int32 {
    do throws(Failure) {
      let record = try await record()
      if let copy = wish.copy { try keep(record, as: copy) }
      try check(record)
      let match = try SavedMatch(record, called: "match #\(wish.index)")
      let viewer = try wish.viewer.map { name throws(Failure) in try match.player(called: name) }
      if wish.screen.isPlain {
        let lines = PlainReplay.lines(of: match, seenBy: viewer, hashing: .openSSL)
        write(lines, to: STDOUT_FILENO)
        return ExitStatus.fine
      }
      let spectator = Spectator(match, seenBy: viewer, on: wish.screen)
      self.spectator = spectator
      return await spectator.run()
    } catch {
      write(["chromatch: \(error)"], to: STDERR_FILENO)
      return ExitStatus.failure
    }
  }

  private func record() async throws(Failure) -> [UInt8] {
    let reactor: Reactor
    do throws(NetError) {
      reactor = try Reactor(executor: executor, clock: clock, limits: .client)
    } catch {
      throw Failure("\(error).")
    }
    let identity = try? IdentityFile.usual?.secret()
    let index = wish.index
    let fetch = ArchiveFetch(
      by: try Route(to: wish.address), as: identity.flatMap(Prover.init), habits: .usual,
      reactor: reactor, clock: clock
    ) { RecordRequest(index, as: $0, $1, on: $2, knowing: $3) }
    self.fetch = fetch
    let result = await withCheckedContinuation { over in
      fetch.start { over.resume(returning: $0) }
    }
    self.fetch = nil
    return try result.get()
  }

  /// Writes a file that is not there yet.
  private func keep(_ record: [UInt8], as path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    func failure() -> Failure {
      Failure("cannot write \(path): \(String(cString: strerror(errno)))")
    }
    guard descriptor >= 0 else { throw failure() }
    var rest = record[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { break }
      rest = rest.dropFirst(max(0, count))
    }
    let flaw = rest.isEmpty ? nil : failure()
    guard close(descriptor) == 0, flaw == nil else {
      let flaw = flaw ?? failure()
      // A part of a record is none.
      unlink(path)
      throw flaw
    }
  }

  /// Whether it is true, and the match of that number in the log that the server has always had.
  private func check(_ record: [UInt8]) throws(Failure) {
    let memory = Habits.usual.receipts(of: wish.address)
    let verifier = RecordVerifier(
      hashing: .openSSL, isSigned: { isEd25519Signature($0, of: $1, key: $2.bytes) })
    let file: RecordFile
    do throws(RecordFault) {
      file = try verifier.verify(record, key: memory?.key)
    } catch {
      // By other rules it can be shown, though not be judged.
      guard case .rules = error, let foreign = try? RecordFile(reading: record) else {
        throw Failure(PlainRecord.words(error))
      }
      file = foreign
    }
    guard file.receipt?.index == wish.index else {
      throw Failure(Words["What the server said is not match #\(wish.index)."])
    }
    let known = memory?.matches.first { $0.index == wish.index }
    if let known, known.leaf != file.receipt?.leaf {
      throw Failure(Words["This server has rewritten matches that it had kept."])
    }
  }

  // MARK: From the thread that waits for signals

  nonisolated func take(_ signal: Int32) {
    executor.queue.sync { assumeIsolated { $0.obey(signal) } }
  }

  private func obey(_ signal: Int32) {
    if let spectator { return spectator.take(signal) }
    switch signal {
    case SIGWINCH, SIGTSTP, SIGCONT, SIGTTOU: break
    default: exit(ExitStatus.signal(signal))
    }
  }
}

extension SavedMatch {
  /// A match from bytes, or why they are none.
  ///
  /// - Parameter name: what the bytes are called in a sentence.
  init(_ bytes: [UInt8], called name: String) throws(Failure) {
    do throws(SavedFault) {
      try self.init(SavedFile(reading: bytes, inflate: zlibInflated), hashing: .openSSL)
    } catch {
      throw Failure("\(name): \(error.sentence)")
    }
  }

  /// A player by name, however its letters are written; of several the first.
  func player(called name: String) throws(Failure) -> PlayerID {
    let typed = name.lowercased()
    if let found = players.first(where: { $0.profile.name.lowercased() == typed }) {
      return found.player
    }
    let names = players.map(\.profile.name).joined(separator: ", ")
    throw Failure("Nobody in it is called \(name). Those who played: \(names).")
  }
}

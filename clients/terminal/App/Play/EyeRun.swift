// From a server's archive to a report of one's eye: the matches that this device does not have are
// fetched, kept, and then the report is shown. A server that does not tell them is named, and the
// report is that of what is here.

import Archive
import ClientCore
@preconcurrency import Dispatch
import Game
import Glibc
import Net
import Server
import TerminalUI
import Wire

/// One's eye, on a screen or in lines.
actor EyeRun: SignaledRun {
  /// What is wanted.
  struct Viewing: Sendable {
    /// Which server to ask for more; nil for none.
    let address: Address?
    let drills: Bool
    /// Whether programs read it.
    let isJSON: Bool
    let screen: Plan.Screen
  }

  nonisolated let executor = QueueExecutor(label: "chromatch.eye")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let wish: Viewing
  private let clock = Clock()
  private var fetch: ArchiveFetch?
  private var spectator: Spectator<EyeModel>?

  init(_ wish: Viewing) { self.wish = wish }

  func run() async -> Int32 {
    do throws(Failure) {
      if let address = wish.address { await fetchAnswers(from: address) }
      let report = EyeReport(of: try Habits.usual.ownAnswers().matches)
      if wish.screen.isPlain {
        write(wish.isJSON ? [report.json] : report.lines, to: STDOUT_FILENO)
        return ExitStatus.fine
      }
      let drills = wish.drills
      let spectator = Spectator(on: wish.screen) { setup, _ in
        EyeModel(report, setup: setup, drills: drills)
      }
      self.spectator = spectator
      return await spectator.run()
    } catch {
      write(["chromatch: \(error)"], to: STDERR_FILENO)
      return ExitStatus.failure
    }
  }

  /// What was played there and is not here. Without it there is still what is here.
  private func fetchAnswers(from address: Address) async {
    do throws(Failure) {
      Habits.usual.keep(try await answers(from: address).matches)
    } catch {
      write(["chromatch: \(error)"], to: STDERR_FILENO)
    }
  }

  private func answers(from address: Address) async throws(Failure) -> EyeMatches {
    guard let secret = try IdentityFile.usual?.secret(), let prover = Prover(secret) else {
      throw Failure(Words["There is no home directory to keep an identity in."])
    }
    let reactor: Reactor
    do throws(NetError) {
      reactor = try Reactor(executor: executor, clock: clock, limits: .client)
    } catch {
      throw Failure("\(error).")
    }
    let known = Set(try Habits.usual.ownAnswers().matches.map(\.began))
    let identity = KeyID(of: prover.key, hashing: .openSSL)
    let fetch = ArchiveFetch(
      by: try Route(to: address), as: prover, habits: .usual, reactor: reactor, clock: clock
    ) { AnswersRequest(as: $0, $1, identity, on: $2, knowing: $3, without: known) }
    self.fetch = fetch
    let result = await withCheckedContinuation { over in
      fetch.start { over.resume(returning: $0) }
    }
    self.fetch = nil
    return EyeMatches(try result.get())
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

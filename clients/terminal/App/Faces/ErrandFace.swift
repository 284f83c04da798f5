// An errand: one question to a server's archive, its answer in plain lines, and good-bye. It plays
// nothing and reads nothing that is typed. Confined to the client's queue.

import Game
import Glibc
import Net
import TerminalUI
import Wire

/// The face of a session that has come to ask one thing.
final class ErrandFace: Face {
  private let errand: Lookup
  private var perform: (UserRequest) -> Session? = { _ in nil }
  private var hasAsked = false
  /// Why there was no answer, if there was none.
  private(set) var failure: String?

  init(_ errand: Lookup) { self.errand = errand }

  var input: Int32? { nil }
  var canAsk: Bool { false }
  func inputIsReady() {}
  var depth: ColorDepth { .monochrome }
  func begin(_ perform: @escaping (UserRequest) -> Session?) { self.perform = perform }
  func goes(to route: Route, choices: [ServerChoice]) {}
  func knows(_ choices: [ServerChoice]) {}
  func refuseServer(_ sentence: String) {}
  func remembers(_ bests: BestMatches) {}
  var watched: [RoomCode] { [] }
  var deadline: Instant? { nil }
  var isAlone: Bool { false }

  func show(_ session: Session, beside watchers: [Watcher], at now: Instant) {
    guard session.hasIntroducedItself else { return }
    if !hasAsked {
      hasAsked = true
      _ = perform(.act(.lookUp(errand)))
    } else if let found = session.found {
      // Why the server was not told who this is says more than that it does not know.
      failure = found.whyNot.map { session.whyUnknown ?? $0 }
      if failure == nil { write(found.lines(for: session), to: STDOUT_FILENO) }
      _ = perform(.act(.quit))
    }
  }

  // A terminal in line mode stops, goes on and grows by itself.
  func suspend() {}
  func resume() {}
  func resized() {}
  func end(_ session: Session, hasFailed: Bool) {}
}

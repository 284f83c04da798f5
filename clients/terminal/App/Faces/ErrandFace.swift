// An errand: one question to a server's archive, its answer in plain lines or JSON, and good-bye.
// It plays nothing and reads nothing that is typed. Confined to the client's queue.

import ClientCore
import Game
import Glibc
import Net
import TerminalUI
import Wire

/// The face of a session that has come to ask one thing.
final class ErrandFace: Face {
  private let errand: Lookup
  private let isJSON: Bool
  private var hasAsked = false
  /// Why there was no answer, if there was none.
  private(set) var failure: String?

  /// - Parameter isJSON: whether the answer is for a program.
  init(_ errand: Lookup, isJSON: Bool) { (self.errand, self.isJSON) = (errand, isJSON) }

  var input: Int32? { nil }
  var canAsk: Bool { false }
  func takeNext(_ session: inout Session, at now: Instant) -> [Wish]? { nil }
  var depth: ColorDepth { .monochrome }
  func goes(to route: Route, choices: [ServerChoice]) {}
  func knows(_ choices: [ServerChoice]) {}
  func refuseServer(_ sentence: String) {}
  func remembers(_ bests: BestMatches) {}
  func remembers(_ friends: Friends, days: Set<Int>) {}
  func comes(of day: DayResult) {}
  func copy(_ text: String) {}
  var watched: [RoomCode] { [] }
  var deadline: Instant? { nil }
  var isAlone: Bool { false }

  func show(_ session: inout Session, beside watchers: [Watcher], at now: Instant) -> [Wish] {
    guard session.hasIntroducedItself else { return [] }
    if !hasAsked {
      hasAsked = true
      return session.act(.lookUp(errand), at: now).map(Wish.session)
    }
    guard let found = session.found else { return [] }
    // Why the server was not told who this is says more than that it does not know.
    failure = found.whyNot.map { session.whyUnknown ?? $0 }
    if failure == nil {
      write(isJSON ? [found.json.description] : found.lines(for: session), to: STDOUT_FILENO)
    }
    return session.act(.quit, at: now).map(Wish.session)
  }

  // A terminal in line mode stops, goes on and grows by itself.
  func suspend() {}
  func resume() {}
  func resized() {}
  func end(_ session: Session, hasFailed: Bool) {}
}

// A session as plain lines on standard output, with commands typed on standard input. What is said
// and what is understood is the line mode's; this reads and writes. Confined to the client's queue.

import Game
import Glibc
import Net
import TerminalUI
import Wire

/// The face of a session for screen readers, pipes and dumb terminals.
final class PlainFace: Face {
  /// It hears from `goes` where it is, before there is anything to tell.
  private var mode = PlainMode(server: "")
  private var perform: (UserRequest) -> Session? = { _ in nil }
  private var session: Session?
  private let clock: Clock
  private let isTerminal: Bool
  private let playsItself: Bool
  private var invitations = Invitations()
  private var hasShared = false
  /// Whether lines could not be written.
  private var isUnheard = false
  /// The part of a line that has been typed so far.
  private var unfinished: [UInt8] = []

  private(set) var input: Int32?
  private(set) var deadline: Instant?

  /// The longest line that is read, in bytes; no command is nearly as long.
  private static let lineBytesMax = 1_024

  /// - Parameters:
  ///   - readsInput: whether somebody may type.
  ///   - playsItself: whether the program plays the seat.
  init(clock: Clock, readsInput: Bool, playsItself: Bool) {
    self.clock = clock
    self.playsItself = playsItself
    input = readsInput ? STDIN_FILENO : nil
    isTerminal = isatty(STDIN_FILENO) == 1
  }

  /// A player who lets the program play, or can type no more, wants no other match.
  var isAlone: Bool { input == nil || playsItself }

  /// A script does not know that it is asked.
  var canAsk: Bool { isTerminal && !isAlone }

  func begin(_ perform: @escaping (UserRequest) -> Session?) { self.perform = perform }

  // MARK: Out

  /// Lines have none.
  var depth: ColorDepth { .monochrome }

  /// Lines are about one room.
  var watched: [RoomCode] { [] }

  func goes(to route: Route, choices: [ServerChoice]) {
    mode.go(to: route.isOwn ? Words["your own server"] : route.name, others: choices)
    // Of somebody else's server one has the address from them.
    invitations = route.isOwn ? route.invitations : Invitations()
    hasShared = false
  }

  func knows(_ choices: [ServerChoice]) { mode.know(choices) }

  func refuseServer(_ sentence: String) { say([sentence]) }

  // Lines tell what happens, not what was.
  func remembers(_ bests: BestMatches) {}

  func show(_ session: Session, beside watchers: [Watcher], at now: Instant) {
    self.session = session
    say(mode.news(of: session, at: now))
    deadline = mode.deadline(session)
    if !hasShared, let room = session.room {
      hasShared = true
      say(invitations.lines(to: room.code.text))
    }
  }

  func end(_ session: Session, hasFailed: Bool) {
    // Why it failed is said on standard error.
    if !hasFailed { say(mode.news(of: session, at: now)) }
  }

  private var now: Instant { Instant(milliseconds: Int(clock.milliseconds())) }

  /// Nobody plays on who cannot be told what happens.
  private func say(_ lines: [String]) {
    if isUnheard || write(lines, to: STDOUT_FILENO) { return }
    isUnheard = true
    _ = perform(.act(.quit))
  }

  // MARK: In

  func inputIsReady() {
    guard let bytes = available(from: STDIN_FILENO) else {
      input = nil
      // Ctrl-D is a person's good-bye; the end of a script leaves the match to go on.
      if isTerminal { _ = perform(.act(.quit)) }
      return
    }
    unfinished += bytes
    while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
      obey(String(decoding: unfinished[..<end], as: UTF8.self))
      unfinished.removeSubrange(...end)
    }
    if unfinished.count > PlainFace.lineBytesMax { unfinished = [] }
  }

  private func obey(_ line: String) {
    guard let current = session else { return }
    let reply = mode.reply(to: line, in: current, at: now)
    say(reply.lines)
    // What it does holds for the next line, which may have come in the same write.
    for action in reply.actions { session = perform(.act(action)) ?? session }
    if let server = reply.server { session = perform(.visit(server)) ?? session }
  }

  // A terminal in line mode stops, goes on and grows by itself.
  func suspend() {}
  func resume() {}
  func resized() {}
}

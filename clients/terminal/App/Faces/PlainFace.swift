// A session as plain lines on standard output, with commands typed on standard input. What is said
// and what is understood is the line mode's; this reads and writes. Confined to the client's queue.

import ClientCore
import Game
import Glibc
import Net
import TerminalUI
import Wire

/// The face of a session for screen readers, pipes and dumb terminals.
final class PlainFace: Face {
  /// It hears from `goes` where it is, before there is anything to tell.
  private var mode = PlainMode(server: "")
  /// Whether anything has been told, so that there is something to answer to.
  private var hasBegun = false
  private let clock: Clock
  private let isTerminal: Bool
  private let playsItself: Bool
  private var invitations = Invitations()
  private var hasShared = false
  /// What the day has come to, until it is told.
  private var result: [String] = []
  /// Whether lines could not be written.
  private var isUnheard = false
  /// The lines that have been typed and not been answered, and the part of the next one.
  private var typed: ArraySlice<String> = []
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

  func remembers(_ friends: Friends, days: Set<Int>) {}

  // After all that the end of the match has told.
  func comes(of day: DayResult) { result = day.lines }

  func copy(_ text: String) {}

  func show(_ session: inout Session, beside watchers: [Watcher], at now: Instant) -> [Wish] {
    hasBegun = true
    say(mode.news(of: session, at: now) + result)
    result = []
    deadline = mode.deadline(session)
    if !hasShared, let room = session.room {
      hasShared = true
      say(invitations.lines(to: room.code.text))
    }
    // Nobody plays on who cannot be told what happens.
    return isUnheard ? session.act(.quit, at: now).map(Wish.session) : []
  }

  func end(_ session: Session, hasFailed: Bool) {
    // Why it failed is said on standard error.
    if !hasFailed { say(mode.news(of: session, at: now)) }
  }

  private var now: Instant { Instant(milliseconds: Int(clock.milliseconds())) }

  private func say(_ lines: [String]) {
    isUnheard = isUnheard || !write(lines, to: STDOUT_FILENO)
  }

  // MARK: In

  func takeNext(_ session: inout Session, at now: Instant) -> [Wish]? {
    guard hasBegun else { return nil }
    if typed.isEmpty, input != nil, !read() {
      input = nil
      // Ctrl-D is a person's good-bye; the end of a script leaves the match to go on.
      if isTerminal { return session.act(.quit, at: now).map(Wish.session) }
    }
    guard let line = typed.popFirst() else { return nil }
    let reply = mode.reply(to: line, in: session, at: now)
    say(reply.lines)
    let outputs = reply.actions.flatMap { session.act($0, at: now) }
    return outputs.map(Wish.session) + (reply.server.map { [.visit($0)] } ?? [])
  }

  /// Reads what has been typed, or says that the input has ended.
  private func read() -> Bool {
    guard let bytes = available(from: STDIN_FILENO) else { return false }
    unfinished += bytes
    while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
      typed.append(String(decoding: unfinished[..<end], as: UTF8.self))
      unfinished.removeSubrange(...end)
    }
    if unfinished.count > PlainFace.lineBytesMax { unfinished = [] }
    return true
  }

  // A terminal in line mode stops, goes on and grows by itself.
  func suspend() {}
  func resume() {}
  func resized() {}
}

// The line mode: news of a session as lines to be read aloud or logged, and typed lines as what the
// user wants done. Everything about how it sounds is in the files beside; this one puts a command
// together with what is going on and answers it.
// Invariants: one event a line; nothing is said twice unless it was asked for; no line has a mark
// that turns text around, wherever its words came from.

package import ClientCore
package import Game
import Wire

/// What comes of a typed line: an answer, and what to tell the session, both maybe nothing.
package struct PlainReply: Hashable, Sendable {
  /// To be shown at once.
  package var lines: [String] = []
  /// To be handed to `Session.handle` in order.
  package var actions: [UserAction] = []
  /// The address of another server to go to, as it was typed.
  package var server: String?
}

/// A user interface of lines.
package struct PlainMode: Sendable {
  private var narrator: PlainNarrator
  /// The servers that one can go to from here.
  private var others: [ServerChoice] = []

  /// A line mode that has told nothing yet.
  ///
  /// - Parameter server: what to call the server, such as "ams-1" or "localhost:7300".
  package init(server: String) {
    narrator = PlainNarrator(server: server)
  }

  /// The session is on that server from now on.
  package mutating func go(to server: String, others: [ServerChoice]) {
    narrator = PlainNarrator(server: server)
    self.others = others
  }

  /// The servers that one can go to are these from now on.
  package mutating func know(_ others: [ServerChoice]) { self.others = others }

  /// The lines that tell what is new; to be asked for after every input to the session, and at
  /// `deadline`.
  ///
  /// - Parameter now: the local moment.
  package mutating func news(of session: Session, at now: Instant) -> [String] {
    narrator.news(of: session, at: now).map(\.withoutTurningMarks)
  }

  /// The local moment at which there will be news by time alone; nil when there will not.
  package func deadline(_ session: Session) -> Instant? { narrator.deadline(session) }

  /// Answers a typed line.
  package func reply(to line: String, in session: Session, at now: Instant) -> PlainReply {
    var reply = PlainReply()
    if session.asksToProve, let agrees = PlainMode.answer(line) {
      reply.actions = [.consent(agrees)]
      return reply
    }
    do throws(PlainMistake) {
      // Who looks on and moves a slider is told how to play along.
      let room = session.room
      let mayMove = room?.isRunning == true && room?.mayPlayAlong == true
      let mode = session.guess != nil || mayMove ? room?.match?.rules.mode : nil
      guard let command = try PlainCommand.parse(line, mode: mode) else { return reply }
      reply = PlainDesk(session: session, servers: others, now: now).reply(to: command)
    } catch {
      reply.lines = [error.answer]
    }
    // A mistake is answered with what was typed.
    reply.lines = reply.lines.map(\.withoutTurningMarks)
    return reply
  }

  /// A line as an answer to a question; nil if it is something else.
  private static func answer(_ line: String) -> Bool? {
    switch line.lowercased().split(whereSeparator: \.isWhitespace) {
    case ["yes"], ["y"]: true
    case ["no"], ["n"]: false
    default: nil
    }
  }
}

// A kept match as somebody saw it, at any of its moments: a session that hears the lines again. Its
// local clock is the match's own, and whatever it asks about the time is answered at once, so it
// neither measures a delay nor believes the server lost. It has no connection and reads no clock.
// Invariant: the same match, viewer and moment give the same room, whatever came before.

import ClientCore
import Game
import Wire

/// Somebody's eyes on a kept match.
struct Replay: Sendable {
  let match: SavedMatch
  /// Whose eyes; nil for somebody who looks on.
  let viewer: PlayerID?
  /// What they know.
  private(set) var session: Session
  /// The moment that it is.
  private(set) var now: Instant
  /// How many beats have happened.
  private var happened = 0
  private let hashing: Hashing

  /// What is seen before anything has happened.
  init(_ match: SavedMatch, seenBy viewer: PlayerID?, hashing: Hashing) {
    (self.match, self.viewer, self.hashing) = (match, viewer, hashing)
    now = match.begins
    session = Session(
      intent: viewer == nil
        ? .watch(match.code, password: nil) : .join(match.code, password: nil),
      hello: Hello(), secret: [UInt8](repeating: 0, count: Replay.secretBytes), hashing: hashing,
      selfPlay: nil)
    answer(session.start(at: now))
    take(.connected)
    hear(
      .welcome(
        Welcome(
          version: Wire.version, me: viewer ?? Replay.nobody, now: now, token: "-", app: "-",
          modes: [])))
    hear(.entered(match.code, role, n: match.last))
    for message in match.picture { hear(message) }
  }

  /// It gives no nonces, so nothing hangs on it.
  private static let secretBytes = 32
  private static let nobody = PlayerID(number: 0)

  private var role: Role { viewer == nil ? .watcher : .player }

  /// Goes to another moment. To go back it begins anew: a match is a few thousand lines.
  mutating func seek(to moment: Instant) {
    if moment < now { self = Replay(match, seenBy: viewer, hashing: hashing) }
    while let at = nextBeat, at <= moment {
      now = at
      if let guess = ownGuess { answer(session.act(.set(guess), at: now)) }
      if let message = match.beats[happened].message { hear(message) }
      happened += 1
    }
    now = max(now, moment)
    take(.tick)
  }

  /// When something happens next; nil once all has.
  var nextBeat: Instant? {
    happened < match.beats.count ? match.beats[happened].at : nil
  }

  // MARK: The viewer

  /// Where the viewer's own sliders were by the next beat, if that tells it: a record says so; else
  /// they made the color that others saw, and a player who locked was scored for it.
  private var ownGuess: Guess? {
    guard let viewer, let mode = session.room?.match?.rules.mode else { return nil }
    if let moved = match.beats[happened].moved {
      return moved.player == viewer ? moved.guess : nil
    }
    switch match.beats[happened].message {
    case .move(let move) where move.who == viewer: return mode.nearest(move.swatch)
    case .play(_, .locked(viewer, _, _)):
      for beat in match.beats[happened...] {
        if case .play(_, .score(let score)) = beat.message, score.who == viewer {
          return score.guess
        }
        if case .play(_, .round) = beat.message { return nil }
      }
      return nil
    default: return nil
    }
  }

  // MARK: The server

  private mutating func hear(_ message: ServerMessage) {
    var line: [UInt8] = []
    seen(message).encode(into: &line)
    take(.received(line.dropLast()))
  }

  /// The line as it is told to the viewer: in their own role, and at once.
  private func seen(_ message: ServerMessage) -> ServerMessage {
    switch message {
    case .entered(let code, _, let last): return .entered(code, role, n: last)
    case .room(let number, .settings(var view)):
      view.delay = 0
      return .room(n: number, .settings(view))
    default: return message
    }
  }

  private mutating func take(_ input: SessionInput) { answer(session.handle(input, at: now)) }

  /// Nothing that a session wants is done: there is no server. It is only told the time.
  private mutating func answer(_ outputs: [SessionOutput]) {
    for case .send(.ping(let question)) in outputs { hear(.pong(t: question, now: now)) }
  }
}

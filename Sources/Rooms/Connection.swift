// One connection as a hall sees it: what it has said so far, where it is, how fast it talks and
// when it was last heard. It knows neither sockets nor the room it is in, only the room's code.
// Invariant: a connection has a player exactly when its HELLO was taken.

import Game
import Wire

/// Where a connection is.
enum Place: Hashable, Sendable {
  /// In no room.
  case outside
  case seated(RoomCode)
  case watching(RoomCode)

  var code: RoomCode? {
    switch self {
    case .outside: nil
    case .seated(let code), .watching(let code): code
    }
  }
}

/// What a hall knows of a connection.
struct Connection: Sendable {
  var player: PlayerID?
  var place: Place = .outside
  /// Whether everything but the wait for `drained` is suspended, because the client cannot keep up.
  var isMuted = false
  /// Whether it has been told that it is being closed; nothing it says counts any more.
  var isClosing = false
  var lastHeard: Instant
  var pace: Pace
  var ping: Ping
  /// The moment that the hall's agenda holds for this connection.
  var scheduled: Instant?

  init(at now: Instant, limits: Limits) {
    lastHeard = now
    pace = Pace(at: now, limits: limits)
    ping = Ping(next: now)
  }

  /// When silence ends the connection.
  func silenceEnds(_ limits: Limits) -> Instant {
    if player == nil { return lastHeard + limits.helloMilliseconds }
    let allowed = place == .outside ? limits.idleMilliseconds : limits.idleInRoomMilliseconds
    return lastHeard + allowed
  }

  /// When something has to be done about the connection next.
  func deadline(_ limits: Limits) -> Instant {
    let end = silenceEnds(limits)
    guard player != nil, ping.unanswered < limits.unansweredPingsMax else { return end }
    return min(end, ping.next)
  }
}

/// The server's own measuring of a connection's round trip.
struct Ping: Sendable {
  /// When the next one goes out.
  var next: Instant
  /// The nonce that is out, and since when.
  var out: (nonce: String, at: Instant)?
  /// How many in a row were not answered.
  var unanswered = 0
  /// The shortest round trip so far in milliseconds.
  var roundTrip: Int?

  init(next: Instant) {
    self.next = next
  }

  /// Notes that a nonce went out.
  mutating func send(_ nonce: String, at now: Instant, next: Instant) {
    if out != nil { unanswered += 1 }
    out = (nonce, now)
    self.next = next
  }

  /// Takes an answer; nonces that are not out are ignored.
  ///
  /// - Returns: whether it counted.
  mutating func answer(_ nonce: String, at now: Instant) -> Bool {
    guard let sent = out, sent.nonce == nonce else { return false }
    out = nil
    unanswered = 0
    roundTrip = min(roundTrip ?? .max, now - sent.at)
    return true
  }
}

/// A token bucket over a client's lines, and the strikes of a client who ignores it.
struct Pace: Sendable {
  /// What becomes of a line.
  enum Verdict {
    case take
    /// Drop it silently: the client has just been told.
    case drop
    /// Drop it and say so.
    case strike
    /// Drop it, say so and close.
    case close
  }

  /// Thousandths of a line that may still come at once.
  private var credit: Int
  private var refilled: Instant
  private var strikes: [Instant] = []

  init(at now: Instant, limits: Limits) {
    credit = limits.lineBurst * 1_000
    refilled = now
  }

  /// Counts one line.
  mutating func judge(at now: Instant, limits: Limits) -> Verdict {
    credit = min(limits.lineBurst * 1_000, credit + (now - refilled) * limits.linesPerSecond)
    refilled = now
    if credit >= 1_000 {
      credit -= 1_000
      return .take
    }
    if let last = strikes.last, now - last < limits.strikeMilliseconds { return .drop }
    strikes.removeAll { now - $0 >= limits.strikesMilliseconds }
    strikes.append(now)
    return strikes.count >= limits.strikesMax ? .close : .strike
  }
}

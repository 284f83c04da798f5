// Somebody at the other end: a clock, a way to the server, at most one connection that they still
// hold, and what they know, which is what they heard and nothing else.

import Game
import TranscriptSupport
import Wire

final class Person {
  let number: Int
  var clock: PersonalClock
  var path: Path
  let isWeb: Bool
  var link: MemoryLink?
  /// What was heard on the present connection.
  var viewer = Viewer(hashing: .genuine)
  var isStalled = false
  /// Whether they have stalled on this connection, and so may have heard of things late.
  var hasStalled = false
  var hasSaidBye = false
  /// Whether the last picture of a room was heard to its end; if not, nothing can be built on it.
  private(set) var isWhole = false
  /// The key that they own; three people have one together.
  let keys: KeyPair
  /// What the server asked last on this connection, to know who they are.
  private(set) var challenge: (nonce: [UInt8], server: ServerName)?
  var reading = Reading()
  /// The newest PING's nonce, and the one before.
  private(set) var nonces = (newest: "00", stale: "00")
  /// By hall, what may give back a seat there.
  private(set) var tokens: [String?]
  private(set) var hasConnected = false
  /// The hall of the present or last connection.
  private(set) var hall = 0

  init(number: Int, clock: PersonalClock, path: Path, halls: Int, isWeb: Bool = false) {
    self.number = number
    self.clock = clock
    self.path = path
    self.isWeb = isWeb
    keys = KeyPair(seed: UInt8(number % 3))
    tokens = Array(repeating: nil, count: halls)
  }

  var token: String? { tokens[hall] }
  var round: RoundStart? { viewer.room?.match?.round }

  /// Whether what they know of a room is whole and nothing is on its way that could add to it.
  var isSettled: Bool { isWhole && link?.isIdle ?? true }

  func begin(_ link: MemoryLink) {
    let isBack = link.server == hall
    self.link = link
    hall = link.server
    hasConnected = true
    viewer = Viewer(hashing: .genuine, remembering: isBack && isWhole ? viewer.room : nil)
    isStalled = false
    hasStalled = false
    hasSaidBye = false
    challenge = nil
    reading = Reading()
  }

  /// Lets go of the connection, which stands or does not.
  func letGo() {
    link?.isAbandoned = true
    link = nil
    isStalled = false
  }

  func hear(_ message: ServerMessage, at now: Int) throws(Violation) {
    switch message {
    case .welcome(let welcome):
      clock.learn(welcomed: welcome.now.milliseconds, at: now)
      tokens[hall] = welcome.token
    case .pong(let sent, let answered):
      clock.learn(sent: sent, answered: answered.milliseconds, at: now)
    case .ping(let nonce): nonces = (nonce, nonces.newest)
    case .challenge(let nonce, let server): challenge = (nonce, server)
    case .proved(let id, let tag):
      try demand(challenge != nil && id == keys.id && tag == id.tag, "known as somebody else")
    case .entered(let code, _, let number):
      isWhole = isWhole && viewer.room?.code == code && viewer.room?.last == number
    // A picture, though it may be of the very number that is known.
    case .room(n: nil, .settings): isWhole = false
    case .watchers: isWhole = true
    default: break
    }
    try viewer.fold(message)
  }
}

/// A person's own clock, which nobody has set.
struct PersonalClock: Sendable {
  /// How far it is ahead of the server's when the world begins, in milliseconds.
  let offset: Int
  /// How much too fast it runs, in millionths.
  let drift: Int
  /// What has to be added to a reading to get the server's time, and the round trip that taught so.
  private var lesson: (correction: Int, roundTrip: Int)?

  init(offset: Int, drift: Int) {
    self.offset = offset
    self.drift = drift
  }

  /// Whether it is so far off that believing it would show.
  var isSkewed: Bool { abs(offset) > 1_000 }

  func reading(at now: Int) -> Int {
    World.start.milliseconds + now + offset + now * drift / 1_000_000
  }

  /// What the person takes the server's clock to show; nil before anything was learned.
  func serverTime(at now: Int) -> Int? { lesson.map { reading(at: now) + $0.correction } }

  /// Learns from WELCOME, as long as there is nothing better.
  mutating func learn(welcomed time: Int, at now: Int) {
    if lesson == nil { lesson = (time - reading(at: now), .max) }
  }

  /// Learns from a PONG: the shorter the round trip, the truer the time.
  mutating func learn(sent: Int, answered time: Int, at now: Int) {
    let roundTrip = reading(at: now) - sent
    guard roundTrip >= 0, roundTrip <= lesson?.roundTrip ?? .max else { return }
    lesson = (time + roundTrip / 2 - reading(at: now), roundTrip)
  }

  /// The moment of the world at which the person takes the server's clock to show `time`.
  func moment(of time: Int, at now: Int) -> Int {
    guard let believed = serverTime(at: now) else { return time - World.start.milliseconds }
    return now + time - believed
  }
}

// One connection as a hall sees it: what it has said so far, where it is, how fast it talks and
// when it was last heard. It knows no sockets, and of a room only that it has a seat there.
// Invariants: a connection has a player exactly when its HELLO was taken; it has a `room` exactly
// while it is seated; one lane has it at a time, which alone may look at it.

import Archive
import Game
import Wire

/// Where a connection is.
enum Whereabouts: Hashable, Sendable {
  /// In no room.
  case outside
  case seated(RoomCode)
  case watching(RoomCode)
  /// Looking on in a room of another lane.
  case watchingAfar(RoomCode)

  /// The room in which it has a seat.
  var seatedCode: RoomCode? { if case .seated(let code) = self { code } else { nil } }

  var code: RoomCode? {
    switch self {
    case .outside: nil
    case .seated(let code), .watching(let code), .watchingAfar(let code): code
    }
  }
}

/// What a hall knows of a connection.
final class Connection: @unchecked Sendable {
  var player: PlayerID?
  private(set) var place: Whereabouts = .outside
  /// Where it has a seat: a move asks no table for the room.
  private(set) var room: RoomEntry?
  /// Whether nothing can be sent until `drained`, because the client cannot keep up.
  var isMuted = false
  /// Whether it has been told that it is being closed; nothing it says counts any more.
  var isClosing = false
  private var lastHeard: Instant
  /// Lines that its address has paid for and that have not come yet.
  var prepaidLines = 0
  private var pace: Pace
  /// Whom it counts for.
  private(set) var origin: Origin

  /// Which visit it is of a room where the connection looks on.
  var visit = 0
  /// What has to be said first when something can be sent again.
  var farewell: (code: RoomCode, why: Departure)?
  /// What the client said while it was muted, to be answered when it can be.
  var held: [Line] = []
  private let came: Instant
  var ping: Ping
  /// Whether its screen shows the field of those who play along.
  var showsField = false
  /// What it is bound to, as far as anybody has asked.
  var binding = Binding.open
  /// What is to be signed on it.
  var challenge: ProofRequest?
  /// Why it can only come back to a seat; nil when it may do anything, or is back.
  var fullness: Fullness?
  /// What it has asked of the archive, until that is answered; wherever it is carried, it is asked
  /// again there.
  var asked: Asked?
  /// The match that it asked to race, until the room is opened.
  var original: Original?
  /// Whether it has been told that the server is about to stop.
  var knowsOfEnd = false
  /// How often it has been lent for what it said last.
  var lends = 0
  /// The seat that it waits for, since somebody may have it in a moment.
  var awaited: AwaitedSeat?
  private var toldOfCrowd: Instant?
  /// What the hall's agenda holds for this connection.
  var reminders = Reminders()

  /// What a client said: a message, or what is to be answered to a line that is none.
  enum Line: Sendable {
    case message(ClientMessage, arrived: ClosedRange<Instant>)
    case nonsense(RefusalLine)
  }

  init(from origin: Origin, fullness: Fullness?, at now: Instant, limits: Limits) {
    self.origin = origin
    self.fullness = fullness
    came = now
    lastHeard = now
    pace = Pace(at: now, limits: limits)
    ping = Ping(next: now)
  }

  /// Hands over the match that it asked to race.
  func takeOriginal() -> Original? {
    defer { original = nil }
    return original
  }

  /// Somebody who was lent, or is given back.
  convenience init(_ guest: Guest, at now: Instant, limits: Limits) {
    let origin = Origin(household: guest.household, site: guest.site)
    self.init(
      from: origin, fullness: guest.fullness.map(Fullness.init), at: now, limits: limits)
    player = guest.who?.player
    lends = min(guest.lends, Hall.lendsMax)
    ping.roundTrip = guest.who?.roundTrip
    pace.spend(guest.spent, strikes: guest.strikes, at: now, limits: limits)
    held = guest.kept.map { kept in
      switch kept {
      case .message(let message, let ages):
        .message(message, arrived: (now - ages.upperBound)...(now - ages.lowerBound))
      case .nonsense(let refusal): .nonsense(refusal)
      }
    }
  }

  /// The same, seated nowhere: what somebody keeps of a connection must not change with it. What is
  /// missing here is lost on the way to another lane.
  init(_ other: Connection) {
    (origin, fullness, came) = (other.origin, other.fullness, other.came)
    (player, place, visit, lends) = (other.player, other.place, other.visit, other.lends)
    (isMuted, isClosing, farewell) = (other.isMuted, other.isClosing, other.farewell)
    (lastHeard, pace, ping) = (other.lastHeard, other.pace, other.ping)
    (prepaidLines, toldOfCrowd) = (other.prepaidLines, other.toldOfCrowd)
    (held, asked, awaited) = (other.held, other.asked, other.awaited)
    (binding, challenge, knowsOfEnd) = (other.binding, other.challenge, other.knowsOfEnd)
    showsField = other.showsField
  }

  /// What another node has to know of it to go on, who has to be said besides.
  func guest(for message: ClientMessage, at now: Instant, limits: Limits) -> Guest {
    var guest = Guest(message, who: nil, household: origin.household, site: origin.site)
    guest.fullness = fullness.map(Guest.Fullness.init)
    guest.lends = lends
    (guest.spent, guest.strikes) = pace.account(at: now, limits: limits)
    // What the archive has not answered is asked again there.
    let asked = asked.map { Line.message($0.line, arrived: now...now) }
    guest.kept = ((asked.map { [$0] } ?? []) + held).prefix(Guest.keptMax)
      .map { line in
        switch line {
        case .message(let message, let arrived):
          .message(
            message, ages: max(0, now - arrived.upperBound)...max(0, now - arrived.lowerBound))
        case .nonsense(let refusal): .nonsense(refusal)
        }
      }
    return guest
  }

  /// Notes whom it counts for after all.
  func introduce(from origin: Origin, fullness: Fullness?) {
    precondition(player == nil, "a proxy says for whom it speaks before anybody says HELLO")
    (self.origin, self.fullness) = (origin, fullness)
  }

  /// When silence ends the connection.
  func silenceEnds(_ limits: Limits) -> Instant {
    if player == nil { return came + limits.helloMilliseconds }
    let allowed = place == .outside ? limits.idleMilliseconds : limits.idleInRoomMilliseconds
    let end = lastHeard + allowed
    // Who does not read has not heard the question.
    guard !isMuted, ping.roundTrip != nil, let asked = ping.waitingSince else { return end }
    return min(end, max(asked, lastHeard) + limits.answerMilliseconds)
  }

  /// Whether the server asks for the round trip when it is time: not somebody who cannot be told,
  /// and not a person who has shown not to answer.
  func isPinged(_ limits: Limits) -> Bool {
    player != nil && !isMuted && ping.unanswered < limits.unansweredPingsMax
  }

  /// When something has to be done about the connection next; nil when it only has to go.
  func deadline(_ limits: Limits) -> Instant? {
    if isClosing { return nil }
    var next = silenceEnds(limits)
    if isPinged(limits) { next = min(next, ping.next) }
    if let asked { next = min(next, asked.until) }
    if let awaited { next = min(next, awaited.due) }
    return next
  }

  /// Notes that the connection is in no room any more. Its silence outside begins now, because who
  /// was put out may have been silent for long.
  func leaveRoom(at now: Instant) {
    go(.outside)
    lastHeard = now
  }

  /// Notes where the connection is from now on; a seat is taken by `sit`.
  func go(_ place: Whereabouts) { (self.place, room) = (place, nil) }

  /// Notes that it has a seat in a room.
  func sit(in room: RoomEntry) { (place, self.room) = (.seated(room.room.code), room) }

  /// Whether something can be sent, and no seat is awaited.
  var mayBeAnswered: Bool { !isMuted && awaited == nil }

  /// Keeps a line while nothing can be sent or a seat is awaited.
  ///
  /// - Returns: how many are kept then; nil when it can be answered.
  func hold(_ line: Line) -> Int? {
    if mayBeAnswered { return nil }
    held.append(line)
    return held.count
  }

  /// Who speaks on it, in a line that arrived then; nil before HELLO.
  func caller(_ id: ConnectionID, _ arrived: ClosedRange<Instant>) -> Caller? {
    player.map { Caller(id: id, player: $0, place: place, arrived: arrived) }
  }

  /// The next line that waits for its answer, if it may be answered now.
  func nextHeld() -> Line? {
    !mayBeAnswered || isClosing || held.isEmpty ? nil : held.removeFirst()
  }

  /// Takes a line from what its address has paid for.
  ///
  /// - Returns: whether that was enough.
  func spend(_ cost: Int) -> Bool {
    guard prepaidLines >= cost else { return false }
    prepaidLines -= cost
    return true
  }

  /// Whether to say now that the address sends too much; a connection has its own pace for what it
  /// does itself, so this is no strike.
  func isToldOfCrowd(at now: Instant, _ limits: Limits) -> Bool {
    if let toldOfCrowd, now - toldOfCrowd < limits.strikeMilliseconds { return false }
    toldOfCrowd = now
    return true
  }

  /// Counts a line from a connection that may still speak. Inline, or all limits are copied.
  @inline(__always)
  func hear(cost: Int, at now: Instant, limits: Limits) -> Pace.Verdict {
    guard !isClosing else { return .drop }
    lastHeard = now
    return pace.judge(cost: cost, at: now, limits: limits)
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
  /// When the first of them went out, that which is out included.
  private(set) var waitingSince: Instant?
  /// The shortest round trip so far in milliseconds.
  var roundTrip: Int?

  init(next: Instant) {
    self.next = next
  }

  /// Notes that a nonce went out.
  mutating func send(_ nonce: String, at now: Instant, next: Instant) {
    if out != nil { unanswered += 1 }
    waitingSince = waitingSince ?? now
    out = (nonce, now)
    self.next = next
  }

  /// Takes an answer; nonces that are not out are ignored.
  ///
  /// - Returns: whether it counted.
  mutating func answer(_ nonce: String, at now: Instant) -> Bool {
    guard let sent = out, sent.nonce == nonce else { return false }
    out = nil
    waitingSince = nil
    unanswered = 0
    roundTrip = min(roundTrip ?? .max, max(0, now - sent.at))
    return true
  }
}

extension Ping {
  /// Expects no answer any more to what went out: it may not have been read.
  mutating func forget() {
    out = nil
    waitingSince = nil
  }
}

/// How fast a client may talk, and the strikes of a client who ignores it.
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

  private var lines: Bucket
  private var strikes: [Instant] = []

  init(at now: Instant, limits: Limits) {
    lines = Bucket(full: limits.lineBurst, at: now)
  }

  /// How many lines are missing, and how long ago the strikes were, in milliseconds.
  func account(at now: Instant, limits: Limits) -> (spent: Int, strikes: [Int]) {
    (
      lines.missing(of: limits.lineBurst, perSecond: limits.linesPerSecond, at: now),
      strikes.map { max(0, now - $0) }.filter { $0 < limits.strikesMilliseconds }
    )
  }

  /// Takes over what another node has counted.
  mutating func spend(_ count: Int, strikes ages: [Int], at now: Instant, limits: Limits) {
    lines.spend(min(count, limits.lineBurst))
    strikes = ages.prefix(limits.strikesMax).map { now - $0 }
  }

  /// Counts one line as so many.
  @inline(__always)
  mutating func judge(cost: Int, at now: Instant, limits: Limits) -> Verdict {
    if lines.take(cost, burst: limits.lineBurst, perSecond: limits.linesPerSecond, at: now) {
      return .take
    }
    if let last = strikes.last, now - last < limits.strikeMilliseconds { return .drop }
    strikes.removeAll { now - $0 >= limits.strikesMilliseconds }
    strikes.append(now)
    return strikes.count >= limits.strikesMax ? .close : .strike
  }
}

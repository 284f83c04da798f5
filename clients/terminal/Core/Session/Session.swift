// The client's side of the protocol as one value: it is told what happened and when, and says what
// is to be done. It knows what the user wants and does what it takes to get there, again after
// every lost connection; it never reads a clock, touches a socket or draws anything. Same inputs,
// same outputs. Moments handed in are local; moments of the room are the server's, and `clock` is
// between. Invariants: `room` is always whole, never half a picture; one request to be let in or
// out is under way at a time; nothing is sent before WELCOME but HELLO.

public import Game
public import Wire

/// One user's session with one server, over as many connections as it takes.
///
/// Call `start`, then `handle` for whatever happens, `act` for what the user does, and
/// `handle(.tick, …)` at `deadline`.
public struct Session: Sendable {
  /// How the connection is.
  public internal(set) var state: SessionState = .connecting(attempt: 1)
  /// Where the user wants to be.
  public internal(set) var intent: Intent
  /// The server's clock, as far as it is known.
  public internal(set) var clock = ServerClock()
  /// How the server last welcomed us; nil before the first time.
  public internal(set) var welcome: Welcome?
  /// The open rooms, in the server's order, as they were when last asked for.
  public internal(set) var listings: [Listing] = []
  /// When the list of rooms came, on the local clock; nil before the first on this connection.
  public internal(set) var listedAt: Instant?
  /// The room that the user is in, or was in when the connection was lost.
  public internal(set) var room: RoomModel?
  /// When the server stops at the latest; nil unless it has said that it is about to.
  public internal(set) var stopsAt: Instant?
  /// What the user should read, the oldest first; only the newest few are kept.
  public internal(set) var notices: [Notice] = []
  /// The room that did not let the user in for want of its password; nil once something else is
  /// wanted.
  public internal(set) var door: LockedDoor?

  /// Watches over what the server promises to keep; nil where nobody does.
  public var logWatch: LogWatch?

  /// Whether nobody else can come to this server: then a match as soon as can be is against a bot.
  public var isPrivate = false
  /// How well that bot plays.
  public var botLevel = ClientMessage.defaultBotLevel
  /// What proves who the user is; nil for somebody unknown.
  public var prover: Prover?
  /// Who that is, once the server has accepted the proof on this connection.
  public internal(set) var identity: KeyID?
  /// What is looked up in the server's archive.
  var lookups = Lookups()

  /// Who the user is, as the next HELLO says it.
  public internal(set) var hello: Hello
  /// The hash functions that it was given.
  public let hashing: Hashing
  private let secret: [UInt8]
  var sliders: OwnSliders?
  var autoPlayer: AutoPlayer?
  private var noticesMade = 0

  /// When the connection was lost on which the room was known; nil while there is one.
  var lostAt: Instant?
  /// Whether the seat that was kept for the user has been given up, and they do not know it yet.
  var hasLostSeat = false

  // Connections.
  /// When the present state began.
  var stateBegan = Instant(milliseconds: 0)
  var lastHeard = Instant(milliseconds: 0)
  /// Whether the server has not answered for so long that the user should know.
  public internal(set) var isWaiting = false
  var failures = 0
  /// Since when the server has not been reached.
  var failingSince: Instant?
  /// Whether a seat may be kept for us, to be asked for when we come back.
  var mayHaveSeat = false
  /// The question for the time that went out with HELLO.
  var helloQuestion: Int?
  /// What this end sees of the connection that nobody else has.
  var binding = Binding.open
  /// Whether the user agrees that who they are is proved on this connection.
  var consent = ProofConsent.given
  /// Whether the user has said that this server may not know them.
  var hasRefusedConsent = false
  /// Whether the user is asked if this server may know who they are. Nothing else is asked for them
  /// until they answer.
  public internal(set) var asksToProve = false
  /// Why the server was not told who the user is; nil unless something was against it.
  public internal(set) var whyUnknown: String?
  /// What is known of this server's key, and of those of others.
  public var serverKeys = ServerKeys()
  /// Until when the server may say how its log stands; nil while it is not asked.
  var logDue: Instant?
  /// Until when the server may ask for the proof of who the user is; nil while it need not.
  var challengeDue: Instant?

  // Getting in and out.
  /// The room that the server has us in on this connection.
  var inside: RoomCode?
  /// A picture of the room that is being received.
  var draft: RoomModel?
  var request: Request?
  /// Whether the room that the intent asks for has been asked for; heard or not, it may be there.
  var isCreating = false
  var nextList: Instant?
  var isListing = false
  var gathered: [Listing] = []
  /// Who looks on, as far as it has been told; nil while that is not asked.
  var onlookers: [Onlooker]?
  /// Until when the server asked to be left alone.
  var pauseUntil: Instant?
  /// Whether the room is left only to be let in again with the field.
  var reentersForField = false
  /// Whether the user wants the first match in this room as soon as can be.
  var getsReady = false
  /// Whether that was said on this connection.
  var hasSaidReady = false
  /// How many nonces were shown to the server; none of them is given again.
  var sealsOpened = 0
  /// The nonce that was shown on this connection, so that it is said once.
  var nonceShown: Nonce?
  /// When all reactions that were sent would have been if each had waited for its time.
  var reactionsUntil = Instant(milliseconds: 0)

  /// What was asked of the server and not answered yet.
  enum Request: Hashable, Sendable {
    case create
    case quick
    case join
    case watch(since: Int?)
    case leave
    /// The seat that was kept for us, by the token in HELLO.
    case resume
  }

  /// A session that has not begun.
  ///
  /// - Parameters:
  ///   - intent: where the user wants to be.
  ///   - hello: who the user is; the session fills in `resume` and, if it plays itself, `isBot`.
  ///   - secret: 32 bytes that nobody can guess; nonces and the own hand's mistakes come from
  ///     them.
  ///   - hashing: gives the hashes.
  ///   - selfPlay: how the session plays the seat by itself; nil when a person does.
  public init(
    intent: Intent, hello: Hello, secret: [UInt8], hashing: Hashing, selfPlay: SelfPlay?
  ) {
    self.intent = intent
    self.hello = hello
    self.secret = secret
    self.hashing = hashing
    autoPlayer = selfPlay.map { play in
      AutoPlayer(play, key: hashing.hmac(secret, Array("hand".utf8)), hashing: hashing)
    }
  }

  /// Begins: what to do first.
  public mutating func start(at now: Instant) -> [SessionOutput] {
    stateBegan = now
    failingSince = now
    return [.connect]
  }

  /// Takes one input at a local moment no earlier than any before; what is due by then happens
  /// after it.
  public mutating func handle(_ input: SessionInput, at now: Instant) -> [SessionOutput] {
    var outputs: [SessionOutput] = []
    switch input {
    case .bound(let binding, let consent): (self.binding, self.consent) = (binding, consent)
    case .connected: greet(&outputs, at: now)
    case .received(let line): receive(line, &outputs, at: now)
    case .lost(let reason): connectionLost(reason, at: now)
    case .remark(let text): tell(text, nil, at: now)
    case .tick: break
    }
    advance(to: now, &outputs)
    return outputs
  }
}

// Asking.
extension Session {
  /// The user's number; nil before the first WELCOME.
  public var me: PlayerID? { welcome?.me }

  /// Where the user's own sliders stand, or which tile is chosen; nil unless the user plays a round
  /// that is announced or open.
  public var guess: Guess? { sliders?.guess }

  /// Whether the session plays by itself.
  public var playsItself: Bool { autoPlayer != nil }

  /// The moment that the room is seen at, on the server's clock: earlier than it is there by as
  /// much as the room lets those who look on wait.
  public func roomTime(at now: Instant) -> Instant {
    clock.server(at: now) - (room?.delayMilliseconds ?? 0)
  }

  /// The local moment at which the room is seen as it was at a moment of the server's clock.
  public func local(atRoomTime moment: Instant) -> Instant {
    clock.local(at: moment) + (room?.delayMilliseconds ?? 0)
  }

  /// The local moment as of which the room is known: without a connection its clock stands still.
  public func known(at now: Instant) -> Instant { lostAt.map { min($0, now) } ?? now }

  /// Whether the user's own sliders can be moved at a local moment.
  public func canMove(at now: Instant) -> Bool {
    guard let me, let sliders, !sliders.isLocking, let round = room?.match?.round else {
      return false
    }
    return round.lock(of: me) == nil && round.isOpen(at: clock.server(at: known(at: now)))
  }

  /// Whether a lock of the user's was sent and not yet answered.
  public var isLocking: Bool { sliders?.isLocking == true }

  /// The newest notice, while it is fresh enough to be shown at a local moment.
  public func freshNotice(at now: Instant) -> Notice? {
    notices.last.flatMap { now - $0.at < Notice.freshMilliseconds ? $0 : nil }
  }

  /// What the user adds to the randomness of the match that comes next in a room: the same whenever
  /// it is asked for, and something else once it was shown to anybody, or when the match's seed is
  /// promised anew.
  func pledge(for room: RoomModel) -> RoomModel.Pledge? {
    func nonce(_ use: String) -> Nonce? {
      let match = Array("\(use) \(room.code.text) \(room.matchNumber) \(sealsOpened) ".utf8)
      let bytes = hashing.hmac(secret, match + (room.commitment?.hash ?? [])).prefix(16)
      return Nonce(hex: String(hex: bytes))
    }
    guard let secret = nonce("sealed"), let open = nonce("open") else { return nil }
    return RoomModel.Pledge(secret: secret, open: open)
  }

  /// Keeps a sentence for the user.
  ///
  /// - Parameter lasts: whether it stands until the user does something; refusals do.
  mutating func tell(
    _ text: String, _ code: RefusalCode?, lasts: Bool = false, at now: Instant
  ) {
    noticesMade += 1
    notices.append(
      Notice(number: noticesMade, at: now, text: text, code: code, lasts: lasts || code != nil))
    if notices.count > SessionLimits.noticesMax { notices.removeFirst() }
  }
}

extension Notice {
  /// How long a notice is worth showing.
  public static let freshMilliseconds = 5_000
  /// A key that is pressed sooner than this after a notice came was not pressed about it.
  public static let readMilliseconds = 1_000
}

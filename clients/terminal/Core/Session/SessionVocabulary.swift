// The words between a session and what is around it: what it wants, how its connection is, what it
// is told, what it asks for and what it has to say to the person in front of it. Values only.

public import Chroma
public import Game
public import Wire

/// Where the user wants to be. The session does what it takes to get there and back there.
public enum Intent: Hashable, Sendable {
  /// On the home screen, choosing a room.
  case browse
  /// In a room of one's own, with bots of these levels seated; or racing that match of the log.
  case create(RoomWishes, bots: [Int], ghost: Int? = nil)
  /// On a seat of a room.
  case join(RoomCode, password: String?)
  /// Looking on in a room; without a code, in the most interesting one that is open to all.
  case watch(RoomCode?, password: String?)
  /// In a match of that mode, or of any, as soon as can be: in whatever room the server finds. It
  /// becomes `join` once there is one.
  case quick(Mode?)
}

/// How the connection is.
public enum SessionState: Hashable, Sendable {
  /// Trying to reach the server, for the `attempt`-th time in a row.
  case connecting(attempt: Int)
  /// Connected, and waiting to be welcomed.
  case greeting
  /// Everything works.
  case online
  /// The connection is lost or was not made; the next attempt is at that local moment.
  case lost(retryAt: Instant, reason: String)
  /// Over for good, because the user quit or for the reason.
  case ended(SessionEnd)
}

/// Why a session is over.
public enum SessionEnd: Hashable, Sendable {
  /// The user said so.
  case quit
  /// It cannot go on: one English sentence.
  case failed(String)
}

/// What a user can do.
public enum UserAction: Hashable, Sendable {
  /// Ask for the open rooms now.
  case list
  /// Open a room, sit down in it and seat bots of these levels.
  case create(RoomWishes, bots: [Int])
  /// Race that match of the log again, ready at once.
  case race(Int)
  /// Sit down in a room.
  case join(RoomCode, password: String?)
  /// Look on in a room, or in the most interesting one.
  case watch(RoomCode?, password: String?)
  /// Sit down wherever a match of that mode, or of any, is about to begin, ready for it.
  case quick(Mode?)
  /// Take a seat in the room that one looks on in, once no round is on.
  case sit
  /// Give up the seat and look on in the same room, once no round is on.
  case lookOn
  /// Play along in the room that one looks on in.
  case playAlong
  /// See everybody who plays along there as a field.
  case showField
  /// Go back to the home screen.
  case leave
  /// Be ready for the next match, or not any more.
  case ready(Bool)
  /// Start the match, ready or not (host only).
  case start
  /// Begin the next round now (presenter of an open floor only).
  case next
  /// End the round, or between rounds the match (presenter of an open floor only).
  case end
  /// Seat a bot (host only).
  case addBot(level: Int)
  /// Set the room otherwise; what is nil stays as it is, `opens` takes the password away (host
  /// only).
  case config(RoomWishes, opens: Bool)
  /// Make somebody else the host (host only).
  case host(PlayerID)
  /// Put somebody out, who may come back (host only).
  case kick(PlayerID)
  /// Put somebody out for the room's life (host only).
  case ban(PlayerID)
  /// Ask who looks on; `RoomModel.audience` is the answer.
  case who
  /// Look something up in the server's archive; `Session.found` is the answer.
  case lookUp(Lookup)
  /// Show the others how one feels.
  case react(Reaction)
  /// Be shown otherwise from now on; what is nil stays. In a room that is for between matches.
  case rename(name: String?, icon: Icon? = nil, color: Color? = nil)
  /// Answer whether who one is may be proved to this server (`Session.asksToProve`).
  case consent(Bool)
  /// Move the sliders there, or choose that tile without locking it.
  case set(Guess)
  /// Lock in there.
  case lock(Guess)
  /// Leave everything and end.
  case quit
}

/// Whether the user agrees that who they are is proved to a server.
public enum ProofConsent: Hashable, Sendable {
  /// Yes, or there is nothing to ask: over TLS, and on this machine.
  case given
  /// They have to be asked.
  case asked
  /// They would have to be asked, and nobody is there to answer.
  case absent
}

/// What a session is told.
public enum SessionInput: Sendable {
  /// What this end sees of the connection that nobody else has, and whether who the user is may be
  /// proved on it; told before `connected`.
  case bound(Binding, ProofConsent = .given)
  /// The connection that it asked for stands.
  case connected
  /// A line from the server, without its ending.
  case received(ArraySlice<UInt8>)
  /// The connection could not be made or is gone: a reason for people, such as "connection
  /// refused".
  case lost(String)
  /// There is something about the server that the user should read: one English sentence.
  case remark(String)
  /// Nothing but time has passed; to be said at `Session.deadline`.
  case tick
}

/// What a session wants done, in order.
public enum SessionOutput: Hashable, Sendable {
  /// Connect to the server; `connected` or `lost` is the answer.
  case connect
  /// Send a message on the connection.
  case send(ClientMessage)
  /// Close the connection, or give up making it, once what was sent is written; nothing that is
  /// still heard from it may be passed on.
  case disconnect
  /// Keep until the next time that the user agrees to be known at this address.
  case keepConsent
  /// Keep what is known of the server's log until the next time.
  indirect case remember(LogMemory)
}

/// Something the user should read.
public struct Notice: Hashable, Sendable {
  /// Counted from 1, so that a reader knows what is new.
  public let number: Int
  /// When it was made, on the local clock.
  public let at: Instant
  /// One English sentence.
  public let text: String
  /// Which refusal it is about, if any.
  public let code: RefusalCode?
  /// Whether it is worth showing until the user does something, rather than for a while.
  public let lasts: Bool
}

/// A room that does not let the user in for want of its password.
public struct LockedDoor: Hashable, Sendable {
  /// Which.
  public let code: RoomCode
  /// Whether the user wants to look on there, rather than to sit down.
  public let watches: Bool
  /// Whether a password was said, and was not the one.
  public let wasWrong: Bool

  /// The door to what was wanted; nil where no room was named.
  init?(to intent: Intent) {
    guard let code = intent.code else { return nil }
    self.code = code
    watches = if case .watch = intent { true } else { false }
    wasWrong = intent.password != nil
  }

  /// What the server's refusal means, as a sentence.
  var sentence: String {
    wasWrong
      ? RefusalCode.wrongPass.sentence : Words["Room \(code.text) asks for a password."]
  }
}

/// Whether a session plays by itself, and how.
public struct SelfPlay: Hashable, Sendable {
  /// How well.
  public var skill: Skill
  /// For how many matches it says that it is ready.
  public var matches: Int

  /// A player of that skill for that many matches.
  public init(skill: Skill, matches: Int) {
    self.skill = skill
    self.matches = matches
  }
}

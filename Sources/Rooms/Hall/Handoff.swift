// Somebody on the way from one lane to another: what the old hall knew of them and why they go.
// Nobody but halls looks inside; the carrier knows only where it goes. Invariant: while somebody is
// on the way no hall knows the connection, and only a room may still count it.

public import Game
public import Wire

/// A connection between two halls.
public struct Handoff: Sendable {
  /// Why somebody goes to another lane.
  enum Errand: Sendable {
    /// To say something where the room is that it is about.
    case ask(ClientMessage)
    /// To a room that waits for players of a mode.
    case quick(Mode?, bot: Int?)
    /// To have a room counted that they want to open.
    case register(Opening)
    /// To open a room that was counted, or to hear why it was not.
    case open(Opening, RefusalLine?)
    /// To come back to the seat of a token that those do not know who were asked.
    case resume(Hello, TokenSearch)
    /// To look on from there; the room was shown and counts them there. So many messages were sent
    /// there before.
    case lookOn(RoomCode, told: Int)
    /// From there, muted, to have answered what is held. So many messages had come there; nil for
    /// who has not heard them all.
    case comeHome(RoomCode, heard: Int?)
  }

  private(set) var errand: Errand
  /// The lane they come from.
  let from: Int
  /// Not to be changed, since it is an object and this is a value.
  private(set) var connection: Connection
  /// Who it is; nil before HELLO.
  let player: Hall.Player?

  init(errand: Errand, from lane: Int, connection: Connection, player: Hall.Player?) {
    (self.errand, from, self.connection, self.player) = (errand, lane, connection, player)
  }

  /// Whether they go on because the hall does not know their token.
  public var looksForToken: Bool { if case .resume = errand { true } else { false } }

  /// Notes that the hall may not know their token only because of what was undone.
  public mutating func doubt() {
    guard case .resume(let hello, var search) = errand else { return }
    search.isWhole = false
    errand = .resume(hello, search)
  }

  /// Whether they have said HELLO, and it was taken.
  public var isGreeted: Bool { player != nil }

  /// Keeps what they say before they have left, to be answered there.
  ///
  /// - Returns: how many lines are kept by now.
  public mutating func keep(_ message: ClientMessage, arrived: ClosedRange<Instant>) -> Int {
    keep(.message(message, arrived: arrived))
  }

  /// Keeps that they have said what cannot be read.
  ///
  /// - Returns: how many lines are kept by now.
  public mutating func keep(_ refusal: RefusalLine) -> Int { keep(.nonsense(refusal)) }

  private mutating func keep(_ line: Connection.Line) -> Int {
    connection = Connection(connection)
    connection.held.append(line)
    return connection.held.count
  }

  /// Notes what a connection is bound to, before what is kept of it is answered.
  public mutating func bind(_ binding: Binding) {
    connection = Connection(connection)
    connection.binding = binding
  }
}

extension Handoff.Errand {
  /// The verb that is refused when it cannot be done.
  var verb: ClientVerb {
    switch self {
    case .ask(let message): message.verb
    case .quick: .quick
    case .register(let opening), .open(let opening, _): opening.verb
    case .resume: .hello
    case .lookOn, .comeHome: .watch
    }
  }

  /// What they said that is to be answered; nil for what lanes do for each other.
  var message: ClientMessage? {
    switch self {
    case .ask(let message): message
    case .resume(let hello, _): .hello(hello)
    case .quick, .register, .open, .lookOn, .comeHome: nil
    }
  }
}

/// Where somebody has to go, and what for.
struct Journey: Sendable {
  let goal: Goal
  let errand: Handoff.Errand

  init(to lane: Int, _ errand: Handoff.Errand) { (goal, self.errand) = (.lane(lane), errand) }

  init(toNode node: Int, _ errand: Handoff.Errand) { (goal, self.errand) = (.node(node), errand) }

  init(back errand: Handoff.Errand) { (goal, self.errand) = (.back, errand) }
}

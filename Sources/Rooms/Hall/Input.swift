// What a hall is told and what it wants done, as values. The edge that owns sockets turns bytes
// into inputs and effects into bytes; the simulator does the same without sockets.

public import Archive
public import Game
public import Wire

/// A connection, named by its owner; never used twice.
public struct ConnectionID: Hashable, Sendable {
  /// The number that the edge knows it by.
  public let number: UInt64

  /// The connection of that number.
  public init(number: UInt64) {
    self.number = number
  }

  /// A guest, whose socket is at another server, by a number that no other guest has had.
  public init(guest number: UInt64) {
    self.number = number << 32 | ConnectionID.guestPlace
  }

  /// What a guest's number ends in: no reactor has so many places.
  private static let guestPlace: UInt64 = 0xffff_ffff

  // swift-format-ignore: NoLeadingUnderscores
  /// Numbers are the edge's own and nobody can choose them to collide: one multiplication will do.
  public func _rawHashValue(seed: Int) -> Int {
    let mixed = (number ^ UInt64(truncatingIfNeeded: seed)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed ^ mixed >> 32)
  }

  /// Whether the socket is at another server.
  public var isGuest: Bool { number & ConnectionID.guestPlace == ConnectionID.guestPlace }
}

/// Something that happened outside.
public enum Input: Sendable {
  /// Somebody connected from there. Where something is full they can only come back to a seat.
  case connected(ConnectionID, from: Origin, fullness: Fullness? = nil)
  /// Somebody who has not said HELLO turns out to come from there, through a proxy; the rest is as
  /// for `connected`.
  case introduced(ConnectionID, from: Origin, fullness: Fullness?)
  /// A client said something. It arrived no later than the end of `arrived`, and earlier only if
  /// the edge cannot tell; nil means just now.
  case said(ConnectionID, ClientMessage, arrived: ClosedRange<Instant>? = nil)
  /// A client said a SET, and a newer one that arrived with it and is told next.
  case overtaken(ConnectionID)
  /// A client said something that cannot be read.
  case garbled(ConnectionID, RefusalLine)
  /// What a connection is bound to, as this end sees it; told before anybody proves something.
  indirect case bound(ConnectionID, Binding)
  /// A connection is lost or closed; nothing can be sent to it any more.
  case disconnected(ConnectionID)
  /// A client reads so slowly that its outbox passed its limit; the lines in it are dropped.
  case overflowed(ConnectionID)
  /// A conflated client can be written to again.
  case drained(ConnectionID)
  /// Somebody comes from another lane, and has this name from now on.
  indirect case arrived(ConnectionID, Handoff)
  /// A match of a room here is in the log, and has changed ratings.
  indirect case kept(RoomCode, LoggedMatch, [RatingChange])
  /// The answer to `claim`: whether it is the player's one try of the day.
  indirect case claimed(Claim, isGranted: Bool)
  /// The answer to `ask`, for the connection that asked.
  indirect case answered(ConnectionID, Answer)
  /// Another lane tells something.
  indirect case heard(Bulletin, from: Int)
  /// What another lane has told is taken in so many milliseconds after it was.
  case waited(milliseconds: Int)
  /// Rooms are somebody else's than before, and what that means for those of this lane.
  indirect case placed(any Placement, PlacementChange)
  /// The server is about to stop, then at the latest: no room opens and no match begins any more.
  case drain(until: Instant)
  /// The server stops.
  case stop
}

/// Something to be done outside, in order. Most is to be sent; what takes more is indirect.
public enum Effect: Sendable {
  /// Send one message to each of these connections.
  case send(ServerMessage, to: [ConnectionID])
  /// Send this connection nothing until it reads again, and say `drained` then.
  case conflate(ConnectionID)
  /// Close the connection once what waits for it is written.
  case close(ConnectionID)
  /// Take this connection to another hall, with what waits to be written and what was read of it;
  /// the hall there is told `arrived`, whatever becomes of the connection meanwhile. From here on
  /// the name means nothing in this hall, unless it is told `arrived` again.
  indirect case carry(ConnectionID, to: Goal, Handoff)
  /// Tell another lane something. What goes from one lane to another, handoffs and bulletins
  /// alike, has to arrive in its order.
  indirect case publish(Bulletin, to: Int)
  /// Keep a match that is over, and say `kept` once it is. It is told in full by now, or stands
  /// before this.
  indirect case keep(FinishedMatch)
  /// Write down that a match that is about to begin is a player's one try of the day, if it is, and
  /// say `claimed`.
  indirect case claim(Claim)
  /// Ask the archive for somebody who comes from there, and say `answered`.
  indirect case ask(ConnectionID, Question, from: Origin)
  /// Something worth a line in the log.
  indirect case note(Note)
}

/// Where somebody goes.
public enum Goal: Hashable, Sendable {
  /// To another lane.
  case lane(Int)
  /// To the lane of the same number at another node; the socket stays here.
  case node(Int)
  /// Back to the node that has the socket.
  case back
}

/// What one lane tells another.
public enum Bulletin: Hashable, Sendable {
  /// Something for the watchers of a room of the lane that tells it.
  case told(RoomCode, ServerMessage)
  /// One of those who looked on elsewhere does so no more, by the number of the visit; told the
  /// room's lane.
  case left(RoomCode, visit: Int)
  /// Somebody who looks on from the lane that is told was put out.
  case putOut(RoomCode, PlayerID, visit: Int, Departure)
  /// A room of the lane that tells it, or one at another node whose code it is home to.
  case listed(ListedRoom)
  /// A room is not listed any more, or gone.
  case unlisted(RoomCode)
  /// A room of somebody from there has closed; told the lane that counts rooms. Nil is nobody.
  case closed(Origin?)
  /// A room of the lane that tells it goes on at another server, and those who look on have to go
  /// there, too.
  case forsaken(RoomCode)
  /// So many rooms came to the lane that tells it; told the lane that counts rooms.
  case restored(rooms: Int)
  /// A connection from there has drawn so many lines from the budget of its address.
  case drew(Origin, lines: Int)
  /// Somebody there guessed a code or a password wrong.
  case missed(Origin)
  /// Somebody there was answered with so many bytes.
  case answered(Origin, bytes: Int)
  /// Somebody there has left something behind that lasts.
  case charged(Origin, Lasting)
}

/// What a log tells of a hall.
public enum Note: Hashable, Sendable {
  /// A room was opened by a player.
  case opened(RoomCode, PlayerID, mode: String)
  /// A room closed.
  case closed(RoomCode)
  /// A match began with so many players.
  case started(RoomCode, match: Int, players: Int)
  /// A match is over.
  case finished(RoomCode, match: Int)
  /// It is not kept, because the addresses of its players have left too much behind today.
  case unkept(RoomCode, match: Int)
  /// A player came back to a seat.
  case resumed(RoomCode, PlayerID)
  /// The way to a client and back took so many milliseconds.
  case measured(milliseconds: Int)
  /// This connection has used up the wrong guesses of its address; said once of an address, as
  /// long as it is remembered.
  case guessing(ConnectionID)
  /// A connection is being closed for a reason.
  case refused(ConnectionID, RefusalCode)
}

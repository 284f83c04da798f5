// Where the driver of a lane leaves what has to outlive the server: deeds, which are kept before
// anything of them is told to anybody, and matches that are over.

public import Archive
public import Game
public import Wire

/// Keeps what happened on a lane.
public protocol Journal: AnyObject {
  /// Takes deeds, at least one, and keeps them; they belong together, and are there all or none.
  /// When it returns, a process that is killed leaves them behind.
  func keep(_ deeds: inout Jottings)

  /// A room that is to write itself down, because what is kept of it began long ago; nil while
  /// there is none. It is named once, and writes itself down when it can.
  func takeOld() -> RoomCode?

  /// When it is to be told that the server is still there, since nothing has been kept for so long;
  /// nil while there is no room that could come back. It changes when something is kept.
  var markDue: Instant? { get }

  /// Keeps that the server is still there.
  func mark(at now: Instant)

  /// Begins again, without what was kept so far: no room is open, and the clock has been set back.
  func startOver()
}

extension Journal {
  /// One that keeps nothing of moments has nothing to do.
  public func startOver() {}
}

/// Keeps matches that are over. The lane does not wait for it; what it answers is told the driver.
public protocol MatchKeeper: AnyObject {
  /// Keeps a match; `kept` is the answer.
  func keep(_ match: FinishedMatch)
  /// Writes a player's one try of a day down, unless there was one; `claimed` is the answer.
  func claim(_ claim: Claim)
  /// Looks up what somebody asks who comes from there; `answered` is the answer.
  func ask(_ question: Question, for id: ConnectionID, from origin: Origin)
}

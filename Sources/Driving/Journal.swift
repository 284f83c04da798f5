// Where the driver of a lane leaves what has to outlive the server: deeds, which are kept before
// anything of them is told to anybody, and matches that are over.

public import Records
public import Wire

/// Keeps what happened on a lane.
public protocol Journal: AnyObject {
  /// Keeps deeds, at least one; they belong together, and are there all or none. When it returns, a
  /// process that is killed leaves them behind.
  func keep(_ deeds: [JournalLine])

  /// A room that is to write itself down, because what is kept of it began long ago; nil while
  /// there is none. It is named once, and writes itself down when it can.
  func takeOld() -> RoomCode?
}

/// Keeps matches that are over.
public protocol MatchKeeper: AnyObject {
  /// Keeps a match. The lane does not wait for that.
  func keep(_ match: FinishedMatch)
}

// Where the driver of a lane leaves what has to outlive the server: deeds that are kept before
// anything of them is told to anybody.

public import Wire

/// Keeps what happened on a lane.
public protocol Journal: AnyObject {
  /// Keeps deeds, at least one; they belong together, and are there all or none. When it returns, a
  /// process that is killed leaves them behind.
  func keep(_ deeds: [JournalLine])
}

// What a server is told before it starts. Every number is one of the documented limits; programs
// fill this in from flags and environment, tests by hand.

public import Rooms

/// How a server is set up.
public struct Configuration: Sendable {
  /// The address to listen on: an IP address, or a name that resolves to one of this machine.
  public var host = "127.0.0.1"
  /// The TCP port to listen on; 0 lets the system choose a free one.
  public var port: UInt16 = Configuration.defaultPort
  /// How many may be connected at once; the next is told `server-full` and closed.
  public var connectionsMax = 20_000
  /// How many bytes may wait for one client; beyond that a watcher gets the room as it is once it
  /// reads again, and a player is told `too-slow` and closed.
  public var outboxBytesMax = 256 * 1_024
  /// What the halls allow.
  public var limits = Limits()
  /// What daily targets come from, 32 bytes; nil makes it up, so that another start is another day.
  public var dailySecret: [UInt8]?
  /// How many bytes `dailySecret` has.
  public static let dailySecretByteCount = 32
  /// What WELCOME says the server is.
  public var app = "chromatchd/\(Configuration.version)"

  /// The port that clients try when none is given.
  public static let defaultPort: UInt16 = 7_313
  /// The version of the programs.
  public static let version = "0.1.0"
  /// How long a client may take to read its last line when the server stops, in milliseconds.
  static let closeMillisecondsMax: Int64 = 1_000
  /// How many may wait to be accepted; the system refuses or delays the next.
  static let backlog: Int32 = 1_024
  /// How long a busy lane waits for more before it gives its thread back, in milliseconds.
  static let lingerMilliseconds: Int32 = 2

  /// A server on loopback with the usual limits.
  public init() {}
}

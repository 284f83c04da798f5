// What a server is told before it starts; programs fill this in from flags and environment, tests
// by hand. Its numbers are in `ServerLimits`.

import Archive
public import Framing
public import Game
public import Net
import Rooms
import Wire

/// How a server is set up.
public struct Configuration: Sendable {
  /// The address to listen on: an IP address, or `localhost`.
  public var host = "127.0.0.1"
  /// The TCP port to listen on; 0 lets the system choose a free one.
  public var port: UInt16 = Configuration.defaultPort
  /// A socket that listens there already, as a server before this one left it, which becomes this
  /// one's; nil where there is none yet.
  public var listener: Int32?
  /// How many lanes work side by side; each is a thread with its own rooms and connections.
  public var lanes = 1
  /// Proxies that it believes when they say for whom they connect.
  public var trustedProxies = TrustedNetworks.none
  /// What it allows.
  public var limits = ServerLimits()
  /// What TLS is answered with; nil if only plain streams are taken.
  public var tls: TLSServer?
  /// What it shows to browsers.
  public var website = Website(folder: .empty, origins: .sameHost)
  /// Where metrics and health can be asked for; nil for nowhere. Port 0 is any free one.
  public var admin: Endpoint?
  /// What daily targets come from, 32 bytes; nil makes it up, so that another start is another day.
  public var dailySecret: [UInt8]?
  /// What was kept from before, and where it goes on, so that rooms outlive the process; nil where
  /// they do not. It was read for `dailySecret`.
  public var kept: Kept?
  /// What it is in a cluster, whose store has its rooms; nil for a server of its own. All nodes
  /// have the same `dailySecret`.
  public var cluster: ClusterNode?
  /// Keeps others from the state directory of a node, which writes no journals there.
  private var stateHolder: JournalHome?
  /// Where the server's state is, and whom its operator keeps out; nil where nothing is kept.
  private(set) var state: (directory: StateDirectory, bans: BanList)?
  /// Whom players prove who they are to; nil makes up a name that nobody has had before.
  public var name: ServerName?
  /// Where finished matches go; nil where they go nowhere.
  public var archive: MatchArchive?
  /// The machine's wall clock, in milliseconds of Unix time.
  var wallClock: @Sendable () -> Int64 = { Clock().milliseconds() }
  /// Whether the log says where refused connections come from.
  public var logsAddresses = false
  /// What WELCOME says the server is.
  public var app = "chromatchd/\(Configuration.version)"

  /// A server on loopback with the usual limits.
  public init() {}

  /// Has all that outlives the process come from a directory, and go there: rooms, finished
  /// matches, what daily targets come from, and the key that signs the log of matches, by which the
  /// server is known to players who prove who they are. Of a node neither the rooms nor the targets
  /// do, and rooms that lie there stay.
  ///
  /// - Parameters:
  ///   - journal: where rooms go there.
  ///   - aliveAt: when the server before was still there; see `Kept`.
  /// - Throws: why that cannot be; then rooms and matches end with the process.
  public mutating func keep(
    in directory: StateDirectory, journal: JournalHome.Name = .usual, aliveAt: Int64? = nil
  ) throws(FileFailure) {
    let bans = try BanList(in: directory)
    let daily = try daily(in: directory)
    dailySecret = daily
    let archive = try MatchArchive(
      in: directory, limits: limits, sharedBy: cluster == nil ? nil : daily)
    self.archive = archive
    // Nobody else uses the directory now.
    state = (directory, bans)
    name = ServerName(log: archive.log.name, key: archive.log.key)
    guard cluster == nil else {
      stateHolder = try JournalHome(state: directory)
      return
    }
    kept = try Kept(
      in: directory, journal: journal, daily: daily, limits: limits.halls, archive: archive,
      aliveAt: aliveAt)
  }

  /// Keeps a match of a file beside all others, to be raced.
  ///
  /// - Returns: which match of the log it is; nil if it is not kept.
  public func keep(raced record: [UInt8]) async -> Int? {
    guard let file = try? RecordFile(reading: record) else { return nil }
    return await archive?.keep(raced: file)
  }

  /// Looks whether a server could take the place of the one that uses a directory, and leaves all
  /// there as it is.
  ///
  /// - Returns: how many rooms would come back.
  /// - Throws: why not all of them would, or why it could not start.
  public func rehearse(in directory: StateDirectory) throws(FileFailure) -> Int {
    try rehearsal(in: directory).rooms
  }

  /// The same.
  ///
  /// - Returns: also when the newest of what would come back happened, in milliseconds of Unix
  ///   time; nil where nothing would.
  public func rehearsal(
    in directory: StateDirectory
  ) throws(FileFailure) -> (rooms: Int, newest: Int64?) {
    try rehearseArchive(in: directory, isShared: false)
    let restoration = try Kept.rehearsal(
      in: directory, daily: daily(in: directory), limits: limits.halls)
    return (restoration.roomCount, restoration.newest.map { Int64($0.milliseconds) })
  }

  /// Looks whether a server could go on with the archive in a directory, and leaves it as it is.
  ///
  /// - Parameter isShared: whether the server is a node of a cluster.
  /// - Throws: why it could not.
  public func rehearseArchive(
    in directory: StateDirectory, isShared: Bool
  ) throws(FileFailure) {
    _ = try BanList(in: directory)
    try MatchArchive.rehearse(in: directory, isShared: isShared)
  }

  /// The secret of daily targets. A game of one player brings one that is not secret.
  private func daily(in directory: StateDirectory) throws(FileFailure) -> [UInt8] {
    if let dailySecret, !dailySecret.isEmpty { return dailySecret }
    return try directory.secret("daily.key", byteCount: Self.dailySecretByteCount)
  }

  /// The beginning of the year 2026, in seconds of Unix time. A clock that shows less is wrong:
  /// this program was not there yet.
  public static let firstSeconds: Int64 = 1_767_225_600
  /// Its first day, counted from 1970.
  static let firstDay = Int(firstSeconds) / 86_400
  /// How many bytes `dailySecret` has.
  public static let dailySecretByteCount = 32
  /// What the log of a server is called.
  public static let logName = "chromatch"
  /// The port that clients try when none is given.
  public static let defaultPort = Wire.defaultPort
  /// The port for metrics and health when none is given.
  public static let defaultAdminPort: UInt16 = 7_314
  /// How long a busy lane waits for more before it gives its thread back, in milliseconds.
  private static let lingerMilliseconds: Int32 = 50

  /// Where rooms are kept, for the log.
  var journalPlace: String {
    if cluster != nil { return "the cluster's store" }
    return kept?.home.path ?? "none: rooms end with the process"
  }

  /// What each lane's reactor allows, and the door's.
  var reactorLimits: ReactorLimits {
    ReactorLimits(
      lineBytesMax: Wire.clientLineBytesMax, headBytesMax: limits.requestHeadBytesMax,
      messageBytesMax: limits.messageBytesMax, burstBytesMax: limits.byteBurst,
      bytesPerSecondMax: limits.bytesPerSecond, outboxBytesMax: limits.outboxBytesMax,
      connectionsMax: limits.connectionsPerLaneMax + limits.connectionsReturningMax,
      fullReply: Self.fullReply,
      closeMillisecondsMax: Int64(limits.closeMilliseconds), connectMillisecondsMax: 0,
      lingerMilliseconds: Self.lingerMilliseconds)
  }

  /// What TLS handshakes are allowed, over all lanes.
  var handshakeLimits: HandshakeLimits {
    HandshakeLimits(
      perSecondMax: limits.handshakesPerSecondMax, underWayMax: limits.handshakesUnderWayMax,
      ofOneGroupMax: limits.handshakesPerAddressMax,
      ofOneGroupPerSecondMax: limits.handshakesPerAddressPerSecondMax)
  }

  /// What somebody is told for whom there is not even a place to say HELLO.
  private static var fullReply: [UInt8] {
    var line: [UInt8] = []
    ServerMessage.no(Fullness.server.refusal).encode(into: &line)
    return line
  }
}

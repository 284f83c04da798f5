// A whole server in one value: started with a configuration, stopped politely. The program
// `chromatchd`, `chromatch host` and the tests run this same one.

import Cluster
import Game
import Logging
import Measures
public import Net
import Rooms

/// How many rooms a server has, and people.
public struct Headcount: Equatable, Sendable, CustomStringConvertible {
  /// How many rooms are open.
  public let rooms: Int
  /// How many people sit in them.
  public let players: Int
  /// How many people look on.
  public let watchers: Int

  /// All of it in words.
  public var description: String { "\(rooms) rooms, \(players) players, \(watchers) watchers" }
}

/// A running server.
public struct Server: Sendable {
  /// Where it listens.
  public let endpoint: Endpoint
  /// Where metrics and health can be asked for, if anywhere.
  public let adminEndpoint: Endpoint?
  private let door: Door
  let lanes: [Lane]
  private let admin: Admin
  private let clock: Clock
  private let time: ServerTime
  private let archive: MatchArchive?
  private let node: ClusterNode?
  private let limits: ServerLimits
  /// Obeys operators; nil where nothing is kept.
  private let ruler: Ruler?
  /// What runs beside the lanes.
  private let tasks: [Task<Void, any Error>]

  /// How long a stop may take, in milliseconds; a connection that is still open then is cut off.
  public static let stopMillisecondsMax = 1_500

  /// Starts a server.
  ///
  /// - Throws: why it cannot listen.
  public init(_ configuration: Configuration, log: ServerLog) async throws(NetError) {
    let kept = configuration.kept
    let clock = Clock(startingAt: max(configuration.wallClock(), kept?.newest ?? 0))
    let door = Door(configuration, clock: clock)
    let lanes = (0..<configuration.lanes).map(Lane.init)
    let handshaker = try Handshaker(configuration.handshakeLimits, clock: clock)
    let daily = configuration.dailySecret ?? randomBytes(Configuration.dailySecretByteCount)
    let start = configuration.cluster.map {
      NodeStart($0, configuration, daily: daily, at: clock.milliseconds(), draw: randomBytes(2))
    }
    let beats = start.map { BeatDesk($0, lanes) }
    var shared = Lane.Shared(
      configuration: configuration, clock: clock, handshaker: handshaker, secret: randomBytes(32),
      daily: daily,
      name: configuration.name
        ?? ServerName(log: Configuration.logName, key: randomBytes(ServerName.keyByteCount)),
      bus: LocalBus(lanes, door, clock), log: log.logger, pages: PageDesk(configuration),
      start: start)
    let budget: DescriptorBudget
    let archive = configuration.archive
    let roomsLimit = configuration.limits.halls.roomsMax
    let admin = Admin { await Self.snapshots(of: lanes, door, archive, beats, log, roomsLimit) }
    shared.whenOpening = { lane, opens in
      admin.executor.post { admin.assumeIsolated { $0.set(lane: lane, opens: opens) } }
    }
    self.door = door
    self.lanes = lanes
    self.clock = clock
    time = ServerTime(clock)
    self.admin = admin
    self.archive = archive
    node = configuration.cluster
    limits = configuration.limits
    ruler = configuration.state.map {
      Ruler($0.directory, $0.bans, over: lanes, archive, in: configuration.cluster, log.logger)
    }
    do {
      // The admin port answers, with `starting`, before the server is ready.
      if let wanted = configuration.admin {
        adminEndpoint = try await admin.start(
          host: wanted.host, port: wanted.port, limits: configuration.limits)
      } else {
        adminEndpoint = nil
      }
      try await Self.start(lanes, shared, archive, admin)
      try await beats?.listen()
      if let kept { await Self.keep(kept, lanes, admin) }
      await ruler?.begin()
      budget = try Self.budget(configuration.limits)
      let port = try await door.open(configuration, within: budget, to: lanes)
      endpoint = Endpoint(host: configuration.host, port: port)
    } catch {
      await admin.stop()
      for lane in lanes { await lane.stop(withinMilliseconds: 0) }
      await configuration.cluster?.engines.stop()
      throw error
    }
    if archive?.whyOff != nil { await admin.set(.archive, isThere: true) }
    let timekeeper = Timekeeper(
      time: time, wall: configuration.wallClock, lanes: lanes, admin: admin, log: log.logger)
    tasks = Self.tending(archive, start, ruler, timekeeper)
    await admin.setReady()
    if budget.connections < configuration.limits.connectionsMax {
      log.logger.fewer(budget.connections, than: configuration.limits.connectionsMax)
    }
    if let kept { log.logger.restored(kept) }
    if let start { log.logger.joined(start) }
    if let archive { log.logger.opened(archive) }
    log.logger.listening(at: endpoint, adminEndpoint, configuration, budget)
  }

  /// Has lanes run. In a cluster they find matches in rooms that they gain: the archive has joined
  /// it before.
  private static func start(
    _ lanes: [Lane], _ shared: Lane.Shared, _ archive: MatchArchive?, _ admin: Admin
  ) async throws(NetError) {
    if let start = shared.start {
      await admin.awaitShards()
      await archive?.join(start.claimant, over: start.node.engines, clock: shared.clock)
    }
    for lane in lanes { try await lane.start(shared) }
  }

  /// Has lanes write journals, also once more when the disk takes them again, and tells `/readyz`.
  private static func keep(_ kept: Kept, _ lanes: [Lane], _ admin: Admin) async {
    let tell = { @Sendable isOff in
      admin.executor.post { admin.assumeIsolated { $0.set(.journal, isThere: isOff) } }
    }
    kept.home.whenBack { [lanes] in
      for lane in lanes { lane.post { if $0.comeBack() { tell(false) } } }
    }
    for lane in lanes { await lane.run { $0.keep(kept) { tell(true) } } }
  }

  /// Lets a node take part in its cluster once the store has its rooms.
  private static func admitting(
    _ start: NodeStart, _ archive: MatchArchive?, _ ruler: Ruler?, _ log: Logger
  ) -> Task<Void, any Error> {
    Task {
      try await Admission.obtain(start.rules, from: start.node.engines, log)
      // Matches are found as soon as there is a room.
      await archive?.follow()
      start.admission.give()
      try await ruler?.follow()
    }
  }

  /// What there is for connections, now that everything else is open. What the system does not tell
  /// is not held against it: accepting then finds out.
  private static func budget(_ limits: ServerLimits) throws(NetError) -> DescriptorBudget {
    let figures = ProcessFigures.read()
    let free = (figures.descriptorsMax ?? .max) - (figures.openDescriptors ?? 0)
    guard let budget = DescriptorBudget(free: free, limits: limits) else { throw .noDescriptors }
    return budget
  }

  /// What runs beside the lanes.
  private static func tending(
    _ archive: MatchArchive?, _ start: NodeStart?, _ ruler: Ruler?, _ timekeeper: Timekeeper
  ) -> [Task<Void, any Error>] {
    let log = timekeeper.log
    var tasks = archive.map { [$0.tend(), telling($0, timekeeper.admin, log)] } ?? []
    // The nodes of a cluster have one time, which only runs on.
    if start == nil { tasks.append(timekeeper.run()) }
    if let start {
      tasks.append(admitting(start, archive, ruler, log))
      tasks.append(telling(start.node.engines, log))
    }
    return tasks
  }

  /// Tells the log and `/readyz` what becomes of the archive.
  private static func telling(
    _ archive: MatchArchive, _ admin: Admin, _ log: Logger
  ) -> Task<Void, any Error> {
    let news = archive.news
    return Task {
      for await found in news {
        log.note(found)
        switch found {
        case .failed: await admin.set(.archive, isThere: true)
        case .recovered: await admin.set(.archive, isThere: false)
        case .missed: await admin.set(.archive, isThere: true)
        case .unreadable, .noBackup: break
        }
      }
    }
  }

  /// Tells the log what becomes of a cluster's engines.
  private static func telling(
    _ engines: any ClusterEngines, _ log: Logger
  ) -> Task<Void, any Error> {
    let news = engines.news
    return Task { for await found in news { log.note(found) } }
  }

  /// What the lanes have done, hold and may hold, the door, the archive, and what the log has lost.
  private nonisolated(nonsending) static func snapshots(
    of lanes: [Lane], _ door: Door, _ archive: MatchArchive?, _ beats: BeatDesk?,
    _ log: ServerLog, _ roomsLimit: Int
  ) async -> [Metrics] {
    var snapshots: [Metrics] = []
    for lane in lanes { snapshots.append(await lane.snapshot()) }
    await door.snapshot().add(to: &snapshots[0])
    if let archive { snapshots[0].take(archive.figures) }
    if let beats {
      var figures = await beats.start.node.engines.figures()
      figures.unheard += beats.unheardCount
      snapshots[0].cluster.take(figures)
      snapshots[0].cluster.beatsUnreadable = beats.unreadableCount
    }
    snapshots[0].logLinesDropped = log.droppedLines
    snapshots[0].roomsLimit = roomsLimit
    return snapshots
  }

  /// How many rooms there are, and people; the answer of every lane, so it never comes while one is
  /// stuck.
  public func census() async -> Headcount {
    var snapshots: [Metrics] = []
    for lane in lanes { snapshots.append(await lane.snapshot()) }
    func sum(_ number: (Metrics) -> Int) -> Int { snapshots.reduce(0) { $0 + number($1) } }
    return Headcount(
      rooms: sum(\.rooms.sum), players: sum { $0.people[.seated] },
      watchers: sum { $0.people[.watching] })
  }

  /// Answers with other pages and another certificate from now on. Nobody who is connected is
  /// dropped for it.
  public func reload(website: Website, tls: TLSServer?) async {
    for lane in lanes { await lane.run { $0.reload(website: website, tls: tls) } }
  }

  /// What a server needs that is to take this one's place at once: the socket that listens, and the
  /// time, in milliseconds of Unix time; nil when nobody is let in any more.
  public func estate() async -> (listener: Int32, now: Int64)? {
    await door.listener.map { ($0, time.milliseconds()) }
  }

  /// Has no room open and no match begin any more, and returns when the matches are over that run
  /// and people have seen how they ended, or at the latest after `limits.drainMilliseconds`. The
  /// server is to be stopped then. Matches of a node go on at others, so nothing is waited for.
  public func drain() async {
    if node != nil { return }
    let end = clock.milliseconds() + Int64(limits.drainMilliseconds)
    await admin.set(.draining)
    for lane in lanes {
      await lane.run { $0.driver.drain(until: $0.moment(end), at: $0.now) }
    }
    var wasPlaying = false
    while await isPlaying, clock.milliseconds() < end {
      wasPlaying = true
      try? await Task.sleep(for: .milliseconds(Self.drainPollMilliseconds))
    }
    let left = end - clock.milliseconds()
    let look = wasPlaying ? min(Int64(limits.lastLookMilliseconds), left) : 0
    if look > 0 { try? await Task.sleep(for: .milliseconds(look)) }
  }

  private var isPlaying: Bool {
    get async {
      for lane in lanes where await lane.run({ $0.driver.hall.isPlaying }) == true {
        return true
      }
      return false
    }
  }

  /// How often lanes are asked whether they still play.
  private static let drainPollMilliseconds = 200

  /// Tells everyone that the server stops, and returns when all is closed and what has ended is
  /// kept. What takes too long is kept at the next start.
  public func stop() async {
    await admin.set(.stopping)
    await ruler?.end()
    await door.close()
    await leave()
    await withTaskGroup { group in
      for lane in lanes {
        group.addTask { await lane.stop(withinMilliseconds: Server.stopMillisecondsMax) }
      }
    }
    for task in tasks { task.cancel() }
    await archive?.finish()
    await archive?.leave()
    await admin.stop()
    await node?.engines.stop()
  }

  /// Lets go of all rooms of a cluster, and returns when others may have them, or after
  /// `ClusterNode.leaveMilliseconds`: a silent node loses them, too.
  private func leave() async {
    guard let node else { return }
    for lane in lanes { lane.post { $0.cluster?.node.leave(at: $0.now) } }
    let end = clock.milliseconds() + node.leaveMilliseconds
    while await !hasLeft, clock.milliseconds() < end {
      try? await Task.sleep(for: .milliseconds(ClusterNode.leavePollMilliseconds))
    }
    await node.engines.bus.flush()
  }

  private var hasLeft: Bool {
    get async {
      for lane in lanes where await lane.run({ $0.cluster?.node.hasLeft }) == false {
        return false
      }
      return true
    }
  }
}

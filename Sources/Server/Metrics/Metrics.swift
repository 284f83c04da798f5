// What one lane counts while it works, as plain numbers on its own queue: counting costs an
// addition and waits for nobody. A snapshot is a copy together with what the lane holds at that
// moment; the snapshots of all lanes add up to the server's. It decides nothing and names nothing
// for the outside.

import Driving
import Framing
import Net
import Rooms
import Wire

/// The counters of one lane.
struct Metrics: Equatable, Sendable {
  /// Connections that turned out to speak in lines, by how they came.
  var accepted = Tally<Transport>()
  /// Connections that came when a limit was reached, or had to go because of one.
  var turnedAway = Tally<TurnedAway>()
  /// Times that accepting found no descriptor.
  var acceptingPauses = 0
  /// Connections that ended.
  var closed = Tally<Ending>()
  /// Connections that were handed to another lane.
  var carried = 0
  /// TLS handshakes, by what came of them.
  var tlsHandshakes = Tally<HandshakeResult>()
  /// WebSocket handshakes, by what came of them.
  var webSocketHandshakes = Tally<HandshakeResult>()
  /// Answers over HTTP, by status; those that open a WebSocket are no such answers.
  var responses = Tally<HTTPStatus>()
  /// Lines that clients said.
  var linesReceived = 0
  /// SETs that a late lane did not judge, because newer ones had come with them.
  var setsOvertaken = 0
  /// Messages put into outboxes: one that a hundred hear counts a hundred times.
  var deliveries = 0
  /// Bytes read from clients, as they came over the network.
  var bytesReceived = 0
  /// Bytes written to clients, as they went over the network.
  var bytesSent = 0
  /// Calls that wrote.
  var writes = 0
  /// Slow watchers whose queue was dropped for a picture of the room.
  var conflations = 0
  /// Lines, and connections, that were refused.
  var refusals = Tally<RefusalCode>()
  /// Lines of the log that were never written.
  var logLinesDropped = 0
  /// Bytes written to journals.
  var journalBytes = 0
  /// Journals that are written no more, because the disk did not take them.
  var journalsOff = 0
  /// Matches that came into the archive.
  var matchesKept = 0
  /// Matches that did not, because too many waited.
  var matchesDropped = 0
  /// What waits to be written into the archive.
  var archiveWaiting = 0
  /// 1 while the archive cannot be written.
  var archiveFailing = 0
  /// Times that a shard of a cluster was opened here.
  var shardsOpened = 0
  /// Times that one was let go of, by why.
  var shardsLeft = Tally<Tenure.Resignation>()
  /// Rooms of shards opened here that did not come to what their journal says.
  var roomsDiffering = 0
  /// Lines of the journals of shards opened here that could not be read.
  var journalLinesUnreadable = 0
  /// Entries of shards that the cluster's store has taken, but for signs of life.
  var entriesStored = 0
  /// Beats that could not be read.
  var beatsUnreadable = 0
  /// What the cluster's bus did not carry, by why.
  var messagesLost = Tally<BusLoss>()
  /// 1 while a server of the cluster's bus is there.
  var busThere = 0
  /// Links to lanes of other nodes that were broken while somebody was lent on them, by why.
  var linksBroken = Tally<LinkBreak>()
  /// What lanes of nodes told each other of people who are lent, by which way it went.
  var parcels = Tally<TrafficWay>()
  /// The same in bytes.
  var parcelBytes = Tally<TrafficWay>()
  /// Requests to the cluster's store, by what came of them.
  var storeResults = Tally<StoreResult>()
  /// From a request to the store to its answer.
  var storeRequests = Histogram.roundTrip
  /// What one turn of the lane took, from the first event to the last write.
  var turns = Histogram.work
  /// What of it was writing, at its end.
  var flushes = Histogram.work
  /// The way to a client and back, at each PONG.
  var roundTrips = Histogram.roundTrip

  /// Takes over what the lane's reactor has counted itself.
  mutating func take(_ counts: ReactorCounts) {
    turnedAway[.lane] = counts.turnedAway
    acceptingPauses = counts.acceptingPauses
    tlsHandshakes[.completed] = counts.handshakes
    tlsHandshakes[.refused] = counts.handshakesRefused
    tlsHandshakes[.failed] = counts.handshakesFailed
    webSocketHandshakes[.completed] = counts.upgrades
    bytesReceived = counts.bytesRead
    bytesSent = counts.bytesWritten
    writes = counts.writes
  }

  /// Takes over what the lane has left out because it was late.
  mutating func take(_ pressure: Pressure) {
    setsOvertaken = pressure.overtaken
    turnedAway[.late] = pressure.refused
  }

  /// Takes over what the server's archive says of itself.
  mutating func take(_ figures: MatchArchive.Figures) {
    matchesKept = figures.kept
    matchesDropped = figures.dropped
    archiveWaiting = figures.waiting
    archiveFailing = figures.isFailing ? 1 : 0
  }

  /// Takes over what became of a lane's shards.
  mutating func take(_ figures: ClusterFigures) {
    shardsOpened = figures.opened
    shardsLeft = Tally(figures.resigned)
    roomsDiffering = figures.roomsDiffering
    journalLinesUnreadable = figures.linesUnreadable
    entriesStored = figures.entriesStored
    linksBroken = Tally(figures.linksBroken)
  }

  /// Takes over what a lane has asked and said in its cluster.
  mutating func take(_ edge: ClusterEdge) {
    storeRequests = edge.requestTimes
    (parcels, parcelBytes) = (edge.parcels, edge.parcelBytes)
  }

  /// Takes over what the engines of the cluster say of themselves.
  mutating func take(_ figures: EngineFigures) {
    storeResults = Tally([
      .answered: figures.answered, .declined: figures.declined, .unanswered: figures.unanswered,
      .unreadable: figures.unreadable, .overflowed: figures.overflowed,
    ])
    messagesLost = Tally([
      .untaken: figures.lost, .refused: figures.refused, .unheard: figures.unheard,
    ])
    busThere = figures.isBusThere ? 1 : 0
  }

  /// Counts a whole answer over HTTP. 403 and 426 are said only to those who come to where the
  /// WebSocket is, so they are refused handshakes, too.
  mutating func count(_ status: HTTPStatus) {
    responses[status] += 1
    if status == .upgradeRequired || status == .forbidden { webSocketHandshakes[.refused] += 1 }
  }

  /// Counts one turn.
  mutating func observe(_ times: TurnTimes) {
    turns.observe(nanoseconds: Int(times.turn))
    flushes.observe(nanoseconds: Int(times.flush))
  }

  /// Adds what another lane counted.
  mutating func add(_ other: Self) {
    accepted.add(other.accepted)
    turnedAway.add(other.turnedAway)
    acceptingPauses += other.acceptingPauses
    closed.add(other.closed)
    carried += other.carried
    tlsHandshakes.add(other.tlsHandshakes)
    webSocketHandshakes.add(other.webSocketHandshakes)
    responses.add(other.responses)
    linesReceived += other.linesReceived
    setsOvertaken += other.setsOvertaken
    deliveries += other.deliveries
    bytesReceived += other.bytesReceived
    bytesSent += other.bytesSent
    writes += other.writes
    conflations += other.conflations
    refusals.add(other.refusals)
    logLinesDropped += other.logLinesDropped
    journalBytes += other.journalBytes
    journalsOff += other.journalsOff
    matchesKept += other.matchesKept
    matchesDropped += other.matchesDropped
    archiveWaiting += other.archiveWaiting
    archiveFailing += other.archiveFailing
    shardsOpened += other.shardsOpened
    shardsLeft.add(other.shardsLeft)
    roomsDiffering += other.roomsDiffering
    journalLinesUnreadable += other.journalLinesUnreadable
    entriesStored += other.entriesStored
    beatsUnreadable += other.beatsUnreadable
    messagesLost.add(other.messagesLost)
    busThere += other.busThere
    linksBroken.add(other.linksBroken)
    parcels.add(other.parcels)
    parcelBytes.add(other.parcelBytes)
    storeResults.add(other.storeResults)
    storeRequests.add(other.storeRequests)
    turns.add(other.turns)
    flushes.add(other.flushes)
    roundTrips.add(other.roundTrips)
  }

  /// What a lane has counted and what it holds.
  struct Snapshot: Equatable, Sendable {
    /// What it has counted so far.
    var counted = Metrics()
    /// Connections that are open, by how they came.
    var connections = Tally<Transport>()
    /// Rooms that are open, listed or not.
    var rooms = Tally<ListedState>()
    /// People who are connected, by where they are.
    var people = Tally<Place>()
    /// How long what the lane handled last had waited on average, in milliseconds; of all lanes
    /// that of the latest.
    var lateness = 0
    /// How far apart the lane tells positions, in milliseconds; of all lanes what is most.
    var moveMilliseconds = Tally<Role>()
    /// How many connections there may be. The door says so for all lanes.
    var connectionsLimit = 0
    /// How many rooms there may be. The server says so for all lanes.
    var roomsLimit = 0
    /// The last second in which the certificate is valid, in Unix time; nil without one.
    var certificateEnd: Int?
    /// Shards of a cluster, by how they are.
    var shards = Tally<ShardState>()
    /// What waits to be told until the cluster's store has something.
    var effectsHeld = 0
    /// Nodes of the cluster that the lane hears, this one included; of all lanes what is least.
    var nodes: Int?
    /// What the others of them say of themselves, by their numbers.
    var others: [Int: LaneTenures.Other] = [:]
    /// Nodes of the cluster that have shards and other rules, limits or lanes; of all lanes what is
    /// most.
    var nodesDiffering = 0
    /// 1 while this node's clock differs from those of most.
    var clockAstray = 0
    /// People who are connected here and lent to other nodes.
    var lent = 0
    /// People whom other nodes have lent.
    var guests = 0

    /// Adds another lane's.
    mutating func add(_ other: Self) {
      counted.add(other.counted)
      connections.add(other.connections)
      rooms.add(other.rooms)
      people.add(other.people)
      lateness = max(lateness, other.lateness)
      for (role, milliseconds) in other.moveMilliseconds.all {
        moveMilliseconds[role] = max(moveMilliseconds[role], milliseconds)
      }
      connectionsLimit += other.connectionsLimit
      roomsLimit += other.roomsLimit
      // While a certificate is replaced, lanes have different ones for a moment.
      certificateEnd = [certificateEnd, other.certificateEnd].compactMap(\.self).min()
      shards.add(other.shards)
      effectsHeld += other.effectsHeld
      nodes = [nodes, other.nodes].compactMap(\.self).min()
      others.merge(other.others) { $0.and($1) }
      nodesDiffering = max(nodesDiffering, other.nodesDiffering)
      clockAstray = max(clockAstray, other.clockAstray)
      lent += other.lent
      guests += other.guests
    }

    /// All lanes together.
    static func sum(of snapshots: [Self]) -> Self {
      snapshots.reduce(into: Self()) { $0.add($1) }
    }
  }
}

/// Why somebody could not stay, or only to come back to a seat.
enum TurnedAway: String, CaseIterable, Sendable {
  /// There are as many connections as there may be.
  case full
  /// There are as many of this address as there may be.
  case address
  /// There are as many on this lane as there may be.
  case lane
  /// Others came while they said no HELLO.
  case silent
  /// The lane was late with those it had.
  case late
}

/// How a shard is that this node has, or is about to have.
enum ShardState: String, CaseIterable, Sendable {
  /// Its rooms are open.
  case open
  /// Its rooms stand until the store answers.
  case standing
  /// It is claimed or read.
  case coming
}

extension Tally<ShardState> {
  /// What a lane has; nothing outside a cluster.
  init(_ figures: ClusterFigures?) {
    self.init([
      .open: figures?.open ?? 0, .standing: figures?.standing ?? 0,
      .coming: figures?.coming ?? 0,
    ])
  }
}

/// Which way something went between nodes.
enum TrafficWay: String, CaseIterable, Sendable {
  /// To another node.
  case sent
  /// From another node.
  case received
}

/// What came of a request to a cluster's store.
enum StoreResult: String, CaseIterable, Sendable {
  /// There was an answer, whatever it said.
  case answered
  /// A member declined: it had no leader, or no room.
  case declined
  /// Nobody answered in time.
  case unanswered
  /// The answer could not be read.
  case unreadable
  /// It was let go, because too many were under way.
  case overflowed
}

/// Why a cluster's bus did not carry something.
enum BusLoss: String, CaseIterable, Sendable {
  /// No server was there, and too much waited for one.
  case untaken
  /// A server did not let this node say or hear it.
  case refused
  /// It came faster than it was heard.
  case unheard
}

/// How a connection ended.
enum Ending: String, CaseIterable, Sendable {
  /// The peer ended its stream.
  case byPeer = "peer"
  /// The server closed it.
  case byServer = "server"
  /// It broke.
  case lost
  /// The peer broke the rules of TLS or of WebSocket.
  case broken
  /// The peer sent more than it may.
  case flooded
  /// The server stopped.
  case stopped

  /// What a reactor calls it.
  init(_ reason: CloseReason) {
    switch reason {
    case .peerClosed: self = .byPeer
    case .closedHere: self = .byServer
    case .lost: self = .lost
    case .broken: self = .broken
    case .flooded: self = .flooded
    case .stopped: self = .stopped
    }
  }
}

/// What came of a handshake.
enum HandshakeResult: String, CaseIterable, Sendable {
  /// Both ends agreed.
  case completed
  /// This server did not agree: there were too many, the origin was another, the request was none.
  case refused
  /// The other end did not agree, went away, or spoke nonsense.
  case failed
}

extension LaneTenures.Other {
  /// The same node, as two lanes hear it; of its clock what differs more.
  fileprivate func and(_ other: Self) -> Self {
    Self(
      node: node, open: open + other.open, standing: standing + other.standing,
      millisecondsAhead: [millisecondsAhead, other.millisecondsAhead]
        .max { (abs($0), $0) < (abs($1), $1) } ?? 0)
  }
}

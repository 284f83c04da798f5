// The metrics of a server: the one list of what it tells about itself, in the order of `/metrics`.
// A row declares a metric and holds a lane's number of it: counting costs an addition and waits for
// nobody. What others count is taken over when somebody asks. Names follow Prometheus's
// conventions: a prefix, a base unit, `_total` on what only grows. It decides nothing.
// Invariant: rows of one name stand together.

import Cluster
import Framing
import Game
import Measures
import Net
import Rooms
import Wire

/// What one lane has counted, and in a snapshot also what it holds. What concerns the whole server
/// is added to the first lane's.
struct Metrics: Sendable {
  @Metric(.gauge, "chromatch_connections", "Connections that are open.", by: "kind")
  var connections = Tally<Transport>()
  @Metric(
    .gauge, "chromatch_connections_limit",
    "Connections that there may be, as configured or as descriptors allow.")
  var connectionsLimit = 0
  @Metric(
    .gauge, "chromatch_lanes_open",
    "Lanes that take newcomers; another opens when all of these are busy.")
  var lanesOpen = 0
  @Metric(
    .gauge, "chromatch_lane_connections", "Connections that are open, by lane.", by: "lane")
  var laneConnections = 0
  @Metric(
    .counter, "chromatch_connections_accepted_total",
    "Connections that turned out to speak in lines.", by: "kind")
  var accepted = Tally<Transport>()
  @Metric(
    .counter, "chromatch_connections_refused_total",
    "Connections beyond a limit, by which: only kept seats can be come back to on them.",
    by: "limit")
  var turnedAway = Tally<TurnedAway>()
  @Metric(
    .counter, "chromatch_accepting_pauses_total", "Times that accepting found no free descriptor.",
    warning: "no descriptor was left for a newcomer % times")
  var acceptingPauses = 0
  @Metric(
    .counter, "chromatch_connections_closed_total", "Connections ended, by who or what did it.",
    by: "reason")
  var closed = Tally<Ending>()
  @Metric(.counter, "chromatch_connections_carried_total", "Connections handed to another lane.")
  var carried = 0
  @Metric(
    .counter, "chromatch_handshakes_total", "Handshakes, by what came of them.", by: "protocol",
    "result", first: "tls")
  var tlsHandshakes = Tally<HandshakeResult>()
  @Metric(
    .counter, "chromatch_handshakes_total", "Handshakes, by what came of them.", by: "protocol",
    "result", first: "websocket")
  var webSocketHandshakes = Tally<HandshakeResult>()
  @Metric(.counter, "chromatch_http_responses_total", "Answers over HTTP, by status.", by: "code")
  var responses = Tally<HTTPStatus>()
  @Metric(
    .gauge, "chromatch_certificate_not_after_timestamp_seconds",
    "The last second in which the TLS certificate is valid, in Unix time.", merge: min)
  var certificateEnd: Int? = nil
  @Metric(.gauge, "chromatch_rooms", "Rooms that are open.", by: "state")
  var rooms = Tally<ListedState>()
  @Metric(.gauge, "chromatch_rooms_limit", "Rooms that there may be.") var roomsLimit = 0
  @Metric(.gauge, "chromatch_people", "People who are connected, by where they are.", by: "place")
  var people = Tally<Place>()

  // MARK: What is said
  @Metric(.counter, "chromatch_lines_received_total", "Lines that clients said.")
  var linesReceived = 0
  @Metric(
    .counter, "chromatch_sets_overtaken_total",
    "SETs that a late lane did not judge, because newer ones had come with them.")
  var setsOvertaken = 0
  @Metric(
    .counter, "chromatch_deliveries_total",
    "Messages put into outboxes; one that a hundred hear counts a hundred times.")
  var deliveries = 0
  @Metric(.counter, "chromatch_received_bytes_total", "Bytes read from the network.")
  var bytesReceived = 0
  @Metric(.counter, "chromatch_sent_bytes_total", "Bytes written to the network.") var bytesSent = 0
  @Metric(.counter, "chromatch_writes_total", "Calls that wrote.") var writes = 0
  @Metric(
    .counter, "chromatch_conflations_total",
    "Slow watchers whose queue was dropped for a picture of the room.")
  var conflations = 0
  @Metric(.counter, "chromatch_refusals_total", "Refusals told to clients.", by: "code")
  var refusals = Tally<RefusalCode>()

  // MARK: What is written
  @Metric(
    .counter, "chromatch_log_lines_dropped_total",
    "Lines of the log that were dropped, because too many were waiting or writing failed.",
    warning: "% lines of the log were dropped")
  var logLinesDropped = 0
  @Metric(.counter, "chromatch_journal_bytes_total", "Bytes written to journals.")
  var journalBytes = 0
  @Metric(
    .gauge, "chromatch_journals_off",
    "Lanes whose journal is written no more, because the disk did not take it.")
  var journalsOff = 0
  @Metric(.counter, "chromatch_matches_kept_total", "Matches that came into the archive.")
  var matchesKept = 0
  @Metric(
    .counter, "chromatch_matches_dropped_total",
    "Matches that did not come into the archive, because too many waited.",
    warning: "% matches were not kept: the disk was too slow")
  var matchesDropped = 0
  @Metric(.gauge, "chromatch_archive_waiting", "Matches and requests that wait for the archive.")
  var archiveWaiting = 0
  @Metric(
    .gauge, "chromatch_archive_failing",
    "1 while the archive cannot be written, because the disk does not take it.")
  var archiveFailing = 0
  @Metric(
    .gauge, "chromatch_state_free_bytes", "Bytes that are free where the server keeps its state.",
    merge: min)
  var stateFreeBytes: Int? = nil

  /// What the cluster's part of it tells.
  var cluster = ClusterMetrics()

  // MARK: How fast it works
  @Metric(
    .histogram, "chromatch_turn_seconds",
    "One turn of a lane, from its first event to its last write.")
  var turns = Histogram.work
  @Metric(.histogram, "chromatch_flush_seconds", "Writing, at the end of a turn.")
  var flushes = Histogram.work
  @Metric(.histogram, "chromatch_round_trip_seconds", "The way to a client and back, at each PONG.")
  var roundTrips = Histogram.roundTrip
  @Metric(
    .gauge, "chromatch_lane_lateness_seconds",
    "How long what the lane handled last had waited, on average.", by: "lane",
    in: .milliseconds)
  var lateness = 0
  @Metric(
    .gauge, "chromatch_lane_move_interval_seconds",
    "How far apart a lane tells where sliders are; more than usual while it is late.", by: "lane",
    "role", in: .milliseconds)
  var moveMilliseconds = Tally<Role>()
}

// Where numbers come from that others count.
extension Metrics {
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

  /// Takes over how late a lane is, and what it has left out for that.
  mutating func take(_ pressure: Pressure) {
    lateness = pressure.lateness
    setsOvertaken = pressure.overtaken
    turnedAway[.late] = pressure.refused
  }

  /// Takes over what the server's archive says of itself.
  mutating func take(_ figures: MatchArchive.Figures) {
    matchesKept = figures.kept
    matchesDropped = figures.dropped
    archiveWaiting = figures.waiting
    archiveFailing = figures.isFailing ? 1 : 0
    stateFreeBytes = figures.freeBytes
  }
}

// What takes more than an addition.
extension Metrics {
  /// Counts something that a hall wants done or notes.
  mutating func count(_ effect: Effect) {
    switch effect {
    case .send(.no(let refusal), let connections):
      deliveries += connections.count
      refusals[refusal.code] += connections.count
    case .send(_, let connections): deliveries += connections.count
    case .conflate: conflations += 1
    case .carry: carried += 1
    case .note(.measured(let milliseconds)):
      roundTrips.observe(nanoseconds: milliseconds * 1_000_000)
    default: break
    }
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
}

/// The metrics of a server as text.
///
/// - Parameters:
///   - lanes: a snapshot of each lane, in the order of the lanes.
///   - process: what the system says of the process.
func prometheus(of lanes: [Metrics], process: ProcessFigures) -> [UInt8] {
  var text = Exposition()
  text.begin("chromatch_build_info", .gauge, "Always 1; the label says which version runs.")
  text.sample("chromatch_build_info", labels: [("version", Configuration.version)], 1)
  text.begin("chromatch_lanes", .gauge, "Lanes: queues with sockets and rooms.")
  text.sample("chromatch_lanes", lanes.count)
  text.write(lanes)
  text.write([process])
  return text.bytes
}

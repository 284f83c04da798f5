// Which metrics there are, by name: the one list of what a server tells about itself. Names follow
// Prometheus's conventions: a prefix, a base unit, `_total` on what only grows. Metrics of the
// process have the names that every other program gives them.

import Net
import Rooms
import Wire

/// The metrics of a server as text.
///
/// - Parameters:
///   - lanes: a snapshot of each lane, in the order of the lanes.
///   - process: what the system says of the process.
func prometheus(of lanes: [Metrics.Snapshot], process: ProcessFigures) -> [UInt8] {
  let all = Metrics.Snapshot.sum(of: lanes)
  var text = Exposition()
  text.begin("chromatch_build_info", .gauge, "Always 1; the label says which version runs.")
  text.sample("chromatch_build_info", labels: [("version", Configuration.version)], 1)
  text.write(connectionsOf: all, lanes: lanes)
  text.write(talkOf: all.counted)
  text.write(clusterOf: all)
  text.write(agreementOf: all)
  text.write(timesOf: all.counted)
  text.write(latenessOf: lanes)
  text.write(process)
  return text.bytes
}

extension Exposition {
  fileprivate mutating func write(
    connectionsOf all: Metrics.Snapshot, lanes: [Metrics.Snapshot]
  ) {
    metric("chromatch_lanes", .gauge, "Lanes: queues with sockets and rooms.", lanes.count)
    metric(
      "chromatch_connections", .gauge, "Connections that are open.", by: "kind", all.connections)
    metric(
      "chromatch_connections_limit", .gauge,
      "Connections that there may be, as configured or as descriptors allow.",
      all.connectionsLimit)
    begin("chromatch_lane_connections", .gauge, "Connections that are open, by lane.")
    for (number, lane) in lanes.enumerated() {
      sample(
        "chromatch_lane_connections", labels: [("lane", "\(number)")], lane.connections.sum)
    }
    metric(
      "chromatch_connections_accepted_total", .counter,
      "Connections that turned out to speak in lines.", by: "kind", all.counted.accepted)
    metric(
      "chromatch_connections_refused_total", .counter,
      "Connections beyond a limit, by which: only kept seats can be come back to on them.",
      by: "limit", all.counted.turnedAway)
    metric(
      "chromatch_accepting_pauses_total", .counter,
      "Times that accepting found no free descriptor.", all.counted.acceptingPauses)
    metric(
      "chromatch_connections_closed_total", .counter, "Connections ended, by who or what did it.",
      by: "reason", all.counted.closed)
    metric(
      "chromatch_connections_carried_total", .counter, "Connections handed to another lane.",
      all.counted.carried)
    begin("chromatch_handshakes_total", .counter, "Handshakes, by what came of them.")
    for (name, tally) in [
      ("tls", all.counted.tlsHandshakes), ("websocket", all.counted.webSocketHandshakes),
    ] {
      for (result, number) in tally.all {
        sample(
          "chromatch_handshakes_total",
          labels: [("protocol", name), ("result", result.rawValue)], number)
      }
    }
    metric(
      "chromatch_http_responses_total", .counter, "Answers over HTTP, by status.", by: "code",
      all.counted.responses)
    if let end = all.certificateEnd {
      metric(
        "chromatch_certificate_not_after_timestamp_seconds", .gauge,
        "The last second in which the TLS certificate is valid, in Unix time.", end)
    }
    metric("chromatch_rooms", .gauge, "Rooms that are open.", by: "state", all.rooms)
    metric("chromatch_rooms_limit", .gauge, "Rooms that there may be.", all.roomsLimit)
    metric(
      "chromatch_people", .gauge, "People who are connected, by where they are.", by: "place",
      all.people)
  }

  fileprivate mutating func write(talkOf counted: Metrics) {
    metric(
      "chromatch_lines_received_total", .counter, "Lines that clients said.",
      counted.linesReceived)
    metric(
      "chromatch_sets_overtaken_total", .counter,
      "SETs that a late lane did not judge, because newer ones had come with them.",
      counted.setsOvertaken)
    metric(
      "chromatch_deliveries_total", .counter,
      "Messages put into outboxes; one that a hundred hear counts a hundred times.",
      counted.deliveries)
    metric(
      "chromatch_received_bytes_total", .counter, "Bytes read from the network.",
      counted.bytesReceived)
    metric(
      "chromatch_sent_bytes_total", .counter, "Bytes written to the network.", counted.bytesSent)
    metric("chromatch_writes_total", .counter, "Calls that wrote.", counted.writes)
    metric(
      "chromatch_conflations_total", .counter,
      "Slow watchers whose queue was dropped for a picture of the room.", counted.conflations)
    metric(
      "chromatch_refusals_total", .counter, "Refusals told to clients.", by: "code",
      counted.refusals)
    metric(
      "chromatch_log_lines_dropped_total", .counter,
      "Lines of the log that were dropped, because too many were waiting or writing failed.",
      counted.logLinesDropped)
    metric(
      "chromatch_journal_bytes_total", .counter, "Bytes written to journals.",
      counted.journalBytes)
    metric(
      "chromatch_journals_off", .gauge,
      "Lanes whose journal is written no more, because the disk did not take it.",
      counted.journalsOff)
    metric(
      "chromatch_matches_kept_total", .counter, "Matches that came into the archive.",
      counted.matchesKept)
    metric(
      "chromatch_matches_dropped_total", .counter,
      "Matches that did not come into the archive, because too many waited.",
      counted.matchesDropped)
    metric(
      "chromatch_archive_waiting", .gauge, "Matches and requests that wait for the archive.",
      counted.archiveWaiting)
    metric(
      "chromatch_archive_failing", .gauge,
      "1 while the archive cannot be written, because the disk does not take it.",
      counted.archiveFailing)
  }

  /// Of a server of its own all of it is zero.
  fileprivate mutating func write(clusterOf all: Metrics.Snapshot) {
    metric(
      "chromatch_cluster_nodes", .gauge,
      "Nodes of the cluster that this one hears, itself included; 0 for a server of its own.",
      all.nodes ?? 0)
    metric(
      "chromatch_cluster_shards", .gauge, "Shards that this node has, or is about to have.",
      by: "state", all.shards)
    metric(
      "chromatch_cluster_shards_opened_total", .counter, "Times that a shard was opened here.",
      all.counted.shardsOpened)
    metric(
      "chromatch_cluster_shards_left_total", .counter, "Times that a shard was let go of here.",
      by: "why", all.counted.shardsLeft)
    metric(
      "chromatch_cluster_rooms_differing_total", .counter,
      "Rooms of shards opened here that did not come to what their journal says.",
      all.counted.roomsDiffering)
    metric(
      "chromatch_cluster_journal_lines_unreadable_total", .counter,
      "Lines of the journals of shards opened here that could not be read.",
      all.counted.journalLinesUnreadable)
    metric(
      "chromatch_cluster_entries_total", .counter,
      "Entries of shards that the store has taken, but for signs of life.",
      all.counted.entriesStored)
    metric(
      "chromatch_cluster_effects_held", .gauge,
      "What waits to be told or done until the store has what it follows from.",
      all.effectsHeld)
    metric(
      "chromatch_cluster_beats_unreadable_total", .counter,
      "Beats, lists and messages of nodes that could not be read.",
      all.counted.beatsUnreadable)
    metric(
      "chromatch_cluster_lent", .gauge,
      "People who are connected here and in the care of another node.", all.lent)
    metric(
      "chromatch_cluster_guests", .gauge,
      "People who are connected to other nodes and in the care of this one.", all.guests)
    metric(
      "chromatch_cluster_links_broken_total", .counter,
      "Links to lanes of other nodes that broke while somebody was lent on them.", by: "why",
      all.counted.linksBroken)
    metric(
      "chromatch_cluster_parcels_total", .counter,
      "What lanes of nodes told each other of people who are lent.", by: "way",
      all.counted.parcels)
    metric(
      "chromatch_cluster_parcel_bytes_total", .counter, "The same in bytes, with its heads.",
      by: "way", all.counted.parcelBytes)
    metric(
      "chromatch_store_requests_total", .counter, "Requests to the store, by what came of them.",
      by: "result", all.counted.storeResults)
    metric(
      "chromatch_store_request_seconds", "From a request to the store to its answer.",
      all.counted.storeRequests)
  }

  /// What is heard of other nodes, and what keeps a node from hearing or agreeing with them.
  fileprivate mutating func write(agreementOf all: Metrics.Snapshot) {
    let others = all.others.values.sorted { $0.node < $1.node }
    begin(
      "chromatch_cluster_node_shards", .gauge,
      "Shards that another node says it has, by how they are there.")
    for other in others {
      for (state, number) in [(ShardState.open, other.open), (.standing, other.standing)] {
        sample(
          "chromatch_cluster_node_shards",
          labels: [("node", "\(other.node)"), ("state", state.rawValue)], number)
      }
    }
    begin(
      "chromatch_cluster_node_clock_ahead_seconds", .gauge,
      "How far another node's clock is ahead of this one's, by its newest beat.")
    for other in others {
      sample(
        "chromatch_cluster_node_clock_ahead_seconds", labels: [("node", "\(other.node)")],
        nanoseconds: other.millisecondsAhead * 1_000_000)
    }
    metric(
      "chromatch_cluster_nodes_differing", .gauge,
      "Nodes that have shards and other rules, limits or lanes than this one.",
      all.nodesDiffering)
    metric(
      "chromatch_cluster_clock_astray", .gauge,
      "1 while this node's clock differs from those of most nodes.", all.clockAstray)
    metric(
      "chromatch_bus_connected", .gauge,
      "1 while a server of the bus is there; 0 for a server of its own.", all.counted.busThere)
    metric(
      "chromatch_bus_messages_lost_total", .counter,
      "Messages that the bus did not take from this node or bring to it.", by: "why",
      all.counted.messagesLost)
  }

  fileprivate mutating func write(timesOf counted: Metrics) {
    metric(
      "chromatch_turn_seconds", "One turn of a lane, from its first event to its last write.",
      counted.turns)
    metric(
      "chromatch_flush_seconds", "Writing, at the end of a turn.",
      counted.flushes)
    metric(
      "chromatch_round_trip_seconds", "The way to a client and back, at each PONG.",
      counted.roundTrips)
  }

  fileprivate mutating func write(latenessOf lanes: [Metrics.Snapshot]) {
    begin(
      "chromatch_lane_lateness_seconds", .gauge,
      "How long what the lane handled last had waited, on average.")
    for (number, lane) in lanes.enumerated() {
      sample(
        "chromatch_lane_lateness_seconds", labels: [("lane", "\(number)")],
        nanoseconds: lane.lateness * 1_000_000)
    }
    begin(
      "chromatch_lane_move_interval_seconds", .gauge,
      "How far apart a lane tells where sliders are; more than usual while it is late.")
    for (number, lane) in lanes.enumerated() {
      for (role, milliseconds) in lane.moveMilliseconds.all {
        sample(
          "chromatch_lane_move_interval_seconds",
          labels: [("lane", "\(number)"), ("role", role.rawValue)],
          nanoseconds: milliseconds * 1_000_000)
      }
    }
  }

  /// Figures that the system did not tell are left out.
  fileprivate mutating func write(_ process: ProcessFigures) {
    if let start = process.startSeconds {
      metric(
        "process_start_time_seconds", .gauge, "When the process started, in Unix time.", start)
    }
    if let milliseconds = process.cpuMilliseconds {
      begin("process_cpu_seconds_total", .counter, "Processor time used, user and system.")
      sample("process_cpu_seconds_total", nanoseconds: milliseconds * 1_000_000)
    }
    if let bytes = process.residentBytes {
      metric("process_resident_memory_bytes", .gauge, "Memory in use that is in RAM.", bytes)
    }
    if let bytes = process.virtualBytes {
      metric("process_virtual_memory_bytes", .gauge, "Memory mapped.", bytes)
    }
    if let count = process.openDescriptors {
      metric("process_open_fds", .gauge, "Descriptors that are open.", count)
    }
    if let count = process.descriptorsMax {
      metric("process_max_fds", .gauge, "Descriptors that there may be.", count)
    }
  }
}

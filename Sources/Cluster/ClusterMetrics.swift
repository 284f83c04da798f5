// What a node tells of its cluster, as metrics, and what of them an operator is shown: all zero,
// and nothing to show, for a server by itself. It decides nothing.
// Invariant: what the metrics do not say is not claimed.

package import Measures

/// The metrics of a node's cluster, among those of its server.
package struct ClusterMetrics: MetricGroup, Sendable {
  @Metric(
    .gauge, "chromatch_cluster_nodes",
    "Nodes of the cluster that this one hears, itself included; 0 for a server of its own.",
    merge: leastKnown)
  package var nodes = 0
  @Metric(
    .gauge, "chromatch_cluster_shards", "Shards that this node has, or is about to have.",
    by: "state")
  package var shards = Tally<ShardState>()
  @Metric(.counter, "chromatch_cluster_shards_opened_total", "Times that a shard was opened here.")
  package var shardsOpened = 0
  @Metric(
    .counter, "chromatch_cluster_shards_left_total", "Times that a shard was let go of here.",
    by: "why")
  package var shardsLeft = Tally<Tenure.Resignation>()
  @Metric(
    .counter, "chromatch_cluster_rooms_differing_total",
    "Rooms of shards opened here that did not come to what their journal says.",
    warning: "% rooms did not come back: they play otherwise than their journals say")
  package var roomsDiffering = 0
  @Metric(
    .counter, "chromatch_cluster_journal_lines_unreadable_total",
    "Lines of the journals of shards opened here that could not be read.",
    warning: "% lines of journals could not be read")
  package var journalLinesUnreadable = 0
  @Metric(
    .counter, "chromatch_cluster_entries_total",
    "Entries of shards that the store has taken, but for signs of life.")
  package var entriesStored = 0
  @Metric(
    .gauge, "chromatch_cluster_effects_held",
    "What waits to be told or done until the store has what it follows from.")
  package var effectsHeld = 0
  @Metric(
    .counter, "chromatch_cluster_beats_unreadable_total",
    "Beats, lists and messages of nodes that could not be read.")
  package var beatsUnreadable = 0
  @Metric(
    .gauge, "chromatch_cluster_lent",
    "People who are connected here and in the care of another node.")
  package var lent = 0
  @Metric(
    .gauge, "chromatch_cluster_guests",
    "People who are connected to other nodes and in the care of this one.")
  package var guests = 0
  @Metric(
    .counter, "chromatch_cluster_links_broken_total",
    "Links to lanes of other nodes that broke while somebody was lent on them.", by: "why")
  package var linksBroken = Tally<LinkBreak>()
  @Metric(
    .counter, "chromatch_cluster_parcels_total",
    "What lanes of nodes told each other of people who are lent.", by: "way")
  package var parcels = Tally<TrafficWay>()
  @Metric(
    .counter, "chromatch_cluster_parcel_bytes_total", "The same in bytes, with its heads.",
    by: "way")
  package var parcelBytes = Tally<TrafficWay>()
  @Metric(
    .counter, "chromatch_store_requests_total", "Requests to the store, by what came of them.",
    by: "result")
  package var storeResults = Tally<StoreResult>()
  @Metric(
    .histogram, "chromatch_store_request_seconds", "From a request to the store to its answer.")
  package var storeRequests = Histogram.roundTrip
  @Metric(
    .gauge, "chromatch_cluster_node_shards",
    "Shards that another node says it has, by how they are there.", by: "node", "state")
  package var nodeShards: [Int: Tally<HeldShardState>] = [:]
  @Metric(
    .gauge, "chromatch_cluster_node_clock_ahead_seconds",
    "How far another node's clock is ahead of this one's, by its newest beat.", by: "node",
    in: .milliseconds, merge: farthest)
  package var nodeClocks: [Int: Int] = [:]
  @Metric(
    .gauge, "chromatch_cluster_nodes_differing",
    "Nodes that have shards and other rules, limits or lanes than this one.", merge: max,
    warning: "% nodes have other rules, limits or lanes: no shard is claimed beside them")
  package var nodesDiffering = 0
  @Metric(
    .gauge, "chromatch_cluster_clock_astray",
    "1 while this node's clock differs from those of most nodes.", merge: max,
    warning: "the clock differs from those of most nodes: no shard is claimed")
  package var clockAstray = 0
  @Metric(
    .gauge, "chromatch_bus_connected",
    "1 while a server of the bus is there; 0 for a server of its own.")
  package var busThere = 0
  @Metric(
    .counter, "chromatch_bus_messages_lost_total",
    "Messages that the bus did not take from this node or bring to it.", by: "why")
  package var messagesLost = Tally<BusLoss>()
  @Metric(
    .gauge, "chromatch_cluster_engine_up",
    "1 while this member of the store, or server of the bus, answers this node.", by: "server")
  package var engines: [String: Int] = [:]

  /// Nothing has happened.
  package init() {}

  /// Takes over what the engines of the cluster say of themselves.
  package mutating func take(_ figures: EngineFigures) {
    storeResults = Tally([
      .answered: figures.answered, .declined: figures.declined, .unanswered: figures.unanswered,
      .unreadable: figures.unreadable, .overflowed: figures.overflowed,
    ])
    messagesLost = Tally([
      .untaken: figures.lost, .refused: figures.refused, .unheard: figures.unheard,
    ])
    busThere = figures.isBusThere ? 1 : 0
    engines = figures.engines.mapValues { $0 ? 1 : 0 }
  }
}

// On the screen of a status.
extension ClusterMetrics {
  /// A line about the cluster, and one for each other node, as this one hears it.
  package func lines(_ samples: Samples) -> [(name: String, text: String)] {
    let nodes = samples.firstLabels(of: $nodeClocks.row)
      .compactMap { node in line(node, samples).map { ("node \(node)", $0) } }
    return (line(samples).map { [("cluster", $0)] } ?? []) + nodes
  }

  /// Nothing of a server by itself.
  private func line(_ samples: Samples) -> String? {
    guard let nodes = samples.number($nodes), nodes > 0,
      let open = samples.number($shards, .open), let standing = samples.number($shards, .standing)
    else { return nil }
    let store = samples.percentile(99, of: $storeRequests)
    let (lent, guests) = (samples.number($lent), samples.number($guests))
    return "\(nodes) \(nodes == 1 ? "node" : "nodes"), \(open + standing) shards here"
      + (lent.map { ", \($0) lent" } ?? "") + (guests.map { ", \($0) guests" } ?? "")
      + (store.map { ", the store answers 99 % within \($0)" } ?? "")
  }

  private func line(_ node: String, _ samples: Samples) -> String? {
    func shards(_ state: HeldShardState) -> Double? {
      samples.values($nodeShards.row, node, state.rawValue).first
    }
    guard let ahead = samples.values($nodeClocks.row, node).first, let open = shards(.open),
      let standing = shards(.standing)
    else { return nil }
    let milliseconds = Int((abs(ahead) * 1_000).rounded())
    let clock =
      milliseconds == 0
      ? "the same clock" : "its clock \(milliseconds) ms \(ahead < 0 ? "behind" : "ahead")"
    return "\(Int(open + standing)) shards there, "
      + (standing > 0 ? "\(Int(standing)) of them standing, " : "") + clock
  }

  /// What somebody should look at that takes more than a look at one metric.
  package func warnings(_ samples: Samples) -> [String] {
    var warnings: [String] = []
    if let count = samples.number($shards, .standing), count > 0 {
      warnings.append("the rooms of \(count) shards stand: the store does not answer")
    }
    if let nodes = samples.number($nodes), nodes > 0, samples.number($busThere) == 0 {
      warnings.append("no server of the bus is there: the nodes do not hear each other")
    }
    for server in samples.firstLabels(of: $engines.row)
    where samples.values($engines.row, server) == [0] {
      let isMember = server.hasPrefix("https:")
      warnings.append(
        "\(server) does not answer"
          + (isMember ? ": if another member of the store goes, all rooms stand" : ""))
    }
    if let count = samples.number($shardsLeft, .damaged), count > 0 {
      warnings.append("\(count) shards were given up: their journals could not be read")
    }
    return warnings
  }
}

/// How a shard is that this node has, or is about to have: its rooms are open, stand until the
/// store answers, or are claimed or read.
package enum ShardState: String, CaseIterable, Sendable { case open, standing, coming }

/// How a shard is that another node has.
package enum HeldShardState: String, CaseIterable, Sendable { case open, standing }

/// Which way something went between nodes, as this one sees it.
package enum TrafficWay: String, CaseIterable, Sendable { case sent, received }

/// What came of a request to a cluster's store: an answer, whatever it said; a member declined, as
/// it had no leader or no room; nobody answered in time; the answer could not be read; it was let
/// go, because too many were under way.
package enum StoreResult: String, CaseIterable, Sendable {
  case answered, declined, unanswered, unreadable, overflowed
}

/// Why a cluster's bus did not carry something: no server was there, and too much waited for one; a
/// server did not let this node say or hear it; it came faster than it was heard.
package enum BusLoss: String, CaseIterable, Sendable { case untaken, refused, unheard }

/// The least of two numbers, unless it is 0 because a lane knows nothing yet.
@Sendable private func leastKnown(_ one: Int, _ other: Int) -> Int {
  one == 0 || other == 0 ? max(one, other) : min(one, other)
}

/// What is farther from 0.
@Sendable private func farthest(_ one: Int, _ other: Int) -> Int {
  (abs(one), one) < (abs(other), other) ? other : one
}

// The ways in which somebody can be a nuisance, as words and numbers. What each of them does is in
// the file of its mischief; nothing here talks to a server.

import ArgumentParser

/// A way to abuse a server.
enum AbuseKind: String, CaseIterable, ExpressibleByArgument, Sendable {
  case slowloris, openings, stalled, flood, descriptors, keeping

  /// What is done, in a line.
  var words: String {
    switch self {
    case .slowloris: "1,000 clients that never get to the end of a request or a TLS handshake"
    case .openings: "2,000 TLS handshakes begun a second, each left after the server's answer"
    case .stalled: "1,000 watchers of the rooms that never read"
    case .flood: "100,000 lines a second from one client, which comes again when it is cut off"
    case .keeping: "62 clients of one address that begin and leave 248 matches a second"
    case .descriptors: "150 callers for a server of 80 descriptors; one leaves every 100 ms"
    }
  }

  /// How many connections the abuser has.
  var connections: Int {
    switch self {
    case .slowloris, .openings, .stalled: 1_000
    case .flood: 1
    case .descriptors: 150
    case .keeping: Keepers.count
    }
  }

  /// How many descriptors the server has; nil for as many as it likes.
  var descriptorsMax: Int? { self == .descriptors ? 80 : nil }

  /// How many guests of the load a server with so few descriptors has room for, besides callers.
  private static let guestsWithinDescriptors = 20

  /// The load that it is done to: all of it, or as many rooms, and watchers in them, as there are
  /// descriptors for.
  func load(of scenario: Scenario) -> Scenario {
    var load = scenario
    if descriptorsMax != nil {
      load.watchers = min(load.watchers, AbuseKind.guestsWithinDescriptors - load.players)
      let room = load.players + load.watchers
      load.rooms = min(load.rooms, AbuseKind.guestsWithinDescriptors / room)
    }
    return load
  }

  /// What the abuser says in the end of what it did.
  var notes: [AbuseNote] {
    switch self {
    case .slowloris, .stalled: [.sentAway]
    case .openings: [.opened, .sentAway]
    case .flood: [.sentAway, .linesTaken]
    case .keeping: [.sentAway, .made, .kept, .archiveBytes]
    case .descriptors: [.letIn, .letInMedian, .letInTail, .letInMax]
    }
  }
}

/// A figure that the abuser has and nobody else.
enum AbuseNote: String, Sendable {
  case opened = "opened_per_second"
  case sentAway = "sent_away_per_second"
  case linesTaken = "lines_taken_per_second"
  case made = "matches_made_per_second"
  case kept = "matches_kept_per_second"
  case archiveBytes = "archive_bytes_per_second"
  case letIn = "let_in"
  case letInMedian = "let_in_p50_milliseconds"
  case letInTail = "let_in_p99_milliseconds"
  case letInMax = "let_in_max_milliseconds"

  /// How the table calls it, unit included.
  var label: String {
    switch self {
    case .opened: "handshakes begun/s"
    case .sentAway: "abusers sent away/s"
    case .linesTaken: "abuser's lines/s taken off it"
    case .made: "abuser's matches/s"
    case .kept: "matches/s kept, the others' too"
    case .archiveBytes: "bytes/s that the archive grows by"
    case .letIn: "callers let in as one left"
    case .letInMedian: "from its leaving to that, p50 ms"
    case .letInTail: "from its leaving to that, p99 ms"
    case .letInMax: "from its leaving to that, max ms"
    }
  }

  /// How many decimals the table shows.
  var decimals: Int {
    switch self {
    case .opened, .linesTaken, .letIn, .archiveBytes: 0
    case .sentAway, .made, .kept, .letInMedian, .letInTail, .letInMax: 1
    }
  }
}

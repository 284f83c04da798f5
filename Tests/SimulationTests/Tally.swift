// What runs saw: for the summary, and to make sure that they saw enough to mean something.

import Game
import TranscriptSupport
import Wire

@testable import Rooms

struct Tally: Sendable {
  /// What goes wrong on purpose, in the order in which it is told.
  static let faults = [
    "cuts", "lines lost", "ends", "vanished", "stalls", "spikes", "pauses", "stops", "kills",
    "floods",
    "repeated", "overtaken", "garbled", "forged pongs", "forged claims", "moved hall",
    "skewed clocks",
  ]
  /// What the server made of it.
  static let answers = [
    "overflows", "conflated", "drained", "resumed", "restored", "written down", "held", "proved",
    "matches", "records", "rounds", "carried to ask", "carried to play", "carried to be counted",
    "carried to open", "carried to resume", "carried to watch", "carried home", "conflated afar",
    "published", "guessed too often", "asked the archive", "answered", "told of a match", "ranked",
    "had a try", "series", "series stopped", "series clocks",
    "had a try", "played along", "crowds scored", "open floors",
  ]
  /// What many runs have to have seen, or they prove nothing.
  static let expected =
    faults + answers
    + RefusalCode.allCases.filter { !Tally.neverHeard.contains($0) }.map(\.rawValue)
  /// What only full servers, empty logs and clusters say.
  private static let neverHeard: Set<RefusalCode> = [.serverFull, .noMatch, .moved]

  /// What some hundred runs need not see.
  static let rare: Set<String> = ["conflated afar", "had a try"]

  var deeds = 0
  var milliseconds = 0
  /// Lines that clients have read.
  var lines = 0
  /// Calls of halls, each followed by a look at everything.
  var steps = 0
  /// How often a client's knowledge was compared with the record.
  var comparisons = 0
  private var counts: [String: Int] = [:]

  func count(of name: String) -> Int { counts[name] ?? 0 }
  mutating func count(_ name: String, _ times: Int = 1) {
    if times > 0 { counts[name, default: 0] += times }
  }

  /// How many times something went wrong on purpose.
  var faultCount: Int { Tally.faults.map(count).reduce(0, +) }

  mutating func note(_ action: Action) {
    deeds += 1
    switch action {
    case .cut: count("cuts")
    case .end: count("ends")
    case .vanish: count("vanished")
    case .stall: count("stalls")
    case .spike: count("spikes")
    case .pause: count("pauses")
    case .stop: count("stops")
    case .kill: count("kills")
    case .send: count("garbled")
    case .say(_, let line, let times):
      if times > 2 { count("floods") }
      if times == 2 { count("repeated") }
      if line.hasPrefix("PONG"), !line.contains("{nonce}") { count("forged pongs") }
      if line.hasPrefix("LOCK"), line.contains(" t="), !line.contains("{claim}") {
        count("forged claims")
      }
    case .connect, .sip, .wake: break
    }
  }

  mutating func note(_ message: ServerMessage) {
    lines += 1
    switch message {
    case .no(let refusal): count(refusal.code.rawValue)
    case .play(.some, .round): count("rounds")
    case .play(_, .held): count("held")
    case .room(.some, .series(let series)):
      count(series.isStopped ? "series stopped" : "series")
    case .room(.some, .starts(.some)): count("series clocks")
    case .proved: count("proved")
    case .cell: count("played along")
    case .room(.some, .together): count("crowds scored")
    case .room(.some, .countdown(_, _, let players, _, _, _)) where players.isEmpty:
      count("open floors")
    default: break
    }
  }

  mutating func note(_ input: Input?) {
    switch input {
    case .overflowed: count("overflows")
    case .drained: count("drained")
    case .kept: count("told of a match")
    case .claimed(_, let isGranted): count(isGranted ? "ranked" : "had a try")
    case .answered: count("answered")
    case .overtaken: count("overtaken SETs")
    default: break
    }
  }

  mutating func note(_ note: Note) {
    switch note {
    case .finished: count("matches")
    case .resumed: count("resumed")
    case .guessing: count("guessed too often")
    default: break
    }
  }

  mutating func note(_ handoff: Handoff) {
    switch handoff.errand {
    case .ask: count("carried to ask")
    case .quick: count("carried to play")
    case .register: count("carried to be counted")
    case .open: count("carried to open")
    case .resume: count("carried to resume")
    case .lookOn: count("carried to watch")
    case .comeHome(_, heard: nil): count("conflated afar")
    case .comeHome: count("carried home")
    }
  }

  static func += (one: inout Tally, other: Tally) {
    one.deeds += other.deeds
    one.milliseconds += other.milliseconds
    one.lines += other.lines
    one.steps += other.steps
    one.comparisons += other.comparisons
    one.counts.merge(other.counts, uniquingKeysWith: +)
  }
}

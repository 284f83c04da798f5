// A match as a ledger: steps with their moments, and below each what happened. The same text is the
// script and the expectation; lines at the margin are done, indented lines have to come of it.
//
//     8000 p1 LOCK v=11,177,110        a player says something, at that moment
//       LOCKED who=p1 t=5000           what everybody is told, as lines of the protocol
//       BELL closes=11000
//     11000                            time passes until then
//     11000 p2 leaves                  a player gives up
//     11000 p2 is put out              somebody else wants a player gone
//     11000 p2 roundtrip 80            so long a line of theirs and its answer take
//     11000 held until 18000         the server is gone from then on; the match goes on then
//     11000 due                        when does something happen next by itself?
//
// What a refused line is answered with stands below it as `NO code=…`. The notation is also that of
// Ledgers/*.txt and, with the seed at the end, of protocol/vectors/matches.txt.
//
// Whatever happens is audited, too: a match that ends has to reveal its seed and be proved fair.

import Game
import TestSupport
import Testing
import Wire

/// A match that is played line by line and written down.
struct Ledger {
  private(set) var match: Match
  private(set) var lines: [String] = []
  private var audit: HeardMatch

  /// A match of `nonces.count` players, p1, p2 and so on, that starts at 0. The round trip of p1
  /// may be known already.
  init(_ rules: Rules, seed: MatchSeed, nonces: [Nonce], roundTrip: Int? = nil) {
    let players = (1...nonces.count).map(PlayerID.init(number:))
    match = Match(
      rules: rules, players: players, seed: seed, nonces: nonces, hashing: .openSSL,
      start: Instant(milliseconds: 0), roundTrips: roundTrip.map { [players[0]: $0] } ?? [:])
    audit = HeardMatch(
      rules: rules, players: players, nonces: nonces, commitment: seed.commitment(.openSSL))
  }

  /// What the audit says; nil before the seed.
  var verdict: Verdict? { audit.verdict(.openSSL) }

  /// Does what one line says, and writes it down with all that comes of it.
  mutating func play(_ step: Substring) throws {
    lines.append(String(step))
    var words = step.split(separator: " ")[...]
    let now = Instant(milliseconds: try require(Int(words.removeFirst()), "\(step) has no moment"))
    tell(match.advance(to: now))
    guard let who = words.popFirst() else { return }
    switch who {
    case "held":
      let until = try require(words.last.flatMap { Int($0) }, "\(step): until when?")
      tell(match.hold(since: now, until: Instant(milliseconds: until)))
    case "due": write(match.deadline.map { "\($0.milliseconds)" } ?? "never")
    default:
      let player = PlayerID(number: try require(Int(who.dropFirst()), "\(step): who?"))
      try play(words.joined(separator: " "), by: player, at: now)
    }
  }

  private mutating func play(_ what: String, by player: PlayerID, at now: Instant) throws {
    if what == "leaves" {
      audit.lose(player, isPutOut: false)
      return tell(match.withdraw(player, at: now))
    }
    if what == "is put out" {
      audit.lose(player, isPutOut: true)
      return tell(match.putOut(player, at: now))
    }
    if let roundTrip = what.wholeMatch(of: /roundtrip (-?\d+)/)?.1 {
      match.measure(player, roundTrip: try require(Int(roundTrip)))
      return
    }
    guard case .play(let command) = try ClientMessage.decode(Array(what.utf8)[...]) else {
      Issue.record("\(what) is not a move")
      return
    }
    do throws(Refusal) {
      tell(try match.apply(command, by: player, at: now))
    } catch {
      write("NO code=\(error.code.rawValue)")
    }
  }

  private mutating func tell(_ events: [Event]) {
    for event in events {
      audit.hear(event)
      write(event.line)
    }
  }

  private mutating func write(_ line: String) { lines.append("  \(line)") }
}

/// Plays the steps of a ledger and compares what comes of them with what stands below each. The
/// line with the seed is left out, as it is the same in each.
///
/// The seed is 0, 1, 2 … 31 and the first nonce c0ffee, so that in rgb the targets are 11,177,110
/// then 202,19,9 then 219,0,126 for two players, and others for other numbers of players.
func expectLedger(
  _ rules: Rules, players: Int = 2, roundTrip: Int? = nil, _ text: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let nonces = try (1...players).map { try $0 == 1 ? .checked("c0ffee") : Nonce.none }
  let ledger = Ledger(rules, seed: try .counting(), nonces: nonces, roundTrip: roundTrip)
  try demand(ledger, text, hidesSeed: true, sourceLocation: sourceLocation)
}

/// Plays the steps of a text in a ledger that has just begun, and compares.
func demand(
  _ begun: Ledger, _ text: String, hidesSeed: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var ledger = begun
  let expected = text.split(separator: "\n")
  for line in expected where !line.hasPrefix(" ") { try ledger.play(line) }
  let lines = ledger.lines.filter { !hidesSeed || !$0.hasPrefix("  SEED") }
  let verdict = ledger.verdict
  expect(verdict, equals: (ledger.match.isOver ? .verified : nil), sourceLocation: sourceLocation)
  let same = zip(lines, expected).prefix { $0 == $1 }.count
  guard same < max(lines.count, expected.count) else { return }
  let wanted = same < expected.count ? expected[same] : "  (nothing more)"
  let went = lines[max(0, same - 3)...].prefix(20).joined(separator: "\n")
  Issue.record("\(wanted) is expected, but it went\n\(went)", sourceLocation: sourceLocation)
}

extension Refusal {
  /// What a line is answered with that was refused so.
  fileprivate var code: RefusalCode {
    switch self {
    case .notNow: .notNow
    case .offGrid: .offGrid
    case .frozen: .frozen
    }
  }
}

// A match as a ledger: steps with their moments, and below each what happened. The same text is the
// script and the expectation; lines at the margin are done, indented lines have to come of it.
//
//     8000 p1 LOCK v=11,177,110        a player says something, at that moment
//     ~8000 p1 LOCK v=11,177,110       the same, before the match is told the time
//     ~8000-9000 p1 LOCK v=11,177,110  it arrived between those moments
//       LOCKED who=p1 t=5000           what everybody is told, as lines of the protocol
//       BELL closes=11000
//     11000                            time passes until then
//     11000 p2 leaves                  a player gives up
//     11000 p2 is put out              somebody else wants a player gone
//     11000 p2 roundtrip 80            so long a line of theirs and its answer take
//     11000 held until 18000         the server is gone from then on; the match goes on then
//     11000 due                        when does something happen next by itself?
//
// What a refused line is answered with stands below it as `NO code=…`. Whatever happens is audited,
// too: a match that ends has to reveal its seed and be proved fair.

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
    let moments = words.removeFirst().split { "~-".contains($0) }
      .compactMap { Int($0).map(Instant.init(milliseconds:)) }
    let first = try require(moments.first, "\(step) has no moment")
    let now = moments[moments.count - 1]
    if !step.hasPrefix("~") { tell(match.advance(to: now)) }
    guard let who = words.popFirst() else { return }
    switch who {
    case "held":
      let until = try require(words.last.flatMap { Int($0) }, "\(step): until when?")
      tell(match.hold(since: now, until: Instant(milliseconds: until)))
    case "due": write(match.deadline.map { "\($0.milliseconds)" } ?? "never")
    default:
      let player = PlayerID(number: try require(Int(who.dropFirst()), "\(step): who?"))
      try play(words.joined(separator: " "), by: player, at: first...now)
    }
  }

  private mutating func play(
    _ what: String, by player: PlayerID, at arrived: ClosedRange<Instant>
  ) throws {
    let now = arrived.upperBound
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
      tell(try match.apply(command, by: player, arrived: arrived))
    } catch {
      // `notNow` is answered as `not-now`.
      write("NO code=\("\(error)".replacing(/[A-Z]/) { "-\($0.output.lowercased())" })")
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

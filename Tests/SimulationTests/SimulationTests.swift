// Many seeds, or one. What `make sim` asks for comes by the environment:
//
//     CHROMATCH_SEED=n                      only that seed, and all that happens in it
//     CHROMATCH_SEEDS=n CHROMATCH_FROM=n    so many seeds, from that one on
//
// Without any of it the same seeds run every time, and a few that nobody has seen. Each lane of
// seeds is a test case of its own and a thread of its own, so that the cores are used and the
// shared pool of threads is left to everybody else's tests.

import Testing

@Suite("Simulation")
struct SimulationTests {
  @Test("in halls full of trouble, what must hold holds", arguments: 0..<Seeds.lanes)
  func seeds(lane: Int) async {
    let results = await Seeds.asked.run(lane: lane)
    for failure in results.lane.failures {
      Issue.record(Comment(rawValue: failure.report()))
    }
    #expect(results.lane.failed == 0)
    // Worlds without trouble would prove nothing.
    if let all = results.all, all.seeds >= 300 {
      for name in Tally.expected { #expect(all.tally.count(of: name) > 0, "no \(name) at all") }
    }
  }

  /// A room of this seed closes early in a round of 120 s, whose end stays in the agenda.
  @Test("moments that have become untrue are not taken for something that is still due")
  func stale() {
    #expect(Simulation(seed: 774_411_466, isPlain: true).failure?.violation == nil)
  }

  /// In their order: a room is taken off the list while its watchers hear everything later;
  /// somebody is lost while seals are opened, with everybody else ready, or not; a watcher who does
  /// not read is put out; a watcher leaves one room for another, and reads neither OUT nor IN; a
  /// connection breaks in the middle of a picture that tells nothing new; somebody leaves a round
  /// whose time was up, before the server got around to shutting it.
  @Test(
    "seeds that failed once hold",
    arguments: [100_695, 204_912, 208_348, 201_649, 302_792, 301_973, 61])
  func again(seed: UInt64) {
    #expect(Simulation(seed: seed, isPlain: true).failure?.violation == nil)
  }

  /// A server is killed again before its matches go on, twice.
  @Test("seeds that failed once under kills hold", arguments: [20_250, 30_063])
  func againKilled(seed: UInt64) {
    #expect(Simulation(seed: seed).failure?.violation == nil)
  }

  /// What a journal can do wrong: it lacks a line, has one twice, or says another moment.
  static let tamperings: [(name: String, change: @Sendable ([Substring]) -> [Substring])] = [
    ("a move is lost", { $0.filter { !$0.hasPrefix("LOCK ") } }),
    ("the time is lost", { $0.filter { !$0.hasPrefix("TICK ") } }),
    ("a loss is lost", { $0.filter { !$0.hasPrefix("LOST ") } }),
    ("a room is lost", { $0.filter { !$0.hasPrefix("OPEN ") } }),
    ("a room is never closed", { $0.filter { !$0.hasPrefix("CLOSE ") } }),
    ("a move is there twice", { $0.flatMap { $0.hasPrefix("LOCK ") ? [$0, $0] : [$0] } }),
    ("a seat is taken twice", { $0.flatMap { $0.hasPrefix("SIT ") ? [$0, $0] : [$0] } }),
    ("watchers are lost", { $0.filter { !$0.hasPrefix("LOOK ") } }),
    ("a round trip is lost", { $0.filter { !$0.hasPrefix("RTT ") } }),
    (
      "who somebody is is lost",
      { lines in
        lines.map { line in
          guard line.hasPrefix("SIT ") else { return line }
          let words = line.split(separator: " ").filter { !$0.hasPrefix("id=") }
          return words.joined(separator: " ")[...]
        }
      }
    ),
    (
      "another pause",
      { lines in
        lines.map { line in
          line.hasPrefix("HELD ") ? line.replacing("since=17", with: "since=16") : line
        }
      }
    ),
  ]

  @Test("a journal that says anything else makes another room", arguments: tamperings.indices)
  func tampered(index: Int) {
    let change = SimulationTests.tamperings[index].change
    let tamper: House.Tampering = { bytes in
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      return Array(change(lines).map { "\($0)\n" }.joined().utf8)
    }
    let isFound = (1...120).contains { Simulation(seed: $0, tamper: tamper).failure != nil }
    #expect(isFound, "\(SimulationTests.tamperings[index].name), and nobody notices")
  }

  @Test("a failure is shown by the deeds that it needs")
  func shortening() {
    let deeds =
      [Deed(at: 0, action: .connect(0, hall: 0))]
      + (1..<40).map { Deed(at: 10 * $0, action: .say(0, "LIST")) }
    let failure = Failure(
      seed: 1, violation: "a connection is left",
      script: Script(deeds: deeds, end: 4_000, isWhole: true))
    let report = failure.report()
    #expect(report.contains("again: make sim SEED=1"))
    #expect(report.hasSuffix("a short script:\n  0 0+ hall 0"))
  }
}

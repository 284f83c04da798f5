// What one run measured: two readings and the tally. Figures are made from it, never kept in it.

import CBenchFloor
import Glibc

/// What everybody had used at one moment.
struct Reading: Sendable {
  /// When, in seconds of the monotonic clock.
  let time: Double
  /// MOVE lines that had come by then, to everyone.
  let deliveries: Int
  /// Bytes of all lines that had come to those who read at once.
  let bytes: Int
  /// Writes that had come to all connections, as the kernel counts them.
  let writes: Int
  /// The server; nil if it cannot be looked at.
  let server: ProcessMeter.Usage?
  let bench: ProcessMeter.Usage?
  /// Seconds that the machine's processors had been idle, all of them added.
  let machineIdle: Double?

  /// Seconds since an earlier reading.
  func seconds(since earlier: Reading) -> Double { time - earlier.time }
}

extension Reading {
  /// Takes a reading now.
  init(
    deliveries: Int, bytes: Int, server: ProcessMeter?, bench: ProcessMeter
  ) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    time = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    self.deliveries = deliveries
    self.bytes = bytes
    writes = Int(bench_segments_received())
    self.server = server?.usage()
    self.bench = bench.usage()
    machineIdle = Machine.idleSeconds()
  }
}

struct Run: Sendable {
  let scenario: Scenario
  let side: Side
  let begin: Reading
  let end: Reading
  let tally: Tally
  /// What came of the idle who came to watch at once, if they were to.
  var arrival: Idlers.Arrival?
  /// What those heard who played along, if anybody was to.
  var along: AlongPlayers.Testimony?
  /// CPU seconds of what works for the server and is not counted as the server's.
  var engineCPU = 0.0

  /// What was measured, in seconds.
  var seconds: Double { end.seconds(since: begin) }
  /// How many guests read at once.
  var readers: Double { Double(scenario.readers) }
  /// Writes that came in that time.
  var writes: Double { Double(end.writes - begin.writes) }
  /// MOVE lines that came in that time.
  var deliveries: Int { end.deliveries - begin.deliveries }
  var serverCPU: Double? { difference { $0.server?.cpu } }
  var benchCPU: Double? { difference { $0.bench?.cpu } }
  /// CPU seconds of everybody else on the machine. The kernel's ticks are coarse: never below 0.
  var othersCPU: Double? {
    guard let idle = difference({ $0.machineIdle }), let benchCPU else { return nil }
    let known = benchCPU + (serverCPU ?? 0) + engineCPU
    return max(0, Double(Machine.cores) * seconds - idle - known)
  }

  func difference(_ figure: (Reading) -> Double?) -> Double? {
    guard let last = figure(end), let first = figure(begin) else { return nil }
    return last - first
  }

  /// In a line, for those who wait.
  var summary: String {
    let rate = decimal(Double(deliveries) / seconds, 0)
    let median = decimal(tally.shown.milliseconds(at: 50), 2)
    let tail = decimal(tally.shown.milliseconds(at: 99), 2)
    let cost = serverCPU.map { ", \(decimal($0 / Double(deliveries) * 1e6, 2)) µs CPU each" } ?? ""
    return "\(rate) deliveries/s, p50 \(median) ms, p99 \(tail) ms\(cost)"
  }
}

struct ScenarioResult: Sendable {
  let scenario: Scenario
  private(set) var server: [Run] = []
  private(set) var floor: [Run] = []

  init(scenario: Scenario) { self.scenario = scenario }

  mutating func add(_ run: Run) {
    switch run.side {
    case .server: server.append(run)
    case .floor: floor.append(run)
    }
  }
}

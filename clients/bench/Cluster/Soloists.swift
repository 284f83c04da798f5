// People who play alone, each in a room of their own at one server: how long a lock takes to be
// answered, and when the server is killed, for how long they are away from their seats. They come
// over bare TCP and compute next to nothing.

import Glibc
import Histogram
import Net

/// People who play alone.
actor Soloists: Crowded {
  /// One of them. Times are nanoseconds of the bench's clock.
  private struct Soloist {
    var line: RawLines?
    var token = ""
    var isRacing = false
    /// When they next ask for what they are waiting for, or lock.
    var speaksAt: Int64 = 0
    /// When the lock was said that is not answered yet.
    var lockedAt: Int64?

    /// Takes the lines that have come; nil when the other end has hung up.
    mutating func hear() -> [Substring]? { line?.hear() }

    mutating func connect(to port: UInt16) {
      hangUp()
      line = (try? RawSocket(port: port, from: Soloists.host)).map(RawLines.init)
    }

    mutating func hangUp() {
      line?.socket.close()
      line = nil
    }
  }

  private var soloists: [Soloist] = []
  private let clock = FineClock(Clock())

  /// Has so many sit down, and returns when their rounds are open.
  ///
  /// - Throws: `BenchError.incomplete` when they are not.
  func sitDown(_ count: Int, at port: UInt16) async throws {
    for _ in 0..<count {
      var soloist = Soloist()
      soloist.connect(to: port)
      soloist.line?.say("HELLO v=1 name=soloist bot=1")
      soloists.append(soloist)
    }
    let end = clock.nanoseconds + Soloists.patienceNanoseconds
    while !soloists.allSatisfy(\.isRacing), clock.nanoseconds < end {
      for index in soloists.indices { goOnSittingDown(index) }
      try await Task.sleep(for: Soloists.pause)
    }
    let inside = soloists.count(where: \.isRacing)
    if inside < count { throw BenchError.incomplete(inside: inside, of: count) }
  }

  private func goOnSittingDown(_ index: Int) {
    for line in soloists[index].hear() ?? [] {
      if line.hasPrefix("WELCOME ") { soloists[index].token = value("resume", of: line) }
      if line.hasPrefix("ROUND ") { soloists[index].isRacing = true }
      // A node may have no shard yet.
      if line.hasPrefix("NO ") {
        soloists[index].speaksAt = clock.nanoseconds + Soloists.askingNanoseconds
      }
      answerPing(line, of: index)
    }
    let soloist = soloists[index]
    guard !soloist.token.isEmpty, soloist.speaksAt <= clock.nanoseconds else { return }
    soloists[index].speaksAt = .max
    soloist.line?.say("CREATE mode=rgb rounds=20 time=120 seats=1 listed=0\nREADY")
  }

  /// Has each lock too far off now and then, for so long.
  ///
  /// - Returns: how long it took until that was judged, in microseconds.
  func lock(seconds: Int) async throws -> Histogram<UInt64> {
    var spans = Tally.spans()
    let start = clock.nanoseconds
    for index in soloists.indices {
      soloists[index].speaksAt =
        start + Soloists.lockNanoseconds * Int64(index) / Int64(soloists.count)
    }
    let end = start + Int64(seconds) * 1_000 * nanosecondsPerMillisecond
    while clock.nanoseconds < end {
      for index in soloists.indices {
        for line in soloists[index].hear() ?? [] {
          if line.hasPrefix("MISSED "), let lockedAt = soloists[index].lockedAt {
            spans.record(nanoseconds: clock.nanoseconds - lockedAt)
            soloists[index].lockedAt = nil
          }
          answerPing(line, of: index)
        }
        let now = clock.nanoseconds
        guard soloists[index].speaksAt <= now else { continue }
        (soloists[index].speaksAt, soloists[index].lockedAt) = (now + Soloists.lockNanoseconds, now)
        // The start color is always too far off.
        soloists[index].line?.say("LOCK v=188,188,188")
      }
      try await Task.sleep(for: Soloists.glance)
    }
    return spans
  }

  /// Their server is gone: has each look for their seat at others, again and again.
  ///
  /// - Parameter moment: when it went, in nanoseconds of `now`.
  /// - Returns: for how long each was away, in microseconds.
  /// - Throws: `BenchError.incomplete` when somebody finds nothing.
  func comeBack(to ports: [UInt16], since moment: Int64) async throws -> Histogram<UInt64> {
    var spans = Tally.spans()
    var away = Set(soloists.indices)
    var tries = 0
    for index in away { soloists[index].speaksAt = 0 }
    let end = moment + Soloists.patienceNanoseconds
    while !away.isEmpty, clock.nanoseconds < end {
      for index in away.sorted() {
        guard let lines = soloists[index].hear(), !lines.contains(where: { $0.hasPrefix("NO ") })
        else {
          tries += 1
          ask(index, at: ports[tries % ports.count])
          continue
        }
        guard lines.contains(where: { $0.hasPrefix("IN ") }) else { continue }
        spans.record(nanoseconds: clock.nanoseconds - moment)
        away.remove(index)
      }
      try await Task.sleep(for: Soloists.pause)
    }
    if away.isEmpty { return spans }
    throw BenchError.incomplete(inside: soloists.count - away.count, of: soloists.count)
  }

  /// Asks for a seat anew, not too often.
  private func ask(_ index: Int, at port: UInt16) {
    soloists[index].hangUp()
    let now = clock.nanoseconds
    guard soloists[index].speaksAt <= now else { return }
    soloists[index].speaksAt = now + Soloists.askingNanoseconds
    soloists[index].connect(to: port)
    soloists[index].line?.say("HELLO v=1 resume=\(soloists[index].token)")
  }

  /// The time, in nanoseconds.
  var now: Int64 { clock.nanoseconds }

  func clear() {
    for index in soloists.indices {
      soloists[index].line?.say("BYE")
      soloists[index].hangUp()
    }
    soloists = []
  }

  private func answerPing(_ line: Substring, of index: Int) {
    guard line.hasPrefix("PING ") else { return }
    soloists[index].line?.say("PONG nonce=\(value("nonce", of: line))")
  }

  private func value(_ key: String, of line: Substring) -> String {
    let word = line.split(separator: " ").first { $0.hasPrefix("\(key)=") }
    return word.map { String($0.dropFirst(key.count + 1)) } ?? ""
  }

  /// Where they come from, 127.0.0.3.
  private static let host: UInt8 = 3
  private static let patienceNanoseconds = 60_000 * nanosecondsPerMillisecond
  private static let askingNanoseconds = 50 * nanosecondsPerMillisecond
  private static let lockNanoseconds = 2_500 * nanosecondsPerMillisecond
  private static let pause = Duration.milliseconds(2)
  /// So often they look whether a lock was judged.
  private static let glance = Duration.microseconds(200)
}

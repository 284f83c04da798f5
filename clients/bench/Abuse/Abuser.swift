// Who abuses a server: a thread with the lowest claim to the processors that never waits for the
// server and computes next to nothing, so that it is not itself what is measured. Invariant: it
// ends before the caller goes on.

import Glibc
import Net
import Synchronization

/// An abuser. Times are milliseconds since it began.
final class Abuser: Sendable {
  /// One of its connections.
  struct Peer {
    let index: Int
    fileprivate let socket: RawSocket
    fileprivate let came: Int64
    fileprivate var speaksAt: Int64
    /// How many bytes the server has taken.
    fileprivate(set) var said = 0
  }

  private let isReady = Atomic(false)
  private let isOver = Atomic(false)

  /// Has a server abused while something is done.
  ///
  /// - Returns: what came of both.
  static func with<Value>(
    _ mischief: Mischief, _ victim: Victim, _ body: () async throws -> Value
  ) async throws -> (Value, [(Line, Double?)]) {
    let abuser = Abuser()
    let outcome = Task { try await abuser.onThread { try abuser.abuse(victim, by: mischief) } }
    do {
      _ = try await eventually {
        if abuser.isOver.load(ordering: .relaxed) { _ = try await outcome.value }
        return abuser.isReady.load(ordering: .relaxed)
      }
      let value = try await body()
      abuser.isOver.store(true, ordering: .relaxed)
      return (value, try await outcome.value)
    } catch {
      abuser.isOver.store(true, ordering: .relaxed)
      _ = try? await outcome.value
      throw error
    }
  }

  private func abuse(_ victim: Victim, by mischief: Mischief) throws -> [(Line, Double?)] {
    // Of this thread alone, on Linux.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    defer { isOver.store(true, ordering: .relaxed) }
    let clock = Clock()
    let begin = clock.milliseconds()
    var crew = Crew(victim: victim, mischief: mischief)
    defer { crew.hangUp() }
    while !isOver.load(ordering: .relaxed) {
      poll(nil, 0, Abuser.stepMilliseconds)
      let now = clock.milliseconds() - begin
      try crew.goOn(at: now)
      // Each has spoken by then, and what they have no room for has come.
      let isFull = crew.came >= mischief.peers && now >= Abuser.settlingMilliseconds
      if isFull { isReady.store(true, ordering: .relaxed) }
    }
    let seconds = Double(max(1, clock.milliseconds() - begin)) / 1_000
    let busy = processorSeconds(CLOCK_THREAD_CPUTIME_ID)
    return [
      (Line("abuser's CPU, % of a core", "abuser_cpu_percent", 1), 100 * busy / seconds),
      (Line("abusers who came/s", "came_per_second", 1), Double(crew.came) / seconds),
      (Line("abusers sent away/s", "sent_away_per_second", 1), Double(crew.sentAway) / seconds),
      (Line("abuser's bytes/s taken off it", "bytes_per_second"), Double(crew.taken) / seconds),
    ]
  }

  /// All that come.
  private struct Crew {
    let victim: Victim
    let mischief: Mischief
    var peers: [Peer] = []
    var came = 0
    var sentAway = 0
    var taken = 0
    private var now: Int64 = 0

    init(victim: Victim, mischief: Mischief) {
      (self.victim, self.mischief) = (victim, mischief)
    }

    /// Does what is due. What could not be done in time is not done later: a rush would measure
    /// something else.
    mutating func goOn(at now: Int64) throws(BenchError) {
      let arrivals = max(1, Int(min(100, now - self.now)) * mischief.arrivals / 1_000)
      self.now = now
      if mischief.leaves { try leave() }
      for _ in 0..<min(arrivals, mischief.peers - peers.count) { peers.append(try come(came)) }
      for place in peers.indices where peers[place].speaksAt <= now {
        peers[place].speaksAt = now + mischief.interval
        try speak(place)
      }
    }

    private mutating func come(_ index: Int) throws(BenchError) -> Peer {
      came += 1
      // They are spread over many addresses, as those are who want to get around a limit.
      let socket = try RawSocket(
        port: victim.port, from: UInt8(2 + index % 200),
        receiveBufferBytes: mischief.reads ? nil : 2_048)
      return Peer(index: index, socket: socket, came: now, speaksAt: now)
    }

    /// A peer that was sent away comes again.
    private mutating func speak(_ place: Int) throws(BenchError) {
      if hasEnded(peers[place].socket) {
        sentAway += 1
        peers[place].socket.close()
        peers[place] = try come(peers[place].index)
        peers[place].speaksAt += mischief.interval
      }
      let count = peers[place].socket.offer(mischief.says(peers[place], victim)) ?? 0
      peers[place].said += count
      taken += count
    }

    /// Whether the other end has hung up: to see that one need not read.
    private func hasEnded(_ socket: RawSocket) -> Bool {
      if mischief.reads { return socket.overhear() == nil }
      var poller = pollfd(fd: socket.descriptor, events: Abuser.peerHasEnded, revents: 0)
      return poll(&poller, 1, 0) > 0
    }

    /// A peer that has an answer, was sent away or has waited for long leaves.
    private mutating func leave() throws(BenchError) {
      peers.removeAll { peer in
        let heard = peer.socket.overhear()
        if heard == nil { sentAway += 1 }
        let isDone = heard?.isEmpty != true || now - peer.came >= Abuser.patienceMilliseconds
        if isDone { peer.socket.close() }
        return isDone
      }
    }

    func hangUp() {
      for peer in peers { peer.socket.close() }
    }
  }

  /// Does something on a thread of its own, and returns when it is done.
  private func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let job = Job { continuation.resume(with: Result(catching: work)) }
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work() }
          return nil
        }, Unmanaged.passRetained(job).toOpaque())
      precondition(status == 0, "the system has no thread left")
      pthread_detach(thread)
    }
  }

  private final class Job {
    let work: () -> Void
    init(_ work: @escaping () -> Void) { self.work = work }
  }

  /// POLLRDHUP (poll(2)), which Glibc's module lacks.
  private static let peerHasEnded: Int16 = 0x2000
  private static let stepMilliseconds: Int32 = 5
  private static let settlingMilliseconds: Int64 = 2_000
  private static let patienceMilliseconds: Int64 = 1_000
}

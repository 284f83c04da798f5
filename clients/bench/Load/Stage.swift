// The queue that a crowd lives on, and the way to it from async code. As an actor on that queue it
// lets the compiler prove that nobody else touches a crowd.

import Net
import Wire

/// One reactor with its crowd.
actor Stage: Crowded {
  nonisolated let executor = QueueExecutor(label: "chromatch.bench")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var crowd: Crowd?

  /// Fills the rooms and returns when every one of them is in a round.
  func gather(_ scenario: Scenario, at house: House) async throws(BenchError) {
    let clock = Clock()
    let reactor = try Reactor.forClients(on: executor, clock: clock)
    let crowd = Crowd(
      reactor: reactor, clock: FineClock(clock), scenario: scenario, house: house)
    self.crowd = crowd
    reactor.start(delegate: crowd)
    let result: Result<Void, BenchError> = await withCheckedContinuation { continuation in
      crowd.gather { continuation.resume(returning: $0) }
    }
    try result.get()
  }

  /// Measures the moves of the next so many seconds.
  func measure(seconds: Int) { crowd?.measure(seconds: seconds) }

  /// What has been seen so far.
  func tally() -> Tally {
    guard let crowd else { return Tally() }
    crowd.countThoseBehind()
    var tally = crowd.tally
    tally.lost += crowd.lean?.seen.lost ?? 0
    return tally
  }

  /// What has been seen since the last time this was asked.
  func takeTally() -> Tally {
    let tally = tally()
    crowd?.tally = Tally()
    return tally
  }

  /// The codes of the rooms, once they are open.
  func codes() -> [RoomCode] { crowd?.rooms.compactMap(\.code) ?? [] }

  /// Takes a reading, at one moment on the queue.
  func read(_ server: ProcessMeter?, _ bench: ProcessMeter) -> Reading {
    Reading(
      deliveries: crowd?.deliveries ?? 0, bytes: crowd?.tally.bytes ?? 0, server: server,
      bench: bench)
  }

  func clear() async {
    guard let crowd else { return }
    self.crowd = nil
    await withCheckedContinuation { continuation in
      crowd.leave { continuation.resume() }
    }
  }
}

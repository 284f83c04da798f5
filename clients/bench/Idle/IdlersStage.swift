// The queue that idlers live on, and the way to them from async code.

import Net
import Wire

/// One reactor with its idlers.
actor IdlersStage: Crowded {
  nonisolated let executor = QueueExecutor(label: "chromatch.bench.idlers")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var idlers: Idlers?

  /// Begins, with nobody.
  func begin(at house: House) throws(BenchError) {
    let clock = Clock()
    let reactor = try Reactor.forClients(on: executor, clock: clock)
    let idlers = Idlers(reactor: reactor, clock: FineClock(clock), house: house)
    reactor.start(delegate: idlers)
    self.idlers = idlers
  }

  /// Has more come until there are so many, and returns when all have been welcomed.
  func grow(to count: Int) async throws(BenchError) {
    guard let idlers else { return }
    let error: BenchError? = await withCheckedContinuation { continuation in
      idlers.grow(to: count) { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  /// Has the first of them open a room and all others watch it at once.
  func watchTogether() async throws(BenchError) -> Idlers.Arrival {
    guard let idlers else { return Idlers.Arrival() }
    let room: Result<RoomCode, BenchError> = await withCheckedContinuation { continuation in
      idlers.openRoom { continuation.resume(returning: $0) }
    }
    let code = try room.get()
    return await withCheckedContinuation { continuation in
      idlers.watch(code, isRacing: false, exceptFirst: true) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Has all of them watch a room in which players move, at once; nil without a room.
  func watch(_ code: RoomCode?) async -> Idlers.Arrival? {
    guard let idlers, let code else { return nil }
    return await withCheckedContinuation { continuation in
      idlers.watch(code, isRacing: true, exceptFirst: false) {
        continuation.resume(returning: $0)
      }
    }
  }

  func clear() async {
    guard let idlers else { return }
    self.idlers = nil
    await withCheckedContinuation { continuation in
      idlers.leave { continuation.resume() }
    }
  }
}

// The queue that bots live on, and the way to them from async code.

import ArgumentParser
import Game
import Net
import Wire

/// One reactor with its bots.
actor BotStage: Crowded {
  nonisolated let executor = QueueExecutor(label: "chromatch.bench.bots")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var field: BotField?

  /// Fills rooms with bots and returns when all of them play.
  private func begin(
    at house: House, rooms: Int, seats: Int, skill: Skill, wishes: RoomWishes
  ) async throws(BenchError) {
    let clock = Clock()
    let reactor = try Reactor.forClients(on: executor, clock: clock)
    let field = BotField(
      reactor: reactor, clock: clock, house: house, rooms: rooms, seats: seats, skill: skill,
      wishes: wishes)
    self.field = field
    reactor.start(delegate: field)
    let error: BenchError? = await withCheckedContinuation { continuation in
      field.begin { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  /// Fills rooms of one server with bots, does something while they play, and has them leave.
  nonisolated func play<Value: Sendable>(
    at endpoint: Endpoint, _ carriage: Carriage, rooms: Int, level: Int, _ wishes: RoomWishes,
    _ body: (BotStage) async throws -> Value
  ) async throws -> Value {
    guard let skill = Skill(level: level) else { throw ExitCode.failure }
    return try await cleared { stage in
      try await stage.begin(
        at: House(side: .server, endpoint: endpoint, carriage: carriage), rooms: rooms,
        seats: wishes.seats ?? 2, skill: skill, wishes: wishes)
      return try await body(stage)
    }
  }

  /// What has been played so far.
  func count() -> BotField.Count { field?.count ?? BotField.Count() }

  /// The codes of the rooms, once they play.
  func codes() -> [RoomCode] { field?.codes.compactMap(\.self) ?? [] }

  func clear() async {
    guard let field else { return }
    self.field = nil
    await withCheckedContinuation { continuation in
      field.leave { continuation.resume() }
    }
  }
}

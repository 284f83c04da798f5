// One run of a seed: a cast acts in a world, everything is checked, and at the end the recorded
// actions are played again and have to give the same bytes. A failure keeps its actions, so that it
// can be shown by fewer of them.

import TranscriptSupport

/// What a seed came to.
struct Simulation: Sendable {
  /// How many actions a run has, without its end.
  static let actionsPerSeed = 250
  /// Long enough for every seat, room and match to come to its end when everybody has gone.
  static let aftermathMilliseconds = 120_000

  private(set) var tally = Tally()
  private(set) var failure: Failure?

  /// Runs a seed.
  ///
  /// - Parameter tell: hears each action, and then what the server did.
  init(seed: UInt64, tell: (String) -> Void) {
    var cast = Cast(seed: seed)
    let secret = cast.secret()
    var world = World(secret: secret, clients: cast.count, isWatched: true)
    var actions: [Action] = []
    func apply(_ action: Action) throws(Violation) {
      actions.append(action)
      let before = world.edge.trace.count
      tell("\(world.edge.elapsedMilliseconds) \(action)")
      defer {
        let said = world.edge.trace[before...]
        if !said.isEmpty { tell(String(decoding: said.dropLast(), as: UTF8.self)) }
      }
      try world.apply(action)
    }
    do {
      while actions.count < Simulation.actionsPerSeed { try apply(cast.next(in: world)) }
      for action in cast.farewell() {
        try apply(action)
        if case .pass = action { try world.checkWatcherCounts() }
      }
      try apply(.pass(Simulation.aftermathMilliseconds))
      try world.checkEmpty()
      var replay = World(secret: secret, clients: cast.count, isWatched: false)
      for action in world.done { try replay.apply(action) }
      if replay.edge.trace != world.edge.trace { throw Violation("a replay gives other bytes") }
    } catch {
      failure = Failure(seed: seed, violation: "\(error)", actions: actions)
    }
    tally = world.tally
  }
}

// A room as one client heard it: its state, and whether the server keeps what it promised there.
// The check of saved transcripts and the client that plays use this one value.
// Invariant: what was promised binds the server, and what was found stays found, also when the room
// is told anew.

public import Game

/// A room and what somebody found out while they listened to it.
public struct HeardRoom: Hashable, Sendable {
  /// What was wrong, and with which match.
  private struct Fault: Hashable, Sendable {
    let match: Int
    let flaw: Flaw
  }

  /// The room as it was told.
  public private(set) var state: RoomState
  /// The promise that binds the server; the state has what it promised last.
  public private(set) var promise: Commitment?
  /// Whether the present or last match was fair; nil until its seed was told.
  public private(set) var verdict: Verdict?
  /// What everybody gave to the randomness of the match that comes next.
  public private(set) var shares = Shares()
  private var audit = Audit(commitment: nil)
  /// The newest match that has begun.
  private var begun = 0
  /// What was wrong with a match before it began, or before it was told anew.
  private var fault: Fault?

  /// A room that is told from its settings on.
  ///
  /// - Parameters:
  ///   - settings: how it is set.
  ///   - last: the number of the newest event that the room as it is includes.
  ///   - before: the same room as it was heard until now.
  public init(settings: RoomSettings, last: Int, before: HeardRoom?) {
    state = RoomState(settings: settings, last: last)
    guard let before else { return }
    (promise, begun, fault, shares) = (before.promise, before.begun, before.fault, before.shares)
    shares.forget()
    if let match = before.state.match, let flaw = before.flaw {
      fault = Fault(match: match.number, flaw: flaw)
    }
  }

  /// What was found to be wrong with the present or last match before its seed was told.
  public var flaw: Flaw? { audit.flaw }

  /// The number of the match that comes next, or of the one that runs.
  public var matchNumber: Int { promise?.match ?? state.match?.number ?? 1 }

  /// Finds fault with something that only the viewer can know, such as the share that they gave to
  /// the randomness of the next match.
  public mutating func blame(_ flaw: Flaw) {
    if fault?.match != matchNumber { fault = Fault(match: matchNumber, flaw: flaw) }
  }

  /// Takes one message; those that are not about a room change nothing, nor do events that are
  /// known already.
  public mutating func fold(_ message: ServerMessage, hashing: Hashing) {
    switch message {
    case .room(let number, let event):
      guard state.isNews(number) else { return }
      if let flaw = state.fold(message) { audit.blame(flaw) }
      listen(event, isNews: number != nil, hashing)
    case .play(let number, let event):
      guard state.isNews(number) else { return }
      let flaw = state.fold(message)
      guard let match = state.match else { return }
      audit.hear(event, in: match, flaw: flaw, isNews: number != nil)
      if case .seed = event { verdict = audit.verdict(of: match, hashing) }
    default: state.fold(message)
    }
  }

  private mutating func listen(_ event: RoomEvent, isNews: Bool, _ hashing: Hashing) {
    switch event {
    case .readied(let player, _, let share): shares.give(share, by: player, hashing)
    case .reveal(let match, let players):
      if match == promise?.match ?? match { shares.call(players, isNews: isNews) }
    case .away(let player, _): shares.lose(player, forGood: false)
    case .gone(let player, _): shares.lose(player, forGood: true)
    case .commit(let match, let hash): commit(Commitment(match: match, hash: hash))
    case .countdown(let match, _, let players, let nonces, _, _):
      begin(match, players, nonces, isNews: isNews)
    default: break
    }
  }

  /// A promise may be made anew until the match begins, but only for shares that are given later.
  private mutating func commit(_ new: Commitment) {
    let isBegun = begun == new.match && promise?.match == new.match
    if isBegun || promise == new { return }
    shares.expire()
    promise = new
  }

  private mutating func begin(
    _ match: Int, _ players: [PlayerID], _ nonces: [Nonce], isNews: Bool
  ) {
    audit = Audit(commitment: promise.flatMap { $0.match == match ? $0.hash : nil })
    verdict = nil
    begun = match
    if let fault, fault.match == match { audit.blame(fault.flaw) }
    let isShared = state.settings.rules.mode.isDaily
    let flaw = shares.begin(players, nonces, isShared: isShared)
    if let flaw, isNews { audit.blame(flaw) }
  }
}

// A lane with one shard, as far as the store sees it: a tenure, which somebody else gives a rank,
// and what its rooms say, which here is a list of values. It carries out what the tenure wants.
// What it does wrong on purpose is an argument, so that tests can show that somebody notices.

package import Cluster
package import Game
import Rooms

/// What a lane may do wrong.
package enum Slip: Hashable, Sendable {
  /// Tells what it has not stored.
  case tellsFirst
  /// Takes silence for an answer.
  case trustsSilence
  /// Takes every refusal for its own entry.
  case takesRefusalsForItsOwn
  /// Does not look whether what lies there is its own entry, and goes on without it.
  case ignoresWhatLies
  /// Is called after a restart what it was called before.
  case keepsItsName
}

package struct TenureViolation: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

package struct ShardHolder: Hashable, Sendable {
  package struct Outcome {
    package var requests: [ShardRequest] = []
    /// What clients have been told by now, when they were told something.
    package var told: [UInt16]?
    /// Why the rooms are forgotten; nil while they are not.
    package var resignation: Tenure.Resignation?
  }

  private var tenure: Tenure
  package private(set) var isOpen = false
  /// What clients have been told, or would be shown.
  package private(set) var past = Past()
  private var waiting: [Jotting] = []
  /// What the store was asked, while the tenure awaits the answer.
  package private(set) var asked: ShardRequest?
  /// What is under way, as it was first asked.
  private var underWay: ShardEntry?
  private var batch = 0
  private let slip: Slip?

  private struct Jotting: Hashable {
    let batch: Int
    let frame: [UInt8]
    let isWhole: Bool
  }

  /// - Parameter rank: how many come before it.
  package init(_ claimant: Claimant, rank: Int, times: TenureTimes, slip: Slip?, at now: Instant) {
    self.slip = slip
    tenure = Tenure(of: claimant, rank: rank, times: times, at: now)
  }

  package var role: Tenure.Role { tenure.role }

  /// Whether something is jotted down that is not stored.
  package var hasUnstored: Bool { !waiting.isEmpty }

  package mutating func say(_ value: UInt16, at now: Instant) throws -> Outcome {
    var told: [UInt16]?
    let frame = Past.frame([value])
    if slip == .tellsFirst {
      past.take(frame)
      told = past.values
    }
    var outcome = try jot(frame, isWhole: false, at: now)
    outcome.told = outcome.told ?? told
    return outcome
  }

  /// The rooms write themselves down, so that what is before may go. Nothing else may wait.
  package mutating func writeDown(at now: Instant) throws -> Outcome {
    try jot(past.frame, isWhole: true, at: now)
  }

  private mutating func jot(_ frame: [UInt8], isWhole: Bool, at now: Instant) throws -> Outcome {
    batch += 1
    waiting.append(Jotting(batch: batch, frame: frame, isWhole: isWhole))
    return try take(.jotted(batch: batch), at: now)
  }

  package mutating func advance(to now: Instant) throws -> Outcome {
    let name = underWay?.name
    let outcome = try act(at: now) { $0.advance(to: now, &$1) }
    let isAskedAgain = outcome.requests.contains {
      if case .append(let entry, _) = $0 { entry.name == name } else { false }
    }
    return slip == .trustsSilence && isAskedAgain ? try trustSilence(at: now) : outcome
  }

  package mutating func take(_ input: Tenure.Input, at now: Instant) throws -> Outcome {
    var input = input
    if case .refused(let name, _, let lying) = input {
      switch slip {
      case .takesRefusalsForItsOwn: input = .stored(name)
      case .ignoresWhatLies where lying == name:
        waiting = waiting.map { Jotting(batch: $0.batch, frame: [], isWhole: false) }
        input = .stored(name)
      default: break
      }
    }
    return try act(at: now) { $0.take(input, at: now, &$1) }
  }

  private mutating func act(
    at now: Instant, _ body: (inout Tenure, inout [TenureEffect]) -> Void
  ) throws -> Outcome {
    var wanted: [TenureEffect] = []
    body(&tenure, &wanted)
    return try carryOut(wanted, at: now)
  }

  /// Takes what is under way for stored, as nobody may.
  package mutating func trustSilence(at now: Instant) throws -> Outcome {
    try underWay.map { try take(.stored($0.name), at: now) } ?? Outcome()
  }

  private mutating func carryOut(_ effects: [TenureEffect], at now: Instant) throws -> Outcome {
    var outcome = Outcome()
    for effect in effects {
      switch effect {
      case .look: outcome.requests.append(.look)
      case .claim(let owner, let after): outcome.requests.append(.claim(owner, after: after))
      case .read(let from, let owner): outcome.requests.append(.read(from: from, as: owner))
      case .append(let append): outcome.requests.append(request(append))
      case .drop(let place, let owner): outcome.requests.append(.drop(before: place, as: owner))
      case .replay(let entries, let isLast):
        for entry in entries { past.take(entry) }
        guard isLast else { continue }
        let next = try take(.replayed, at: now)
        outcome.requests += next.requests
        outcome.told = next.told
      case .open:
        isOpen = true
        outcome.told = past.values
      case .release(let batch, let place): try release(through: batch, at: place, &outcome, at: now)
      case .pause, .resume: break
      case .resign(let reason):
        outcome.resignation = reason
        (isOpen, past, waiting, underWay) = (false, Past(), [], nil)
      }
    }
    let newest = outcome.requests.last { if case .drop = $0 { false } else { true } }
    asked = tenure.isWaiting ? newest ?? asked : nil
    return outcome
  }

  private mutating func request(_ append: ShardAppend) -> ShardRequest {
    // Asked again, it is what it was.
    if underWay?.name != append.name {
      let frames = waiting.filter { $0.batch <= append.batch ?? 0 && !$0.frame.isEmpty }
        .map(\.frame)
      var frame = frames.first ?? []
      for further in frames.dropFirst() { frame += further.dropFirst() }
      underWay = ShardEntry(place: append.place, name: append.name, frame: frame)
    }
    guard let underWay else { preconditionFailure("it has just been made") }
    return .append(underWay, as: append.owner)
  }

  private mutating func release(
    through batch: Int, at place: UInt64, _ outcome: inout Outcome, at now: Instant
  ) throws {
    while let first = waiting.first, first.batch <= batch {
      waiting.removeFirst()
      if slip != .tellsFirst { past.take(first.frame) }
      if first.isWhole { outcome.requests += try take(.written(from: place), at: now).requests }
    }
    outcome.told = past.values
  }
}

// Every way in which a few lanes, their store and what lies between them can meet, up to a bound:
// requests and answers come at any later moment, in any order, again and again or never; lanes are
// killed, give up, and claim on what was true once. Time does not pass: whatever waits for a moment
// may happen at once. It is the product's own tenure that is tried, in every state it can come to.

import Cluster
import Game
import Rooms

package struct TenureBound: Hashable, Sendable {
  /// How many lanes there are, and how often anybody claims.
  package var lanes: Int, claims: Int
  package var values: Int, wholes: Int
  package var statesMax = 5_000_000

  package init(lanes: Int, claims: Int, values: Int, wholes: Int) {
    (self.lanes, self.claims, self.values, self.wholes) = (lanes, claims, values, wholes)
  }
}

package struct TenureModelResult: Sendable {
  package fileprivate(set) var states = 0
  package fileprivate(set) var violation: String?
  package fileprivate(set) var isComplete = true
  /// So many lanes had the rooms open at once.
  package fileprivate(set) var openAtOnceMax = 0
}

package struct TenureModel {
  private let bound: TenureBound
  private let slip: Slip?
  private static let now = Instant(milliseconds: 0)

  /// Time-outs may all happen at once, but what would be asked again is still on its way.
  private static let times: TenureTimes = {
    var times = TenureTimes()
    (times.silence, times.turn, times.remorse) = (0, 0, 0)
    (times.answer, times.answerMost) = (1, 1)
    (times.pause, times.idle, times.patience) = (1, 1, 1)
    return times
  }()

  /// A request on its way, or with its answer on the way back.
  private struct Sent: Hashable {
    let lane: Int
    let request: ShardRequest
    var answer: Tenure.Input?
  }

  private struct State: Hashable {
    var store: ShardStore
    var lanes: [ShardHolder]
    var requests: Set<Sent> = []
    var answers: Set<Sent> = []
    /// The longest past that anybody was told.
    var told: [UInt16] = []
    var claims: Int
    var values: Int
    var wholes: Int
  }

  package init(_ bound: TenureBound, slip: Slip? = nil) {
    self.bound = bound
    self.slip = slip
  }

  /// Visits every state.
  package func run(laxities: Set<ShardStore.Laxity> = []) -> TenureModelResult {
    let first = State(
      store: ShardStore(laxities: laxities),
      lanes: (0..<bound.lanes).map { holder($0, start: 0) }, claims: bound.claims,
      values: bound.values, wholes: bound.wholes)
    var result = TenureModelResult()
    var seen: Set<State> = [first]
    var pending = [first]
    // In the order of their number of steps, so that what is found is short.
    var next = 0
    while next < pending.count {
      let state = pending[next]
      next += 1
      result.openAtOnceMax = max(result.openAtOnceMax, state.lanes.count { $0.isOpen })
      do {
        for following in try successors(of: state) where seen.insert(following).inserted {
          pending.append(following)
        }
      } catch {
        result.violation = "\(error)"
        break
      }
      if seen.count > bound.statesMax {
        result.isComplete = false
        break
      }
      // What was looked at is not needed any more.
      if next > 100_000 {
        pending.removeFirst(next)
        next = 0
      }
    }
    result.states = seen.count
    return result
  }

  private func holder(_ lane: Int, start: UInt64) -> ShardHolder {
    ShardHolder(
      Claimant(node: lane, start: slip == .keepsItsName ? 0 : start), rank: 0,
      times: TenureModel.times, slip: slip, at: TenureModel.now)
  }

  private func successors(of state: State) throws -> [State] {
    var next: [State] = []
    for sent in state.requests {
      var (after, sent) = (state, sent)
      sent.answer = after.store.carryOut(sent.request)
      if sent.answer != nil { after.answers.insert(sent) }
      try keep(after, &next)
    }
    for sent in state.answers {
      guard let answer = sent.answer else { continue }
      try add(sent.lane, state, &next) { try $0.lanes[sent.lane].take(answer, at: TenureModel.now) }
    }
    for lane in state.lanes.indices {
      try addClaims(of: lane, state, &next)
      try addWork(of: lane, state, &next)
      try addEnds(of: lane, state, &next)
    }
    return next
  }

  /// A lane claims: on what it knows, or on what it hears just now.
  private func addClaims(of lane: Int, _ state: State, _ next: inout [State]) throws {
    guard state.lanes[lane].role == .away, state.claims > 0 else { return }
    // Lanes differ only in their names: the first to claim is called the first.
    if state.claims == bound.claims, lane > 0 { return }
    for beat in [nil, state.store.owner] {
      try add(lane, state, &next) { after in
        after.claims -= 1
        if let beat {
          let input = Tenure.Input.beat(beat, isPaused: false)
          _ = try after.lanes[lane].take(input, at: TenureModel.now)
        }
        return try after.lanes[lane].advance(to: TenureModel.now)
      }
    }
  }

  /// Something is said in the rooms of a lane, or they write themselves down.
  private func addWork(of lane: Int, _ state: State, _ next: inout [State]) throws {
    let holder = state.lanes[lane]
    guard holder.isOpen else { return }
    if holder.hasUnstored {
      guard slip == .trustsSilence else { return }
      return try add(lane, state, &next) { try $0.lanes[lane].trustSilence(at: TenureModel.now) }
    }
    if state.values > 0 {
      try add(lane, state, &next) { after in
        after.values -= 1
        return try after.lanes[lane].say(UInt16(state.values), at: TenureModel.now)
      }
    }
    if state.wholes > 0, !holder.past.values.isEmpty {
      try add(lane, state, &next) { after in
        after.wholes -= 1
        return try after.lanes[lane].writeDown(at: TenureModel.now)
      }
    }
  }

  private func addEnds(of lane: Int, _ state: State, _ next: inout [State]) throws {
    if state.lanes[lane].role == .away { return }
    var killed = state
    // Nobody is killed twice without having claimed in between.
    killed.lanes[lane] = holder(lane, start: UInt64(bound.claims - state.claims))
    killed.answers = killed.answers.filter { $0.lane != lane }
    try keep(killed, &next)
    try add(lane, state, &next) { try $0.lanes[lane].take(.giveUp, at: TenureModel.now) }
  }

  /// Adds what a state becomes when something happens on a lane.
  private func add(
    _ lane: Int, _ state: State, _ next: inout [State],
    _ happens: (inout State) throws -> ShardHolder.Outcome
  ) throws {
    var after = state
    let outcome = try happens(&after)
    try note(outcome, of: lane, &after)
    try keep(after, &next)
  }

  private func note(_ outcome: ShardHolder.Outcome, of lane: Int, _ state: inout State) throws {
    for request in outcome.requests { state.requests.insert(Sent(lane: lane, request: request)) }
    if outcome.resignation == .damaged { throw TenureViolation("a journal with a hole was read") }
    guard let told = outcome.told else { return }
    let (short, long) = told.count < state.told.count ? (told, state.told) : (state.told, told)
    guard long.starts(with: short) else {
      throw TenureViolation("two pasts were told: \(state.told) and \(told)")
    }
    state.told = long
  }

  /// Keeps a state, without what can change nothing any more.
  private func keep(_ state: State, _ next: inout [State]) throws {
    guard state.store.past.values.starts(with: state.told) else {
      throw TenureViolation("told \(state.told), stored \(state.store.past.values)")
    }
    var state = state
    state.answers = state.answers.filter { isAwaited($0, in: state) }
    state.requests = state.requests.filter {
      state.store.mayTake($0.request) || isAwaited($0, in: state)
    }
    next.append(state)
  }

  private func isAwaited(_ sent: Sent, in state: State) -> Bool {
    state.lanes[sent.lane].asked == sent.request
  }
}

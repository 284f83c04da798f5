// What the people of a world do next, drawn from its seed. They think at their own pace, and answer
// at once what asks for it: a PING, a round. They know only what they heard, like anybody; what
// they say is in `Lines.swift`.
// Invariant: the same seed and the same news give the same deeds.

import Game
import TestSupport
import TranscriptSupport
import Wire

struct Cast {
  struct Mind {
    let character: Character
    /// The hall they like best.
    let home: Int
    fileprivate(set) var plans: [Deed] = []
    fileprivate(set) var thinksAt: Int

    fileprivate var moment: Int { min(thinksAt, plans.last?.at ?? .max) }

    fileprivate mutating func plan(_ action: Action, at moment: Int) {
      let place = plans.lastIndex { $0.at > moment }.map { $0 + 1 } ?? 0
      plans.insert(Deed(at: moment, action: action), at: place)
    }
  }

  let length: Int
  var draw: SplitMix64
  private(set) var minds: [Mind] = []
  let halls: Int
  private let setups: [House.Setup]
  /// What no one of them does, the next thing last.
  private var fate: [Deed]
  /// What decides who says who they are; nil where nobody does.
  private var candor: SplitMix64?
  private let clocks: [PersonalClock]
  private let paths: [Path]

  /// The cast of a seed.
  /// - isPlain: whether no hall is killed and nobody proves who they are.
  /// - isLong: whether it lasts twice as long as usual.
  init(seed: UInt64, isPlain: Bool, isLong: Bool) {
    var draw = SplitMix64(seed: seed)
    let halls = draw.pick([1, 1, 2, 3]) ?? 1
    length = draw.number(in: 20_000...60_000) / (isLong ? 1 : 2)
    var setups = (0..<halls).map { _ in House.Setup.tight(&draw) }
    // In little time little is said, so it takes less to have read too slowly.
    if !isLong { for hall in setups.indices { setups[hall].outboxBytesMax -= 1_000 } }
    self.setups = setups
    let isCrowd = draw.chance(60)
    let count = draw.number(in: 2...6)
    for _ in 0..<count {
      minds.append(
        Mind(
          character: Character(&draw), home: isCrowd ? 0 : draw.number(in: 0...(halls - 1)),
          thinksAt: draw.number(in: 0...3_000)))
    }
    clocks = (0..<count).map { _ in Character.clock(&draw) }
    paths = (0..<count).map { _ in Character.path(&draw) }
    self.halls = halls
    self.draw = draw
    // From a source of its own, so that all else stays as it is without.
    var lots = SplitMix64(seed: ~seed)
    let end = length
    let kills = (0..<lots.number(in: 1...3))
      .map { _ in
        Deed(
          at: lots.number(in: 2_000...(end - 2_000)),
          action: .kill(
            hall: lots.number(in: 0...(halls - 1)), lots.pick([1, 40, 300, 2_000, 6_000]) ?? 0,
            torn: lots.number(in: 0...200)))
      }
    fate = isPlain ? [] : kills.sorted { $0.at > $1.at }
    candor = isPlain ? nil : lots
  }

  func world(tell: ((String) -> Void)?) -> World {
    let houses = setups.enumerated().map { House(number: $0, $1, tell: tell) }
    let people = minds.indices.map {
      // From what is drawn already, so that other draws stay as they were.
      Person(
        number: $0, clock: clocks[$0], path: paths[$0], halls: halls,
        isWeb: paths[$0].seed & 2 == 2)
    }
    return World(houses, people)
  }

  var nextMoment: Int {
    var next = fate.last?.at ?? .max
    for mind in minds { next = min(next, mind.moment) }
    return next
  }

  mutating func next(in world: World) -> Deed? {
    let now = nextMoment
    if fate.last?.at == now { return fate.popLast() }
    guard let index = minds.firstIndex(where: { $0.moment == now }) else { return nil }
    if let plan = minds[index].plans.last, plan.at == now { return minds[index].plans.popLast() }
    minds[index].thinksAt = now + draw.number(in: minds[index].character.pace)
    return idea(of: index, in: world, at: now).map { Deed(at: now, action: $0) }
  }

  mutating func plan(_ action: Action, by person: Int, at moment: Int) {
    minds[person].plan(action, at: moment)
  }

  private mutating func idea(of index: Int, in world: World, at now: Int) -> Action? {
    let character = minds[index].character
    let person = world.people[index]
    guard person.link != nil else {
      let isAway = halls > 1 && draw.chance(character.wanderlust * 10)
      // A client that has just connected says HELLO.
      minds[index].thinksAt = now + draw.number(in: 0...300)
      return .connect(index, hall: isAway ? draw.number(in: 0...(halls - 1)) : minds[index].home)
    }
    if person.isStalled {
      switch draw.number(in: 1...100) {
      case 1...2: return .wake(index)
      case 3...20: return .sip(index, draw.number(in: 1...200))
      case 21...85: return nil
      default: break
      }
    }
    if draw.chance(character.trouble) { return trouble(of: index) }
    if draw.chance(character.wanderlust) { return parting(of: index) }
    guard let line = line(of: index, in: world) else { return nil }
    // A program may say two things without waiting, or the same thing twice.
    return .say(index, line, times: draw.chance(4) ? 2 : 1)
  }

  /// One way to end a connection.
  mutating func parting(of index: Int) -> Action {
    switch draw.number(in: 1...10) {
    case 1...4: .cut(index, losing: draw.number(in: 0...3))
    case 5...6: .end(index)
    case 7...8: .vanish(index)
    default: .say(index, "BYE")
    }
  }

  private mutating func trouble(of index: Int) -> Action {
    switch draw.number(in: 1...20) {
    case 1...5: return parting(of: index)
    case 6...8: return .stall(index)
    case 9: return .say(index, "PING t=1", times: draw.number(in: 20...200))
    case 10: return .say(index, "LIST", times: draw.number(in: 3...20))
    case 11: return .send(index, (1...20).map { _ in UInt8(draw.number(in: 0...255)) })
    case 12: return .send(index, Array("JOIN room=\n\r\nSET v=".utf8))
    case 13: return .send(index, [UInt8](repeating: 0x41, count: 1_100))
    case 14...17:
      return .spike(
        index, by: draw.number(in: 50...1_500), lasting: draw.number(in: 200...5_000))
    case 18...19: return .pause(hall: draw.number(in: 0...(halls - 1)), draw.number(in: 50...3_000))
    default: return .say(index, anything())
    }
  }

  /// How it ends: everybody reads, a second passes, and all go in one way or another.
  mutating func farewell(at now: Int) -> [Deed] {
    let all = minds.indices
    let later = now + 3_000
    var deeds = all.map { Deed(at: now, action: .wake($0)) }
    if draw.chance(20) {
      deeds += (0..<halls).map { Deed(at: later, action: .stop(hall: $0)) }
    } else {
      deeds += all.map { Deed(at: later, action: parting(of: $0)) }
    }
    return deeds + all.map { Deed(at: later + 5_000, action: .end($0)) }
  }

  mutating func listen(to world: World) {
    for (index, message) in world.takeNews() {
      switch message {
      case .welcome:
        // A program that wants to be on time asks what time it is.
        plan(.say(index, "PING t={clock}"), by: index, at: world.now + draw.number(in: 0...200))
        if candor?.chance(60) == true { identify(index, at: world.now) }
      case .challenge: prove(index, at: world.now)
      case .no(let refusal) where refusal.code == .badSignature:
        if candor?.chance(70) == true { identify(index, at: world.now) }
      case .ping: answer(index, at: world.now)
      case .play(_, .round(let start)):
        if world.people[index].viewer.role == .watcher { doze(index, at: world.now) }
        race(start, index, in: world)
      case .play(_, .held):
        minds[index].plans.removeAll(where: \.action.isMove)
        if let round = world.people[index].round { race(round, index, in: world) }
      case .play(_, .shut):
        if draw.chance(85) { minds[index].plans.removeAll(where: \.action.isMove) }
      default: break
      }
    }
  }

  /// Some watchers look away when a round begins, and find a lot to read when they are back.
  private mutating func doze(_ index: Int, at now: Int) {
    guard draw.chance(minds[index].character.sloth) else { return }
    plan(.stall(index), by: index, at: now)
    if draw.chance(50) {
      plan(.say(index, "PING t={clock}", times: draw.number(in: 50...70)), by: index, at: now)
    }
    if draw.chance(30) {
      let times = draw.number(in: 3...12)
      plan(.say(index, "PING t={clock}", times: times), by: index, at: now + 2_500)
    }
    plan(.wake(index), by: index, at: now + draw.number(in: 4_000...12_000))
  }

  private mutating func identify(_ index: Int, at now: Int) {
    plan(.say(index, "IDENTIFY key={key}"), by: index, at: now)
  }

  /// Some have the wrong answer, or one too late, or none.
  private mutating func prove(_ index: Int, at now: Int) {
    switch candor?.number(in: 1...20) ?? 1 {
    case 1: break
    case 2: plan(.say(index, "PROVE sig={signature} bind=addr"), by: index, at: now + 2_500)
    case 3: plan(.say(index, "PROVE sig={signature} bind=tls"), by: index, at: now)
    case 4...5: plan(.say(index, "PROVE sig={forgery} bind=addr"), by: index, at: now)
    default: plan(.say(index, "PROVE sig={signature} bind=addr"), by: index, at: now)
    }
  }

  /// What else is said of a room: now and then that it is for known players.
  mutating func wishOfHost() -> String { candor?.chance(25) == true ? " known=1" : "" }

  private mutating func answer(_ index: Int, at now: Int) {
    let soon = now + draw.number(in: 0...15)
    switch minds[index].character.answering {
    case .atOnce: plan(.say(index, "PONG nonce={nonce}"), by: index, at: soon)
    case .never: break
    case .late:
      plan(
        .say(index, "PONG nonce={nonce}"), by: index, at: now + draw.number(in: 300...4_000))
    case .forged:
      let line = draw.pick(["PONG nonce={stale}", "PONG nonce=deadbeef", "PONG nonce={nonce}"])
      plan(.say(index, line ?? "", times: draw.number(in: 1...2)), by: index, at: soon)
      if draw.chance(50) { plan(.say(index, "PONG nonce={nonce}"), by: index, at: soon + 700) }
    }
  }
}

extension Action {
  /// Whether it moves or locks sliders.
  var isMove: Bool {
    guard case .say(_, let line, _) = self else { return false }
    return line.hasPrefix("SET") || line.hasPrefix("LOCK")
  }
}

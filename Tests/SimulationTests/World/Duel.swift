// A match of two who play equally well over unequal ways, as clients play: each shows the target
// when its own idea of the server's clock says so, moves by a hand that was drawn before, and
// claims the moment of its lock, honestly or not. Everything a duel comes to is in its scores.
// Invariant: the same seed, hands, ways and manners give the same scores.

import Game
import Rooms
import TestSupport
import TranscriptSupport
import Wire

struct Duel {
  struct Duelist: Sendable {
    /// One way, in milliseconds.
    var delay: Int
    /// Which of the hands that a seed has; the same hand does the same in each round.
    var hand: Int
    /// How much later than at once PINGs are answered; nil for never.
    var pongDelay: Int? = 0
    /// How many milliseconds are taken off an honest claim, down to 0.
    var lie = 0
    /// Whether PINGs are also answered with nonces that were made up, before they come.
    var guessesNonces = false
  }

  /// The rules of all duels: rounds long enough to finish, short enough for time to count.
  static let rounds = 8
  static let seconds = 8
  static let skill = 4

  private let seed: UInt64
  private let duelists: [Duelist]
  private let world: World
  private var plans: [Deed] = []

  private(set) var scores: [[Score]] = []

  init(seed: UInt64, _ one: Duelist, _ other: Duelist) throws {
    self.seed = seed
    duelists = [one, other]
    var draw = SplitMix64(seed: seed)
    let ways = duelists.map { Path(delay: $0.delay, jitter: 0, seed: draw.next()) }
    let secret = (0..<32).map { _ in UInt8(draw.number(in: 0...255)) }
    let people = ways.enumerated()
      .map { Person(number: $0, clock: Character.clock(&draw), path: $1, halls: 1) }
    world = World([House(number: 0, House.Setup(secret: secret), tell: nil)], people)
    try play()
    let match = world.people[0].viewer.room?.match
    let players = world.people.compactMap(\.viewer.me)
    scores = (match?.scores ?? []).map { round in players.compactMap { round[$0] } }
  }

  private mutating func play() throws {
    for person in 0...1 {
      plan(0, .connect(person, hall: 0))
      plan(200, .say(person, "HELLO v=1"))
      for number in 1...5 { plan(400 * number, .say(person, "PING t={clock}")) }
      plan(6_000, .say(person, "READY"))
    }
    let rules = "mode=rgb rounds=\(Duel.rounds) time=\(Duel.seconds) level=easy seats=2"
    plan(3_000, .say(0, "CREATE \(rules)"))
    plan(4_000, .say(1, "JOIN room={room 0}"))
    let end = 7_000 + Duel.rounds * (Duel.seconds + 6) * 1_000
    while world.now < end, world.people[0].viewer.room?.match?.isOver != true {
      if let next = plans.last, next.at <= world.nextMoment() {
        plans.removeLast()
        try world.perform(next)
      } else {
        try world.step(to: world.nextMoment())
      }
      for (person, message) in world.takeNews() { react(person, message) }
    }
  }

  private mutating func plan(_ moment: Int, _ action: Action) {
    let place = plans.lastIndex { $0.at > moment }.map { $0 + 1 } ?? 0
    plans.insert(Deed(at: moment, action: action), at: place)
  }

  private mutating func react(_ person: Int, _ message: ServerMessage) {
    switch message {
    case .ping:
      let duelist = duelists[person]
      if duelist.guessesNonces {
        for _ in 1...3 { plan(world.now, .say(person, "PONG nonce={stale}")) }
      }
      if let delay = duelist.pongDelay {
        plan(world.now + delay, .say(person, "PONG nonce={nonce}"))
      }
    case .play(_, .round(let start)): race(person, start)
    case .play(_, .shut): plans.removeAll { $0.action.isMove && $0.action.person == person }
    default: break
    }
  }

  private mutating func race(_ number: Int, _ start: RoundStart) {
    guard let skill = Skill(level: Duel.skill),
      let rules = world.people[number].viewer.room?.settings?.rules
    else { return }
    let duelist = duelists[number]
    let key = Array("\(seed) \(duelist.hand) \(start.round)".utf8)
    for (moment, line) in handsteps(start, rules, skill, key: key) {
      let at = world.people[number].clock.moment(of: moment, at: world.now)
      let claim = duelist.lie == 0 ? "{claim}" : "{claim \(duelist.lie)}"
      plan(max(at, world.now), .say(number, line.replacing("{claim}", with: claim)))
    }
  }
}

extension Action {
  fileprivate var person: Int? { if case .say(let person, _, _) = self { person } else { nil } }
}

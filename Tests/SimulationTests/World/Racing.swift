// How the people of a world play a round: like the room's own bots, with a hand that reaches and
// overshoots, or by jumping about. They act by their own idea of the server's clock, so some are
// too early and some too late.

import Chroma
import Game
import TestSupport
import TranscriptSupport
import Wire

extension Cast {
  mutating func race(_ start: RoundStart, _ index: Int, in world: World) {
    let person = world.people[index]
    guard let me = person.viewer.me, let room = person.viewer.room, let match = room.match,
      match.racers.contains(me), match.locked[me] == nil, let rules = room.settings?.rules
    else { return }
    let steps =
      minds[index].character.level.flatMap(Skill.init)
      .map { skill in
        let key = (0..<4).map { _ in UInt8(draw.number(in: 0...255)) }
        return handsteps(start, rules, skill, key: key)
      } ?? jumps(start, rules.mode, index)
    for (at, line) in steps {
      let moment = max(world.now, person.clock.moment(of: at, at: world.now))
      let times = draw.chance(3) ? 2 : 1
      plan(.say(index, line, times: times), by: index, at: moment)
    }
  }

  private mutating func claim(_ index: Int) -> String {
    switch minds[index].character.claiming {
    case .honestly: " t={claim}"
    case .nothing: ""
    case .zero: " t=0"
    case .nonsense: " t=\(draw.number(in: 0...99_999))"
    }
  }

  /// A round of somebody who jumps about, and locks once or twice, if at all.
  private mutating func jumps(
    _ start: RoundStart, _ mode: Mode, _ index: Int
  ) -> [(at: Int, line: String)] {
    let length = min(start.closes - start.opens, 8_000)
    let first = start.opens.milliseconds
    var steps: [(at: Int, line: String)] = []
    if draw.chance(5) { steps.append((first - draw.number(in: 1...60), "LOCK v={answer} t=0")) }
    var at = first + draw.number(in: 0...(length / 2))
    for _ in 0..<draw.number(in: 0...8) {
      at += draw.pick([15, 60, 300]) ?? 0
      steps.append((at, "SET v=\(somewhere(mode))"))
    }
    for _ in 0..<draw.number(in: 0...3) {
      at += draw.number(in: 0...(length / 3))
      let isSkilled = draw.chance(minds[index].character.skill)
      let values = isSkilled ? "{answer}" : somewhere(mode)
      steps.append((at, "LOCK v=\(values)\(claim(index))"))
    }
    return steps
  }

  private mutating func somewhere(_ mode: Mode) -> String {
    mode.channels.map { String(draw.number(in: $0.grid)) }.joined(separator: ",")
  }
}

/// A round as a hand plays it, with honest claims.
func handsteps(
  _ start: RoundStart, _ rules: Rules, _ skill: Skill, key: [UInt8]
) -> [(at: Int, line: String)] {
  var numbers = RandomStream(key: key, hashing: .genuine)
  var hand = Hand(
    skill: skill, mode: rules.mode, challenge: rules.mode.challenge(of: start), opens: start.opens,
    tolerance: rules.tolerance(inRound: start.round), draw: &numbers)
  var steps: [(at: Int, line: String)] = []
  while let moment = hand.deadline {
    for command in hand.act(at: moment) { steps.append((moment.milliseconds, command.line)) }
  }
  return steps
}

extension Command {
  /// The command as a client says it.
  fileprivate var line: String {
    switch self {
    case .set(let guess): "SET v=\(guess.values.map(String.init).joined(separator: ","))"
    case .lock(let guess, _):
      "LOCK v=\(guess.values.map(String.init).joined(separator: ",")) t={claim}"
    }
  }
}

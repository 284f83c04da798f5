// Whole matches in every mode between programs and a real hall: everybody sees the same, the proof
// holds, and what a mode is about happens. Which mode does what is asked of the mode itself.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

/// Every mode where others may look on, by its name, which is what a failure should be called by.
private let modes = Mode.all.filter { !$0.isDaily }.map(\.name)

/// A match that programs have played to its end, with somebody who looked on.
private struct PlayedMatch {
  var world: World
  let players: [Int]
  let watcher: Int

  init(_ mode: Mode, level: Level = .easy, delay: Int? = nil) throws {
    world = World(mode.name)
    let rounds = mode.isFixed || mode.isEndless ? nil : 3
    let wishes = RoomWishes(
      mode: mode, rounds: rounds, level: mode.isFixed ? nil : level,
      seats: min(2, mode.seats.upperBound), delay: delay)
    let skill = try require(Skill(level: 3))
    world.add(
      .create(wishes, bots: []), name: "mira", selfPlay: SelfPlay(skill: skill, matches: 1))
    let isIn = world.run(within: 100) { $0.room(0) != nil }
    expect(isIn)
    let code = try require(world.room(0)?.code)
    watcher = world.add(.watch(code, password: nil), name: "jun", epoch: 77, up: 20, down: 3)
    let isWatched = world.run(within: 100) { $0.room(1) != nil }
    expect(isWatched)
    var players = [0]
    if mode.seats.upperBound > 1 {
      players.append(
        world.add(
          .join(code, password: nil), name: "oskar",
          selfPlay: SelfPlay(skill: skill, matches: 1), up: 40, down: 30))
    }
    self.players = players
    let everybody = players + [watcher]
    let isOver = world.run(within: 3_000_000) { world in
      everybody.allSatisfy { world.room($0)?.verdict != nil }
    }
    expect(isOver)
  }

  var match: MatchState {
    get throws { try require(world.room(watcher)?.match) }
  }
}

struct ModeMatchTests {
  @Test(arguments: modes)
  func programsPlayAndAnybodyWatches(mode: String) throws {
    let played = try PlayedMatch(require(Mode.named(mode)))
    try everybodySeesTheSameAndItIsProved(played)
    try nobodyIsToldWhereOthersStandWhereThatIsSecret(played)
    try onlySlidersAreToldBeforeTheyAreLocked(played)
    hardlyAnythingIsRefused(played)
  }

  private func everybodySeesTheSameAndItIsProved(_ played: PlayedMatch) throws {
    let rooms = try (played.players + [played.watcher])
      .map { try require(played.world.room($0)) }
    expect(rooms.allSatisfy { $0.verdict == .verified })
    let seen = try rooms.map { try require($0.match) }
    expect(seen.allSatisfy { $0.standings == seen[0].standings })
    expect(seen.allSatisfy { $0.results == seen[0].results })
    expect(seen[0].standings.count, equals: played.players.count)
    expect(seen[0].results.map(\.isLast).firstIndex(of: true), equals: seen[0].results.count - 1)
    let locked = seen[0].results.flatMap(\.scores)
      .filter { $0.elapsed < seen[0].rules.milliseconds(ofRound: 1) }
    expect(locked.count, isAtLeast: 3, "somebody locks in every round")
    expect(seen[0].rules.mode.isEndless || seen[0].results.count == seen[0].rules.rounds)
  }

  private func nobodyIsToldWhereOthersStandWhereThatIsSecret(_ played: PlayedMatch) throws {
    let isSecret = try played.match.rules.mode.isSecret
    for client in played.world.clients {
      expect(client.heard.contains { $0.verb == .move }, differsFrom: isSecret)
    }
  }

  private func onlySlidersAreToldBeforeTheyAreLocked(_ played: PlayedMatch) throws {
    let answer = try played.match.rules.mode.answer
    for player in played.players {
      let said = played.world.said(player)
      expect(said.contains { $0.verb == .set }, equals: (answer == .sliders))
      expect(said.contains { $0.verb == .lock })
    }
  }

  private func hardlyAnythingIsRefused(_ played: PlayedMatch) {
    for client in played.world.clients {
      let refusals = client.heard.compactMap { message -> RefusalCode? in
        if case .no(let refusal) = message { refusal.code } else { nil }
      }
      // A lock may be on its way while the others' last one shuts the round.
      expect(refusals.allSatisfy { $0 == .tooFar || $0 == .notNow }, "\(refusals)")
      expect(refusals.count { $0 == .notNow }, isAtMost: 1)
    }
  }

  @Test func livesRunOutAndTheLongestLastingWins() throws {
    var played = try PlayedMatch(.arcade, level: .hard)
    let match = try played.match
    let lives = try require(Mode.arcade.lives)
    let last = try require(match.standings.last)
    expect(match.standings.map(\.place), equals: [1, 2])
    expect(match.isOut(last.who))
    expect(match.lives(of: last.who), equals: 0)
    expect(!match.isRacing(last.who) && match.isPlaying(last.who))
    expect(match.results.last?.isLast, equals: true)
    for player in match.players {
      let told = match.results.compactMap { $0.score(of: player)?.lives }
      expect(zip([lives] + told, told).allSatisfy { $0 == $1 || $0 == $1 + 1 })
      expect(match.lives(of: player), equals: told.last)
    }
    expect(match.results.map(\.round), equals: Array(1...match.results.count))
    played.world.run(100)
    expect(played.world.room(0)?.match?.standings, equals: match.standings)
  }
}

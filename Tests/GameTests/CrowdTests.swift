// Those who play along are judged as seats are, and together are one more player.

import Chroma
import TestSupport
import Testing

@testable import Game

@Suite("Crowd")
struct CrowdTests {
  /// A match of two seats in its first round, and a crowd beside it.
  struct Scene {
    var match: Match
    var crowd = Crowd()
    let start: RoundStart
    let challenge: Challenge
    let answer: Guess

    init(_ mode: Mode = .rgb, rounds: Int = 2) throws {
      match = Match(
        rules: try .checked(mode, rounds: rounds), players: [1, 2].map(PlayerID.init(number:)),
        seed: try .counting(), nonces: [.none, .none], hashing: .openSSL,
        start: Instant(milliseconds: 0), roundTrips: [PlayerID(number: 1): 100])
      _ = match.advance(to: try require(match.deadline))
      let round = try require(match.round)
      (start, challenge, answer) = (round.start, round.challenge, round.challenge.answer)
    }

    /// Somebody's move so many milliseconds after the opening.
    @discardableResult
    mutating func play(
      _ command: Command, by player: Int, as cell: Int? = nil, at elapsed: Int, roundTrip: Int = 0
    ) throws -> (number: Int, isMiss: Bool) {
      let moment = start.opens + elapsed
      var running: Match? = match
      defer { match = running ?? match }
      return try crowd.play(
        command, by: PlayerID(number: player), as: cell, roundTrip: roundTrip,
        arrived: moment...moment, in: &running)
    }

    func swatch(_ guess: Guess) throws -> Swatch {
      try require(match.rules.mode.swatch(of: guess, among: challenge.tiles))
    }
  }

  @Test("A cell is scored as a seat with the same moves is")
  func sameAsSeat() throws {
    var scene = try Scene()
    let far = Guess([0, 0, 0])
    let moments = [(far, 900, 880), (far, 2_000, 1_999), (scene.answer, 4_000, 3_960)]
    for (guess, at, claim) in moments {
      let moment = scene.start.opens + at
      let command = Command.lock(guess, claim: claim)
      let seat = try? scene.match.apply(
        command, by: PlayerID(number: 1), arrived: moment...moment)
      let cell = try? scene.play(command, by: 7, as: at == 900 ? nil : 1, at: at, roundTrip: 100)
      expect((seat == nil) == (cell == nil), "both are frozen, or neither")
    }
    let told = try require(scene.crowd.shut())
    let yours = try require(scene.crowd.yours(1))
    var other = try Scene()
    var score: Score?
    for (guess, at, claim) in moments {
      let moment = other.start.opens + at
      _ = try? other.match.apply(
        .lock(guess, claim: claim), by: PlayerID(number: 1), arrived: moment...moment)
    }
    for case .score(let one) in other.match.advance(to: other.start.closes + 500)
    where one.who.number == 1 {
      score = one
    }
    let seat = try require(score)
    expect(yours.guess == seat.guess && yours.difference == seat.difference)
    expect(yours.elapsed == seat.elapsed && yours.points == seat.points)
    expect(yours.lag == seat.lag && yours.misses == seat.misses && yours.total == seat.total)
    expect(told.best.map(\.points) == [seat.points])
  }

  @Test("A first move that is refused gives no cell")
  func refused() throws {
    var scene = try Scene()
    #expect(throws: Refusal.notNow) { try scene.play(.set(scene.answer), by: 7, at: -5) }
    #expect(throws: Refusal.offGrid) { try scene.play(.set(Guess([256, 0, 0])), by: 7, at: 5) }
    expect(scene.crowd.count == 0 && scene.crowd.numbersGiven == 0)
  }

  @Test("The crowd's guess is the mean in OKLab, whatever the order of its people")
  func mean() throws {
    let guesses = [[250, 10, 10], [10, 200, 30], [40, 40, 90], [128, 128, 128]].map(Guess.init)
    var swatches: Set<Swatch> = []
    for turned in 0..<guesses.count {
      var scene = try Scene()
      for place in guesses.indices {
        try scene.play(
          .set(guesses[(place + turned) % guesses.count]), by: 10 + place, at: 100 + place)
      }
      swatches.insert(try require(scene.crowd.swatch))
    }
    expect(swatches.count == 1)
    let labs = guesses.compactMap { Mode.rgb.color(of: $0) }.map { OKLab($0) }
    func mean(_ part: (OKLab) -> Double) -> Double { labs.map(part).reduce(0, +) / 4 }
    let expected = Color(
      OKLab(lightness: mean(\.lightness), a: mean(\.a), b: mean(\.b)))
    let color = try require(swatches.first).color
    expect(abs(Int(color.red) - Int(expected.red)) <= 1)
    expect(abs(Int(color.green) - Int(expected.green)) <= 1)
    expect(abs(Int(color.blue) - Int(expected.blue)) <= 1)
  }

  @Test("The crowd locks when half of those who moved have, with the color of that moment")
  func half() throws {
    var scene = try Scene()
    for player in 1...4 { try scene.play(.set(Guess([90, 90, 90])), by: player, at: 100) }
    try scene.play(.lock(scene.answer, claim: nil), by: 1, as: 1, at: 3_000)
    let open = try require(scene.crowd.swatch)
    try scene.play(.set(Guess([200, 0, 0])), by: 4, as: 4, at: 3_500)
    expect(scene.crowd.swatch != open, "one of four is not half")
    try scene.play(.lock(scene.answer, claim: nil), by: 2, as: 2, at: 5_000)
    let locked = try require(scene.crowd.swatch)
    try scene.play(.set(Guess([0, 0, 0])), by: 4, as: 4, at: 6_000)
    expect(scene.crowd.swatch == locked)
    let told = try require(scene.crowd.shut())
    expect(told.together.elapsed == 5_000 && told.together.locked == 2)
    expect(told.together.of == 4)
    let difference = try require(Mode.rgb.difference(told.together.guess, in: scene.challenge))
    expect(told.together.difference == difference)
    expect(
      told.together.points == scene.match.rules.points(difference, after: 5_000, inRound: 1))
  }

  @Test("Tiles: the crowd's guess is a tile, the nearest to the mean")
  func tiles() throws {
    var scene = try Scene(.tiles)
    try scene.play(.lock(scene.answer, claim: nil), by: 1, at: 1_000)
    #expect(throws: Refusal.notNow) { try scene.play(.set(scene.answer), by: 2, at: 1_000) }
    expect(try require(scene.crowd.shut()).together.guess == scene.answer)
  }

  @Test("Who has not moved gets nothing, and a number with points is given once in a match")
  func numbers() throws {
    var scene = try Scene()
    for player in 1...3 { try scene.play(.set(scene.answer), by: player, at: 10) }
    scene.crowd.leave(2)
    expect(scene.crowd.bits.gone == [0b0100_0000])
    expect(try scene.play(.set(scene.answer), by: 4, at: 20).number == 2)
    expect(scene.crowd.count == 3 && scene.crowd.moved == 3)
    _ = scene.crowd.shut()
    var second = scene.start
    second.round = 2
    scene.crowd.begin(second, of: scene.match.rules)
    expect(scene.crowd.shut() == nil)
    expect(scene.crowd.yours(1) == nil)
    expect(try require(scene.crowd.standing(1)).total > 0)
    scene.crowd.leave(2)
    expect(try scene.play(.set(scene.answer), by: 6, at: 20).number == 4)
    scene.crowd.begin(scene.start, of: scene.match.rules)
    expect(try scene.play(.set(scene.answer), by: 5, at: 20).number == 2, "a new match")
    expect(try require(scene.crowd.standing(1)).total == 0)
  }

  @Test("Places and the best five follow from points; equals share a place")
  func places() throws {
    var scene = try Scene()
    let answer = Array(scene.answer.values)
    for player in 1...8 {
      let off = player == 2 ? 0 : player * 12
      let guess = Guess([answer[0] > 128 ? answer[0] - off : answer[0] + off] + answer[1...])
      try scene.play(.set(guess), by: player, at: 10)
    }
    try scene.play(.set(scene.answer), by: 9, at: 11)
    let told = try require(scene.crowd.shut())
    expect(told.best.map(\.cell) == [2, 9, 1, 3, 4])
    expect(try [2, 9, 1].map { try require(scene.crowd.yours($0)).place } == [1, 1, 3])
    expect(scene.crowd.best.map(\.cell) == told.best.map(\.cell))
  }

  @Test("A field shows at most 1,000 cells, others in each round")
  func field() throws {
    var scene = try Scene()
    for player in 1...2_500 { try scene.play(.set(scene.answer), by: player, at: 10) }
    scene.crowd.begin(scene.start, of: scene.match.rules)
    expect(scene.crowd.field == CrowdField(first: 1, step: 3, of: 2_500))
    expect(scene.crowd.colors.count == 3 * 834 && scene.crowd.bits.locked.count == 105)
    var second = scene.start
    second.round = 2
    scene.crowd.begin(second, of: scene.match.rules)
    expect(scene.crowd.field.first == 2)
    expect(Array(scene.crowd.colors.prefix(3)) == [0xbc, 0xbc, 0xbc], "nobody has moved")
  }

  @Test("What is told of a crowd is believed only if guess, time and points agree")
  func lies() throws {
    var scene = try Scene()
    for player in 1...3 { try scene.play(.lock(scene.answer, claim: nil), by: player, at: 900) }
    var state = MatchState(
      rules: scene.match.rules, players: scene.match.players, nonces: [.none, .none])
    for event in [.round(scene.start)] + scene.match.advance(to: scene.start.closes + 500) {
      if case .round(let start) = event, start.round > 1 { break }
      expect(state.fold(event) == nil)
    }
    let told = try require(scene.crowd.shut())
    func isBelieved(_ change: (inout Together) -> Void) -> Bool {
      var (state, together) = (state, told.together)
      change(&together)
      return state.fold(together, isNews: true) == nil
    }
    expect(isBelieved { _ in })
    expect(
      !isBelieved {
        $0.points += 1; $0.total += 1
      })
    expect(!isBelieved { $0.elapsed += 5_000 })
    expect(!isBelieved { $0.difference = Difference(thousandths: 1) })
    expect(!isBelieved { $0.guess = Guess([1, 2]) })
    expect(!isBelieved { $0.locked = 4 })
    expect(!isBelieved { $0.round = 2 })
    expect(state.fold(told.together, isNews: true) == nil)
    var late = state
    for best in told.best { expect(state.fold(best) == nil) }
    var lie = told.best[0]
    lie.points = lie.points.map { $0 - 1 }
    expect(late.fold(lie) == .crowd(1))
    expect(state.fold(told.best[0]) == .crowd(1), "nobody is told twice")
  }

  @Test("A member costs at most 256 bytes")
  func memory() {
    expect(Crowd.bytesEach <= 160)
  }
}

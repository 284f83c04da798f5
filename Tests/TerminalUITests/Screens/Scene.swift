// Everything that a player may find on the screen, by name, and how it comes about.

import Chroma
import Foundation
import Game
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

enum Scene: String, CaseIterable, Sendable {
  case connecting, home, homePlayed, homeAdvice, homeEmpty, newRoom, quick, code, help, lost
  // Who one is, and where.
  case preferences, figures, servers, serversNearby, homeNearby
  // Who is the best.
  case boards, boardsRating, boardsPast
  // What one has played.
  case ownDays
  // Rooms.
  case room, hosting, settings, refused, measures, bots, ban, talk, dailyRoom, watchRoom
  case joinCode, roomSeries
  // Who looks on.
  case audience, audienceHost, audienceMany, audienceMeasures, audienceBan
  // Races.
  case countdown, raceRGB, raceHSB, raceCMYK, raceGhosts, gradient, gradientDrag, tiles, tilesWrong
  case memory, memoryHidden, arcade, out, daily, assist, assistGradient, assistTiles
  case locked, bell, missed, alone
  // Looking on, and afterwards.
  case watch, watchGradient, watchTiles, watchMemory, watchArcade
  case results, resultsGradient, resultsTiles, resultsArcade, resultsOfThree
  case final, finalDaily, finalGradient, finalTiles, finalOfThree, finalNumbers, finalRated
  case finalKept, finalSeries, finalDecided, warned
  // Several rooms at once.
  case wall, wallPartly, wallEmpty, wallLost, wallNumbers
  // Fewer colors, and none.
  case numbers, numbersGradient, numbersTiles, numbersMemory, numberResults, palette256
  // The wheel, and colors by name.
  case wheel, wheelDrag, wheelMemory, wheelGradient, wheelAssist, wheel256
  case namedColors, namedColorsOnWheel, namedColorsByNumbers
  // Playing along without a seat, and the field of those who do.
  case watchAlong, watchAlongLocked, watchField, watchFieldSmall, watchResultsAlong
  case watchFinalAlong, watchFloor

  /// At what other sizes than 80×24 it has a golden page: where panels, lists, tracks, swatches or
  /// the wheel have to make do with less, or have more to show.
  var otherSizes: [(columns: Int, rows: Int)] {
    switch self {
    case .home, .newRoom, .raceCMYK, .assistGradient, .tiles, .resultsArcade, .final, .wall,
      .finalSeries:
      [(60, 18)]
    case .boards, .ownDays, .hosting, .raceHSB, .raceGhosts, .watch, .resultsOfThree, .wheel,
      .watchField:
      [(120, 40)]
    default: []
    }
  }

  private struct Key: Hashable {
    let scene: Scene
    let columns: Int
    let rows: Int
  }

  /// Stages that were played before, since many tests begin with the same ones.
  private nonisolated(unsafe) static var played: [Key: Stage] = [:]
  private static let lock = NSLock()

  func stage(columns: Int = 80, rows: Int = 24) throws -> Stage {
    let key = Key(scene: self, columns: columns, rows: rows)
    // A stage that was played in another language has other words in it.
    let isUsual = Words.ownTable == nil
    if isUsual, let stage = Scene.lock.withLock({ Scene.played[key] }) { return stage }
    let isShared = self == .hosting || self == .joinCode
    var stage = Stage(
      intent, depth: depth, columns: columns, rows: rows,
      addresses: isShared ? ["chromatch://192.168.1.5", "chromatch://10.0.0.7:4242"] : [],
      page: isShared ? "http://192.168.1.5:7313" : nil)
    try play(&stage)
    if isUsual { Scene.lock.withLock { Scene.played[key] = stage } }
    return stage
  }

  private static let atHome: Set<Scene> = [
    .connecting, .home, .homePlayed, .homeAdvice, .homeEmpty, .newRoom, .quick, .code, .help,
    .preferences, .figures, .servers, .serversNearby, .homeNearby, .boards, .boardsRating,
    .boardsPast, .ownDays,
  ]
  private static let inRooms: Set<Scene> = [
    .room, .hosting, .settings, .refused, .measures, .bots, .ban, .talk, .dailyRoom, .watchRoom,
    .joinCode, .roomSeries,
  ]
  private static let along: Set<Scene> = [
    .watchAlong, .watchAlongLocked, .watchField, .watchFieldSmall, .watchResultsAlong,
    .watchFinalAlong, .watchFloor,
  ]
  private var isOnWall: Bool { rawValue.hasPrefix("wall") }
  private var isWatched: Bool { rawValue.hasPrefix("watch") }

  /// Whether a scene is a variant of something, by its name.
  private func isNamed(after what: String) -> Bool { rawValue.lowercased().contains(what) }

  private var depth: ColorDepth {
    if isNamed(after: "number") { return .monochrome }
    return isNamed(after: "256") || self == .homeAdvice ? .palette256 : .truecolor
  }

  var intent: Intent {
    guard !Scene.atHome.contains(self), !isOnWall, let room = RoomCode("AZUR") else {
      return .browse
    }
    return isWatched ? .watch(room, password: nil) : .join(room, password: nil)
  }

  func play(_ stage: inout Stage) throws {
    switch self {
    case .connecting: break
    case .homeEmpty, .homeNearby, .serversNearby:
      stage.connect()
      stage.hear(.end(of: "LIST", count: 0))
      if self != .homeEmpty { stage.model.know(NearbyGames.choices + Scene.choices) }
      if self == .serversNearby { stage.type("g") }
    case _ where Scene.atHome.contains(self): try home(&stage)
    case _ where isOnWall:
      try stage.openWall(
        self == .wallEmpty ? [] : self == .wallPartly ? Array(WallRoom.all.prefix(3)) : WallRoom.all
      )
      if self == .wallLost { try stage.loseRooms() }
    case _ where Scene.inRooms.contains(self): try room(&stage)
    case _ where isNamed(after: "audience"): try audience(&stage)
    case _ where Scene.along.contains(self): try along(&stage)
    default:
      try race(&stage)
      stage.look(after: 200)
      // On results the stepper has come to rest.
      if stage.session.room?.match?.round == nil { stage.look(after: StepperGlide.milliseconds) }
    }
  }

  private func home(_ stage: inout Stage) throws {
    try stage.openHome()
    switch self {
    case .newRoom: stage.type("n")
    case .quick: stage.type("p")
    case .code: stage.type("AZ")
    case .help: stage.press(.function(1))
    case .preferences: stage.type("s")
    case .figures: stage.press(.character("s"), .down, .right)
    case .homePlayed: stage.model.setup.bests = try OwnMatches.board()
    case .homeAdvice:
      stage.model.setup.bests = try OwnMatches.board()
      stage.model.setup.support = ColorSupport(
        depth: .palette256, certainty: .verified, reason: Words["tmux does not pass RGB on"],
        advice: #"tmux set -sa terminal-features ",*:RGB""#)
    case .servers:
      stage.model.setup.servers = Scene.choices
      stage.type("g")
    case .boards:
      stage.type("b")
      try stage.tellBoard()
    case .boardsRating:
      stage.press(.character("b"), .right)
      try stage.tellRatings()
    case .boardsPast:
      stage.press(.character("b"), .left)
      stage.tellPast()
    case .ownDays:
      try stage.tellOwn()
      stage.type("y")
    default: break
    }
  }

  private static var choices: [ServerChoice] {
    [
      ServerChoice(name: Words["your own server"], address: "127.0.0.1:40123"),
      ServerChoice(name: "tls://ams-1.example.org", address: "tls://ams-1.example.org"),
      ServerChoice(name: "192.168.1.5", address: "192.168.1.5"),
    ]
  }

  private func room(_ stage: inout Stage) throws {
    let rules = try Stage.rules(self == .dailyRoom ? .daily : .hsb)
    switch self {
    case .dailyRoom: return try stage.enterRoom(rules, host: Stage.me, count: 1)
    case .watchRoom: return try stage.enterRoom(rules, .watcher, seats: 6, delay: 10)
    case .room, .talk: try stage.enterRoom(rules)
    case .refused: try stage.enterRoom(rules, host: Stage.me, password: true)
    case .roomSeries: try stage.enterRoom(rules, host: Stage.me, seats: 7, series: 5)
    default: try stage.enterRoom(rules, host: Stage.me, seats: 7)
    }
    switch self {
    case .settings: stage.type("ojj")
    case .refused:
      stage.type("o")
      stage.press(.down, .down, .down, .down, .down, .down, .down, .right)
    case .measures: stage.press(.right, .right, .enter, .down)
    case .bots: stage.press(.end, .enter)
    case .joinCode: stage.type("q")
    case .ban: stage.press(.right, .right, .enter, .end, .enter)
    case .roomSeries:
      stage.happen(.readied(Stage.jun, false, .none))
      stage.happen(.idle(Stage.jun, true))
      stage.tellSeries()
    case .talk:
      stage.hear(.reacted(Stage.oskar, .laugh), .reacted(Stage.lou, .wow))
      stage.press(.character("t"), .right)
    default: break
    }
  }

  private func along(_ stage: inout Stage) throws {
    let isFloor = self == .watchFloor
    try stage.enterRoom(
      Stage.rules(.hsb), .watcher, count: isFloor ? 1 : 5, company: isFloor ? 0 : 5)
    stage.hasCrowd = true
    let isOver = self == .watchFinalAlong || isFloor
    try stage.playRounds(isOver ? 5 : 3)
    if !isOver, self != .watchResultsAlong {
      stage.openRound()
      stage.tellCrowd(of: self == .watchFieldSmall ? 12 : 409)
    }
    switch self {
    case .watchResultsAlong: stage.hear(.cell(at: 12, name: nil))
    case .watchAlong, .watchAlongLocked:
      stage.press(.character("p"))
      stage.press(.right)
      stage.hear(.cell(at: 12, name: "Teal Otter"))
      guard self == .watchAlongLocked else { break }
      stage.act(.lock(stage.guess(off: 2)))
      stage.look(after: 700)
      stage.tell(.tick)
    case .watchField: stage.tellField(of: 409)
    case .watchFieldSmall: stage.tellField(of: 12)
    default: break
    }
    stage.look(after: 200)
    if stage.session.room?.match?.round == nil { stage.look(after: StepperGlide.milliseconds) }
  }

  private func audience(_ stage: inout Stage) throws {
    let isHost = self != .audience
    try stage.enterRoom(Stage.rules(.hsb), host: isHost ? Stage.me : Stage.mira, seats: 7)
    stage.type("a")
    switch self {
    case .audienceMany:
      stage.tellAudience((1...100).map { "Guest \(101 - $0)" }, of: 1_234)
      stage.press(.pageDown, .down, .down)
    default:
      stage.tellAudience(
        ["Dana", "אורית בן־דוד", "王小明的朋友們都在看這一場", "WWWWWWWWWWWWWWWW", "Bee"], bot: 4)
      stage.press(.down)
    }
    if [.audienceMeasures, .audienceBan].contains(self) { stage.press(.enter, .down) }
    if self == .audienceBan { stage.press(.enter) }
  }

  private var mode: Mode {
    let named = [Mode.gradient, .tiles, .memory, .arcade, .daily].first { isNamed(after: $0.name) }
    return switch self {
    case .raceRGB: .rgb
    case .raceCMYK: .cmyk
    case .out: .arcade
    default: named ?? .hsb
    }
  }

  private func race(_ stage: inout Stage) throws {
    let isAssisted = [.assist, .assistGradient, .assistTiles, .resultsArcade, .wheelAssist]
      .contains(self)
    let isAlone = [.alone, .daily, .finalDaily].contains(self)
    try stage.enterRoom(
      Stage.rules(mode, isAssisted: isAssisted), isWatched ? .watcher : .player,
      count: isAlone ? 1 : 5,
      promise: self == .warned ? MatchSeed(bytes: secret("another")) : nil,
      company: [.resultsOfThree, .finalOfThree].contains(self) ? 3 : 5,
      series: self == .finalSeries ? 5 : self == .finalDecided ? 3 : 0)
    switch self {
    case .countdown: try stage.countDown()
    case _ where isNamed(after: "results"): try stage.playRounds(3)
    case _ where isNamed(after: "final") || self == .warned:
      try stage.playRounds(5)
      if self == .finalSeries { stage.tellSeries(hostedBy: Stage.me) }
      if self == .finalDecided { stage.tellSeries() }
      guard self == .finalRated || self == .finalKept else { return }
      if self == .finalKept { stage.proveMatch(isKeptAs: 41) }
      stage.hear(
        .rated(
          RatingChange(
            match: 1, who: Stage.me, rating: 1_412, delta: -12, margin: 88, missing: 0)))
    default:
      try stage.playRounds(mode == .tiles ? 4 : 3, locksMine: self != .out)
      stage.openRound(for: self == .memory || self == .numbersMemory ? 1_300 : 8_400)
      if !isWatched && stage.match?.players.contains(Stage.me) == true { try hands(&stage) }
      if isWatched { bell(&stage) }
    }
  }

  private func hands(_ stage: inout Stage) throws {
    if mode.answer == .sliders { stage.play(.set(stage.guess(off: 7)), by: Stage.me) }
    switch self {
    case .locked:
      stage.play(.set(stage.guess(off: 2)), by: Stage.me)
      stage.play(.lock(stage.guess(off: 2), claim: nil), by: Stage.me)
    case .bell: bell(&stage)
    case .missed:
      stage.play(.set(stage.guess(off: 30)), by: Stage.me)
      stage.play(.lock(stage.guess(off: 30), claim: nil), by: Stage.me)
      stage.look(after: 300)
    case .gradientDrag:
      stage.look(after: RaceState.paintMilliseconds)
      stage.press(.tab)
      stage.press(.right, .right, modifiers: .shift)
    case .raceGhosts: stage.tellGhosts()
    case .tiles, .numbersTiles, .assistTiles:
      stage.type("j")
      stage.press(.down, .right)
    case .tilesWrong:
      stage.press(.character(TileKeys.all[stage.tile(off: 2).values[0] - 1]))
      stage.serveLock()
      stage.look(after: 700)
      stage.press(.right)
    case .lost: stage.tell(.lost("connection reset"))
    case .wheel, .wheelMemory, .wheelGradient, .wheelAssist, .wheel256: stage.type("m")
    case .wheelDrag:
      stage.type("m")
      stage.mouse(.press(.left), 9, 11)
    case .namedColors, .namedColorsByNumbers: stage.type("pj")
    case .namedColorsOnWheel: stage.type("mpj")
    default: break
    }
  }

  private func bell(_ stage: inout Stage) {
    if mode.answer == .tiles {
      stage.play(.lock(stage.tile(off: 1), claim: nil), by: Stage.jun)
      stage.play(.lock(stage.challenge.answer, claim: nil), by: Stage.mira)
    } else {
      stage.play(.set(stage.guess(off: 0)), by: Stage.mira)
      stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.mira)
    }
    stage.hear(.reacted(Stage.oskar, .wow))
    stage.look(after: 700)
  }
}

// Forms and panels: the settings of a room and of a player, the list of servers and of games
// nearby, boards, the code for cameras, and the pair that a newcomer practices on.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct FormTests {
  static func view(
    _ mode: Mode = .hsb, seats: Int = 5, password: Bool = false, rated: Bool = false
  ) -> RoomSettings {
    RoomSettings(
      name: "here", rules: .usual(of: mode), seats: seats, isListed: true,
      password: password ? RoomSettings.untold : nil,
      isRated: rated)
  }

  static let changes: [(field: RoomSetting, steps: Int, wishes: RoomWishes)] = [
    (.mode, 1, RoomWishes(mode: .cmyk)), (.mode, 3, RoomWishes(mode: .tiles)),
    (.rounds, 3, RoomWishes(rounds: 8)), (.rounds, 99, RoomWishes(rounds: 20)),
    (.time, -1, RoomWishes(seconds: 25)), (.time, -99, RoomWishes(seconds: 5)),
    (.level, 1, RoomWishes(level: .hard)), (.seats, 9, RoomWishes(seats: 8)),
    (.seats, -9, RoomWishes(seats: 3)), (.listed, -1, RoomWishes(isListed: false)),
    (.rated, 1, RoomWishes(isRated: true)), (.assist, 1, RoomWishes(isAssisted: true)),
    (.delay, 12, RoomWishes(delay: 12)), (.delay, 99, RoomWishes(delay: 30)),
    (.exact, 1, RoomWishes(isExact: true)),
  ]

  @Test func onlyWhatIsDifferentIsAskedFor() {
    for change in Self.changes {
      var form = RoomForm(Self.view(), taken: 3)
      expect(form.change, equals: nil, "nothing is different yet")
      form.field = .setting(change.field)
      form.change(by: change.steps)
      expect(form.change, equals: .config(change.wishes, opens: false), "\(change)")
      expect(form.problem, equals: nil, "\(change)")
    }
  }

  @Test func passwordsAreTypedTakenAwayAndKept() {
    var form = RoomForm(Self.view(password: true), taken: 2)
    expect(form.text(of: .setting(.password)).value, equals: "as it is")
    form.field = .setting(.password)
    for letter in "h l".unicodeScalars { form.type(letter) }
    expect(form.change, equals: .config(RoomWishes(password: "h l"), opens: false))
    for _ in 0..<3 { form.rubOut() }
    expect(form.text(of: .setting(.password)).value, equals: "none")
    expect(form.change, equals: .config(RoomWishes(), opens: true))
    form.change(by: 1)
    expect(form.change, equals: nil, "as it was")
    for letter in String(repeating: "x", count: 99).unicodeScalars { form.type(letter) }
    expect(
      form.text(of: .setting(.password)).value.count,
      equals: RoomSettings.passwordCharactersMax)
  }

  @Test func whatTheServerWouldRefuseIsSaidBefore() {
    var form = RoomForm(Self.view(), taken: 3)
    let steps = Mode.all.drop { $0 != form.settings.rules.mode }.prefix { $0 != .daily }.count
    form.change(by: steps)
    expect(form.problem, equals: "3 sit here, and daily takes 1 at most.")
    form = RoomForm(Self.view(password: true), taken: 3)
    form.field = .setting(.rated)
    form.change(by: 1)
    expect(form.problem, equals: "A rated room has no password.")
    form.field = .setting(.password)
    form.change(by: -1)
    expect(form.problem, equals: nil)
    form.field = .setting(.listed)
    form.change(by: -1)
    expect(form.problem, equals: "A rated room must be listed.")
    expect(form.remark, equals: form.problem)
  }

  @Test func whateverIsChosenTheServersRangesHoldIt() {
    var dice = SplitMix64(seed: 11)
    for start in Mode.all {
      var form = RoomForm(
        Self.view(start, seats: start.seats.upperBound), taken: start.seats.lowerBound)
      for _ in 0..<400 {
        form.choose(by: dice.roll(-2..<3))
        form.change(by: dice.roll(-9..<10))
        if dice.roll(0..<5) == 0 { form.type(Unicode.Scalar(UInt8(dice.roll(0..<128)))) }
        if dice.roll(0..<5) == 0 { form.rubOut() }
        let rules = form.settings.rules
        expect(
          Rules(
            checkedMode: rules.mode, rounds: rules.rounds, seconds: rules.seconds,
            level: rules.level, isAssisted: rules.isAssisted), differsFrom: nil)
        expect(rules.mode.seats, contains: form.settings.seats)
        expect(RoomSettings.delayRange, contains: form.settings.delay)
      }
    }
  }

  private func form(_ stage: Stage) throws -> PreferencesForm {
    guard case .preferences(let form) = stage.model.home.panel else {
      throw Absent()
    }
    return form
  }

  private struct Absent: Error {}

  @Test func aNameIsKeptWhenItsFieldIsLeftAndToldWhenAllIsDone() throws {
    var stage = try Scene.preferences.stage()
    stage.press(.backspace, .backspace, .backspace)
    stage.type("Bea q")
    expect(isEmpty: stage.done, "letters are letters, and nothing is kept yet")
    stage.press(.down)
    expect(stage.done, equals: [.prefer(.name("Bea q"))])
    stage.press(.enter)
    expect(stage.done, equals: [.wear])
    expect(stage.model.home.panel, equals: nil)
  }

  @Test func aNameKeepsItsLimitsAndNoNameIsTheOldOne() throws {
    var stage = try Scene.preferences.stage()
    stage.type(String(repeating: "x", count: 40))
    try expect(form(stage).name.count, equals: Profile.nameCharactersMax)
    for _ in 0..<40 { stage.press(.backspace) }
    stage.type("  ")
    stage.press(.escape)
    expect(stage.done, equals: [])
    stage.type("s")
    try expect(form(stage).name, equals: "ada")
  }

  @Test func eachFieldIsKeptAtOnceAndGoesAround() throws {
    var stage = try Scene.preferences.stage()
    let steps: [(Key, [Wish])] = [
      (.down, []), (.right, [.prefer(.icon(.heart))]), (.left, [.prefer(.icon(.star))]),
      (.left, [.prefer(.icon(.square))]), (.down, []),
      (.right, [.prefer(.color(.truecolor))]), (.right, [.prefer(.color(.palette256))]),
      (.character("l"), [.prefer(.color(.palette16))]),
      (.character(" "), [.prefer(.color(.monochrome))]), (.right, [.prefer(.color(nil))]),
      (.left, [.prefer(.color(.monochrome))]), (.right, [.prefer(.color(nil))]),
      (.tab, []), (.right, [.prefer(.calm(true))]), (.character("h"), [.prefer(.calm(false))]),
      (.character("j"), []), (.right, [.prefer(.bell(true))]), (.left, [.prefer(.bell(false))]),
      (.down, []), (.up, []), (.escape, [.wear]),
    ]
    for (key, outputs) in steps {
      stage.press(key)
      expect(stage.done, equals: outputs, "\(key)")
    }
    expect(stage.model.home.figure, equals: .square)
  }

  @Test func aServerIsChosenTypedOrPasted() throws {
    var stage = try Scene.servers.stage()
    stage.press(.down, .enter)
    expect(stage.done, equals: [.visit("tls://ams-1.example.org")])
    stage = try Scene.servers.stage()
    stage.type("host:7")
    stage.press(.backspace, .character("8"), .enter)
    expect(stage.done, equals: [.visit("host:8")])
    stage = try Scene.servers.stage()
    stage.take(.paste(" chromatch://host/WAVE\n"))
    stage.press(.enter)
    expect(stage.done, equals: [.visit("chromatch://host/WAVE")])
    stage = try Scene.servers.stage()
    stage.press(.up, .enter)
    expect(stage.done == [] && stage.text.contains("another server"), "nothing is typed")
    stage.press(.escape)
    expect(!stage.text.contains("another server"))
  }

  @Test func theBellRingsWhenAMatchBeginsAndWhenSomebodyElseLocks() throws {
    var stage = try Scene.raceHSB.stage()
    var rings = [stage.model.takeChime(), stage.model.takeChime()]
    expect(rings, equals: [true, false], "the match began, once")
    stage.play(.set(stage.guess(off: 0)), by: Stage.mira)
    stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.mira)
    rings = [stage.model.takeChime()]
    stage.look(after: 100)
    rings.append(stage.model.takeChime())
    expect(rings, equals: [true, false], "somebody locked, once")
  }

  @Test func theBellIsSilentForWatchers() throws {
    var stage = try Scene.watch.stage()
    let rings = stage.model.takeChime()
    expect(!rings)
  }

  private let kestrel = ServerChoice(
    name: "Kestrel's room", address: "tls://10.0.0.1:7313/WAVE", news: "rgb  1/8  waiting")
  private let finch = ServerChoice(
    name: "Finch", address: "10.0.0.2:7313", news: "hsb  2/4  playing")
  private let known = ServerChoice(name: "ams-1", address: "tls://ams-1")

  @Test func aGamesAddressHasItsSchemeItsScopeAndItsRoomAsFarAsTheyAreKnown() throws {
    let room = NearbyGames.room("rgb", 1, of: 8, "WAVE")
    let server = Announcement.Offer.server(rooms: 1, players: 1)
    let hidden = NearbyGames.room("rgb", 1, of: 8, nil, isPlaying: true)
    let offers: [(offer: Announcement.Offer, host: String, tls: Bool, news: String, to: String)] = [
      (room, "10.0.0.1", true, "rgb  1/8  waiting", "tls://10.0.0.1:7313/WAVE"),
      (room, "fe80::1%eth1", true, "rgb  1/8  waiting", "tls://[fe80::1%eth1]:7313/WAVE"),
      (hidden, "10.0.0.1", false, "rgb  1/8  playing", "10.0.0.1:7313"),
      (server, "10.0.0.1", true, "1 room  1 player", "tls://10.0.0.1:7313"),
    ]
    for row in offers {
      var neighborhood = Neighborhood()
      NearbyGames.add(to: &neighborhood, "Kestrel", row.offer, at: row.host, tls: row.tls)
      let game = try require(neighborhood.games.first)
      expect(game.news == row.news && game.address == row.to, "\(row.host)")
    }
  }

  @Test func theHomeScreenSaysThatSomebodyPlaysHereAndEnterGoesThere() throws {
    var stage = try Scene.homeEmpty.stage()
    expect(!stage.text.contains("this network"))
    stage.model.know([kestrel, known])
    expect(stage.text, contains: "goes to Kestrel's room, on this network")
    stage.model.know([finch, kestrel, known])
    expect(stage.text, contains: "goes to one of 2 games on this network")
    stage.type("g")
    expect(stage.text.contains("hsb  2/4  playing") && stage.text.contains("under the name"))
    stage.press(.down, .enter)
    expect(stage.done, equals: [.visit(kestrel.address)])
  }

  private func asked(_ stage: Stage) -> [String] {
    stage.sent.compactMap { output in
      guard case .send(let message) = output, [.top, .past].contains(message.verb) else {
        return nil
      }
      var line: [UInt8] = []
      message.encode(into: &line)
      return String(decoding: line.dropLast(), as: UTF8.self)
    }
  }

  @Test func eachBoardIsAskedForWhenItIsLookedAtAndOneAtATime() throws {
    var stage = try Scene.home.stage()
    stage.type("b")
    expect(asked(stage), equals: ["TOP board=daily span=always"])
    stage.press(.right, .right, .right)
    expect(asked(stage).count, equals: 1, "the first is not answered yet")
    stage.hear(.end(of: "TOP", count: 0))
    expect(
      asked(stage).last, equals: "TOP board=rating-tiles span=always", "the others are passed over")
    stage.hear(.end(of: "TOP", count: 0))
    stage.press(.left, .left, .left, .left)
    stage.hear(.end(of: "TOP", count: 0))
    expect(asked(stage).last, equals: "PAST")
    stage.hear(.end(of: "PAST", count: 0))
    expect(stage.text, contains: "You have played nothing here yet.")
    stage.press(.left, .tab, .tab)
    expect(asked(stage).last?.hasPrefix("TOP board=best-"), equals: true)
  }

  @Test func anOpenBoardIsAskedForAnewSoonerWhereThatWasRefusedAndAClosedOneNever() throws {
    for (answer, pause) in [
      (ServerMessage.end(of: "TOP", count: 0), 5_000),
      (.no(RefusalLine(code: .notNow, verb: "TOP")), 1_000),
    ] {
      var stage = try Scene.home.stage()
      stage.type("b")
      stage.hear(answer)
      stage.look(after: pause - 1)
      expect(asked(stage).count, equals: 1)
      stage.look(after: 1)
      expect(asked(stage).count, equals: 2)
      stage.hear(answer)
      stage.press(.escape)
      stage.look(after: 10_000)
      expect(asked(stage).count == 2 && stage.model.home.panel == nil)
    }
  }

  @Test func aCodeLeadsToTheRoomsPageWhereThereIsOneAndElseSaysWhatTheClientTakes() throws {
    let digits = try require(Stage.fingerprint.split(separator: ":").last)
    var setup = ScreenSetup(
      support: ColorSupport(depth: .truecolor, certainty: .verified, reason: ""), isCalm: false,
      server: "localhost", addressesToShare: ["chromatch://192.168.1.5"],
      fingerprintToShare: Stage.fingerprint, icon: nil, canChangeIcon: true)
    let room = try require(RoomCode("WAVE"))
    for (page, text) in [
      ("http://192.168.1.5:7313", "http://192.168.1.5:7313/#WAVE"),
      (nil, "chromatch://192.168.1.5/WAVE#\(digits)"),
    ] as [(String?, String)] {
      setup.pageToShare = page
      let join = try require(JoinCode(try require(JoinCode.Address(room, setup))))
      expect(join.code, equals: QRCode(text))
      expect(join.address.text, equals: "chromatch://192.168.1.5/WAVE#\(Stage.fingerprint)")
    }
  }

  @Test func aPlayerIsRenamedInTheRoomAndTheNameIsKept() throws {
    var stage = try Scene.room.stage()
    stage.type("e")
    expect(stage.text.contains("your name and icon") && stage.text.contains("★ ada"))
    for _ in 0..<3 { stage.press(.backspace) }
    stage.type("Bob?")
    stage.press(.right, .enter)
    let icon = Icon.heart
    let renamed = UserAction.rename(name: "Bob?", icon: icon)
    var expected = try Scene.room.stage().session
    let outputs = expected.act(renamed, at: stage.now).map(Wish.session)
    expect(stage.done, equals: outputs + [.prefer(.name("Bob?")), .prefer(.icon(icon))])
    stage.press("e", .escape)
    expect(isEmpty: stage.done)
    try stage.countDown()
    stage.press("e")
    expect(stage.model.naming, equals: nil, "not while a match is about to begin")
  }

  private static func newcomer(columns: Int = 80, rows: Int = 24) throws -> Stage {
    var stage = Stage(.browse, columns: columns, rows: rows)
    stage.model.setup.isNewcomer = true
    return stage
  }

  @Test(arguments: [(60, 18)])
  func itIsMatchedWithoutARoomAndWithoutAServersHelp(columns: Int, rows: Int) throws {
    var stage = try Self.newcomer(columns: columns, rows: rows)
    try stage.openHome()
    expect(stage.text, contains: "A pair to practice on")
    expect(stage.text, contains: "Make the line between them disappear.")
    let target = stage.model.practice.target
    expect(stage.shows(target) && stage.shows(Mode.startColor))
    let before = stage.sent.count
    let answer = Mode.rgb.nearest(Swatch(target))
    for (value, start) in zip(answer.values, Mode.rgb.start.values) {
      let key: Key = value < start ? .left : .right
      for _ in 0..<abs(value - start) / 10 { stage.press(key, modifiers: .shift) }
      for _ in 0..<abs(value - start) % 10 { stage.press(key) }
      stage.press(.down)
    }
    expect(stage.text.contains("Gone. 0.0 apart in 0.0 s."), "\(stage.text)")
    expect(stage.sent.count == before && stage.done.isEmpty, "nobody hears of it")
    stage.press(.enter)
    expect(stage.model.practice.count == 1 && stage.shows(stage.model.practice.target))
    stage.press(.enter)
    expect(stage.model.practice.count, equals: 1, "this one is not matched yet")
    stage.press(.escape)
    expect(stage.text.contains("Open rooms") && stage.text.contains("sunday race"))
  }

  @Test func itIsThereBeforeTheServerIsAndWhereThereAreNoRooms() throws {
    var stage = try Self.newcomer()
    stage.connect()
    expect(stage.text, contains: "A pair to practice on")
    // A player who was here before waits for the list.
    stage = Stage(.browse)
    stage.connect()
    expect(!stage.text.contains("A pair to practice on"))
    stage.hear(.end(of: "LIST", count: 0))
    expect(stage.text, contains: "A pair to practice on")
    expect(stage.text, contains: "p  plays at once")
    expect(!stage.model.keys.contains { $0.key == .character("w") }, "there is nothing to watch")
    stage.press(.character("p"))
    expect(stage.text, contains: "a match at once", "letters are keys as ever")
  }
}

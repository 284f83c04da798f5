// What keys and the mouse do in the settings, in the list of servers, and about the code of a room.

import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("Personal forms")
struct PersonalFormTests {
  private func stage(_ scene: Scene) throws -> Stage { try scene.stage(columns: 80, rows: 24) }

  private func form(_ stage: Stage) throws -> PreferencesForm {
    guard case .preferences(let form) = stage.model.home.panel else {
      throw Absent()
    }
    return form
  }

  private struct Absent: Error {}

  // MARK: Settings

  @Test(arguments: ["s", ","]) func settingsHaveTwoKeys(key: String) throws {
    var stage = try stage(.home)
    stage.type(key)
    #expect(stage.text.contains("settings") && stage.text.contains("What others call you"))
  }

  @Test func aNameIsKeptWhenItsFieldIsLeftAndToldWhenAllIsDone() throws {
    var stage = try stage(.preferences)
    stage.press(.backspace, .backspace, .backspace)
    stage.type("Bea q")
    #expect(stage.done.isEmpty, "letters are letters, and nothing is kept yet")
    stage.press(.down)
    #expect(stage.done == [.prefer(.name("Bea q"))])
    stage.press(.enter)
    #expect(stage.done == [.wear])
    #expect(stage.model.home.panel == nil)
  }

  @Test func aNameKeepsItsLimitsAndNoNameIsTheOldOne() throws {
    var stage = try stage(.preferences)
    stage.type(String(repeating: "x", count: 40))
    #expect(try form(stage).name.count == Profile.nameCharactersMax)
    for _ in 0..<40 { stage.press(.backspace) }
    stage.type("  ")
    stage.press(.escape)
    #expect(stage.done == [])
    stage.type("s")
    #expect(try form(stage).name == "ada")
  }

  @Test func whatNobodyCanSeeIsNotKeptOfAName() throws {
    var stage = try stage(.preferences)
    stage.take(.paste("\u{200b} 李\u{3164}"))
    stage.press(.down)
    #expect(stage.done == [.prefer(.name("ada 李"))])
    stage.press(.up)
    for _ in 0..<20 { stage.press(.backspace) }
    stage.take(.paste("\u{3164}\u{2800}"))
    stage.press(.escape)
    #expect(stage.done.count == 1, "a name with nothing to see is the old one")
  }

  @Test func aPastedNameIsTyped() throws {
    var stage = try stage(.preferences)
    stage.take(.paste(" L.\n"))
    #expect(try form(stage).name == "ada L.")
  }

  @Test func eachFieldIsKeptAtOnceAndGoesAround() throws {
    var stage = try stage(.preferences)
    let steps: [(Key, [UserRequest])] = [
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
      #expect(stage.done == outputs, "\(key)")
    }
    #expect(stage.model.home.figure == .square)
  }

  @Test func whatServersAreNotToldMakesNoNewConnection() throws {
    var stage = try stage(.preferences)
    stage.press(.up, .right, .up, .right)
    #expect(stage.done == [.prefer(.calm(true))])
    stage.press(.enter)
    #expect(stage.done == [])
  }

  @Test func theMouseChoosesFieldsAndFigures() throws {
    var stage = try stage(.preferences)
    let areas = stage.model.sheet(at: stage.now).hits
    let moon = try #require(Icon.allCases.firstIndex(of: .moon))
    let figure = try #require(areas.area(of: .figure(moon)))
    stage.mouse(.press(.left), figure.column + 1, figure.row)
    #expect(stage.done == [.prefer(.icon(.moon))])
    let bell = try #require(areas.area(of: .field(PreferencesForm.Field.bell.rawValue)))
    stage.mouse(.press(.left), bell.column, bell.row)
    #expect(stage.done == [.prefer(.bell(true))])
    stage.mouse(.wheelDown, bell.column, bell.row)
    #expect(stage.done == [.prefer(.bell(false))])
  }

  // MARK: Servers

  @Test func aServerIsChosenTypedOrPasted() throws {
    var stage = try stage(.servers)
    stage.press(.down, .enter)
    #expect(stage.done == [.visit("tls://ams-1.example.org")])
    stage = try self.stage(.servers)
    stage.type("host:7")
    stage.press(.backspace, .character("8"), .enter)
    #expect(stage.done == [.visit("host:8")])
    stage = try self.stage(.servers)
    stage.take(.paste(" chromatch://host/WAVE\n"))
    stage.press(.enter)
    #expect(stage.done == [.visit("chromatch://host/WAVE")])
    stage = try self.stage(.servers)
    stage.press(.up, .enter)
    #expect(stage.done == [] && stage.text.contains("another server"), "nothing is typed")
    stage.press(.escape)
    #expect(!stage.text.contains("another server"))
  }

  @Test func anAddressThatIsNoneIsToldUntilItIsChanged() throws {
    var stage = try stage(.servers)
    stage.type("host:x")
    stage.press(.enter)
    stage.model.refuseServer("the port \"x\" is no number from 1 to 65535.")
    #expect(stage.text.contains("the port \"x\" is no number"))
    stage.press(.backspace)
    #expect(!stage.text.contains("the port \"x\" is no number"))
  }

  @Test func aServerIsChosenByTheMouse() throws {
    var stage = try stage(.servers)
    let area = try #require(stage.model.sheet(at: stage.now).hits.area(of: .choice(3)))
    stage.mouse(.press(.left), area.column, area.row)
    #expect(stage.done == [])
    stage.mouse(.press(.left), area.column, area.row)
    #expect(stage.done == [.visit("192.168.1.5")])
  }

  // MARK: The code of a room

  @Test func theCodeCoversTheRoomUntilAnyKeyIsPressed() throws {
    var stage = try stage(.hosting)
    let room = stage.text
    stage.type("q")
    #expect(stage.done == [] && stage.text.contains("▀▀▀▀"))
    #expect(stage.model.code?.code.size == 25)
    stage.type("s")
    #expect(stage.done == [] && stage.text == room)
  }

  @Test func thereIsNoCodeWhereNobodyIsToBeTold() throws {
    var stage = try stage(.room)
    let room = stage.text
    stage.type("q")
    #expect(stage.text == room && !stage.model.keys.contains { $0.hint.word == "code" })
  }
}

@Suite("The bell")
struct ChimeTests {
  @Test func ringsWhenAMatchBeginsAndWhenSomebodyElseLocks() throws {
    var stage = try Scene.raceHSB.stage(columns: 80, rows: 24)
    var rings = [stage.model.takeChime(), stage.model.takeChime()]
    #expect(rings == [true, false], "the match began, once")
    stage.play(.set(stage.guess(off: 0)), by: Stage.mira)
    stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.mira)
    rings = [stage.model.takeChime()]
    stage.look(after: 100)
    rings.append(stage.model.takeChime())
    #expect(rings == [true, false], "somebody locked, once")
  }

  @Test func isSilentForWhoeverLooksOn() throws {
    var stage = try Scene.watch.stage(columns: 80, rows: 24)
    let rings = stage.model.takeChime()
    #expect(!rings)
  }
}

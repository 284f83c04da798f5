// What keys do in the settings and in the list of servers.

import Game
import TestSupport
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

  @Test func aNameIsKeptWhenItsFieldIsLeftAndToldWhenAllIsDone() throws {
    var stage = try stage(.preferences)
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
    var stage = try stage(.preferences)
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
      expect(stage.done, equals: outputs, "\(key)")
    }
    expect(stage.model.home.figure, equals: .square)
  }

  // MARK: Servers

  @Test func aServerIsChosenTypedOrPasted() throws {
    var stage = try stage(.servers)
    stage.press(.down, .enter)
    expect(stage.done, equals: [.visit("tls://ams-1.example.org")])
    stage = try self.stage(.servers)
    stage.type("host:7")
    stage.press(.backspace, .character("8"), .enter)
    expect(stage.done, equals: [.visit("host:8")])
    stage = try self.stage(.servers)
    stage.take(.paste(" chromatch://host/WAVE\n"))
    stage.press(.enter)
    expect(stage.done, equals: [.visit("chromatch://host/WAVE")])
    stage = try self.stage(.servers)
    stage.press(.up, .enter)
    expect(stage.done == [] && stage.text.contains("another server"), "nothing is typed")
    stage.press(.escape)
    expect(!stage.text.contains("another server"))
  }
}

@Suite("The bell")
struct ChimeTests {
  @Test func ringsWhenAMatchBeginsAndWhenSomebodyElseLocks() throws {
    var stage = try Scene.raceHSB.stage(columns: 80, rows: 24)
    var rings = [stage.model.takeChime(), stage.model.takeChime()]
    expect(rings, equals: [true, false], "the match began, once")
    stage.play(.set(stage.guess(off: 0)), by: Stage.mira)
    stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.mira)
    rings = [stage.model.takeChime()]
    stage.look(after: 100)
    rings.append(stage.model.takeChime())
    expect(rings, equals: [true, false], "somebody locked, once")
  }

  @Test func isSilentForWatchers() throws {
    var stage = try Scene.watch.stage(columns: 80, rows: 24)
    let rings = stage.model.takeChime()
    expect(!rings)
  }
}

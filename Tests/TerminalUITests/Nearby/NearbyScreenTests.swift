// Games of this network on the home screen and in its list of servers, and in plain lines.

import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("Games nearby")
struct NearbyScreenTests {
  private let kestrel = ServerChoice(
    name: "Kestrel's room", address: "tls://10.0.0.1:7313/WAVE", news: "rgb  1/8  waiting")
  private let finch = ServerChoice(
    name: "Finch", address: "10.0.0.2:7313", news: "hsb  2/4  playing")
  private let known = ServerChoice(name: "ams-1", address: "tls://ams-1")

  @Test("the home screen says that somebody plays here, and Enter goes there")
  func home() throws {
    var stage = try Scene.homeEmpty.stage(columns: 80, rows: 24)
    #expect(!stage.text.contains("this network"))
    stage.model.know([kestrel, known])
    #expect(stage.text.contains("goes to Kestrel's room, on this network"))
    stage.model.know([finch, kestrel, known])
    #expect(stage.text.contains("goes to one of 2 games on this network"))
    stage.type("g")
    #expect(stage.text.contains("hsb  2/4  playing") && stage.text.contains("under the name"))
    stage.press(.down, .enter)
    #expect(stage.done == [.visit(kestrel.address)])
  }

  @Test("the list stays at the chosen server while others come and go")
  func stays() throws {
    var stage = try Scene.homeEmpty.stage(columns: 80, rows: 24)
    stage.model.know([kestrel, known])
    stage.type("g")
    stage.press(.down)
    stage.model.know([finch, kestrel, known])
    stage.press(.enter)
    #expect(stage.done == [.visit(known.address)])
    stage.model.know([])
    stage.press(.enter)
    #expect(stage.done == [], "there is nowhere to go, and nothing is typed")
  }
}

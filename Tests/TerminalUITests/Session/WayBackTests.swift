// That a player who goes to an address where no server of this game answers is brought back to the
// server before, and that a server that says WELCOME is stayed at.

import TestSupport
import Testing

@testable import ClientCore
@testable import TerminalUI

struct WayBackTests {
  /// Somebody who has left a server for an address, where something has taken the connection.
  private func gone() -> (way: WayBack<String>, stage: Stage) {
    var way = WayBack<String>()
    way.begin(at: "home")
    return (way, Stage(.browse))
  }

  @Test(arguments: [
    ("HTTP/1.1 400 Bad Request", "A web server answers there"),
    ("<!DOCTYPE HTML>", "A web server answers there"),
    ("220 mail ESMTP", "The server there does not speak this game's protocol"),
  ])
  func whereNoServerOfThisGameAnswersThePlayerGoesBack(line: String, sentence: String) throws {
    var (way, stage) = gone()
    stage.tell(.connected)
    expect(way.failure(in: stage.session.state), equals: nil)
    stage.tell(.received(Array(line.utf8)[...]))
    try expect(require(way.failure(in: stage.session.state)), contains: sentence)
    expect(way.take(), equals: "home")
    expect(way.failure(in: stage.session.state), equals: nil)
    expect(way.take(), equals: nil)
  }

  @Test func aServerThatSaysWelcomeIsStayedAt() {
    var (way, stage) = gone()
    stage.connect()
    expect(way.failure(in: stage.session.state), equals: nil)
    expect(way.take(), equals: nil)
  }
}

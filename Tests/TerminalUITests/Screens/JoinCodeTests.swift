// What the square for cameras says: the server's page where there is one, because that is what a
// phone can open, and else what the terminal client takes.

import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("The code for cameras")
struct JoinCodeTests {
  /// A room's code on a server.
  private func code(page: String?, fingerprint: String? = Stage.fingerprint) throws -> JoinCode {
    var setup = ScreenSetup(
      support: ColorSupport(depth: .truecolor, certainty: .verified, reason: ""), isCalm: false,
      server: "localhost", addressesToShare: ["chromatch://192.168.1.5"],
      fingerprintToShare: fingerprint, icon: nil, canChangeIcon: true)
    setup.pageToShare = page
    let room = try require(RoomCode("WAVE"))
    let address = try require(JoinCode.Address(room, setup))
    return try require(JoinCode(address))
  }

  @Test("a code leads to the room on the page, as cameras take it")
  func page() throws {
    let join = try code(page: "http://192.168.1.5:7313")
    expect(join.code, equals: QRCode("http://192.168.1.5:7313/#WAVE"))
    expect(join.address.text, equals: "chromatch://192.168.1.5/WAVE#\(Stage.fingerprint)")
  }

  @Test("a code says what the terminal client takes where there is no page")
  func noPage() throws {
    let digits = try require(Stage.fingerprint.split(separator: ":").last)
    try expect(code(page: nil).code, equals: QRCode("chromatch://192.168.1.5/WAVE#\(digits)"))
  }
}

// What the page after the last round says: who has won, also while the connection is lost.

import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct FinalScreenTests {
  @Test(arguments: [(60, 18), (80, 24), (120, 36)])
  func aLostConnectionLeavesNoHalfOfTheLargeLetters(columns: Int, rows: Int) throws {
    var stage = try Scene.final.stage(columns: columns, rows: rows)
    func title() -> String {
      stage.canvas.picture[Sheet.statusRow..<Sheet.statusRow + LargeText.rows]
        .joined(separator: "\n")
    }
    expect(title().contains("█") && !title().contains(" wins"))
    stage.tell(.lost("connection reset"))
    expect(!title().contains { "▀▄█".contains($0) }, "\(title())")
    expect(title().contains("Connection lost") && title().contains(" wins"), "\(title())")
  }
}

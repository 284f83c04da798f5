// What is switched on is switched off again.

import TestSupport
import Testing

@testable import TerminalUI

struct TerminalSessionTests {
  private static func modes(_ text: StaticString, _ final: Character) -> [Int] {
    String(decoding: text.bytes, as: UTF8.self).split(separator: "\u{1b}[?")
      .filter { $0.contains(final) }
      .compactMap { Int($0.prefix { $0.isNumber }) }
  }

  @Test func leavingUndoesEnteringInReverse() {
    expect(String(decoding: TerminalSession.enter.bytes, as: UTF8.self), contains: "\u{1b}[8l")
    expect(String(decoding: TerminalSession.leave.bytes, as: UTF8.self), contains: "\u{1b}[8h")
    let entered = [1049, 7, 25, 1002, 1006, 2004, 1004]
    let on = Self.modes(TerminalSession.enter, "h")
    let off = Self.modes(TerminalSession.enter, "l")
    expect(Set(on + off), equals: Set(entered))
    expect(off, equals: [7, 25], "what the terminal has on by itself")
    expect(Self.modes(TerminalSession.leave, "h"), equals: [25, 7])
    expect(Self.modes(TerminalSession.leave, "l"), equals: [2026, 1004, 2004, 1006, 1002, 1049])
    expect(String(decoding: TerminalSession.leave.bytes, as: UTF8.self), contains: "\u{1b}[m")
  }

  @Test(arguments: [TerminalSession.leave, TerminalSession.popKeyboard].map(\.bytes))
  func theWayOutFirstEndsWhateverWasCutOff(way: [UInt8]) {
    expect(way.starts(with: "\u{1b}\\\u{1b}[".utf8))
  }
}

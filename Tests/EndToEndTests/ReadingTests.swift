// What tests read of a program that still writes: whole frames of a screen, whole lines of a
// stream, wherever the system has cut what it wrote.

import TerminalUI
import Testing

@Suite("What is read while it is written")
struct ReadingTests {
  private static let begin = "\(TerminalSession.beginFrame)"
  private static let end = "\(TerminalSession.endFrame)"

  /// A screen that shows a first frame, of one exact color.
  private func screen() -> Screen {
    var screen = Screen(columns: 20, rows: 2)
    screen.write("\(Self.begin)\u{1b}[2J\u{1b}[H\u{1b}[38;2;1;2;3mjoin by\(Self.end)".utf8)
    return screen
  }

  @Test("is of a screen the last whole frame, wherever the next one is cut")
  func frames() {
    let before = screen()
    #expect(before.lines == ["join by", ""] && before.colorCodes == [.exact])
    let next = Array(
      "\(Self.begin)\u{1b}[2J\u{1b}[H\u{1b}[31mjoin by  chrömatch\r\nSHA256\(Self.end)".utf8)
    for count in 0..<next.count {
      var screen = before
      screen.write(next[..<count])
      #expect(screen.lines == before.lines && screen.colorCodes == [.exact], "\(count)")
      screen.write(next[count...])
      #expect(screen.lines == ["join by  chrömatch", "SHA256"] && screen.colorCodes == [.sixteen])
      #expect(screen.frames.count == 2 && screen.frames.last == next.count)
    }
  }

  @Test("is of a screen of another size nothing until a frame has ended in it")
  func resized() {
    var screen = screen()
    screen.write("\(Self.begin)\u{1b}[2;15Hcut off".utf8)
    screen.resize(columns: 10, rows: 3)
    #expect(screen.lines == ["", "", ""])
    screen.write(" here\u{1b}[K\u{1b}[3X\u{1b}[3;1Hlater\(Self.end)".utf8)
    #expect(screen.lines == ["", "", "later"])
  }

  @Test("is of a screen without synchronized frames what has come")
  func unsynchronized() {
    var screen = screen()
    screen.write("\u{1b}[2;1Hhalf".utf8)
    #expect(screen.lines == ["join by", "half"])
  }

  @Test("is of a stream all whole lines, and what is left when it ends")
  func lines() {
    let bytes = Array("größer\nport=4242\nlast".utf8)
    for count in 0...bytes.count {
      var lines = WholeLines()
      lines.append(bytes[..<count])
      #expect(["", "größer\n", "größer\nport=4242\n"].contains(lines.text), "\(count)")
      lines.append(bytes[count...])
      #expect(lines.text == "größer\nport=4242\n")
      lines.finish()
      #expect(lines.text == "größer\nport=4242\nlast")
    }
  }
}

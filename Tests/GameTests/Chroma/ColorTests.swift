// What a color is before any light: its written form, what that form refuses, and mixing on screen.

import Chroma
import TestSupport
import Testing

struct ColorTests {
  @Test func hexReadsSixDigitsOfEitherCase() {
    expect(Color(hex: "#bcbcbc"), equals: Color(red: 188, green: 188, blue: 188))
    expect(Color(hex: "#265c9e"), equals: Color(red: 38, green: 92, blue: 158))
    expect(Color(hex: "#265C9E"), equals: Color(red: 38, green: 92, blue: 158))
    expect(Color(hex: "#aBcDeF"), equals: Color(red: 171, green: 205, blue: 239))
    expect(Color(hex: "set #00ff7f now".dropFirst(4).prefix(7)), equals: Color("#00ff7f"))
  }

  @Test(arguments: [
    "", "#", "bcbcbc", "#bcbcb", "#bcbcbcb", "#fff", "#bcbcbcbc", "##bcbcb", "0xbcbcbc",
    " #bcbcbc", "#bcbcbc ", "#bcbcbc\n", "#bc cbc", "#bcbcbg", "#bcbcb\0", "#+1+1+1", "#-1-1-1",
    "#bcbcb\u{e9}", "#\u{ff11}\u{ff12}", "\u{ff03}bcbcbc", "#bcbcbc\u{301}", "$bcbcbc",
  ])
  func hexRefusesAnythingElse(text: String) {
    expect(Color(hex: text), equals: nil)
    expect(Color(hexBytes: Array(text.utf8)), equals: nil)
  }

  @Test(arguments: 1...6)
  func everyDigitIsOneOfTwentyTwoBytes(position: Int) {
    var bytes = Array("#000000".utf8)
    var accepted: [UInt8] = []
    for byte in UInt8.min...UInt8.max {
      bytes[position] = byte
      if Color(hexBytes: bytes) != nil { accepted.append(byte) }
    }
    expect(accepted, equals: Array("0123456789ABCDEFabcdef".utf8))
  }

  @Test func hexIsWrittenInLowerCaseAndReadBack() {
    expect(Color(red: 171, green: 5, blue: 240).hex, equals: "#ab05f0")
    expect(sparseCube.first { Color(hex: $0.hex) != $0 }, equals: nil)
    expect(grays.first { Color(hexBytes: $0.hex.utf8) != $0 }, equals: nil)
  }

  @Test func mixingRoundsHalfUpAndClamps() {
    let (black, white) = (Color("#000000"), Color("#ffffff"))
    expect(black.mixed(with: white, at: 0.25).hex, equals: "#404040")  // 63.75
    expect(black.mixed(with: white, at: 0.5).hex, equals: "#808080")  // 127.5
    expect(white.mixed(with: black, at: 0.5).hex, equals: "#808080")
    expect(black.mixed(with: white, at: 0.75).hex, equals: "#bfbfbf")  // 191.25
    expect(Color("#0a6428").mixed(with: Color("#14c828"), at: 0.5).hex, equals: "#0f9628")
    expect(black.mixed(with: white, at: -3), equals: black)
    expect(black.mixed(with: white, at: 7), equals: white)
    expect(black.mixed(with: white, at: .nan), equals: black)
    expect(black.mixed(with: white, at: .infinity), equals: white)
  }
}

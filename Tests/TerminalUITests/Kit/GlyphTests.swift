// Names and messages come from anyone; whatever is in them, a column is a column.

import Testing

@testable import TerminalUI

struct GlyphTests {
  @Test(
    arguments: [
      ("mira", "mira", "ASCII is itself"),
      ("Zoë Łukasz Ñandú", "Zoë Łukasz Ñandú", "so are Latin letters with accents"),
      ("Δημος Жора Աննա", "Δημος Жора Աննա", "Greek, Cyrillic, Armenian"),
      ("e\u{301}a\u{308}\u{323}", "ea", "combining marks are dropped"),
      ("名前", "??", "wide characters are one ? each"),
      ("カナ ｶﾅ ＡＢ", "?? ?? ??", "so are kana, half and full width"),
      ("한글 \u{1100}\u{1161}\u{11a8}", "?? ???", "and Hangul, composed or not"),
      ("שלום سلام", "???? ????", "right to left would turn the row around"),
      ("हिन्दी", "?????", "letters that change shape; their marks are ? or dropped"),
      ("😀", "?", "an emoji is one ?"),
      ("👩‍👩‍👧‍👦", "?", "a family is one emoji"),
      ("👍🏽", "?", "a skin tone is part of it"),
      ("☀️☂︎", "☀☂", "the selector of a presentation is dropped"),
      ("🇩🇪", "??", "a flag is two letters"),
      ("⌚⏰☕⚡✨⭐", "??????", "symbols that are wide by default"),
      ("◆●▲■★♥♣♠☀☾☂♞✿⚑⌂♫", "◆●▲■★♥♣♠☀☾☂♞✿⚑⌂♫", "the icons of players"),
      ("a\tb\nc\r\u{7}\u{7f}\u{0}d", "a?b?c????d", "controls are seen, never obeyed"),
      ("\u{1b}[2J\u{9b}2J", "?[2J?2J", "nor are control sequences, of 7 or 8 bits"),
      ("a\u{a0}b\u{2003}c\u{3000}d", "a b c d", "any space is a space"),
      ("a\u{200b}b\u{200e}\u{202e}c\u{feff}\u{ad}d", "abcd", "what is not seen takes no place"),
      ("\u{e000}\u{f8ff}\u{10ffff}\u{378}", "????", "private and unassigned: nobody knows"),
      ("a\u{2028}b", "a?b", "line separators"),
      ("\u{200d}\u{200d}x", "x", "joiners with nothing to join"),
      ("", "", "nothing is nothing"),
    ])
  func textIsOneGlyphAColumn(text: String, seen: String, why: String) {
    let glyphs = Array(OneColumnGlyphs(of: text))
    #expect(String(String.UnicodeScalarView(glyphs)) == seen, "\(why)")
    #expect(OneColumnGlyphs.count(of: text) == glyphs.count)
    #expect(glyphs.allSatisfy(Glyph.isOneColumn))
  }

  @Test func whateverComesInOnlyOneColumnGlyphsComeOut() {
    var dice = Dice(seed: 3)
    for _ in 0..<400 {
      var text = String.UnicodeScalarView()
      for _ in 0..<20 {
        let limit = dice.pick([0x80, 0x800, 0x3000, 0x11_0000])
        if let scalar = Unicode.Scalar(UInt32(dice.roll(0..<limit))) { text.append(scalar) }
      }
      #expect(OneColumnGlyphs(of: String(text)).allSatisfy(Glyph.isOneColumn))
    }
  }

  @Test func asciiHasAStandInForEverythingAndDifferentOnesForIcons() {
    for value in UInt32(0x20)..<0x3000 {
      guard let glyph = Unicode.Scalar(value), Glyph.isOneColumn(glyph) else { continue }
      let standIn = AsciiGlyph.standIn(for: glyph)
      #expect(standIn.isASCII && standIn.value >= 0x20 && standIn.value < 0x7f)
      if glyph.isASCII { #expect(standIn == glyph) }
    }
    let icons = "◆●▲■★♥♣♠☀☾☂♞✿⚑⌂♫".unicodeScalars.map(AsciiGlyph.standIn)
    #expect(Set(icons).count == 16)
    #expect(!icons.contains("?"))
    let name = "Žoë Ñandú".unicodeScalars.map { Character(AsciiGlyph.standIn(for: $0)) }
    #expect(String(name) == "?oe Nandu")
  }
}

// What terminals send and what it means. Every line of the tables is fed whole, cut in two at every
// place, and byte by byte; it has to mean the same each time. Bytes are written as Swift strings,
// with `\e` for ESC.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

struct InputDecoderTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let events: [InputEvent]
    let why: String

    init(_ text: String, _ events: [InputEvent], _ why: String) {
      self.init(Array(text.replacing("\\e", with: "\u{1b}").utf8), events, why)
    }

    init(_ bytes: [UInt8], _ events: [InputEvent], _ why: String) {
      self.bytes = bytes
      self.events = events
      self.why = why
    }

    var testDescription: String { why }
  }

  private static func typed(_ text: String, _ modifiers: Modifiers = []) -> [InputEvent] {
    text.unicodeScalars.map { .key(.character($0), modifiers) }
  }

  private static func key(_ keys: Key..., with modifiers: Modifiers = []) -> [InputEvent] {
    keys.map { .key($0, modifiers) }
  }

  private static func mouse(
    _ action: Mouse.Action, _ column: Int, _ row: Int, _ modifiers: Modifiers = []
  ) -> [InputEvent] {
    [.mouse(Mouse(action, at: Point(column: column, row: row), modifiers: modifiers))]
  }

  static let characters = [
    Line("qQ7 ?é€😀e\u{301}", typed("qQ7 ?é€😀e\u{301}"), "characters, marks by themselves"),
    Line("\r\n\t\u{7f}\u{8}", key(.enter, .enter, .tab, .backspace, .backspace), "named keys"),
    Line("\u{3}\u{c}\u{1a}\u{0}", typed("clz ", .control), "Control and a letter or Space"),
    Line("\u{1c}\u{1d}\u{1e}\u{1f}", typed("\\]^_", .control), "Control and a sign"),
    Line("\u{85}\u{9b}A", typed("A"), "C1 controls are nothing"),
    Line("\\ex\\eé1", typed("xé", .alt) + typed("1"), "Alt and a character"),
    Line("\\eX\u{3}", typed("c", .control), "Alt and X begins a string that a control ends"),
    Line("\\e\r", key(.enter, with: .alt), "Alt and Enter"),
    Line("\\e\u{1}", typed("a", [.alt, .control]), "Alt, Control and a"),
    Line("\\e\\e[A", key(.escape, .up), "Escape, then an arrow"),
    Line("\\e\\e\\ex", key(.escape, .escape) + typed("x", .alt), "Escape twice, Alt and x"),
  ]

  static let keys = [
    Line("\\e[A\\e[B\\eOC\\eOD", key(.up, .down, .right, .left), "arrows, CSI and SS3"),
    Line("\\e[H\\e[F\\eOH\\eOF", key(.home, .end, .home, .end), "Home, End"),
    Line("\\e[1~\\e[4~\\e[7~\\e[8~", key(.home, .end, .home, .end), "by number"),
    Line("\\e[5~\\e[6~\\e[2~\\e[3~", key(.pageUp, .pageDown, .insert, .delete), "others by it"),
    Line("\\e[Z\\e[1;2D", key(.tab, .left, with: .shift), "with Shift"),
    Line("\\e[1;5A\\e[1;5F", key(.up, .end, with: .control), "with Control"),
    Line("\\e[1;3B\\e[1;33B", key(.down, .down, with: .alt), "with Alt; Meta is Alt"),
    Line("\\e[1;8B", key(.down, with: [.shift, .alt, .control]), "all three"),
    Line("\\e[5;2~\\e[a\\e[d", key(.pageUp, .up, .left, with: .shift), "numbered, and rxvt's"),
    Line("\\e[3;5~\\eOa\\eOc", key(.delete, .up, .right, with: .control), "Control so, too"),
    Line("\\eOP\\e[P\\e[11~\\e[[A", key(.f(1), .f(1), .f(1), .f(1)), "F1 in four ways"),
    Line("\\eOQ\\e[15~\\e[17~\\e[24~", key(.f(2), .f(5), .f(6), .f(12)), "F2, F5, F6, F12"),
    Line("\\e[1;2P", key(.f(1), with: .shift), "Shift and F1"),
    Line("\\eOM\\e[57404u\\e[57417u", key(.enter) + typed("5") + key(.left), "the number pad"),
    Line("\\e[27;5;13~", key(.enter, with: .control), "xterm's modifyOtherKeys"),
    Line("\\e[27;2;104~", typed("H"), "Shift and a letter is a character there too"),
    Line("\\e[97u\\e[97;5u", typed("a") + typed("a", .control), "kitty's CSI u"),
    Line("\\e[104;2u\\e[104:72;2u\\e[49:33;2u", typed("HH!"), "with Shift in the character"),
    Line("\\e[1089::99;5u", typed("c", .control), "Control and C on a Cyrillic keyboard"),
    Line("\\e[27u\\e[57414u", key(.escape, .enter), "keys that are no characters"),
    Line("\\e[127;3u", key(.backspace, with: .alt), "with Alt"),
    Line("\\e[97;1:2u\\e[97;1:3u\\e[1;1:3A", typed("a"), "repeats are keys, releases are not"),
    Line("\\e[57441;2u\\e[55296u\\e[1114112u\\e[u", [], "modifiers alone, and what is no key"),
  ]

  static let reports = [
    Line(
      "\\e[<0;1;1M\\e[<32;41;19M\\e[<0;1;1m",
      mouse(.press(.left), 0, 0) + mouse(.drag(.left), 40, 18) + mouse(.release(.left), 0, 0),
      "a drag from the corner"),
    Line(
      "\\e[<1;5;6M\\e[<2;5;6M\\e[<35;5;6M",
      mouse(.press(.middle), 4, 5) + mouse(.press(.right), 4, 5) + mouse(.move, 4, 5),
      "other buttons, and none"),
    Line(
      "\\e[<64;9;9M\\e[<65;9;9M\\e[<66;9;9M\\e[<67;9;9M",
      mouse(.wheelUp, 8, 8) + mouse(.wheelDown, 8, 8) + mouse(.wheelLeft, 8, 8)
        + mouse(.wheelRight, 8, 8), "the wheel"),
    Line(
      "\\e[<4;2;3M\\e[<24;500;300M",
      mouse(.press(.left), 1, 2, .shift) + mouse(.press(.left), 499, 299, [.alt, .control]),
      "with keys held, and far out on a large screen"),
    Line("\\e[<0;0;5M\\e[<0;5M\\e[<128;5;5M\\e[<64;5;5m", [], "reports that cannot be"),
    Line(
      "\\e[M !!\\e[M#!!\\e[M@AB",
      mouse(.press(.left), 0, 0) + mouse(.release(.left), 0, 0) + mouse(.drag(.left), 32, 33),
      "the old report, of three bytes"),
    Line("\\e[M \u{3}", typed("c", .control), "a control breaks the old report off"),
    Line("\\e[0;5;5M", [], "urxvt's report, which nobody asked for"),
    Line("\\e[I\\e[O", [.focus(true), .focus(false)], "focus in and out"),
    Line("\\e[200~say \\e[A\u{3}é\\e[201~x", [.paste("say  [A é")] + typed("x"), "a paste"),
    Line("\\e[200~\\e[201\\e[201~", [.paste(" [201")], "what is nearly the end of a paste"),
    Line("\\e[200~\\e\\e[201~", [.paste(" ")], "an ESC just before the end"),
    Line("\\e[200~a\r\nb\tc\\e[201~", [.paste("a  b c")], "lines become one"),
    Line(
      Array("\u{1b}[200~a".utf8) + [0xff, 0xe2, 0x82] + Array("b\u{1b}[201~".utf8),
      [.paste("ab")], "bytes in a paste that are not UTF-8"),
    Line("\\e[201~x", typed("x"), "an end without a beginning"),
  ]

  static let answers = [
    Line("\\e[?64;1;2c", [.answer(.primaryAttributes([64, 1, 2]))], "DA1"),
    Line("\\e[?c", [.answer(.primaryAttributes([]))], "DA1 without a word"),
    Line("\\e[>41;379;0c", [.answer(.secondaryAttributes([41, 379, 0]))], "DA2"),
    Line("\\eP>|XTerm(379)\\e\\", [.answer(.version("XTerm(379)"))], "XTVERSION"),
    Line("\\eP1$r0;48:2::1:2:3m\\e\\", [.answer(.setting("0;48:2::1:2:3m"))], "DECRQSS"),
    Line("\\eP0$r\\e\\", [.answer(.setting(nil))], "DECRQSS refused"),
    Line(
      "\\eP1+r524742=38\\e\\", [.answer(.capability(name: "RGB", isPresent: true))], "XTGETTCAP"),
    Line("\\eP0+r524742\\e\\", [.answer(.capability(name: "RGB", isPresent: false))], "without it"),
    Line("\\eP1+r5247\u{7}", [.answer(.capability(name: "RG", isPresent: true))], "ended by BEL"),
    Line("\\eP1+r524\\e\\\\eP1+rxy\\e\\\\eP1+r\\e\\", [], "names that are not hexadecimal"),
    Line("\\e[?2026;2$y", [.answer(.mode(2026, state: 2))], "DECRPM"),
    Line("\\e[?5u", [.answer(.keyboardFlags(5))], "kitty's flags"),
    Line("\\e]11;rgb:1818/1818/1818\\e\\", [.answer(.background("#181818"))], "OSC 11"),
    Line("\\e]11;rgb:ff/80/0\u{7}", [.answer(.background("#ff8000"))], "short channels, BEL"),
    Line("\\e]11;rgba:ffff/0000/8080/ffff\\e\\", [.answer(.background("#ff0080"))], "with alpha"),
    Line("\\e]11;white\\e\\\\e]10;rgb:1/2/3\\e\\\\e]11;rgb:1/2\\e\\", [], "other colors"),
    Line("\\e[12;40R", [.answer(.cursor(Point(column: 39, row: 11)))], "CPR"),
    Line("\\e[?3;4R", [.answer(.cursor(Point(column: 3, row: 2)))], "DECXCPR"),
    Line("\\e[1;2R", [.answer(.cursor(Point(column: 1, row: 0)))], "never Shift and F3"),
    Line(
      "\\e_Gi=1;OK\\e\\\\e^hidden\\e\\\\eXalso\\e\\x", typed("x"), "APC, PM and SOS are nothing"),
    Line("\\eP$q\\e[A", key(.up), "an ESC that does not end a string begins something else"),
    Line("\\e]11;rgb:18\u{3}x", typed("c", .control) + typed("x"), "a control ends any string"),
    Line("\\e[38;5\\e[A", key(.up), "an ESC ends any sequence"),
    Line("\\e[38;5\ry", key(.enter) + typed("y"), "so does a control"),
    Line("\\e[38;5é", typed("é"), "and a character that is not ASCII"),
    Line("\\e[3$;;:::=?>4zx", typed("x"), "a sequence nobody knows"),
    Line("\\e[99999999999999999999999999A", key(.up), "numbers without end"),
    Line("\\e[;;;;;;;;;;;;;;;;;;B", key(.down), "parameters without numbers"),
    Line("\\e[" + String(repeating: "1;", count: 100) + "Ax", typed("x"), "too long for a key"),
    Line("\\eP>|" + String(repeating: "a", count: 1100) + "\\e\\x", typed("x"), "for an answer"),
  ]

  static let broken = [
    Line([0xff, 0xc0, 0x80, 0x61], typed("a"), "bytes that UTF-8 does not have"),
    Line([0x80, 0xbf, 0x61], typed("a"), "continuations of nothing"),
    Line([0xe2, 0x82, 0x61, 0xac], typed("a"), "broken off by a letter"),
    Line([0xe2, 0x82, 0xe2, 0x82, 0xac], typed("€"), "broken off by a new one"),
    Line([0xe2, 0x82, 0x1b, 0x5b, 0x41, 0xac], key(.up), "broken off by a key"),
    Line([0xc1, 0x81, 0xe0, 0x81, 0x81, 0xf0, 0x81, 0x81, 0x81], [], "overlong forms"),
    Line([0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf], [], "surrogates"),
    Line([0xf4, 0x90, 0x80, 0x80, 0xf8, 0x88, 0x80, 0x80, 0x80], [], "past U+10FFFF"),
    Line([0xf4, 0x8f, 0xbf, 0xbf], typed("\u{10ffff}"), "the last there is"),
    Line([0x1b, 0xe2, 0x61], typed("a"), "Alt belongs to the character that was lost"),
    Line([0x1b, 0xff, 0x61], typed("a"), "or that never was"),
    Line([0x1b, 0xe2, 0x1b, 0x5b, 0x41, 0x61], key(.up) + typed("a"), "and to nothing later"),
  ]

  @Test(arguments: characters + keys + reports + answers + broken)
  func itMeansTheSameHoweverItIsCut(line: Line) {
    var whole = InputDecoder()
    expect(whole.decode(line.bytes), equals: line.events, "\(line.why)")
    expect(!whole.pendingEscape)

    var drop = InputDecoder()
    expect(
      line.bytes.flatMap { drop.decode([$0]) }, equals: line.events, "\(line.why), byte by byte")

    // Long garbage is cut at some places only.
    let cuts = line.bytes.indices.filter { $0 < 80 || $0 > line.bytes.count - 8 }
    let wrongCuts = cuts.filter { cut in
      var halves = InputDecoder()
      return halves.decode(line.bytes[..<cut]) + halves.decode(line.bytes[cut...]) != line.events
    }
    expect(wrongCuts, equals: [], "\(line.why)")
  }

  @Test func aLoneEscapeWaitsForTime() {
    var decoder = InputDecoder()
    expect(decoder.decode([0x1b]), equals: [])
    expect(decoder.pendingEscape)
    expect(decoder.flushEscape(), equals: .key(.escape, []))
    expect(!decoder.pendingEscape)
    expect(decoder.flushEscape(), equals: nil)
    expect(decoder.decode(Array("[A".utf8)), equals: Self.typed("[A"))
  }

  @Test(arguments: ["O", "[", "P", "]", "X", "^", "_"])
  func altAndTheStartOfSomethingIsThatKeyIfNothingFollows(character: Character) throws {
    var decoder = InputDecoder()
    expect(decoder.decode([0x1b] + Array(String(character).utf8)), equals: [])
    expect(decoder.pendingEscape)
    let scalar = try require(character.unicodeScalars.first)
    expect(decoder.flushEscape(), equals: .key(.character(scalar), .alt))
    expect(decoder.decode(Array("x".utf8)), equals: Self.typed("x"))
  }

  @Test(arguments: [
    "\u{1b}[1;", "\u{1b}P1$r0", "\u{1b}]11", "\u{1b}P1$r0\u{1b}", "\u{1b}[200~a\u{1b}",
  ])
  func whatHasClearlyBegunIsNotTheEscapeKeyHoweverLate(start: String) {
    var decoder = InputDecoder()
    expect(decoder.decode(Array(start.utf8)), equals: [])
    expect(!decoder.pendingEscape)
    expect(decoder.flushEscape(), equals: nil)
  }

  /// Pieces come with pauses between them; the holder of the keys flushes an ESC only after the
  /// patience that is due.
  @Test func lateAnswersAreNoKeysHoweverTheyAreCutAndDelayed() {
    let answers = Array(
      """
      \u{1b}[1;10R\u{1b}[1;18R\u{1b}P>|XTerm(379)\u{1b}\\\u{1b}P1$r0;48:2::1:2:3m\u{1b}\\\
      \u{1b}P1+r524742=38\u{1b}\\\u{1b}[?2026;2$y\u{1b}[?1006;1$y\u{1b}[?0u\
      \u{1b}]11;rgb:1818/1818/1818\u{1b}\\\u{1b}[?64;22c
      """
      .utf8)
    var dice = SplitMix64(seed: 21)
    for _ in 0..<80 {
      var detection = Detection(TerminalEnvironment(wish: nil) { ["TERM": "xterm"][$0] })
      var decoder = InputDecoder()
      var elapsed = dice.roll(0..<1_000)
      var rest = answers[...]
      var events: [InputEvent] = []
      while !rest.isEmpty {
        let piece = rest.prefix(dice.roll(1..<12))
        rest = rest.dropFirst(piece.count)
        let arrived = decoder.decode(piece)
        for case .answer(let answer) in arrived { detection.receive(answer) }
        events += arrived
        let pause = dice.roll(0..<140)
        let patience = detection.escapeMilliseconds(afterAsking: elapsed)
        if decoder.pendingEscape, pause >= patience, let key = decoder.flushEscape() {
          events.append(key)
        }
        // A terminal that takes longer is taken for a terminal that says nothing.
        elapsed = min(elapsed + pause, Detection.silentMilliseconds - 1)
      }
      expect(detection.isComplete)
      expect(events.count, equals: 10)
      expect(events.allSatisfy { if case .answer = $0 { true } else { false } })
    }
  }

  private static let wayOut = Array("\u{1b}[201~\u{3}".utf8)

  @Test func randomBytesNeverTrapAndNeverSwallowControlC() {
    var dice = SplitMix64(seed: 11)
    for _ in 0..<60 {
      var decoder = InputDecoder()
      for _ in 0..<dice.roll(1..<400) { _ = decoder.decode([UInt8(dice.roll(0..<256))]) }
      expect(decoder.decode(Self.wayOut).last, equals: .key(.character("c"), .control))
    }
  }

  @Test func randomPiecesNeverTrapAndMeanTheSameHoweverTheyAreCut() {
    let pieces =
      [
        "\u{1b}", "[", "]", "P", "O", "<", "?", ">", "$", ";", ":", "0", "27", "200~", "201~", "M",
        "m", "u", "R", "c", "y", "~", "\\", "\u{7}", "\u{3}", "rgb:", "11;", "+r", "|", "é",
        "\u{1b}\\", "99999999999999999999", "a", "\u{1b}[M", "\u{1b}[200~",
      ]
      .map { Array($0.utf8) } + [[0xff], [0xe2], [0x82]]
    var dice = SplitMix64(seed: 12)
    for _ in 0..<100 {
      let bytes = (0..<60).flatMap { _ in dice.pick(pieces) }
      var (whole, parts) = (InputDecoder(), InputDecoder())
      var events: [InputEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = min(rest.count, dice.roll(1..<9))
        events += parts.decode(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      expect(whole.decode(bytes), equals: events)
      expect(whole.pendingEscape, equals: parts.pendingEscape)
      expect(whole.decode(Self.wayOut).last, equals: .key(.character("c"), .control))
    }
  }

  @Test(arguments: ["\u{1b}[", "\u{1b}P", "\u{1b}]", "\u{1b}_", "\u{1b}[200~"])
  func endlessGarbageIsNotKept(start: String) {
    var decoder = InputDecoder()
    expect(decoder.decode(Array(start.utf8)), equals: [])
    let garbage = Array(repeating: UInt8(ascii: "0"), count: 30_000)
    expect(decoder.decode(garbage), equals: [])
    expect(decoder.bytesKept, isAtMost: 16 * 1024)
    let end = decoder.decode(Self.wayOut)
    expect(end.last, equals: .key(.character("c"), .control))
    if case .paste(let text) = end.first {
      expect(text.unicodeScalars.count, equals: InputDecoder.pasteScalarsMax)
    }
  }
}

extension Key {
  fileprivate static func f(_ number: Int) -> Key { .function(number) }
}

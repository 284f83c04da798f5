// The text of a configuration: what its lines mean, and that setting one leaves the others alone.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Preferences")
struct PreferencesTests {
  private func text(_ text: String) -> PreferencesText { PreferencesText(Array(text.utf8)) }

  @Test(
    arguments: [
      ("name = Ada", .name("Ada")), ("NAME=Ada L.", .name("Ada L.")),
      ("  icon =\tnote \r", .icon(.note)), ("icon = Star", .icon(.star)),
      ("color = auto", .color(nil)), ("color = 24bit", .color(.truecolor)),
      ("color = truecolor", .color(.truecolor)), ("color = 256", .color(.palette256)),
      ("color = none", .color(.monochrome)), ("calm = yes", .calm(true)), ("calm = 1", .calm(true)),
      ("bell = Off", .bell(false)), ("name = a = b # c", .name("a = b # c")),
      ("server = tls://host#SHA256:00", .server("tls://host#SHA256:00")),
    ] as [(String, Preference)])
  func eachLineSaysOneThing(_ line: String, _ preference: Preference) {
    var expected = Preferences()
    expected.take(preference)
    expect(text(line).preferences, equals: expected)
    expect(text(line).warnings, equals: [])
    var written = text("")
    written.set(preference)
    expect(written.preferences, equals: expected, "what is written means the same")
  }

  @Test(
    arguments: [
      ("", nil), ("\n \n", nil), ("# name = Ada", nil), ("  # what", nil), ("name =", nil),
      ("hello", #""hello" is not a setting: write key = value."#),
      ("nmae = Ada", #"there is no setting called "nmae"; it is left as it is."#),
      ("icon = cat", "icon: \"cat\" is none of the icons: \(icons)."),
      ("color = pink", #"color: "pink" is none of the colors: auto, 24bit, 256, 16, none."#),
      ("calm = maybe", #"calm: "maybe" is neither yes nor no."#),
      ("name = 12345678901234567", "name: \(PlayerName.rule)"),
      ("name = a\u{7}", "name: \(PlayerName.rule)"),
      ("name = a\u{200b}b", "name: \(PlayerName.rule)"),
      ("name = \u{2800}", "name: \(PlayerName.rule)"),
    ] as [(String, String?)])
  func aLineThatMeansNothingIsToldAndSkipped(_ line: String, _ sentence: String?) {
    let text = text("bell = yes\n\(line)")
    let lines = line.filter { $0 == "\n" }.count
    expect(
      text.warnings,
      equals: (sentence.map { [PreferencesText.Warning(line: 2 + lines, sentence: $0)] } ?? []))
    var expected = Preferences()
    expected.take(.bell(true))
    expect(text.preferences, equals: expected)
  }

  private static let icons = Icon.allCases.map(\.rawValue).joined(separator: ", ")

  @Test func theLastOfSeveralLinesCountsAndIsTheOneThatIsSet() {
    var both = text("name = Ada\ncalm = no\nname = Bea\n")
    expect(both.preferences.name, equals: "Bea")
    both.set(.name("Cleo"))
    expect(both, equals: text("name = Ada\ncalm = no\nname = Cleo\n"))
  }

  @Test(arguments: [
    ("# mine\nname = Ada\nlater = 7\n", "# mine\nname = Bea\nlater = 7\n"),
    ("calm = yes", "calm = yes\nname = Bea\n"), ("calm = yes\n", "calm = yes\nname = Bea\n"),
    ("#\n\n", "#\n\nname = Bea\n"), ("name = Ada", "name = Bea"), ("what", "what\nname = Bea\n"),
  ])
  func settingChangesOneLineAndNoOtherByte(_ before: String, _ after: String) {
    var changed = text(before)
    changed.set(.name("Bea"))
    expect(String(decoding: changed.bytes, as: UTF8.self), equals: after)
  }

  @Test func namesAreCutToWhatAServerTakes() {
    expect(PlayerName.clean("") == nil && PlayerName.clean("\u{1b}\n") == nil)
    expect(PlayerName.clean("a\u{7}b") == "ab" && PlayerName.clean("\u{3164}\u{200b}") == nil)
    expect(
      PlayerName.clean(String(repeating: "x", count: 20)), equals: String(repeating: "x", count: 16)
    )
    let family = "👩‍👩‍👧‍👦"
    let clean = PlayerName.clean(String(repeating: family, count: 16)) ?? ""
    expect(!clean.isEmpty && clean.utf8.count <= Profile.nameBytesMax)
  }
}

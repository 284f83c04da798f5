// The language of the real program: by option, by locale, and English where there is no other. The
// texts come with the program, so it needs no file beside it.

import Foundation
import Testing

@Stage
@Suite("The language")
struct LanguageTests {
  private static let match = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "saved-match.txt").path

  private func run(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> PlainRun {
    let run = try PlainRun(.client, arguments, environment: environment)
    try wait(for: "the end", hearing: [run], scene: { run.scene }) { run.end != nil }
    return run
  }

  @Test(
    "is that of the option, else that of the locale, else English",
    arguments: [
      ([], [:], "proved"), (["--lang", "de"], [:], "bewiesen"),
      ([], ["LANG": "de_DE.UTF-8"], "bewiesen"), ([], ["LANG": "fr_FR.UTF-8"], "proved"),
      ([], ["LANG": "C.UTF-8", "LC_ALL": "de_CH.UTF-8"], "bewiesen"),
      (["--lang", "en"], ["LC_ALL": "de_DE.UTF-8"], "proved"),
    ] as [([String], [String: String], String)])
  func isChosen(options: [String], environment: [String: String], last: String) throws {
    let run = try run(["verify", Self.match] + options, environment)
    #expect(run.end == .exited(0))
    #expect(run.text.split(separator: "\n").last.map(String.init) == last)
    #expect(run.errors.isEmpty)
  }

  @Test("that is not there is a mistake on the command line")
  func isUnknown() throws {
    let run = try run(["play", "--plain", "--lang", "tlh"])
    #expect(run.end == .exited(64))
    #expect(run.errors.contains("\"tlh\" is none of the languages: en, de."))
  }

  @Test("is that of a whole match in plain lines")
  func isPlayed() throws {
    let run = try run([
      "play", "--plain", "--lang", "de", "--autoplay", "4", "--rounds", "1", "--time", "5",
    ])
    #expect(run.end == .exited(0))
    for text in ["du bist Gastgeber", "Runde 1 von 1", "Glocke", "Ziele geprüft"] {
      #expect(run.text.contains(text), "\(run.text)")
    }
  }
}

// What a mode may know: only colors. A mode that asked for more would not be one file any longer.

import Foundation
import Game
import Testing

@Suite("Walls of modes")
struct ModeWallTests {
  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Game/Modes")

  private static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private static func code(of file: String) throws -> [Substring] {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n")
      .map { line in line.range(of: "//").map { line[..<$0.lowerBound] } ?? line }
  }

  @Test("every mode is a file of its own, by its name, and there is no other file")
  func oneFileEach() throws {
    let files = try Self.files().map { $0.lowercased() }
    #expect(files == Mode.all.map { "\($0.name).swift" }.sorted())
  }

  @Test("a mode imports nothing but Chroma")
  func imports() throws {
    for file in try Self.files() {
      let imports = try Self.code(of: file).filter { $0.contains(/\bimport\b/) }
      #expect(imports.allSatisfy { $0 == "import Chroma" }, "\(file): \(imports)")
    }
  }

  @Test("a mode names no players, clocks, matches or messages")
  func words() throws {
    let words =
      /\b(PlayerID|Instant|Match|Racer|Event|Command|Refusal|Hashing|MatchSeed|Nonce|Score)\b/
    for file in try Self.files() {
      for line in try Self.code(of: file) { #expect(!line.contains(words), "\(file): \(line)") }
    }
  }
}

// The fuzz targets, run on what is known and on what chance brings: every seed of the corpora, what
// a fuzzer has found among them, and random bytes made of what matters. A target traps when two
// cuts of its input differ, or when something comes out that must not; then this process ends with
// it.

import Foundation
import Fuzz
import TestSupport
import Testing

@Suite("Nothing traps, and no cut matters")
struct FuzzTests {
  @Test("inputs made of the words of its dictionary", arguments: FuzzTarget.all)
  func random(_ target: FuzzTarget) throws {
    let words = try Self.words(of: target)
    try require(!words.isEmpty)
    for seed in 0..<24 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let input = (0..<Int.random(in: 0...12, using: &generator))
        .flatMap { _ in
          UInt8.random(in: 0...9, using: &generator) == 0
            ? [UInt8.random(in: 0...255, using: &generator)]
            : words[Int.random(in: words.indices, using: &generator)]
        }
      target.run([UInt8(seed)] + input)
    }
  }

  @Test("every seed of the corpora, and what fuzzing has found", arguments: FuzzTarget.all)
  func corpora(_ target: FuzzTarget) throws {
    let seeds = try Self.seeds(in: "Corpus/\(target.name)")
    try require(!seeds.isEmpty)
    for seed in seeds { target.run(Array(try Data(contentsOf: seed))) }
  }

  /// The words of a dictionary: one in quotes a line, in which `\x0a` is a byte.
  private static func words(of target: FuzzTarget) throws -> [[UInt8]] {
    let file = Self.fuzz.appending(path: "Dictionaries/\(target.name).dict")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("\"") }
      .map { line in
        let parts = line.dropFirst().dropLast()
          .split(
            separator: "\\x", omittingEmptySubsequences: false)
        return try parts.dropFirst()
          .reduce(Array(parts[0].utf8)) {
            try $0 + [require(UInt8($1.prefix(2), radix: 16))] + Array($1.dropFirst(2).utf8)
          }
      }
  }

  private static let fuzz = treeFolder.appending(path: "Tests/Fuzz")

  /// What lies in a folder of the fuzz target, in the order of names.
  private static func seeds(in folder: String) throws -> [URL] {
    let folder = Self.fuzz.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { folder.appending(path: $0) }
  }
}

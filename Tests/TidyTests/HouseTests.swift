// The working tree, judged by the house rules. Each test here is one rule; a finding points at its
// line. That every rule can fail is proved beside it, in RuleTests.swift, on snippets.

import Foundation
import TestSupport
import Testing

@Suite("The house is tidy")
struct HouseTests {
  private let tree: Tree
  private let files: [SwiftFile]

  /// The tree is read once for all tests.
  private static let shared = Result {
    let tree = try Tree(readingBelow: treeFolder)
    let swift = tree.files.filter(\.isSwift).map(SwiftFile.init)
    return (tree, swift)
  }

  private static func table(_ path: String, in tree: Tree) throws -> String {
    try require(tree.file(path)?.text, "\(path) is missing or not text")
  }

  init() throws { (tree, files) = try Self.shared.get() }

  @Test("a mode is listed by its name, and known by it to the game alone")
  func modes() throws {
    expectNone(modeNameFindings(in: files))
    let list = try require(files.first { $0.path == "Sources/Game/Mode.swift" })
    let words = Set(list.code.map(\.text))
    expect(modeNames(in: files).count, isAtLeast: 8)
    for name in modeNames(in: files) { expect(words, contains: name) }
  }

  @Test("no word stands where it does not belong")
  func words() throws {
    let words = try BannedWord.parse(Self.table(BannedWord.path, in: tree))
    let exceptions = try WordException.parse(Self.table(WordException.path, in: tree))
    // This folder quotes the words it bans.
    let judged = files.filter { !$0.file.isBelow("Tests/TidyTests") }
    expectNone(wordFindings(in: judged, words: words, exceptions: exceptions))
  }

  @Test("lines end within 100 columns and in a newline, files within 500 lines")
  func shape() { expectNone(tree.files.flatMap(shapeFindings)) }

  @Test("every Swift file opens with a sentence about itself")
  func opening() { expectNone(tree.files.flatMap(openingFindings)) }

  @Test("a folder has at most 20 files of code, whatever the language")
  func folders() { expectNone(folderFindings(in: tree)) }

  @Test("functions end within 70 lines")
  func functions() { expectNone(tree.files.flatMap(functionFindings)) }

  @Test("few functions only call one of their own name")
  func forwards() { expectNone(forwardFindings(in: files)) }

  @Test("the patches of mutants and recipes fit the tree")
  func patches() { expectNone(patchFindings(in: tree)) }

  @Test("the page about the architecture names what exists, and its map has each folder")
  func map() { expectNone(mapFindings(in: tree)) }
}

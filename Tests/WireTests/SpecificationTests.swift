// protocol/README.md says what the catalog and the codec say: its tables are read here and
// compared, and the lines of its examples are read by the codec.

import Chroma
import Foundation
import Game
import TestSupport
import Testing
import Wire

@Suite("The specification agrees with the code")
struct SpecificationTests {
  private let lines: [Substring]

  init() throws {
    lines = try protocolFile("README.md").split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The rows of the table whose header begins with these names, as cells.
  private func table(_ names: String...) -> [[String]] {
    func cells(_ line: Substring) -> [String] {
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    guard let header = lines.firstIndex(where: { cells($0).starts(with: names) }) else { return [] }
    return lines[(header + 2)...].prefix { $0.hasPrefix("|") }.map(cells)
  }

  /// The words in backticks.
  private func words(_ text: String) -> [String] {
    text.matches(of: /`([^`]+)`/).map { String($0.1) }
  }

  @Test("every message stands in its table as the catalog has it", arguments: Side.allCases)
  func messages(side: Side) throws {
    let start = try require(lines.firstIndex(of: "## Messages of \(side.rawValue)s"))
    let rows = lines[start...].drop { !$0.hasPrefix("| verb | fields") }
      .dropFirst(2).prefix { $0.hasPrefix("|") }
    let expected = try Catalog.rows().filter { $0.side == side }.map(\.specified)
    expect(rows.map(String.init), equals: expected)
  }

  @Test("every type of the catalog is explained, and no other")
  func types() throws {
    func names(_ type: String) -> [String] {
      type.split { "()".contains($0) }.map(String.init).filter { Int($0.prefix(1)) == nil }
    }
    let explained = table("type").compactMap { words($0[0]).first.map { names($0)[0] } }
    let used = try Catalog.rows().flatMap { $0.fields.flatMap { names($0.type) } }
    expect(Set(explained) == Set(used) && Set(explained).count == explained.count)
  }

  @Test("the words of a type are those that the code knows")
  func vocabulary() {
    let rows = Dictionary(uniqueKeysWithValues: table("type").map { ($0[0], words($0[1])) })
    expect(rows["`mode`"], equals: Mode.all.map(\.name))
    expect(rows["`span`"], equals: BoardTime.allCases.map(\.rawValue))
    expect(rows["`level`"], equals: Level.allCases.map(\.rawValue))
    expect(rows["`state`"], equals: ListedState.allCases.map(\.rawValue))
    expect(rows["`names`"], equals: Naming.allCases.map(\.rawValue))
    expect(rows["`role`"], equals: Role.allCases.map(\.rawValue))
    expect(rows["`reason`"], equals: Departure.allCases.map(\.rawValue))
    expect(rows["`icon`"], equals: Icon.allCases.map(\.rawValue))
    expect(rows["`binding`"], equals: Binding.Kind.allCases.map(\.rawValue))
    expect(rows["`reaction`"], equals: Reaction.allCases.map(\.rawValue))
  }

  @Test("the tables of states and refusals have every verb and code, and say which ones close")
  func states() {
    let rows = table("verb", "new")
    expect(rows.map { $0[0] }, equals: ClientVerb.allCases.map { "`\($0.rawValue)`" })
    let cells: Set = [
      "yes", "not-now", "host", "this room", "when called", "when asked", "in a round",
      "in the crowd", "known",
    ]
    expect(rows.allSatisfy { $0.count == 6 && $0.dropFirst().allSatisfy(cells.contains) })
    let refusals = table("code").map { "\($0[0]) \($0[2])" }
    expect(
      refusals, equals: RefusalCode.allCases.map { "`\($0.rawValue)` \($0.closes ? "yes" : "no")" })
  }

  @Test("the tables of modes have every mode as the code has it, and say who may see a move")
  func modes() {
    let rows = table("mode", "sliders").map { [$0[0], $0[1], $0[4]] }
    let expected = Mode.all.map { mode in
      let start = mode.start.values.map(String.init).joined(separator: ",")
      let sliders = mode.channels.map(\.name).joined(separator: " ")
      return ["`\(mode.name)`", sliders, "`\(start)`"]
    }
    expect(rows, equals: expected)
    expect(table("mode", "usual"), equals: Mode.all.map(ModeRowGoldenTests.usual))
    let drawn = table("mode", "what is drawn, in this order").flatMap { words($0[0]) }
    expect(drawn.sorted(), equals: Mode.all.map(\.name).sorted())
    func audience(isSecret: Bool) -> [String] {
      ["MOVE"] + Mode.all.filter { $0.isSecret == isSecret }.map(\.name)
    }
    let audiences = table("line").map { words($0[0]) }
    expect(audiences, equals: [audience(isSecret: false), audience(isSecret: true), []])
  }

  @Test("the table of limits has the numbers of the code")
  func limits() {
    func range(_ range: ClosedRange<Int>) -> [Int] { [range.lowerBound, range.upperBound] }
    let (words, texts) = (Wire.wordBytesMax, RoomSettings.nameCharactersMax)
    let numbers: [(limit: String, numbers: [Int])] = [
      ("a line of a client", [Wire.clientLineBytesMax]),
      ("a line of a server", [Wire.serverLineBytesMax]), ("fields in a line", [Wire.fieldsMax]),
      ("a verb, a key", [16]), ("a word", [words]),
      ("bytes of a text", [Wire.textBytesPerCharacter]),
      ("a player's name", [Profile.nameCharactersMax]), ("a room's name, a password", [texts]),
      ("marks on one letter of a name", [Names.marksMax]), ("a program's name (`app`)", [words]),
      ("rounds of a match", range(Rules.roundsRange)),
      ("seconds of a round", range(Rules.secondsRange)),
      ("seats of a room", range(Rules.seatsRange)),
      ("seconds that watchers hear later", range(RoomSettings.delayRange)),
      ("rounds of a match without a last one", [Rules.endlessRoundsMax]),
    ]
    let rows = table("limit")
    expect(rows.map { $0[0] }, equals: numbers.map(\.limit))
    for (row, expected) in zip(rows, numbers) {
      let found = row[1].replacing(",", with: "").matches(of: /[0-9]+/).compactMap { Int($0.0) }
      expect(found, equals: expected.numbers, "\(row[0])")
    }
    expect(RoomSettings.passwordCharactersMax, equals: RoomSettings.nameCharactersMax)
  }

  @Test("every line of the examples is a valid message")
  func sessions() {
    let said = lines.compactMap { line in
      line.wholeMatch(of: /\ {4}([CS]): (.+)/).map { ($0.1 == "C" ? Side.client : .server, $0.2) }
    }
    expect(said.count, isAbove: 10)
    for (side, text) in said {
      let outcome = Outcome(reading: String(text), from: side)
      guard case .taken(_, _, let canonical) = outcome else {
        Issue.record("\(text)")
        continue
      }
      expect(canonical == text)
    }
  }
}

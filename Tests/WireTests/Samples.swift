// For each type of field in the catalog, values that are of it and values that are not, in
// canonical form. They come from what protocol/README.md says of the types, not from the codec, so
// that the catalog's types and the codec's can be held against each other.

import Game
import Identity
import TestSupport
import Testing
import Wire

/// Values to try a field with.
struct Samples {
  /// Written in canonical form.
  var good: [String]
  /// Refused with `bad-field`.
  var bad: [String]

  /// The samples of a type such as "int(1-20)" or "list(icon)".
  init(of type: String, from side: Side) throws {
    let parts = type.split(separator: "(", maxSplits: 1)
    let argument = parts.count == 2 ? parts[1].dropLast() : ""
    switch parts[0] {
    case "int":
      let ends = argument.split(separator: "-").compactMap { Int($0) }
      try require(ends.count == 2, "\(type) is int(lowest-highest)")
      self.init(
        good: ends.map(String.init),
        bad: Samples.notNumbers + ["\(ends[0] - 1)", "\(ends[1] + 1)"])
    case "count", "instant":
      self.init(
        good: ["0", "10", "1767225600000", "9007199254740992"],
        bad: Samples.notNumbers + ["-1", "9007199254740993"])
    case "some":
      // 0 is read, but a writer leaves it out.
      let most = Int(argument) ?? 1 << 53
      self.init(
        good: ["1", "10", "\(most)"], bad: Samples.notNumbers + ["-1", "\(most + 1)"])
    case "thousandths":
      self.init(
        good: ["0", "0.001", "0.01", "0.1", "7", "10.25", "999999.999"],
        bad: Samples.notNumbers + ["-1", "1.0", "0.120", "1.2345", ".1", "1.", "1000000"])
    case "flag": self.init(good: ["0", "1"], bad: ["", "2", "00", "true", "-1"])
    case "mark": self.init(good: ["1"], bad: ["", "2", "11", "true", "-1"])
    case "text":
      let most = try require(Int(argument), "\(type) is text(characters)")
      self.init(
        good: ["a", "%20", "100%25", "é", "a=b", String(repeating: "x", count: most)],
        bad: Samples.notTexts + [String(repeating: "x", count: most + 1)])
    case "word":
      self.init(
        good: ["a", "A-Z", "~!", String(repeating: "w", count: 64)],
        bad: ["", "%41", "é", String(repeating: "w", count: 65)])
    case "hex":
      let count = 2 * (try require(Int(argument), "\(type) is hex(bytes)"))
      let digits = String(repeating: "0123456789abcdef", count: count / 16 + 1).prefix(count)
      self.init(
        good: [String(digits)],
        bad: ["", String(digits.dropLast()), digits + "0", digits.uppercased(), digits + "00"])
    case "list":
      let element = try Samples(of: String(argument), from: side)
      self.init(
        good: element.good.map { "\($0),\($0)" },
        bad: element.bad.map { "\(element.good[0]),\($0)" })
    default: try self.init(ofWords: type, from: side)
    }
  }

  /// The types that have no argument and a vocabulary of their own.
  private init(ofWords type: String, from side: Side) throws {
    switch type {
    case "color":
      self.init(
        good: ["#000000", "#3a678c"], bad: ["", "#3A678C", "3a678c", "#3a678", "#3a678c0"])
    case "guess":
      self.init(
        good: ["0", "83,120,200", "-9999,9999", "1,2,3,4,5,6,7,8"],
        bad: ["", "1,", ",1", "1,,2", "10000", "-10000", "01", "1.5", "1,2,3,4,5,6,7,8,9"])
    case "player": self.init(good: ["p0", "p7"], bad: ["", "p", "7", "P7", "p07", "p-7", "p7x"])
    case "mode":
      // A room of a mode with fixed rules is only told with those; the vectors have such a line.
      let modes = Mode.all.filter { side == .client || !$0.isFixed }
      self.init(words: modes.map(\.name))
    case "key":
      let digits = String(repeating: "0123456789abcdef", count: 4)
      self.init(
        good: [digits, "02\(digits)", "03\(digits)"],
        bad: [
          "", "00", String(digits.dropLast()), "\(digits)0", "04\(digits)", digits.uppercased(),
        ])
    case "rating":
      self.init(
        good: ["0", "7", "-12", "99999", "-99999"], bad: Self.notNumbers + ["100000", "-100000"])
    case "board":
      self.init(words: Board.all.map(\.name))
    case "span": self.init(words: BoardTime.allCases.map(\.rawValue))
    case "day":
      self.init(
        good: ["2026-11-21", "2024-02-29", "1970-01-01", "0001-03-01", "9999-12-31"],
        bad: [
          "", "2026-11-31", "2025-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "26-11-21",
          "2026-11-21T", "+026-11-21", "2026_11_21", "today",
        ])
    case "binding": self.init(words: Binding.Kind.allCases.map(\.rawValue))
    case "level": self.init(words: Level.allCases.map(\.rawValue))
    case "state": self.init(words: ListedState.allCases.map(\.rawValue))
    case "role": self.init(words: Role.allCases.map(\.rawValue))
    case "code":
      self.init(
        good: ["WAVE", "A2Z9"],
        bad: ["", "WAV", "WAVES", "WAV!", "W%41VE", "0AAA", "OAAA", "1AAA", "IAAA", "LAAA"])
    case "nonce":
      self.init(
        good: ["00", "c0ffee", String(repeating: "f", count: 64)],
        bad: ["", "0", "C0FFEE", "xyz", "-", String(repeating: "f", count: 65)])
    case "seatnonce":
      let nonce = try Samples(of: "nonce", from: side)
      self.init(good: nonce.good + ["-"], bad: nonce.bad.filter { $0 != "-" } + ["--"])
    case "icon":
      // What a server shows may be newer than the reader.
      self.init(words: Icon.allCases.map(\.rawValue), knowsAll: side == .client)
    case "reaction": self.init(words: Reaction.allCases.map(\.rawValue), knowsAll: side == .client)
    case "reason": self.init(words: Departure.allCases.map(\.rawValue), knowsAll: false)
    case "refusal": self.init(words: RefusalCode.allCases.map(\.rawValue), knowsAll: false)
    default: throw UnknownType(type: type)
    }
  }

  struct UnknownType: Error {
    let type: String
  }

  private init(good: [String], bad: [String]) {
    self.good = good
    self.bad = bad
  }

  /// Words of which all are known; a reader who does not know all takes any word.
  private init(words: [String], knowsAll: Bool = true) {
    self.init(good: words, bad: ["", "%41", "é"] + (knowsAll ? ["Xyz", "unheard-of"] : []))
  }

  private static let notNumbers = [
    "", "x", "+1", "-0", "01", "1e3", "0x1", "1%20", "١", "-", "--1",
  ]

  private static let notTexts = [
    "", "%", "%4", "%zz", "%c3%ab", "%FF", "%00", "%0A", "%7F", "%C2%85", "\u{202e}",
  ]
}

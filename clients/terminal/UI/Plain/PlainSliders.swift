// How sliders and tiles are typed: letters or words with numbers or steps, bare numbers for all of
// them, and for a tile its number alone. Where a gradient has two of each slider, a digit behind
// the letter or word says which end is meant.

import ClientCore
import Game

extension PlainCommand {
  /// Reads "r 200", "red +10", "h200", "h 200 s -5", "h1 200", "second hue 9", or a bare number for
  /// every slider.
  static func sliders(_ words: [Substring], mode: Mode?) throws(PlainMistake) -> PlainCommand {
    guard let mode else { throw unknown(words[0]) }
    let numbers = words.compactMap { Int($0) }
    if numbers.count == words.count { return try all(numbers, of: mode) }
    guard mode.answer == .sliders else { throw unknown(words[0]) }
    var moves: [SliderMove] = []
    var rest = joined(words)[...]
    while let word = rest.popFirst() {
      let (channel, digits) = try slider(word, of: mode)
      let number = digits ?? rest.popFirst() ?? ""
      guard let step = step(number) else {
        let slider = mode.channels[channel]
        let range = Words["\(slider.grid.lowerBound) to \(slider.grid.upperBound)"]
        throw PlainMistake(
          answer: Words["\(slider.fullWord) takes a number, \(range), or a step such as +10"])
      }
      moves.append(SliderMove(channel: channel, step: step))
    }
    return .sliders(moves)
  }

  /// Numbers alone: a tile's, or one for each slider.
  private static func all(_ numbers: [Int], of mode: Mode) throws(PlainMistake) -> PlainCommand {
    guard numbers.count == mode.channels.count else {
      let sliders = Phrase.list(mode.channels.map(\.fullWord))
      let count = mode.channels.count
      throw PlainMistake(
        answer: Words[
          count, "that takes \(count) number: \(sliders)",
          "that takes \(count) numbers: \(sliders)"])
    }
    if mode.answer == .tiles { return .pick(numbers[0]) }
    return .sliders(
      numbers.enumerated().map { SliderMove(channel: $0.offset, step: .to($0.element)) })
  }

  /// "second hue" as the one word "hue2".
  private static func joined(_ words: [Substring]) -> [Substring] {
    var joined: [Substring] = []
    var end = ""
    for word in words {
      switch word.lowercased() {
      case "first": end = "1"
      case "second": end = "2"
      default:
        joined.append(end.isEmpty ? word : "\(word)\(end)")
        end = ""
      }
    }
    return joined
  }

  /// The slider that a word begins with, and the digits behind it, if any are in the same word.
  private static func slider(
    _ word: Substring, of mode: Mode
  ) throws(PlainMistake) -> (channel: Int, digits: Substring?) {
    let typed = word.lowercased()
    let names = mode.channels.enumerated()
      .flatMap { index, channel in
        channel.typedNames.map { (index: index, name: $0) }
      }
    if let exact = names.first(where: { $0.name == typed }) { return (exact.index, nil) }
    let begun = names.filter { typed.hasPrefix($0.name) }
    if let longest = begun.max(by: { $0.name.count < $1.name.count }) {
      let digits = word.dropFirst(longest.name.count)
      if let first = digits.first, first.isNumber || first == "+" || first == "-" {
        return (longest.index, digits)
      }
    }
    if names.contains(where: { $0.name == "\(typed)1" }) {
      throw PlainMistake(
        answer: Words["of which end? \(typed)1 is the first, \(typed)2 the second"])
    }
    throw unknown(word)
  }

  private static func step(_ word: Substring) -> SliderStep? {
    guard let number = Int(word), abs(number) <= 9_999 else { return nil }
    return word.first == "+" || word.first == "-" ? .by(number) : .to(number)
  }
}

extension Channel {
  /// What somebody may type who means the slider: its name, or its word, in English and in the
  /// language of the moment.
  fileprivate var typedNames: [String] {
    [name.lowercased()]
      + Set([word, plainWord.lowercased()]).map { $0 + (end.map(String.init) ?? "") }
  }
}

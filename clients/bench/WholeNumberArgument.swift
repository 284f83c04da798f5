// The numbers that all commands take: each option says itself which ones make sense, in its help
// and to a user who gives another one.

import ArgumentParser

extension Option where Value == Int {
  /// A whole number within `range`; as it stands when it is not given.
  init(
    wrappedValue: Int, name: NameSpecification = .long, help: String, in range: ClosedRange<Int>
  ) {
    self.init(
      wrappedValue: wrappedValue, name: name,
      help: "\(help) (\(range.words); default: \(wrappedValue))", transform: whole(in: range))
  }
}

extension Option where Value == Int? {
  /// A whole number within `range`, if it is given.
  init(help: String, in range: ClosedRange<Int>) {
    self.init(help: "\(help) (\(range.words))", transform: whole(in: range))
  }
}

/// Reads a whole number within `range`, or refuses it in words.
func whole(in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
  { text in
    guard let number = Int(text), range.contains(number) else {
      throw ValidationError("it takes \(range.words)")
    }
    return number
  }
}

extension ClosedRange<Int> {
  /// The range as help and refusals say it.
  fileprivate var words: String { "\(lowerBound) to \(upperBound)" }
}

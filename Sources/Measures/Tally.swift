// How often each of a few things happened: one number for each case of an enumeration. It is a
// plain value; a lane counts what is confined to it and hands a copy to a caller that asks.

/// A number for each case of a label.
package struct Tally<Label: CaseIterable & Hashable & RawRepresentable & Sendable>: Equatable,
  Sendable
{
  private var numbers: [Label: Int] = [:]

  /// Nothing has happened.
  package init() {}

  /// So many of each case; 0 of those that are not given.
  package init(_ numbers: [Label: Int]) { self.numbers = numbers }

  /// The number of one case, 0 at first.
  package subscript(label: Label) -> Int {
    get { numbers[label, default: 0] }
    set { numbers[label] = newValue }
  }

  /// All cases with their numbers, in the order in which they are declared.
  package var all: [(label: Label, number: Int)] { Label.allCases.map { ($0, self[$0]) } }

  /// The sum of all cases.
  package var sum: Int { all.reduce(0) { $0 + $1.number } }
}
